import { foldSql } from '#lib/sql/quoting.ts';
/** A node of a parsed statement, as DuckDB's `json_serialize_sql` writes it without default values. */
export interface Tree {
	readonly [member: string]: unknown;
}

/** A value that a column is compared with: its path in the tree, and whether it's a string, a plain number or a cast. */
export interface Constant {
	readonly path: string;
	readonly kind: 'text' | 'number' | 'other';
}

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

/** What a column must satisfy for a row to pass: the comparison holds for any one of the constants. */
export interface Condition {
	readonly column: string;
	readonly comparison: Comparison;
	readonly constants: readonly Constant[];
}

/** A table that a statement names, with conditions: rows that don't satisfy all of them can't affect the result. */
export interface NamedTable {
	/** Catalog to table, as far as written. */
	readonly names: readonly string[];
	readonly conditions: readonly Condition[];
}

/** The tables that a statement names, with the conditions of the SELECT that reads each alone or in inner joins. */
export function namedTables(tree: unknown): NamedTable[] {
	const conditions = new Map<Tree, Condition[]>();
	const found: NamedTable[] = [];
	visit(tree, '$', (node, path) => {
		if (node.type === 'SELECT_NODE') {
			const tables = readHere(node);
			for (const table of tables) conditions.set(table, conditionsOf(node, path, table, tables.length === 1));
		}
		if (node.type === 'BASE_TABLE') found.push({ names: namesOf(node), conditions: conditions.get(node) ?? [] });
	});
	return found;
}

export function namesOfCtes(tree: unknown): string[] {
	const found: string[] = [];
	visit(tree, '$', ({ cte_map: own }) => {
		const map = isTree(own) && Array.isArray(own.map) ? own.map : [];
		for (const item of map) if (isTree(item) && typeof item.key === 'string') found.push(item.key);
	});
	return found;
}

/** Functions that a statement calls, and tables that it names without one of the user's schemas. */
export function builtInNames(tree: unknown): string[] {
	const found: string[] = [];
	visit(tree, '$', ({ function_name: called, table_name: table, schema_name: schema = '' }) => {
		if (typeof called === 'string') found.push(called);
		if (typeof table === 'string' && /^(|main|pg_catalog)$/i.test(String(schema))) found.push(table);
	});
	return found;
}

/** Visits every object in the tree, outer before inner. */
function visit(value: unknown, path: string, see: (node: Tree, path: string) => void): void {
	if (Array.isArray(value)) {
		for (const [index, item] of value.entries()) visit(item, `${path}[${index}]`, see);
	} else if (isTree(value)) {
		see(value, path);
		for (const [name, child] of Object.entries(value)) visit(child, `${path}.${name}`, see);
	}
}

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Tables that a SELECT reads directly, by their own columns and with all rows. */
function readHere(node: Tree): Tree[] {
	if (isGiven(node.sample)) return [];
	const tables = (from: unknown): Tree[] => {
		if (!isTree(from) || isGiven(from.sample)) return [];
		if (from.type === 'BASE_TABLE') return isGiven(from.column_name_alias) || isGiven(from.at_clause) ? [] : [from];
		const isInner = from.join_type === 'INNER' && (from.ref_type === 'REGULAR' || from.ref_type === 'CROSS');
		return from.type === 'JOIN' && isInner ? [...tables(from.left), ...tables(from.right)] : [];
	};
	const from = node.from_table;
	const found = tables(from);
	// Next to a table of another kind, an unqualified name may belong to either.
	return isTree(from) && from.type === 'JOIN' && found.length === 1 ? [] : found;
}

const isGiven = (value: unknown): boolean =>
	value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);

const namesOf = (table: Tree): string[] =>
	[table.catalog_name, table.schema_name, table.table_name]
		.filter((candidate) => typeof candidate === 'string' && candidate !== '')
		.map(String);

function conditionsOf(node: Tree, path: string, table: Tree, isAlone: boolean): Condition[] {
	const where = node.where_clause;
	return conjuncts(where, `${path}.where_clause`).flatMap(([condition, at]) =>
		comparisons(condition, at, table, isAlone),
	);
}

