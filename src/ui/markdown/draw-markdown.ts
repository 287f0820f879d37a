import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { JSX } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { alignNumbers, type Tree } from './align-numbers.ts';

export type MarkdownComponents = Partial<Components>;

/** Shows HTML in a text as text, never as HTML. */
const rawAsText = () => (tree: Tree) => showRaw(tree);

function showRaw(node: Tree): void {
	if (!('children' in node)) return;
	node.children = node.children.map((child) =>
		child.type === 'raw' ? { type: 'text' as const, value: child.value } : child,
	) as typeof node.children;
	for (const child of node.children) showRaw(child);
}

/** Created once, because growing text is parsed with every piece. */
const processor = unified()
	.use(remarkParse)
	.use(remarkGfm)
	.use(remarkRehype, { allowDangerousHtml: true })
	.use(rawAsText)
	.use(alignNumbers)
	.freeze();

export const drawMarkdown = (text: string, components: MarkdownComponents): JSX.Element =>
	toJsxRuntime(processor.runSync(processor.parse(text)), {
		...{ Fragment, jsx, jsxs, components },
		ignoreInvalidStyle: true,
		passKeys: true,
	});
