import type { Column, Table } from './schema.ts';

/** Most values that are looked up, the most frequent ones. */
const mostTried = 300;
const leastTried = 3;
const nearlyAll = 0.95;
const known = new WeakMap<readonly string[], ReadonlySet<string>>();

const setOf = (values: readonly string[]): ReadonlySet<string> => {
	const found = known.get(values) ?? new Set(values);
	known.set(values, found);
	return found;
};

/**
 * Whether a column's values name rows of another dataset, linked or not: the values themselves are the evidence. It
 * tells what words mean ("airport" of a column of airports' codes); rows are joined along declared links alone.
 */
export function namesRowsOf(column: Column, table: Table): boolean {
	const values = column.values?.slice(0, mostTried) ?? [];
	if (column.table === table || column.kind !== 'text' || values.length < leastTried) return false;
	return table.columns.some((key) => {
		if (!key.unique || key.values === null) return false;
		const keys = setOf(key.values);
		return values.filter((it) => keys.has(it)).length >= nearlyAll * values.length;
	});
}
