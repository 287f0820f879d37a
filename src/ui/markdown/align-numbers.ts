import type { toJsxRuntime } from 'hast-util-to-jsx-runtime';

/** A text as elements, or one of them. */
export type Tree = Parameters<typeof toJsxRuntime>[0];
type Element = Extract<Tree, { readonly type: 'element' }>;
type Node = Element['children'][number];

const number = /^[-−+]?\d[\d,.\s]*(?:[eE][+-]?\d+)?\s?(?:%|‰|ms|s|min|h|km|mi|[kMG]?B)?$/;
/** Cell text that doesn't represent a number. */
const nothing = /^(?:|[-–—]|n\/a|null)$/i;

/** Right-aligns numeric columns of tables, unless the text sets an alignment. */
export const alignNumbers =
	() =>
	(tree: Tree): void => {
		if (!('children' in tree)) return;
		for (const block of tree.children as readonly Node[]) if (isElement(block, 'table')) alignTable(block);
	};

function alignTable(table: Element): void {
	const rows = (within: string) =>
		elements(table.children, within)
			.flatMap((element) => elements(element.children, 'tr'))
			.map((row) => elements(row.children, within === 'thead' ? 'th' : 'td'));
	const [head, body] = [rows('thead'), rows('tbody')];
	for (const column of head[0]?.keys() ?? []) {
		const texts = body.map((row) => textOf(row[column]).trim()).filter((value) => !nothing.test(value));
		if (texts.length === 0 || !texts.every((text) => number.test(text))) continue;
		for (const row of [...head, ...body]) {
			const cell = row[column];
			if (cell !== undefined) cell.properties.align ??= 'right';
		}
	}
}

const isElement = (node: Node, tagName: string): node is Element => node.type === 'element' && node.tagName === tagName;

const elements = (nodes: readonly Node[], tagName: string): Element[] =>
	nodes.filter((node): node is Element => isElement(node, tagName));

function textOf(node: Node | undefined): string {
	if (node?.type === 'text') return node.value;
	return node?.type === 'element' ? node.children.map(textOf).join('') : '';
}
