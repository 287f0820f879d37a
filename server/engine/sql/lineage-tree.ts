import type { Tree } from './statement-tree.ts';

export const isTree = (value: unknown): value is Tree =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
export const text = (value: unknown): string => (typeof value === 'string' ? value : '');
export const texts = (value: unknown): string[] => list(value).map(String);

/** The first star within an expression that stands for several columns: `max(COLUMNS(*))`. */
export function starIn(node: unknown): Tree | null {
	if (Array.isArray(node)) return node.map(starIn).find((found) => found !== null) ?? null;
	if (!isTree(node) || node.class === 'SUBQUERY') return null;
	if (node.class === 'STAR') return node.columns === true ? node : null;
	return starIn(Object.values(node));
}

export const withoutStar = (node: unknown, star: Tree): unknown => {
	if (node === star) return null;
	if (Array.isArray(node)) return node.map((item) => withoutStar(item, star));
	if (!isTree(node)) return node;
	return Object.fromEntries(Object.entries(node).map(([name, child]) => [name, withoutStar(child, star)]));
};

/** Which columns `COLUMNS(…)` means, where that can be told without running it. */
export function patternOf(expression: unknown): RegExp | null {
	if (!isTree(expression)) return /(?:)/;
	if (expression.class === 'STAR') return /(?:)/;
	if (expression.class !== 'CONSTANT' || !isTree(expression.value)) return null;
	try {
		return new RegExp(text(expression.value.value));
	} catch {
		return null;
	}
}

export const isRecursive = (unnest: Tree): boolean =>
	list(unnest.children).some((child) => isTree(child) && (child.alias === 'recursive' || child.alias === 'max_depth'));

export const entriesOf = (entries: unknown): [string, unknown][] =>
	list(entries).flatMap((entry): [string, unknown][] =>
		isTree(entry) ? [[isTree(entry.key) ? columnOf(entry.key) : text(entry.key), entry.value]] : [],
	);

export const columnOf = (name: unknown): string => (isTree(name) ? text(name.column) : text(name));

export const namesIn = (node: unknown): string[] => {
	if (Array.isArray(node)) return node.flatMap(namesIn);
	if (!isTree(node)) return [];
	if (node.class === 'COLUMN_REF') return texts(node.column_names).slice(-1);
	return Object.values(node).flatMap(namesIn);
};

/** The struct and the name of a field that is taken from it, as `s['a']`, `(s).a` and `struct_extract(s, 'a')` do. */
export function takenFrom(node: Tree): [struct: Tree, field: string] | null {
	const isTaking =
		node.type === 'ARRAY_EXTRACT' || node.type === 'STRUCT_EXTRACT' || text(node.function_name) === 'struct_extract';
	const [struct, name] = isTaking ? list(node.children) : [];
	if (!isTree(struct) || !isTree(name) || name.class !== 'CONSTANT' || !isTree(name.value)) return null;
	return typeof name.value.value === 'string' ? [struct, name.value.value] : null;
}
