import { eq } from 'drizzle-orm';
import type { Log } from '../../logging/log.ts';
import type { Catalog } from '../../store/catalog/catalog.ts';
import { corruptObjects } from '../../store/catalog/schema/integrity.ts';
import { CorruptObjectError, type ObjectStore, StoreError } from '../../store/objects/types.ts';

interface Parts {
	readonly catalog: Catalog;
	readonly log: Log;
	readonly now: () => Date;
	/** Whether the catalog references an object; others were removed. */
	readonly isNamed: (sha256: string) => Promise<boolean>;
}

export type Corruption = ReturnType<typeof createCorruption>;

/** Remembers in the catalog which objects were found corrupt, until they are read correctly again. */
export function createCorruption({ catalog, log, now, isNamed }: Parts) {
	const known = new Set<string>();
	let recording: Promise<void> = Promise.resolve();
	const record = (work: () => Promise<void>, failure: string): void => {
		recording = recording.then(work).catch((error: unknown) => log.error(failure, error));
	};
	const found = ({ sha256, problem }: CorruptObjectError): void => {
		if (known.has(sha256)) return;
		known.add(sha256);
		record(async () => {
			if (!(await isNamed(sha256))) known.delete(sha256);
			else {
				const row = { sha256, problem, foundAt: now() };
				await catalog.write((tx) => tx.insert(corruptObjects).values(row).onConflictDoNothing());
			}
		}, `Couldn’t mark object ${sha256} as corrupt.`);
	};
	const forget = (sha256: string): void => {
		if (!known.delete(sha256)) return;
		record(async () => {
			await catalog.write((tx) => tx.delete(corruptObjects).where(eq(corruptObjects.sha256, sha256)));
		}, `Couldn’t unmark object ${sha256}, which is no longer corrupt.`);
	};
	const watching = async <T>(work: Promise<T>): Promise<T> => {
		try {
			return await work;
		} catch (error) {
			if (error instanceof CorruptObjectError) found(error);
			throw error;
		}
	};
	return {
		count: () => known.size,
		forget,
		/** Loads what an earlier process, or another replica, found. */
		async load() {
			const rows = await catalog.db.select({ sha256: corruptObjects.sha256 }).from(corruptObjects);
			for (const { sha256 } of rows) known.add(sha256);
			return [...known];
		},
		/** Resolves when all findings are recorded. */
		recorded: () => recording,
		/** Wraps a store to watch every read. @param distrust called for files that changed while they were read */
		watch: (store: ObjectStore, distrust: (file: string) => void): ObjectStore => ({
			...store,
			async withFiles(names, work) {
				let read: readonly string[] = [];
				const reading = store.withFiles(names, (fileOf) => {
					read = names.map(fileOf);
					return work(fileOf);
				});
				try {
					const result = await watching(reading);
					names.forEach(forget);
					return result;
				} catch (error) {
					if (error instanceof CorruptObjectError || error instanceof StoreError) read.forEach(distrust);
					throw error;
				}
			},
			read: (sha256, start, end) => watching(store.read(sha256, start, end)),
			async verify(sha256, pace) {
				await watching(store.verify(sha256, pace));
				forget(sha256);
			},
			async adopt(file) {
				const taken = await store.adopt(file);
				forget(taken.sha256);
				return taken;
			},
			async copy(file) {
				const taken = await store.copy(file);
				forget(taken.sha256);
				return taken;
			},
		}),
	};
}
