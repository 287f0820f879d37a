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
	/** Highlighted figures in order, with reasons. */
	readonly marks?: readonly FigureMark[];
	/** Called with the step of a reference such as `[step 2]`. Absent: references are plain text. */
	readonly onCite?: (step: number) => void;
}

/** Untrusted Markdown: fetches nothing, shows HTML as text, and reparses growing text only at its end. */
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
					{portionsOf(shown, chunkSize).map((chunk, index) => (
						<Shelf
							// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
							key={index}
							items={chunk}
							drawn={Math.min(drawn - index * chunkSize * groupSize, chunkSize * groupSize)}
							isClosed={groups.length > (index + 1) * chunkSize}
						/>
					))}
				</div>
			</CiteContext>
		</MarkContext>
	);
}

/**
 * Groups per shelf, and blocks per run: React checks everything on the way to what grew, which takes longer than
 * rendering it.
 */
const [chunkSize, runSize] = [8, 6];

/** Splits a list into fixed portions; items never move between them. */
const portionsOf = <T,>(items: readonly T[], size: number): (readonly T[])[] =>
	Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

const sameItems = (a: { readonly items: readonly unknown[] }, b: { readonly items: readonly unknown[] }): boolean =>
	a.items.length === b.items.length && a.items.every((item, index) => item === b.items[index]);

interface ShelfProps {
	readonly items: readonly (readonly string[])[];
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

/** Keeps the list's identity if it isn't longer. */
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
			<Block key={index} text={block.trimEnd()} />
		)),
	sameItems,
);

const noMarks: readonly FigureMark[] = [];

const components: MarkdownComponents = {
	a: ({ href, children }) => <PlainLink href={href ?? ''}>{children}</PlainLink>,
	// Loading it would reveal that it was read.
	img: ({ src, alt }) => (
		<Muted style={{ fontStyle: 'italic' }}>
			Image not loaded: {alt || 'no description'} <PlainLink href={String(src ?? '')}>{String(src ?? '')}</PlainLink>
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
		// biome-ignore lint/a11y/noNoninteractiveTabindex: wide tables must be scrollable by keyboard
		<section className={classes.table} tabIndex={0} aria-label="Table">
			<table>{children}</table>
		</section>
	),
	input: ({ checked }) => <span aria-hidden="true">{checked ? '☑' : '☐'}</span>,
};

/** Turns step references into links within the page, except in code. */
const withCites = (text: string): string =>
	text.includes('`') ? text : text.replace(/\[step (\d{1,3})\](?!\()/gi, '([step $1](#step-$1))');

const Block = memo(({ text }: { text: string }) => drawMarkdown(withCites(text), components));
