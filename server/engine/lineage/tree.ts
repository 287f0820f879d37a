import type { Tree } from '../sql/statement-tree.ts';
import type { Shape } from './fields.ts';

export const isTree = (value: unknown): value is Tree =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const texts = (value: unknown): string[] => list(value).map(String);

/** The first star inside an expression that stands for several columns, such as `max(COLUMNS(*))`. */
export function starIn(node: unknown): Tree | null {
	if (Array.isArray(node)) return node.map(starIn).find((found) => found !== null) ?? null;
	if (!isTree(node) || node.class === 'SUBQUERY') return null;
	// Unpacking produces arguments, not columns.
	if (node.type === 'OPERATOR_UNPACK') return null;
	if (node.class === 'STAR') return node.columns === true ? node : null;
	return starIn(Object.values(node));
}

export const mapTree = (node: unknown, change: (node: Tree) => unknown): unknown => {
	if (Array.isArray(node)) return node.map((item) => mapTree(item, change));
	if (!isTree(node)) return node;
	const changed = change(node);
	if (changed !== node) return changed;
	return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, mapTree(child, change)]));
};

/** Rewrites method calls such as `name.upper()`, parsed as a schema's function, into calls with the column as first argument. */
export const plainCalls = (tree: unknown): unknown =>
	mapTree(tree, (node) => {
		const names = [node.catalog, node.schema].map(text).filter((name) => name !== '');
		if (node.class !== 'FUNCTION' || names.length === 0 || /^(main|pg_catalog)$/i.test(names.at(-1) ?? '')) return node;
		const column = { class: 'COLUMN_REF', type: 'COLUMN_REF', column_names: names };
		const { schema: _, catalog: __, ...call } = node;
		return plainCalls({ ...call, children: [column, ...list(node.children)] });
	});

export function filteredStar(expression: Tree): Tree | null {
	const [first] = list(expression.children);
	if (!isTree(first)) return null;
	if (expression.type === 'OPERATOR_NOT') return filteredStar(first);
	const isFilter = expression.class === 'FUNCTION' && starFilter.test(text(expression.function_name));
	return isFilter && first.class === 'STAR' && first.columns !== true ? first : null;
}
const starFilter = /^(!?~~\*?|~~~|regexp_full_match|(not_)?i?like_escape)$/;

/** How many levels `unnest` unnests: one, `max_depth`, or all. */
export function depthOf(unnest: Tree): number {
	const named = (name: string) =>
		list(unnest.children)
			.filter(isTree)
			.find(({ alias }) => alias === name);
	const depth = constantIn(named('max_depth'));
	if (depth !== undefined) return Number(depth);
	return /^(t|true)$/i.test(String(constantIn(named('recursive')) ?? 'f')) ? Number.POSITIVE_INFINITY : 1;
}

function constantIn(node: Tree | undefined): unknown {
	if (node === undefined) return undefined;
	if (isTree(node.child)) return constantIn(node.child);
	return isTree(node.value) ? node.value.value : undefined;
}

export const entriesOf = (entries: unknown): [unknown, unknown][] =>
	list(entries).flatMap((entry): [unknown, unknown][] => (isTree(entry) ? [[entry.key, entry.value]] : []));

export const namesIn = (node: unknown): string[] => {
	if (Array.isArray(node)) return node.flatMap(namesIn);
	if (!isTree(node)) return [];
	if (node.class === 'COLUMN_REF') return texts(node.column_names).slice(-1);
	return Object.values(node).flatMap(namesIn);
};

const takesLambda = /^(list|array)_(apply|transform|filter|reduce)$|^(apply|filter|reduce)$/;

/** Arguments that are lambdas; elsewhere, the same arrow extracts a JSON member. */
export function lambdasOf(node: Tree): ReadonlySet<unknown> {
	const isTaking = node.class === 'FUNCTION' && takesLambda.test(text(node.function_name));
	return new Set(
		isTaking
			? list(node.children)
					.slice(1)
					.filter((child) => isTree(child) && child.class === 'LAMBDA')
			: [],
	);
}

/** The struct and field name in `s['a']`, `(s).a` and `struct_extract(s, 'a')`; a null field is an element of a list. */
export function takenFrom(node: Tree): [of: Tree, field: string | null] | null {
	const called = text(node.function_name);
	const isField = node.type === 'STRUCT_EXTRACT' || called === 'struct_extract';
	const isElement = called === 'list_extract' || called === 'list_element' || called === 'array_extract';
	const [of, name] = isField || isElement || node.type === 'ARRAY_EXTRACT' ? list(node.children) : [];
	if (!isTree(of) || !isTree(name)) return null;
	const constant = name.class === 'CONSTANT' && isTree(name.value) ? name.value.value : undefined;
	if (typeof constant === 'string') return [of, constant];
	return isField ? null : [of, null];
}

const constant = (value: string): Tree => ({
	...{ class: 'CONSTANT', type: 'VALUE_CONSTANT', alias: '' },
	value: { type: { id: 'VARCHAR', type_info: null }, is_null: false, value },
});

const called = (name: string, children: readonly unknown[]): Tree => ({
	...{ class: 'FUNCTION', type: 'FUNCTION', alias: '', function_name: name, schema: '', catalog: '', children },
	...{
		filter: null,
		order_bys: { type: 'ORDER_MODIFIER', orders: [] },
		distinct: false,
		is_operator: false,
		export_state: false,
	},
});

export const namesAsList = (names: readonly string[]): Tree => called('list_value', names.map(constant));

/** Builds `list_filter(names, lambda name: …)`. */
export const namesThat = (names: readonly string[], condition: (name: Tree) => Tree): Tree => {
	const parameter = { class: 'COLUMN_REF', type: 'COLUMN_REF', alias: '', column_names: ['name'] };
	const lambda = { class: 'LAMBDA', type: 'LAMBDA', alias: '', lhs: parameter, expr: condition(parameter) };
	return called('list_filter', [namesAsList(names), lambda]);
};

export const matching = (name: Tree, pattern: string): Tree => called('regexp_matches', [name, constant(pattern)]);

/** The condition of `* LIKE 'a%'` for a name. The engine matches `SIMILAR TO` anywhere in the name, but not `NOT SIMILAR TO`. */
export const conditionOf = (filter: Tree, star: Tree, name: Tree): Tree =>
	filter.function_name === 'regexp_full_match'
		? called('regexp_matches', [name, ...list(filter.children).slice(1)])
		: (mapTree(filter, (node) => (node === star ? name : node)) as Tree);

/** The contents of a type named in a cast. */
export function shapeOfType(type: unknown): Shape | undefined {
	const info = isTree(type) ? type.type_info : null;
	if (!isTree(info)) return undefined;
	if (isTree(info.child_type)) return { element: shapeOfType(info.child_type) ?? {} };
	const fields = list(info.child_types).filter(isTree);
	if (fields.length === 0) return undefined;
	return { fields: fields.map(({ first, second }) => ({ name: text(first), shape: shapeOfType(second) })) };
}
