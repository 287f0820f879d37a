import { constants } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { memory } from '../../engine/format.ts';
import type { Log } from '../../logging/log.ts';
import { diskFull, type Failure, storageReadOnly } from '../core/failures.ts';
import type { FailureCounts } from './failure-counts.ts';

/** How long a result is cached, ms. */
const freshMs = 1_000;

interface Found {
	readonly failure: Failure | null;
	/** Null if unknown. */
	readonly freeBytes: number | null;
	/** For the log: what was observed. */
	readonly detail: string;
}

/** Watches whether the data folder can be written to. @param reserveBytes what must stay free on its disk for deletions and small writes */
export function createStorageWatch(
	{ dataDir, diskReserveBytes: reserveBytes }: { readonly dataDir: string; readonly diskReserveBytes: number },
	log: Log,
	counts: FailureCounts,
) {
	const opened = stat(dataDir).catch(() => null);
	let last: Promise<Found> | null = null;
	let lastAt = Number.NEGATIVE_INFINITY;
	let logged: Failure | null = null;

	const look = async (): Promise<Found> => {
		try {
			const [first, now] = [await opened, await stat(dataDir)];
			if (!now.isDirectory()) return unwritable(`${dataDir} isn’t a folder anymore`);
			if (first !== null && (first.dev !== now.dev || first.ino !== now.ino))
				return unwritable(`${dataDir} isn’t the folder that was opened. Restart the service`);
			await access(dataDir, constants.W_OK | constants.X_OK);
			const { bavail, bsize } = await statfs(dataDir);
			const freeBytes = bavail * bsize;
			const isFull = freeBytes < reserveBytes;
			const detail = `${memory(freeBytes)} free for ${dataDir} (reserve: ${memory(reserveBytes)})`;
			return { failure: isFull ? diskFull() : null, freeBytes, detail };
		} catch (error) {
			return unwritable(`${dataDir}: ${(error as NodeJS.ErrnoException).code ?? 'unknown error'}`);
		}
	};

	const watch = async (): Promise<Found> => {
		const found = await look();
		if (found.failure?.kind !== logged?.kind) {
			if (found.failure === null) log.error(`${logged?.kind} resolved: ${found.detail}. Writes are allowed again.`);
			else {
				counts.failed(found.failure.kind);
				log.error(`${found.failure.kind}: ${found.detail}. Writes are rejected.`);
			}
		}
		logged = found.failure;
		return found;
	};

	const current = (): Promise<Found> => {
		if (last === null || performance.now() - lastAt > freshMs) {
			lastAt = performance.now();
			last = watch();
		}
		return last;
	};

	return {
		reserveBytes,
		/** Whether the data folder is still the one that was opened, not something mounted or created in its place. */
		async isOpened(): Promise<boolean> {
			const [first, now] = [await opened, await stat(dataDir).catch(() => null)];
			return first === null || (first.dev === now?.dev && first.ino === now.ino);
		},
		freeBytes: async (): Promise<number | null> => (await current()).freeBytes,
		/** What keeps the service from writing, or null. */
		problem: async (): Promise<Failure | null> => (await current()).failure,
		/** @throws ServiceError STORAGE_FULL, STORAGE_READ_ONLY */
		async assertWritable(): Promise<void> {
			const { failure } = await current();
			if (failure !== null) throw failure.error;
		},
	};
}

const unwritable = (detail: string): Found => ({ failure: storageReadOnly(), freeBytes: null, detail });
