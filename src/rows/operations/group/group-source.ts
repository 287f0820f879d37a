import type { CellValue, PlainValue, RowSource, Work } from '../../source/row-source.ts';

/** What a group's numbers come to. */
export const groupMeasures = ['sum', 'mean', 'min', 'max'] as const;

export interface GroupMeasure {
	readonly measure: (typeof groupMeasures)[number];
	/** Index of a column of numbers. */
	readonly column: number;
}

export interface GroupInput {
	/** Index of the column whose values make the groups. */
	readonly by: number;
	readonly measures: readonly GroupMeasure[];
	readonly limit: number;
	/** The largest groups first, or by value. */
	readonly order: 'count' | 'value';
	/** Only values that contain this text, without regard to case; empty: all. */
	readonly search: string;
}

export interface Group {
	/** Null is a group too. */
	readonly value: PlainValue;
	readonly rows: number;
	/** One for each measure; null where there is nothing to measure. */
	readonly measured: readonly CellValue[];
}

export interface Groups {
	readonly groups: readonly Group[];
	/** How many there are. */
	readonly total: number;
	/** The types of what was measured. */
	readonly types: readonly string[];
}

/** The different values of a column with their rows and measures. @throws AbortError when left, any other Error with a message for people */
export async function groupSource(source: RowSource, input: GroupInput, work: Work): Promise<Groups> {
	if (source.queries !== undefined) return (await source.queries.run('group', input, work)) as Groups;
	if (source.jobs === undefined) throw new Error('These rows can’t be grouped.');
	return (await source.jobs.run('group', input, work)) as Groups;
}
