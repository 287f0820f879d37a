import { foldSql } from '#lib/sql/quoting.ts';

/** A column of a table: the position of the table among those given. */
export interface ReadColumn {
	readonly table: number;
	readonly column: string;
}

/** What is in a nested type: the fields of a struct, or what each value of a list is. */
export interface Shape {
	readonly fields?: readonly { readonly name: string; readonly shape?: Shape | undefined }[];
	readonly element?: Shape;
}

/** What a column's values come from, by keys of `ReadColumn`s. */
export interface Field {
	readonly name: string;
	readonly from: ReadonlySet<string>;
	readonly isCopy: boolean;
	/** Of a struct: what its fields come from, by their folded names. */
	readonly parts?: ReadonlyMap<string, Field> | undefined;
	/** Of a list: what its values come from. */
	readonly element?: Field | undefined;
	/** It is known to be neither. */
	readonly isPlain?: boolean;
}

/** Columns of which it isn't known how many they are, and what they may come from; null: from anything. */
export interface Hole {
	readonly hole: ReadonlySet<string> | null;
}

export type Item = Field | Hole;

export interface Relation {
	/** What it is qualified with: an alias, or the names of a table. */
	readonly names: readonly string[];
	readonly fields: readonly Field[];
	/** Where its columns are not all known: what the others may come from. */
	readonly open?: ReadonlySet<string> | null;
}

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
export const isHole = (item: Item): item is Hole => 'hole' in item;
export const knownFields = (items: readonly Item[]): Field[] => items.filter((item) => !isHole(item)) as Field[];
/** What items come from, as far as it is known. */
export const sourcesOf = (items: readonly Item[]): Set<string> =>
	union(items.map((item) => (isHole(item) ? (item.hole ?? none) : item.from)));

export const computed = (from: ReadonlySet<string>, name = ''): Field => ({ name, from, isCopy: false });

/** A column of a table, with what is in it. */
export function tableField(from: ReadonlySet<string>, name: string, shape: Shape | undefined, isCopy: boolean): Field {
	const fields = shape?.fields?.map(
		(part) => [foldSql(part.name), tableField(from, part.name, part.shape, false)] as const,
	);
	return {
		...{ name, from, isCopy },
		parts: fields && new Map(fields),
		element: shape?.element && tableField(from, '', shape.element, false),
		isPlain: shape?.fields === undefined && shape?.element === undefined,
	};
}

export const byName = (fields: readonly Field[], name: string): Field | null =>
	fields.find((field) => is(field.name, name)) ?? null;

/** Names come later than what they name where a select list left some unnamed: then those are meant. */
export function byNameOrUnnamed(fields: readonly Field[], name: string): Field | null {
	const found = byName(fields, name);
	if (found !== null) return found;
	const unnamed = fields.filter((field) => field.name === '');
	const [first, ...others] = unnamed;
	if (first === undefined) return null;
	return others.length === 0 ? { ...first, name } : computed(union(unnamed.map(({ from }) => from)), name);
}

/** The fields of a struct as columns; null where they aren't known. */
export const unpacked = ({ parts }: Field): Field[] | null => (parts === undefined ? null : [...parts.values()]);

/** What unnesting a list, or a struct so many times, gives. @param depth infinite for all there is */
export function unnested(field: Field, depth: number): Item[] {
	const { element, parts, isPlain, from } = field;
	if (depth <= 0) return [field];
	if (element !== undefined) return unnested(element, depth - 1);
	if (parts !== undefined) return [...parts.values()].flatMap((part) => unnested(part, depth - 1));
	return isPlain ? [field] : [{ hole: from }];
}

export const relationOf = (names: readonly string[], items: readonly Item[]): Relation => {
	const holes = items.filter(isHole);
	const fields = knownFields(items);
	if (holes.length === 0) return { names, fields };
	return { names, fields, open: holes.some(({ hole }) => hole === null) ? null : sourcesOf(holes) };
};

export const renamedFields = (fields: readonly Field[], names: readonly string[]): Field[] =>
	fields.map((field, index) => ({ ...field, name: names[index] ?? field.name }));

/** Names stand by position, as far as it is known which is which. */
export function renamed(items: readonly Item[], names: readonly string[]): Item[] {
	const known = items.findIndex(isHole);
	return items.map((item, index) =>
		isHole(item) || (known !== -1 && index > known) ? item : { ...item, name: names[index] ?? item.name },
	);
}

export const aliasesOf = (fields: readonly Field[]): Map<string, Field> =>
	new Map(fields.map((field) => [foldSql(field.name), field]));

export const both = (a: Field, b: Field): Field => ({
	name: a.name,
	from: union([a.from, b.from]),
	isCopy: a.isCopy && b.isCopy,
	parts:
		a.parts && b.parts && new Map([...a.parts].map(([name, part]) => [name, both(part, b.parts?.get(name) ?? part)])),
	element: a.element && b.element && both(a.element, b.element),
});

/** Columns of a set operation, position by position. */
export function joined(a: readonly Item[], b: readonly Item[]): Item[] {
	const known = [a, b].map((items) => items.findIndex(isHole)).filter((index) => index !== -1);
	const until = Math.min(a.length, ...known);
	const start = a.slice(0, until).map((item, index) => {
		const other = b[index];
		return isHole(item) || other === undefined || isHole(other) ? item : both(item, other);
	});
	if (known.length === 0) return start;
	const rest = [...a.slice(until), ...b.slice(until)];
	return [...start, { hole: rest.some((item) => isHole(item) && item.hole === null) ? null : sourcesOf(rest) }];
}

export function joinedByName(a: readonly Item[], b: readonly Item[]): Item[] {
	const fields = knownFields(b);
	const merged = a.map((item) => {
		const other = isHole(item) ? null : byName(fields, item.name);
		return isHole(item) || other === null ? item : both(item, other);
	});
	const known = knownFields(a);
	return [...merged, ...b.filter((item) => isHole(item) || byName(known, item.name) === null)];
}
