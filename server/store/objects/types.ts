import { errorCode } from '../error-code.ts';
import type { Pace } from './hash-file.ts';

/** Content-addressed, immutable objects: the name of an object is the SHA-256 of its bytes, in lower-case hex. */
export interface ObjectStore {
	/** Moves a finished file into the store; the original is gone afterwards. @throws StoreError */
	adopt(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Copies a file into the store; the original stays. @throws StoreError */
	copy(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Announces that an object is about to be referenced, so that it isn't removed before; false if it doesn't exist. */
	keep(sha256: string): Promise<boolean>;
	/** Every object, in no particular order. */
	list(): AsyncIterable<StoredObject>;
	/** Removes an object, unless it was stored or kept since a time. Returns whether it did. */
	remove(sha256: string, unlessSince: Date): Promise<boolean>;
	forget(sha256: string): Promise<void>;
	/** Drops local copies of all objects but these; those in use are dropped later. */
	prune(kept: ReadonlySet<string>): Promise<void>;
	/** Gives `work` objects as verified local files until it ends. @throws CorruptObjectError, StoreError */
	withFiles<T>(names: readonly string[], work: (fileOf: (sha256: string) => string) => Promise<T>): Promise<T>;
	/** Like `withFiles`, with URLs for an engine that reads the store itself. A folder's objects are verified, a bucket's aren't. */
	withLocations<T>(names: readonly string[], work: (locationOf: (sha256: string) => string) => Promise<T>): Promise<T>;
	/** A new location for an engine that writes to the store itself. */
	stage(): Staging;
	/** Removes what was staged before a time and left behind. */
	sweepStaged(before: Date): Promise<void>;
	/** Hashes the stored bytes, even if they are known to be good. @param pace throttles it @throws CorruptObjectError, StoreError */
	verify(sha256: string, pace?: Pace): Promise<void>;
	/** Size in bytes, or null if it doesn't exist. */
	size(sha256: string): Promise<number | null>;
	/** Verified bytes from `start` to `end`, inclusive. @throws CorruptObjectError, StoreError */
	read(sha256: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>;
	/** A temporary public URL of an object; null if the service serves it itself, as it does for a corrupt one to report that. */
	address(sha256: string, wanted: DownloadOptions): Promise<string | null>;
	/** The state of the local cache; absent if the store itself is local. */
	cacheState?(): CacheState;
}

/** Files that an engine writes to the store, until they are adopted. */
export interface Staging {
	/** URL of the folder that the engine creates. */
	readonly location: string;
	/** Its Parquet files in name order. @throws StoreError */
	list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
	/** Bytes of Parquet files written so far, including unfinished ones; of files with the same name the largest counts. */
	written(): Promise<number>;
	/** A local file, which may be a copy in `folder`. @throws StoreError */
	fetch(name: string, folder: string): Promise<StagedFile>;
	/** Removes everything currently there. */
	remove(): Promise<void>;
}

export interface StagedFile {
	readonly path: string;
	/** Turns it into an object unchanged; the file at `path` is gone afterwards. @throws StoreError */
	take(): Promise<{ sha256: string; bytes: number }>;
}

/** Total bytes, counting files with the same name once: a file keeps its name while it's written and while it's moved. */
export function stagedBytes(files: Iterable<{ readonly path: string; readonly bytes: number }>): number {
	const largest = new Map<string, number>();
	for (const { path, bytes } of files) {
		const name = path.slice(path.lastIndexOf('/') + 1);
		if (isStagedFile(name)) largest.set(name, Math.max(bytes, largest.get(name) ?? 0));
	}
	return [...largest.values()].reduce((sum, bytes) => sum + bytes, 0);
}

export const isStagedFile = (name: string): boolean => /^part-[^/]*\.parquet$/.test(name);

export interface CacheState {
	readonly objects: number;
	readonly bytes: number;
	/** Since the process started: reads that found an object here, and reads that fetched it. */
	readonly hits: number;
	readonly misses: number;
}

export interface DownloadOptions {
	/** File name for browsers. */
	readonly fileName: string;
	/** At most 60. */
	readonly seconds: number;
}

/** Maximum lifetime of a URL that a store serves itself, because it can't be revoked. */
export const longestAddressSeconds = 60;

export interface StoredObject {
	readonly sha256: string;
	readonly bytes: number;
	/** When it was stored or last kept. */
	readonly storedAt: Date;
}

/** A failure of the store; the message explains what to do. Never contains a secret. */
export class StoreError extends Error {
	override name = 'StoreError';
}

/** A file in the data folder that exists and can't be read. */
export class UnreadableFileError extends StoreError {
	constructor(cause: unknown) {
		super(
			'A file in the data folder can’t be read, so nothing was done. Ask your admin to check the file’s owner and permissions, and the disk.',
			{ cause },
		);
	}
}

const unreadableCodes: readonly string[] = ['EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'EISDIR', 'ELOOP'];

/** Whether the system refused to open or read a file. */
export const isUnreadable = (error: unknown): boolean => unreadableCodes.includes(errorCode(error));

/** Awaits a read of a file in the data folder. @throws UnreadableFileError if the system refuses it */
export async function reading<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw isUnreadable(error) ? new UnreadableFileError(error) : error;
	}
}

/** An object whose bytes differ from what was stored, or that has disappeared. */
export class CorruptObjectError extends Error {
	override name = 'CorruptObjectError';
	readonly sha256: string;
	readonly problem: 'changed' | 'missing';

	constructor(sha256: string, problem: CorruptObjectError['problem']) {
		super(`The object ${sha256} ${problem === 'missing' ? 'is missing' : 'was changed after it was stored'}.`);
		this.sha256 = sha256;
		this.problem = problem;
	}
}

const objectName = /^[0-9a-f]{64}$/;

export const isObjectName = (text: string): boolean => objectName.test(text);

/** @throws TypeError */
export function assertObjectName(sha256: string): void {
	if (!isObjectName(sha256)) throw new TypeError(`"${sha256}" isn’t an object name. Use 64 hex digits.`);
}
