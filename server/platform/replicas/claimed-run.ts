import { asc, count, eq } from 'drizzle-orm';
import { runLog, runSources } from '../../store/catalog/schema/runs.ts';
import type { ReadableDataset } from '../access/access.ts';
import { callerOfToken } from '../access/tokens.ts';
import type { Platform } from '../platform.ts';
import { RunFailure } from '../runs/run-failure.ts';
import type { RunOrder } from '../runs/run-production.ts';
import type { RunRow } from '../runs/run-record.ts';

/** How much of a run's log is written: what comes next goes there. */
export async function logLength({ catalog }: Pick<Platform, 'catalog'>, runId: string): Promise<number> {
	const [logged] = await catalog.db.select({ items: count() }).from(runLog).where(eq(runLog.runId, runId));
	return logged?.items ?? 0;
}

/** What is to be done for a run, from what the catalogue holds of it. @throws RunFailure where its token counts no more */
export async function orderOf(platform: Platform, row: RunRow): Promise<RunOrder> {
	const caller = row.tokenId === null ? null : await callerOfToken(platform, row.tokenId);
	if (caller === null || row.work === null) {
		throw new RunFailure(
			'FORBIDDEN',
			'The access token that this run was started with was revoked before the run began. Sign in again and start it again.',
		);
	}
	const sources = await platform.catalog.db
		.select()
		.from(runSources)
		.where(eq(runSources.runId, row.id))
		.orderBy(asc(runSources.position));
	return {
		id: row.id,
		kind: row.kind,
		pipeline: row.pipeline,
		caller,
		payload: row.definition.code.payload,
		slot: row.work.slot,
		sources: sources.flatMap(({ namespaceId, sha256, position }): ReadableDataset[] => {
			const coordinate = row.work?.sources[position];
			// Whoever may read a namespace that is gone is asked at the end, and nobody may.
			return coordinate === undefined ? [] : [{ coordinate, namespaceId: namespaceId ?? '', sha256 }];
		}),
	};
}