function conjuncts(node: unknown, path: string): [Tree, string][] {
	if (!isTree(node)) return [];
	if (node.type !== 'CONJUNCTION_AND') return [[node, path]];
	const children = Array.isArray(node.children) ? node.children : [];
	return children.flatMap((child, index) => conjuncts(child, `${path}.children[${index}]`));
}

const signs: Readonly<Record<string, { readonly as: Comparison; readonly turned: Comparison }>> = {
	COMPARE_EQUAL: { as: '=', turned: '=' },
	COMPARE_LESSTHAN: { as: '<', turned: '>' },
	COMPARE_LESSTHANOREQUALTO: { as: '<=', turned: '>=' },
	COMPARE_GREATERTHAN: { as: '>', turned: '<' },
	COMPARE_GREATERTHANOREQUALTO: { as: '>=', turned: '<=' },
};

function comparisons(node: Tree, path: string, table: Tree, isAlone: boolean): Condition[] {
	const column = (item: unknown): string | null => columnOf(item, table, isAlone);
	const condition = (of: unknown, comparison: Comparison, ...values: [unknown, string][]): Condition[] => {
		const name = column(of);
		const constants = values.map(([value, at]) => constantOf(value, at));
		const isKnown = constants.every((constant): constant is Constant => constant !== null);
		return name === null || !isKnown || constants.length === 0 ? [] : [{ column: name, comparison, constants }];
	};
	const type = String(node.type);
	const sign = signs[type];
	if (node.class === 'COMPARISON' && sign !== undefined) {
		return [
			...condition(node.left, sign.as, [node.right, `${path}.right`]),
			...condition(node.right, sign.turned, [node.left, `${path}.left`]),
		];
	}
	if (type === 'COMPARE_BETWEEN') {
		return [
			...condition(node.input, '>=', [node.lower, `${path}.lower`]),
			...condition(node.input, '<=', [node.upper, `${path}.upper`]),
		];
	}
	if (type === 'COMPARE_IN' && Array.isArray(node.children)) {
		const [of, ...values] = node.children;
		const listed = values.map((item, index): [unknown, string] => [item, `${path}.children[${index + 1}]`]);
		return condition(of, '=', ...listed);
	}
	return [];
}

/** The name of a column that certainly belongs to this table and no other; otherwise null. */
function columnOf(node: unknown, table: Tree, isAlone: boolean): string | null {
	if (!isTree(node) || node.class !== 'COLUMN_REF' || !Array.isArray(node.column_names)) return null;
	const names = node.column_names.map(String);
	const [column, before] = [names.at(-1) ?? '', names.slice(0, -1)];
	if (before.length === 0) return isAlone ? column : null;
	const own = isGiven(table.alias) && table.alias !== '' ? [String(table.alias)] : namesOf(table);
	const isOwn = sameNames(before, own.slice(-before.length)) && before.length <= own.length;
	return isOwn ? column : null;
}

export const sameNames = (some: readonly string[], others: readonly string[]): boolean =>
	some.length === others.length && some.every((value, index) => foldSql(value) === foldSql(others[index] ?? ''));

function constantOf(node: unknown, path: string): Constant | null {
	if (!isTree(node)) return null;
	if (node.type === 'OPERATOR_CAST') {
		const inner = constantOf(node.child, path);
		const target = isTree(node.cast_type) ? String(node.cast_type.id) : '';
		return inner === null || inner.kind === 'other' ? null : { path, kind: target === 'VARCHAR' ? 'text' : 'other' };
	}
	if (node.type !== 'VALUE_CONSTANT' || !isTree(node.value) || node.value.is_null === true) return null;
	const type = isTree(node.value.type) ? String(node.value.type.id) : '';
	if (type === 'VARCHAR' || type === 'STRING_LITERAL') return { path, kind: 'text' };
	return { path, kind: /INT|DECIMAL|DOUBLE/.test(type) ? 'number' : 'other' };
}
