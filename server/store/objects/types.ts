import { errorCode } from '../error-code.ts';
import type { Pace } from './hash-file.ts';

/** Content-addressed, immutable objects: the name of an object is the SHA-256 of its bytes, in lower-case hex. */
export interface ObjectStore {
	/** Takes a finished file from the same or another folder; the original is gone afterwards. @throws StoreError */
	adopt(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Copies a file in; the original stays. @throws StoreError */
	copy(file: string): Promise<{ sha256: string; bytes: number }>;
	/** Says that an object is about to be named, so that it is not removed in between; false where there is no such object. */
	keep(sha256: string): Promise<boolean>;
	/** Every object, in no order. */
	list(): AsyncIterable<StoredObject>;
	/** Removes an object, unless it was taken in or kept since a time. Whether it did. */
	remove(sha256: string, unlessSince: Date): Promise<boolean>;
	/** Drops what this machine holds, beside the store, of an object that was removed elsewhere. */
	forget(sha256: string): Promise<void>;
	/** Drops what this machine holds, beside the store, of all objects but these; what is in use goes when it no longer is. */
	prune(kept: ReadonlySet<string>): Promise<void>;
	/** Gives `work` objects as verified local files until it ends. @throws CorruptObjectError, StoreError */
	withFiles<T>(names: readonly string[], work: (fileOf: (sha256: string) => string) => Promise<T>): Promise<T>;
	/** As `withFiles`, with addresses for an engine that reads the store itself. A folder's objects are verified, a bucket's are not. */
	withLocations<T>(names: readonly string[], work: (locationOf: (sha256: string) => string) => Promise<T>): Promise<T>;
	/** A new place for what an engine writes into the store itself. */
	stage(): Staging;
	/** Removes what was staged before a time and left behind. */
	sweepStaged(before: Date): Promise<void>;
	/** Hashes what is stored, whatever is known of it. @param pace slows it down @throws CorruptObjectError, StoreError */
	verify(sha256: string, pace?: Pace): Promise<void>;
	/** Size in bytes, or null where there is no such object. */
	size(sha256: string): Promise<number | null>;
	/** Verified bytes from `start` to `end`, both included. @throws CorruptObjectError, StoreError */
	read(sha256: string, start: number, end: number): Promise<ReadableStream<Uint8Array>>;
	/** A public address of an object for a while; null where the service serves it itself, as for a corrupt one, to say so. */
	address(sha256: string, wanted: AddressWanted): Promise<string | null>;
	/** What of a distant store is on this machine; absent where the objects themselves are. */
	cacheState?(): CacheState;
}

/** Files that an engine writes into the store, until they are taken in. */
export interface Staging {
	/** The address of the folder that the engine makes. */
	readonly location: string;
	/** Its Parquet files in the order of their names. @throws StoreError */
	list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
	/** Bytes of the Parquet files that are there so far, also of those that aren't finished; of files with one name the largest counts. */
	written(): Promise<number>;
	/** A file on this machine, which may be a copy in `folder`. @throws StoreError */
	fetch(name: string, folder: string): Promise<StagedFile>;
	/** Removes everything that is there now. */
	remove(): Promise<void>;
}

export interface StagedFile {
	readonly path: string;
	/** Makes it an object as it is; there is no file at `path` afterwards. @throws StoreError */
	take(): Promise<{ sha256: string; bytes: number }>;
}

/** Bytes of files, of those with one name once: a file has its name while it is written and while it is moved, too. */
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
	/** Since the process began: reads that found an object here, and such that fetched it. */
	readonly hits: number;
	readonly misses: number;
}

export interface AddressWanted {
	/** Under which name a browser saves it. */
	readonly fileName: string;
	/** 60 at most. */
	readonly seconds: number;
}

/** Longest life of an address that a store hands out itself: nobody can take it back. */
export const longestAddressSeconds = 60;

export interface StoredObject {
	readonly sha256: string;
	readonly bytes: number;
	/** When it was taken in or kept last. */
	readonly keptAt: Date;
}

/** A store that does not give or take what it should, in words that say what to do. It never holds a secret. */
export class StoreError extends Error {
	override name = 'StoreError';
}

/** A file of the data folder that is there and can't be read. */
export class UnreadableFileError extends StoreError {
	constructor(cause: unknown) {
		super(
			'A file of the data folder can’t be read, so nothing was done. Ask your administrator to check its owner, permissions and disk.',
			{ cause },
		);
	}
}

const unreadableCodes: readonly string[] = ['EACCES', 'EPERM', 'EIO', 'ENOTDIR', 'EISDIR', 'ELOOP'];

/** Whether the system refused to open or to read a file. */
export const isUnreadable = (error: unknown): boolean => unreadableCodes.includes(errorCode(error));

/** What reads a file of the data folder gives. @throws UnreadableFileError where the system refuses it */
export async function reading<T>(work: Promise<T>): Promise<T> {
	try {
		return await work;
	} catch (error) {
		throw isUnreadable(error) ? new UnreadableFileError(error) : error;
	}
}

/** An object whose bytes are not those that were stored, or that is gone although it was stored. */
export class CorruptObjectError extends Error {
	override name = 'CorruptObjectError';
	readonly sha256: string;
	readonly problem: 'changed' | 'missing';

	constructor(sha256: string, problem: CorruptObjectError['problem']) {
		super(`The object ${sha256} ${problem === 'missing' ? 'is missing' : 'has different bytes than were stored'}.`);
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
