import { foldSql } from '#lib/sql/quoting.ts';
import {
	aliasesOf,
	byName,
	type Field,
	type Item,
	is,
	joined,
	joinedByName,
	keyOf,
	none,
	type ReadColumn,
	type Relation,
	readOf,
	relationOf,
	renamed,
	renamedFields,
	union,
} from './lineage-fields.ts';
import {
	columnOf,
	entriesOf,
	isRecursive,
	isTree,
	list,
	namesIn,
	patternOf,
	starIn,
	takenFrom,
	text,
	texts,
	withoutStar,
} from './lineage-tree.ts';
import { sameNames, type Tree } from './statement-tree.ts';

/** A table that a statement may read, with the names that it is read by: `[owner, namespace, dataset]`. */
export interface LineageTable {
	readonly names: readonly string[];
	readonly columns: readonly string[];
}

export interface ColumnLineage {
	readonly column: string;
	/** `copied`: the values of one column as they are; `computed` from those of `from`; `unknown`: from some of `from`. */
	readonly kind: 'copied' | 'computed' | 'unknown';
	readonly from: readonly ReadColumn[];
}

export interface StatementLineage {
	readonly columns: readonly ColumnLineage[];
	/** What decides which rows there are, and in which order, but gives no values: conditions, joins, sorting. */
	readonly alsoRead: readonly ReadColumn[];
}

interface Scope {
	readonly relations: readonly Relation[];
	/** Columns that a join by name makes one of two. */
	readonly merged: ReadonlyMap<string, Field>;
	/** Names of the select list. */
	readonly aliases: Map<string, Field>;
	readonly ctes: ReadonlyMap<string, Relation>;
	readonly outer: Scope | null;
	/** Parameters of lambdas. */
	readonly parameters: ReadonlySet<string>;
}

const noScope: Scope = {
	relations: [],
	merged: new Map(),
	aliases: new Map(),
	ctes: new Map(),
	outer: null,
	parameters: none,
};
/**
 * Where each column of a statement comes from.
 * @param tree what DuckDB's `json_serialize_sql` makes of it, with `skip_default`
 * @param tables what it may read
 * @param columns names of its columns, as the engine gives them
 */
export function columnLineage(
	tree: unknown,
	tables: readonly LineageTable[],
	columns: readonly string[],
): StatementLineage {
	const reader = new Reader(tables);
	const [statement] = list(isTree(tree) ? tree.statements : null);
	const items = reader.query(isTree(statement) ? statement.node : null, noScope);
	const everything = union([reader.all, ...items.map((item) => (item === 'hole' ? none : item.from))]);
	const found = align(items, columns);
	const lineage = columns.map((column, index): ColumnLineage => {
		const field = found[index] ?? null;
		if (field === null) return { column, kind: 'unknown', from: [...everything].map(readOf) };
		return { column, kind: field.isCopy ? 'copied' : 'computed', from: [...field.from].map(readOf) };
	});
	const given = union(found.map((field) => field?.from ?? none));
	return { columns: lineage, alsoRead: [...reader.all].filter((key) => !given.has(key)).map(readOf) };
}

/** Fields for the columns that the engine gives: what stands before and after a hole by its place, the rest by its name. */
function align(items: readonly Item[], columns: readonly string[]): (Field | null)[] {
	const first = items.indexOf('hole');
	const fields = items.filter((item): item is Field => item !== 'hole');
	if (first === -1) return items.length === columns.length ? fields : columns.map((name) => byName(fields, name));
	const after = items.length - 1 - items.lastIndexOf('hole');
	return columns.map((name, index) => {
		const item =
			index < first ? items[index] : index >= columns.length - after ? items.at(index - columns.length) : null;
		return item == null || item === 'hole' ? byName(fields, name) : item;
	});
}

/** Reads a tree once; `all` is what was read anywhere. */
class Reader {
	readonly all = new Set<string>();
	readonly #tables: readonly LineageTable[];

	constructor(tables: readonly LineageTable[]) {
		this.#tables = tables;
	}

