import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import type { Log } from '../../logging/log.ts';
import type { Catalog } from '../../store/catalog/catalog.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';

const everyMs = 60_000;
const remembered = 10_000;

interface Parts {
	readonly catalog: Catalog;
	readonly now: () => Date;
	readonly log: Log;
}

/** Records when and where tokens are used, each at most once per minute. */
export function createTokenUse({ catalog, now, log }: Parts) {
	const noted = new LruCache<number>(remembered);
	return async (tokenId: string, address: string): Promise<void> => {
		const at = now();
		const last = noted.get(tokenId);
		if (last !== undefined && Math.abs(at.getTime() - last) < everyMs) return;
		// Before the write, so that only one of many concurrent requests writes.
		noted.set(tokenId, at.getTime());
		// Another replica may have recorded it.
		const isDue = or(isNull(tokens.lastUsedAt), lt(tokens.lastUsedAt, new Date(at.getTime() - everyMs)));
		try {
			await catalog.write((tx) =>
				tx
					.update(tokens)
					.set({ lastUsedAt: at, lastUsedAddress: address })
					.where(and(eq(tokens.id, tokenId), isDue)),
			);
		} catch (error) {
			// The request is answered anyway.
			log.error('Couldn’t record the use of a token.', error);
		}
	};
}
