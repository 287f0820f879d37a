import type { QueriedSource } from '#contract/rows/selection.ts';
import { type Asking, type QueriedTables, queriedTable, tableOfResult } from './ask.ts';
import { cacheComparison } from './compare.ts';

/** The tables of any source; a comparison is computed first if it isn't cached. @throws ServiceError */
export async function readSource(asking: Asking, source: QueriedSource): Promise<QueriedTables> {
	if (source.kind !== 'comparison') return queriedTable(asking, source);
	const { kept, tables } = await cacheComparison(asking, source);
	return tableOfResult(kept, tables);
}