	/** The columns of a query. */
	query(node: unknown, outer: Scope): Item[] {
		if (!isTree(node)) return [];
		const ctes = this.#ctes(node, outer);
		const around = { ...outer, ctes };
		const items = this.#body(node, around);
		const fields = items.filter((item): item is Field => item !== 'hole');
		const scope = { ...noScope, outer: around, ctes, aliases: aliasesOf(fields), relations: [] };
		if (node.type !== 'SELECT_NODE') this.#modifiers(node, scope);
		return items;
	}

	#ctes(node: Tree, outer: Scope): ReadonlyMap<string, Relation> {
		const ctes = new Map(outer.ctes);
		for (const entry of list(isTree(node.cte_map) ? node.cte_map.map : null)) {
			if (!isTree(entry) || !isTree(entry.value) || !isTree(entry.value.query)) continue;
			const name = text(entry.key);
			const items = this.query(entry.value.query.node, { ...outer, ctes });
			ctes.set(foldSql(name), relationOf([name], renamed(items, texts(entry.value.aliases))));
		}
		return ctes;
	}

	#body(node: Tree, outer: Scope): Item[] {
		if (node.type === 'SELECT_NODE') return this.#select(node, outer);
		if (node.type === 'SET_OPERATION_NODE') {
			const branches = [node.left, node.right, ...list(node.children)].filter(isTree);
			const [first = [], ...others] = branches.map((branch) => this.query(branch, outer));
			const type = text(node.setop_type);
			if (type === 'EXCEPT') return first;
			return others.reduce(
				(all, next) => (type === 'UNION_BY_NAME' ? joinedByName(all, next) : joined(all, next)),
				first,
			);
		}
		if (node.type === 'RECURSIVE_CTE_NODE') {
			const name = text(node.cte_name);
			let items = renamed(this.query(node.left, outer), texts(node.aliases));
			// Columns may take from each other, one step further in each turn.
			for (let turn = 0; turn <= items.length; turn += 1) {
				const ctes = new Map(outer.ctes).set(foldSql(name), relationOf([name], items));
				items = joined(items, this.query(node.right, { ...outer, ctes }));
			}
			return items;
		}
		return ['hole'];
	}

	#select(node: Tree, outer: Scope): Item[] {
		const from = this.#from(node.from_table, { ...noScope, outer, ctes: outer.ctes });
		const scope: Scope = { ...noScope, ...from, aliases: new Map(), outer, ctes: outer.ctes };
		const items: Item[] = [];
		for (const expression of list(node.select_list)) {
			const found = this.#selected(expression, scope);
			items.push(...found);
			for (const item of found) if (item !== 'hole' && item.name !== '') scope.aliases.set(foldSql(item.name), item);
		}
		for (const part of [node.where_clause, node.having, node.qualify, node.group_expressions, node.group_sets]) {
			this.#refs(part, scope);
		}
		this.#modifiers(node, scope);
		return items;
	}

	#modifiers(node: Tree, scope: Scope): void {
		for (const modifier of list(node.modifiers)) this.#refs(modifier, scope);
	}

	/** What one entry of a select list gives: a star several columns. */
	#selected(expression: unknown, scope: Scope): Item[] {
		if (!isTree(expression)) return [];
		if (expression.class === 'STAR') return this.#star(expression, scope);
		const inner = starIn(expression);
		if (inner !== null) {
			const rest = this.#refs(withoutStar(expression, inner), scope);
			return this.#star(inner, scope).map((item) =>
				item === 'hole' ? item : { name: item.name, from: union([item.from, rest]), isCopy: false },
			);
		}
		if (text(expression.function_name) === 'unnest' && expression.class === 'FUNCTION' && isRecursive(expression)) {
			this.#refs(expression, scope);
			return ['hole'];
		}
		const alias = text(expression.alias);
		const field = this.#field(expression, scope);
		return [{ ...field, name: alias || (expression.class === 'COLUMN_REF' ? field.name : '') }];
	}

	/** What a value comes from; of a struct, also what each of its fields does. */
	#field(expression: unknown, scope: Scope): Field {
		if (!isTree(expression)) return { name: '', from: none, isCopy: false };
		if (expression.class === 'COLUMN_REF') {
			const names = texts(expression.column_names);
			const field = this.#resolve(names, scope);
			this.#note(field.from);
			return { ...field, name: names.at(-1) ?? '' };
		}
		const taken = takenFrom(expression);
		if (taken !== null) {
			const [struct, name] = taken;
			const whole = this.#field(struct, scope);
			return partOf(whole, name);
		}
		if (expression.class === 'FUNCTION' && text(expression.function_name) === 'struct_pack') {
			const parts = new Map(
				list(expression.children)
					.filter(isTree)
					.map((child) => [foldSql(text(child.alias)), this.#field(child, scope)]),
			);
			return { name: '', from: union([...parts.values()].map(({ from }) => from)), isCopy: false, parts };
		}
		return { name: '', from: this.#refsWithin(expression, scope), isCopy: false };
	}

	#star(star: Tree, scope: Scope): Item[] {
		const of = text(star.relation_name);
		const relations = scope.relations.filter(({ names }) => of === '' || is(names.at(-1) ?? '', of));
		if (relations.some(({ open }) => open !== undefined)) return ['hole'];
		const excluded = [...texts(star.exclude_list), ...list(star.qualified_exclude_list).map(columnOf)];
		const replaced = new Map(entriesOf(star.replace_list).map(([name, value]) => [foldSql(name), value]));
		const given = new Map(entriesOf(star.rename_list).map(([name, value]) => [foldSql(name), text(value)]));
		const pattern = star.columns === true ? patternOf(star.expr) : /(?:)/;
		// The engine's names tell which columns these are.
		if (pattern === null) return fieldsOf(relations, scope, of).length === 0 ? [] : ['hole'];
		return fieldsOf(relations, scope, of)
			.filter(({ name }) => !excluded.some((other) => is(other, name)) && pattern.test(name))
			.map((field): Field => {
				const name = given.get(foldSql(field.name)) ?? field.name;
				const value = replaced.get(foldSql(field.name));
				const from = value === undefined ? field.from : this.#refs(value, scope);
				this.#note(from);
				return { name, from, isCopy: value === undefined && field.isCopy };
			});
	}

	#from(table: unknown, scope: Scope): Pick<Scope, 'relations' | 'merged'> {
		const alone = (relation: Relation) => ({ relations: [relation], merged: new Map<string, Field>() });
		if (!isTree(table)) return { relations: [], merged: new Map() };
		const alias = text(table.alias);
		const others = texts(table.column_name_alias);
		switch (table.type) {
			case 'BASE_TABLE':
				return alone(this.#table(table, alias, others, scope));
			case 'SUBQUERY': {
				const items = isTree(table.subquery) ? this.query(table.subquery.node, { ...scope, outer: scope }) : [];
				return alone(relationOf([alias], renamed(items, others)));
			}
			case 'JOIN':
				return this.#join(table, scope);
			case 'EXPRESSION_LIST': {
				const rows = list(table.values).map((row) => list(row).map((value) => this.#refs(value, scope)));
				const fields = (rows[0] ?? []).map((_, index) => ({
					name: `col${index}`,
					from: union(rows.map((row) => row[index] ?? none)),
					isCopy: false,
				}));
				return alone(relationOf([alias || 'valueslist'], renamed(fields, others)));
			}
			case 'PIVOT':
				return alone(relationOf([alias], renamed(this.#pivot(table, scope), others)));
			case 'EMPTY':
				return { relations: [], merged: new Map() };
			default: {
				const from = this.#refs(table, scope);
				const called = isTree(table.function) ? text(table.function.function_name) : '';
				const fields = others.map((name) => ({ name, from, isCopy: false }));
				return alone({ names: [alias || called], fields, open: from });
			}
		}
	}

	#table(table: Tree, alias: string, others: readonly string[], scope: Scope): Relation {
		const names = [table.catalog_name, table.schema_name, table.table_name].map(text).filter((name) => name !== '');
		const cte = names.length === 1 ? scope.ctes.get(foldSql(names[0] ?? '')) : undefined;
		const called = alias === '' ? names : [alias];
		if (cte !== undefined) return { ...cte, names: called, fields: renamedFields(cte.fields, others) };
		const index = this.#tables.findIndex((known) => sameNames(names, known.names.slice(-names.length)));
		const known = this.#tables[index];
		if (known === undefined) return { names: called, fields: [], open: none };
		const fields = known.columns.map((name) => ({ name, from: new Set([keyOf(index, name)]), isCopy: true }));
		return { names: called, fields: renamedFields(fields, others) };
	}

	#join(join: Tree, scope: Scope): Pick<Scope, 'relations' | 'merged'> {
		const left = this.#from(join.left, scope);
		// A lateral subquery sees what stands before it.
		const right = this.#from(join.right, { ...scope, ...left, outer: scope.outer });
		const both = {
			...scope,
			relations: [...left.relations, ...right.relations],
			merged: new Map([...left.merged, ...right.merged]),
		};
		const type = text(join.join_type);
		const shared =
			join.ref_type === 'NATURAL'
				? fieldsOf(left.relations, { ...scope, ...left }, '')
						.map(({ name }) => name)
						.filter((name) =>
							fieldsOf(right.relations, { ...scope, ...right }, '').some((field) => is(field.name, name)),
						)
				: texts(join.using_columns);
		const merged = new Map(both.merged);
		for (const name of shared) {
			const [a, b] = [left, right].map((side) => this.#resolve([name], { ...scope, ...side, outer: null }));
			if (a === undefined || b === undefined) continue;
			this.#note(union([a.from, b.from]));
			const one = type === 'RIGHT' ? b : a;
			merged.set(
				foldSql(name),
				isFull(type) ? { name, from: union([a.from, b.from]), isCopy: false } : { ...one, name },
			);
		}
		this.#refs(join.condition, both);
		const isFilter = type === 'SEMI' || type === 'ANTI';
		return { relations: isFilter ? left.relations : both.relations, merged: isFilter ? left.merged : merged };
	}

	#pivot(pivot: Tree, scope: Scope): Item[] {
		const source = this.#from(pivot.source, scope);
		const inner: Scope = { ...scope, ...source };
		const fields = fieldsOf(source.relations, inner, '');
		if (source.relations.some(({ open }) => open !== undefined)) return ['hole'];
		const pivots = list(pivot.pivots).filter(isTree);
		const values = texts(pivot.unpivot_names);
		if (values.length > 0) {
			const entries = pivots.flatMap((one) => list(one.entries).filter(isTree));
			const named = entries.map((entry) => list(entry.values).map((value) => (isTree(value) ? text(value.value) : '')));
			const taken = named.flat();
			const kept = fields.filter(({ name }) => !taken.some((other) => is(other, name)));
			const names = pivots
				.flatMap((one) => texts(one.unpivot_names))
				.map((name) => ({ name, from: none, isCopy: false }));
			const given = values.map((name, index) => ({
				name,
				from: union(named.map((row) => byName(fields, row[index] ?? '')?.from ?? none)),
				isCopy: false,
			}));
			for (const { from } of given) this.#note(from);
			return [...kept, ...names, ...given];
		}
		const aggregates = list(pivot.aggregates).map((expression) => this.#refs(expression, inner));
		const keys = pivots.map((one) => this.#refs(one.pivot_expressions, inner));
		const used = union([...aggregates, ...keys]);
		const groups = texts(pivot.groups);
		const kept =
			groups.length > 0
				? groups.flatMap((name) => byName(fields, name) ?? [])
				: fields.filter(({ from }) => ![...from].some((key) => used.has(key)));
		for (const { from } of kept) this.#note(from);
		const columns = pivots.reduce((count, one) => count * Math.max(1, list(one.entries).length), 1);
		const made = Array.from({ length: columns }, () =>
			aggregates.map((from): Field => ({ name: '', from: union([from, ...keys]), isCopy: false })),
		).flat();
		return [...kept, ...made];
	}

	/** What an expression, or anything that holds expressions, reads. */
	#refs(node: unknown, scope: Scope): Set<string> {
		if (Array.isArray(node)) return union(node.map((item) => this.#refs(item, scope)));
		if (!isTree(node)) return new Set();
		if (node.class === 'COLUMN_REF' || takenFrom(node) !== null) return new Set(this.#field(node, scope).from);
		return this.#refsWithin(node, scope);
	}

	#refsWithin(node: Tree, scope: Scope): Set<string> {
		if (node.class === 'SUBQUERY') {
			const items = isTree(node.subquery) ? this.query(node.subquery.node, { ...scope, outer: scope }) : [];
			const inner = union(items.map((item) => (item === 'hole' ? none : item.from)));
			return union([inner, this.#refs(node.child, scope)]);
		}
		if (node.class === 'STAR') {
			const items = this.#star(node, scope);
			return union(items.map((item) => (item === 'hole' ? this.all : item.from)));
		}
		if (node.class === 'LAMBDA') {
			const parameters = union([scope.parameters, new Set(namesIn(node.lhs).map(foldSql))]);
			return this.#refs(node.expr, { ...scope, parameters });
		}
		return union(Object.values(node).map((child) => this.#refs(child, scope)));
	}

	/** The column that a name means: qualified as far as it is, then fields of a struct. */
	#resolve(names: readonly string[], scope: Scope): Field {
		const [first = ''] = names;
		if (scope.parameters.has(foldSql(first))) return { name: first, from: none, isCopy: false };
		for (let used = Math.min(names.length - 1, 3); used >= 0; used -= 1) {
			const qualifier = names.slice(0, used);
			const column = names[used] ?? '';
			const field = used === 0 ? this.#unqualified(column, scope) : qualified(qualifier, column, scope);
			if (field !== null) return names.slice(used + 1).reduce(partOf, field);
		}
		const whole = scope.relations.find((relation) => isCalled(relation, names));
		if (whole !== undefined) {
			return { name: first, from: union(whole.fields.map(({ from }) => from)), isCopy: false };
		}
		if (scope.outer !== null) return this.#resolve(names, scope.outer);
		return { name: names.at(-1) ?? '', from: none, isCopy: false };
	}

	#unqualified(column: string, scope: Scope): Field | null {
		const merged = scope.merged.get(foldSql(column));
		if (merged !== undefined) return merged;
		for (const { fields } of scope.relations) {
			const field = byName(fields, column);
			if (field !== null) return field;
		}
		const alias = scope.aliases.get(foldSql(column));
		if (alias !== undefined) return alias;
		const open = scope.relations.find((relation) => relation.open !== undefined)?.open;
		return open === undefined ? null : { name: column, from: open, isCopy: false };
	}

	#note(from: ReadonlySet<string>): void {
		for (const key of from) this.all.add(key);
	}
}

/** A field of a struct; the whole where it isn't known what the field comes from. */
const partOf = ({ name, from, parts }: Field, part: string): Field =>
	parts?.get(foldSql(part)) ?? { name, from, isCopy: false };

const isFull = (joinType: string): boolean => joinType === 'OUTER' || joinType === 'FULL';

const isCalled = ({ names }: Relation, by: readonly string[]): boolean =>
	by.length <= names.length && sameNames(by, names.slice(-by.length));

function qualified(by: readonly string[], column: string, { relations }: Scope): Field | null {
	for (const relation of relations) {
		if (!isCalled(relation, by)) continue;
		const field = byName(relation.fields, column);
		if (field !== null) return field;
		if (relation.open !== undefined) return { name: column, from: relation.open, isCopy: false };
	}
	return null;
}

/** Columns as a star gives them: those that a join merged come once, where the first of them stands. */
function fieldsOf(relations: readonly Relation[], { merged }: Pick<Scope, 'merged'>, of: string): Field[] {
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
