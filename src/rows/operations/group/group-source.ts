import type { CellValue, PlainValue, RowSource, Work } from '../../source/row-source.ts';

export const groupMeasures = ['sum', 'mean', 'min', 'max'] as const;

export interface GroupMeasure {
	readonly measure: (typeof groupMeasures)[number];
	/** Index of a numeric column. */
	readonly column: number;
}

export interface GroupInput {
	/** Index of the grouping column. */
	readonly by: number;
	readonly measures: readonly GroupMeasure[];
	readonly limit: number;
	/** Largest groups first, or by value. */
	readonly order: 'count' | 'value';
	/** Only values that contain this text, ignoring case; empty: all. */
	readonly search: string;
}

export interface Group {
	/** Null is a group too. */
	readonly value: PlainValue;
	readonly rows: number;
	/** One per measure; null without values. */
	readonly measured: readonly CellValue[];
}

export interface Groups {
	readonly groups: readonly Group[];
	readonly total: number;
	readonly types: readonly string[];
}

/**
 * Distinct values of a column with row counts and measures. @throws AbortError when aborted, or an Error with a message
 * for users
 */
export async function groupSource(source: RowSource, input: GroupInput, work: Work): Promise<Groups> {
	if (source.queries !== undefined) return (await source.queries.run('group', input, work)) as Groups;
	if (source.jobs === undefined)
		throw new Error('These rows can’t be grouped, because neither the service nor the browser can query them.');
	return (await source.jobs.run('group', input, work)) as Groups;
}
