import type { ArrangedSource, JobRunner, QueryRunner, RowSource, Work } from '../../source/row-source.ts';
import type { CompareInput, CompareResult } from './compare-job.ts';
import type { Comparison, ComparisonView } from './comparison.ts';

/** A comparison and its rows, whose first column is the kind of change. Closed with the after rows. */
export interface ComparedSource {
	readonly comparison: Comparison;
	readonly source: RowSource;
	/** Another view of the comparison. @throws AbortError when aborted */
	show(view: ComparisonView, work: Work): Promise<ComparedView>;
	close(): void;
}

/** Rows of a comparison. They have no `close`, so a viewer can't close them. */
export interface ComparedView {
	readonly source: RowSource;
	close(): void;
}

export interface SourcePair {
	readonly before: RowSource;
	readonly after: RowSource;
}

/** A key that holds on both sides, or null. @throws AbortError when aborted, or an Error with a message for users */
export async function proposeKeyFor(pair: SourcePair, work: Work): Promise<readonly string[] | null> {
	const asked = queriesOf(pair);
	if (asked !== null)
		return (await asked.run({ ...asked.query, key: null, view: null }, work)) as readonly string[] | null;
	const { jobs, before } = runnersOf(pair);
	return (await jobs.run('proposeKey', { before }, work)) as readonly string[] | null;
}

/** Compares two sources where they're located. @throws AbortError when aborted, or an Error with a message for users */
export async function compareSources(
	pair: SourcePair,
	key: readonly string[] | null,
	view: ComparisonView,
	work: Work,
): Promise<ComparedSource> {
	const asked = queriesOf(pair);
	if (asked !== null) return (await asked.run({ ...asked.query, key, view }, work)) as ComparedSource;
	const { jobs, before } = runnersOf(pair);
	const input = (table: number): CompareInput => ({ before, key, view, table });
	const { source, result } = await jobs.make('compare', input, work);
	const its = source.jobs;
	return {
		comparison: (result as CompareResult).comparison,
		...viewOf(source),
		show: async (next, showing) => {
			if (its === undefined) throw new Error('This comparison was closed. Compare again.');
			const made = await its.make('compareView', (table) => ({ view: next, table }), showing);
			return viewOf(made.source);
		},
	};
}

/** Comparison query for a service that has both tables. */
export interface ComparedQuery {
	readonly before: QueryRunner;
	readonly key: readonly string[] | null;
	/** Null: only suggest a key. */
	readonly view: ComparisonView | null;
}

function queriesOf({ before, after }: SourcePair) {
	const [old, now] = [before.queries, after.queries];
	if (old === undefined || now === undefined || old.location !== now.location) return null;
	return { query: { before: old }, run: (query: ComparedQuery, work: Work) => now.run('compare', query, work) };
}

function viewOf({ close, ...rows }: ArrangedSource): ComparedView {
	return { source: { ...rows, changeColumn: 0 }, close };
}

function runnersOf({ before, after }: SourcePair): { jobs: JobRunner; before: number } {
	if (before.jobs === undefined || after.jobs === undefined || before.jobs.location !== after.jobs.location)
		throw new Error('These rows can’t be compared because they’re from different sources.');
	return { jobs: after.jobs, before: before.jobs.table };
}
