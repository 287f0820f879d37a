import type { IngestionDetail } from '#contract/ingest.ts';
import type { Caller } from '../core/caller.ts';
import type { Platform } from '../state/platform.ts';
import { commit } from './commit.ts';
import { findIngestion, findOwn, presentDetail } from './find.ts';

export function createIngestions(platform: Platform) {
	const going = new Map<string, Promise<void>>();
	const isCommitting = (id: string): boolean => going.has(id);
	const detail = async (caller: Caller, id: string): Promise<IngestionDetail> => {
		const { db } = platform.catalog;
		const found = await findIngestion(db, caller, id);
		return presentDetail(db, found, isCommitting(id), platform.readings.get(found.row.id));
	};
	return {
		isCommitting,
		detail,
		/** Commits once: concurrent callers share the work, which continues without its client. @throws ServiceError */
		async commit(
			caller: Caller,
			id: string,
			{ chunks, basis = null }: { readonly chunks: number; readonly basis?: string | null | undefined },
		): Promise<IngestionDetail> {
			const key = id.toLowerCase();
			await findOwn(platform.catalog.db, caller, key);
			const work = going.get(key) ?? commit(platform, caller, key, chunks, basis, new AbortController().signal);
			going.set(key, work);
			try {
				await work;
			} finally {
				if (going.get(key) === work) going.delete(key);
			}
			return detail(caller, key);
		},
	};
}
