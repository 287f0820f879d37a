import { type Components, toJsxRuntime } from 'hast-util-to-jsx-runtime';
import { gfmStrikethroughFromMarkdown } from 'mdast-util-gfm-strikethrough';
import { gfmTableFromMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemFromMarkdown } from 'mdast-util-gfm-task-list-item';
import { gfmStrikethrough } from 'micromark-extension-gfm-strikethrough';
import { gfmTable } from 'micromark-extension-gfm-table';
import { gfmTaskListItem } from 'micromark-extension-gfm-task-list-item';
import type { JSX } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { type Processor, unified } from 'unified';
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

/** Tables, strikethrough and task lists: what `remark-gfm` adds, except for links and footnotes. */
function gfmWithoutLinks(this: Processor): void {
	const data = this.data();
	data.micromarkExtensions = [...(data.micromarkExtensions ?? []), gfmTable(), gfmStrikethrough(), gfmTaskListItem()];
	data.fromMarkdownExtensions = [
		...(data.fromMarkdownExtensions ?? []),
		gfmTableFromMarkdown(),
		gfmStrikethroughFromMarkdown(),
		gfmTaskListItemFromMarkdown(),
	];
}

/** Created once per set of extensions, because growing text is parsed with every piece. */
const processorWith = (extensions: typeof remarkGfm | typeof gfmWithoutLinks) =>
	unified()
		.use(remarkParse)
		.use(extensions)
		.use(remarkRehype, { allowDangerousHtml: true })
		.use(rawAsText)
		.use(alignNumbers)
		.freeze();

/** Looking for URLs and email addresses in every word takes as long as all other parsing. */
const [plain, linked] = [processorWith(gfmWithoutLinks), processorWith(remarkGfm)];
const mayHaveUrls = /https?:|www\./i;

export const drawMarkdown = (text: string, components: MarkdownComponents): JSX.Element => {
	const processor = mayHaveUrls.test(text) ? linked : plain;
	return toJsxRuntime(processor.runSync(processor.parse(text)), {
		...{ Fragment, jsx, jsxs, components },
		ignoreInvalidStyle: true,
		passKeys: true,
	});
};
