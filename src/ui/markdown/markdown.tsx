import { memo, useRef, useState } from 'react';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { growingText } from '../../lib/visible-text.ts';
import { CodeText } from '../code-text.tsx';
import { alignNumbers } from './align-numbers.ts';
import { CiteContext } from './cite-context.ts';
import classes from './markdown.module.css';
import { PlainLink } from './plain-link.tsx';
import { type Blocks, noBlocks, splitBlocks } from './split-blocks.ts';
import { usePortions } from './use-portions.ts';

interface MarkdownProps {
	readonly text: string;
	/** Called with the step that a reference such as `[step 2]` names; absent: references are text. */
	readonly onCite?: (step: number) => void;
}

/**
 * Markdown from elsewhere. Nothing is fetched because of it: images and links are shown as what they are, HTML as text. A text
 * that grows is parsed only where it grew.
 */
export function Markdown({ text, onCite }: MarkdownProps) {
	const before = useRef<Blocks>(noBlocks);
	const [visibleOf] = useState(growingText);
	const visible = visibleOf(text);
	const blocks = splitBlocks(visible, before.current);
	before.current = blocks;
	const { closed } = blocks;
	// The tail is one block more; its place does not change when it closes, so that it is not drawn anew.
	const all = [...closed, visible.slice(blocks.tail)];
	const shown = all.slice(0, usePortions(all.length));
	const groups = Array.from({ length: Math.ceil(shown.length / groupSize) }, (_, at) =>
		shown.slice(at * groupSize, (at + 1) * groupSize),
	);
	return (
		<CiteContext value={onCite ?? null}>
			<div className={classes.prose}>
				{groups.map((group, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
					<Group key={index} blocks={group} />
				))}
			</div>
		</CiteContext>
	);
}

/** Blocks that are compared and laid out together: a piece more looks at one such group, and not at every block. */
const groupSize = 32;

const Group = memo(
	({ blocks }: { blocks: readonly string[] }) => (
		<div className={classes.group}>
			{blocks.map((block, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
				<Block key={index} text={block} />
			))}
		</div>
	),
	(a, b) => a.blocks.length === b.blocks.length && a.blocks.every((it, index) => it === b.blocks[index]),
);

const remarkPlugins = [remarkGfm];
const rehypePlugins = [alignNumbers];

const components: Components = {
	a: ({ href, children }) => <PlainLink href={href ?? ''}>{children}</PlainLink>,
	// Loading it would tell somebody that it was read.
	img: ({ src, alt }) => (
		<span className={classes.image}>
			Image not loaded: {alt || 'without a description'}{' '}
			<PlainLink href={String(src ?? '')}>{String(src ?? '')}</PlainLink>
		</span>
	),
	pre: ({ children }) => children,
	code: ({ className, children }) => {
		const text = String(children ?? '');
		const language = /language-(\w+)/.exec(className ?? '')?.[1] ?? null;
		if (language === null && !text.includes('\n')) return <code className={classes.code}>{text}</code>;
		return <CodeText text={text.replace(/\n$/, '')} language={language} label="Code of the answer" />;
	},
	table: ({ children }) => (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
		<section className={classes.table} tabIndex={0} aria-label="Table of the answer">
			<table>{children}</table>
		</section>
	),
	input: ({ checked }) => <span aria-hidden="true">{checked ? '☑' : '☐'}</span>,
};

/** References to steps become links within the page; code is left alone. */
const withCites = (text: string): string =>
	text.includes('`') ? text : text.replace(/\[step (\d{1,3})\](?!\()/gi, '[step $1](#step-$1)');

const Block = memo(({ text }: { text: string }) => (
	<ReactMarkdown
		remarkPlugins={remarkPlugins}
		rehypePlugins={rehypePlugins}
		components={components}
		urlTransform={(url) => url}
	>
		{withCites(text)}
	</ReactMarkdown>
));
