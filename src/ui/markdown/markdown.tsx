import { memo, useRef, useState } from 'react';
import { useSkippedUnseen } from '../../lib/use-skipped-unseen.ts';
import { Muted } from '../primitives/text.tsx';
import { CodeText } from '../text/code-text.tsx';
import { drawMarkdown, type MarkdownComponents } from './draw-markdown.ts';
import { type FigureMark, MarkContext, useSameMarks, withMarks } from './figure-marks.ts';
import { groupSize, growingBlocks } from './growing-blocks.ts';
import classes from './markdown.module.css';
import { CiteContext, PlainLink } from './plain-link.tsx';
import { usePortions } from './use-portions.ts';

interface MarkdownProps {
	readonly text: string;
	/** Figures that are highlighted, in order, with why. */
	readonly marks?: readonly FigureMark[];
	/** Called with the step that a reference such as `[step 2]` names; absent: references are text. */
	readonly onCite?: (step: number) => void;
}

/** Untrusted Markdown: nothing is fetched, HTML is text, and a text that grows is parsed only where it grew. */
export function Markdown({ text, marks: given = noMarks, onCite }: MarkdownProps) {
	const [blocksOf] = useState(growingBlocks);
	const marks = useSameMarks(given);
	const { groups, count } = blocksOf(withMarks(text, marks));
	const drawn = usePortions(count);
	const shown = groups.slice(0, Math.ceil(drawn / groupSize));
	return (
		<MarkContext value={marks}>
			<CiteContext value={onCite ?? null}>
				<div className={classes.prose}>
					{portionsOf(shown, shelfSize).map((shelf, index) => (
						<Shelf
							// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
							key={index}
							items={shelf}
							drawn={Math.min(drawn - index * shelfSize * groupSize, shelfSize * groupSize)}
							isClosed={groups.length > (index + 1) * shelfSize}
						/>
					))}
				</div>
			</CiteContext>
		</MarkContext>
	);
}

/**
 * Groups that are compared together, and blocks of a group: with each piece of a text React asks everything on the way to
 * what grew whether it changed, which takes longer than drawing it.
 */
const [shelfSize, runSize] = [8, 6];

/** A list cut into portions, the last of which may be shorter; what is in one stays in it. */
const portionsOf = <T,>(items: readonly T[], size: number): (readonly T[])[] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, at) => items.slice(at * size, (at + 1) * size));

const sameItems = (a: { readonly items: readonly unknown[] }, b: { readonly items: readonly unknown[] }): boolean =>
	a.items.length === b.items.length && a.items.every((item, at) => item === b.items[at]);

interface ShelfProps {
	readonly items: readonly (readonly string[])[];
	/** Blocks of them that are drawn. */
	readonly drawn: number;
	/** Whether more groups follow. */
	readonly isClosed: boolean;
}

const Shelf = memo(
	({ items, drawn, isClosed }: ShelfProps) =>
		items.map((group, index) => (
			<Group
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
				key={index}
				blocks={firstOf(group, drawn - index * groupSize)}
				isClosed={isClosed || index < items.length - 1}
			/>
		)),
	(a, b) => a.drawn === b.drawn && a.isClosed === b.isClosed && sameItems(a, b),
);

/** The same list where it is not longer, so that it is seen to be the same. */
const firstOf = (group: readonly string[], count: number): readonly string[] =>
	group.length <= count ? group : group.slice(0, count);

interface GroupProps {
	readonly blocks: readonly string[];
	readonly isClosed: boolean;
}

const Group = memo(({ blocks, isClosed }: GroupProps) => {
	const element = useRef<HTMLDivElement>(null);
	useSkippedUnseen(element, isClosed && blocks.length === groupSize);
	return (
		<div className={classes.group} ref={element}>
			{portionsOf(blocks, runSize).map((run, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
				<Run key={index} items={run} />
			))}
		</div>
	);
});

const Run = memo(
	({ items }: { readonly items: readonly string[] }) =>
		items.map((block, index) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
			<Block key={index} text={block} />
		)),
	sameItems,
);

const noMarks: readonly FigureMark[] = [];

const components: MarkdownComponents = {
	a: ({ href, children }) => <PlainLink href={href ?? ''}>{children}</PlainLink>,
	// Loading it would tell somebody that it was read.
	img: ({ src, alt }) => (
		<Muted style={{ fontStyle: 'italic' }}>
			Image not loaded: {alt || 'without a description'}{' '}
			<PlainLink href={String(src ?? '')}>{String(src ?? '')}</PlainLink>
		</Muted>
	),
	pre: ({ children }) => children,
	code: ({ className, children }) => {
		const text = String(children ?? '');
		const language = /language-(\w+)/.exec(className ?? '')?.[1] ?? null;
		if (language === null && !text.includes('\n')) return <code className={classes.code}>{text}</code>;
		return <CodeText text={text.replace(/\n$/, '')} language={language} label="Code" />;
	},
	table: ({ children }) => (
		// biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table is scrolled by keyboard
		<section className={classes.table} tabIndex={0} aria-label="Table">
			<table>{children}</table>
		</section>
	),
	input: ({ checked }) => <span aria-hidden="true">{checked ? '☑' : '☐'}</span>,
};

/** References to steps become links within the page; code is left alone. */
const withCites = (text: string): string =>
	text.includes('`') ? text : text.replace(/\[step (\d{1,3})\](?!\()/gi, '[step $1](#step-$1)');

const Block = memo(({ text }: { text: string }) => drawMarkdown(withCites(text), components));
