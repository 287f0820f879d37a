import { foldSql } from '#lib/sql/quoting.ts';

/** A column of a table, which is given by its index. */
export interface ReadColumn {
	readonly table: number;
	readonly column: string;
}

/** The contents of a nested type: fields of a struct, or the element of a list. */
export interface Shape {
	readonly fields?: readonly { readonly name: string; readonly shape?: Shape | undefined }[];
	readonly element?: Shape;
}

/** Where a column's values come from, by keys of `ReadColumn`s. */
export interface Field {
	readonly name: string;
	readonly from: ReadonlySet<string>;
	readonly isCopy: boolean;
	/** For a struct: sources of its fields, by folded name. */
	readonly parts?: ReadonlyMap<string, Field> | undefined;
	/** For a list: sources of its elements. */
	readonly element?: Field | undefined;
	/** Known to be neither a struct nor a list. */
	readonly isPlain?: boolean;
}

/** An unknown number of columns, and what they may come from; null: anything. */
export interface Hole {
	readonly hole: ReadonlySet<string> | null;
}

export type Item = Field | Hole;

export interface Relation {
	/** Qualifiers: an alias, or the names of a table. */
	readonly names: readonly string[];
	readonly fields: readonly Field[];
	/** If not all columns are known: what the others may come from. */
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
export const sourcesOf = (items: readonly Item[]): Set<string> =>
	union(items.map((item) => (isHole(item) ? (item.hole ?? none) : item.from)));

export const computed = (from: ReadonlySet<string>, name = ''): Field => ({ name, from, isCopy: false });

/** A column of a table, with its contents if it's nested. */
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

/** If a select list left some columns unnamed, a name may refer to one of those. */
export function byNameOrUnnamed(fields: readonly Field[], name: string): Field | null {
	const found = byName(fields, name);
	if (found !== null) return found;
	const unnamed = fields.filter((field) => field.name === '');
	const [first, ...others] = unnamed;
	if (first === undefined) return null;
	return others.length === 0 ? { ...first, name } : computed(union(unnamed.map(({ from }) => from)), name);
}

/** The fields of a struct as columns; null if unknown. */
export const unpacked = ({ parts }: Field): Field[] | null => (parts === undefined ? null : [...parts.values()]);

/** The result of unnesting a list or struct to a depth. @param depth infinite for all levels */
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

/** Assigns names by position, as far as positions are known. */
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

/** Columns of a set operation, matched by position. */
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
