import { foldSql } from '#lib/sql/quoting.ts';
import { sameNames, type Tree } from '../sql/statement-tree.ts';
import {
	byName,
	byNameOrUnnamed,
	computed,
	type Field,
	type Item,
	none,
	type Relation,
	type Shape,
	union,
} from './fields.ts';

/** A table that a statement may read, with its qualified name: `[owner, namespace, dataset]`. */
export interface LineageTable {
	readonly names: readonly string[];
	readonly columns: readonly { readonly name: string; readonly shape?: Shape | undefined }[];
}

export interface Scope {
	readonly relations: readonly Relation[];
	/** Columns that a JOIN USING merges into one. */
	readonly merged: ReadonlyMap<string, Field>;
	/** Aliases of the select list. */
	readonly aliases: Map<string, Field>;
	readonly ctes: ReadonlyMap<string, Relation>;
	readonly outer: Scope | null;
	readonly parameters: ReadonlySet<string>;
}

export type Tables = Pick<Scope, 'relations' | 'merged'>;

export const noScope: Scope = {
	relations: [],
	merged: new Map(),
	aliases: new Map(),
	ctes: new Map(),
	outer: null,
	parameters: none,
};

/** State of analyzing one statement: what has been found so far, and how to read nested parts. */
export interface Reading {
	readonly tables: readonly LineageTable[];
	/** Everything that is read anywhere. */
	readonly all: Set<string>;
	readonly deciding: Set<string>;
	/** Column names that a constant expression evaluates to; null if unknown. */
	namesOf(expression: Tree): readonly string[] | string | null;
	query(reading: Reading, node: unknown, outer: Scope): Item[];
}

export function note({ all }: Reading, from: ReadonlySet<string>): void {
	for (const key of from) all.add(key);
}

export function decide({ deciding }: Reading, from: ReadonlySet<string>): void {
	for (const key of from) deciding.add(key);
}

/** A field of a struct; the whole struct if the field's source isn't known. */
export const partOf = ({ name, from, parts }: Field, part: string): Field =>
	parts?.get(foldSql(part)) ?? computed(from, name);

/** Resolves a name: qualifiers first, then the column, then struct fields. */
export function resolve(names: readonly string[], scope: Scope): Field {
	const [first = ''] = names;
	if (scope.parameters.has(foldSql(first))) return computed(none, first);
	for (let used = Math.min(names.length - 1, 3); used >= 0; used -= 1) {
		const qualifier = names.slice(0, used);
		const column = names[used] ?? '';
		const field = used === 0 ? unqualified(column, scope) : qualified(qualifier, column, scope);
		if (field !== null) return names.slice(used + 1).reduce(partOf, field);
	}
	const whole = scope.relations.find((relation) => isCalled(relation, names));
	if (whole !== undefined) {
		const parts = new Map(whole.fields.map((field) => [foldSql(field.name), field]));
		return { ...computed(union(whole.fields.map(({ from }) => from)), first), parts };
	}
	if (scope.outer !== null) return resolve(names, scope.outer);
	return computed(none, names.at(-1) ?? '');
}

function unqualified(column: string, scope: Scope): Field | null {
	const merged = scope.merged.get(foldSql(column));
	if (merged !== undefined) return merged;
	for (const { fields } of scope.relations) {
		const field = byName(fields, column);
		if (field !== null) return field;
	}
	const alias = scope.aliases.get(foldSql(column));
	if (alias !== undefined) return alias;
	return openColumn(scope.relations, column);
}

function qualified(by: readonly string[], column: string, { relations }: Scope): Field | null {
	for (const relation of relations) {
		if (!isCalled(relation, by)) continue;
		const field = byName(relation.fields, column) ?? openColumn([relation], column);
		if (field !== null) return field;
	}
	return null;
}

/** A column that may be one of a relation's unknown columns. */
function openColumn(relations: readonly Relation[], column: string): Field | null {
	const open = relations.find((relation) => relation.open !== undefined);
	if (open !== undefined) return computed(open.open ?? none, column);
	for (const { fields } of relations) {
		const unnamed = byNameOrUnnamed(fields, column);
		if (unnamed !== null) return unnamed;
	}
	return null;
}

export const isCalled = ({ names }: Relation, by: readonly string[]): boolean =>
	by.length <= names.length && sameNames(by, names.slice(-by.length));

/** Columns in star order; columns merged by a join appear once, where the first of them is. */
export function fieldsOf(relations: readonly Relation[], { merged }: Pick<Scope, 'merged'>, of: string): Field[] {
	const seen = new Set<string>();
	return relations.flatMap(({ fields }) =>
		fields.flatMap((field) => {
			const key = foldSql(field.name);
			const one = of === '' ? merged.get(key) : undefined;
			if (one === undefined) return [field];
			if (seen.has(key)) return [];
			seen.add(key);
			return [{ ...one, name: field.name }];
		}),
	);
}
