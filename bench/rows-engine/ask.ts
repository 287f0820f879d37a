import { rowResults } from '../../server/store/catalog/schema/row-results.ts';
import type { TestTable } from '../../server/testing/put-table.ts';
import type { TestService } from '../../server/testing/service.ts';

export async function ask(service: TestService, { source }: TestTable, operation: string, body: object): Promise<void> {
	const response = await service.request('POST', `/rows/${operation}`, { as: 'demo', body: { source, ...body } });
	const text = await response.text();
	if (response.status !== 200) throw new Error(`${operation}: ${text}`);
}

/** Removes all cached results and their files, so that the next queries are computed. */
export async function forgetResults({ platform }: TestService): Promise<void> {
	const kept = await platform.catalog.write((tx) => tx.delete(rowResults).returning());
	// An export of all rows may have the same bytes as the table itself, which is kept.
	const tables = new Set(kept.flatMap(({ contents }) => contents));
	const files = new Set(kept.flatMap(({ sha256 }) => (sha256 === null || tables.has(sha256) ? [] : sha256)));
	for (const sha256 of files) await platform.objects.remove(sha256, new Date(8.64e15));
}

export const keptResults = async ({ platform }: TestService): Promise<number> => platform.catalog.db.$count(rowResults);

export async function timed(act: () => Promise<unknown>): Promise<number> {
	const began = performance.now();
	await act();
	return performance.now() - began;
}
