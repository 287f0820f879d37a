import { foldSql } from '#lib/sql/quoting.ts';

/** A column of a table: the position of the table among those given. */
export interface ReadColumn {
	readonly table: number;
	readonly column: string;
}

/** What a column's values come from, by keys of `ReadColumn`s. */
export interface Field {
	readonly name: string;
	readonly from: ReadonlySet<string>;
	readonly isCopy: boolean;
	/** Of a struct that the statement makes: what its fields come from, by their folded names. */
	readonly parts?: ReadonlyMap<string, Field>;
}

export interface Relation {
	/** What it is qualified with: an alias, or the names of a table. */
	readonly names: readonly string[];
	readonly fields: readonly Field[];
	/** Where its columns are not known: what they may come from. */
	readonly open?: ReadonlySet<string>;
}

export type Item = Field | 'hole';

export const none: ReadonlySet<string> = new Set();
export const keyOf = (table: number, column: string): string => `${table} ${column}`;
export const readOf = (key: string): ReadColumn => {
	const space = key.indexOf(' ');
	return { table: Number(key.slice(0, space)), column: key.slice(space + 1) };
};
export const union = (sets: Iterable<ReadonlySet<string>>): Set<string> => {
	const all = new Set<string>();
	for (const set of sets) for (const key of set) all.add(key);
	return all;
};
export const is = (a: string, b: string): boolean => foldSql(a) === foldSql(b);

export const byName = (fields: readonly Field[], name: string): Field | null =>
	fields.find((field) => is(field.name, name)) ?? null;

export const relationOf = (names: readonly string[], items: readonly Item[]): Relation => {
	const fields = items.filter((item): item is Field => item !== 'hole');
	return fields.length === items.length
		? { names, fields }
		: { names, fields, open: union(fields.map(({ from }) => from)) };
};

export const renamedFields = (fields: readonly Field[], names: readonly string[]): Field[] =>
	fields.map((field, index) => ({ ...field, name: names[index] ?? field.name }));

export const renamed = (items: readonly Item[], names: readonly string[]): Item[] =>
	items.map((item, index) => (item === 'hole' ? item : { ...item, name: names[index] ?? item.name }));

export const aliasesOf = (fields: readonly Field[]): Map<string, Field> =>
	new Map(fields.map((field) => [foldSql(field.name), field]));

export const both = (a: Field, b: Field): Field => ({
	name: a.name,
	from: union([a.from, b.from]),
	isCopy: a.isCopy && b.isCopy,
});

export function joined(a: readonly Item[], b: readonly Item[]): Item[] {
	return a.map((item, index) => {
		const other = b[index];
		if (item === 'hole' || other === 'hole') return 'hole';
		return other === undefined ? item : both(item, other);
	});
}

export function joinedByName(a: readonly Item[], b: readonly Item[]): Item[] {
	const fields = b.filter((item): item is Field => item !== 'hole');
	const merged = a.map((item) => {
		const other = item === 'hole' ? null : byName(fields, item.name);
		return item === 'hole' || other === null ? item : both(item, other);
	});
	const known = a.filter((item): item is Field => item !== 'hole');
	return [...merged, ...b.filter((item) => item === 'hole' || byName(known, item.name) === null)];
}
