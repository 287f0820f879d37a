import { and, count, inArray, ne } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { runChecks } from '../../store/catalog/schema/checks.ts';

/** Number of failed checks by run; runs without any are absent. */
export async function failedChecksOf(db: Db, runIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
	if (runIds.length === 0) return new Map();
	const rows = await db
		.select({ runId: runChecks.runId, failed: count() })
		.from(runChecks)
		.where(and(inArray(runChecks.runId, [...runIds]), ne(runChecks.state, 'passed')))
		.groupBy(runChecks.runId);
	return new Map(rows.map(({ runId, failed }) => [runId, failed]));
}
