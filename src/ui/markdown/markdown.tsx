import { memo, useRef, useState } from 'react';
import { useSkippedUnseen } from '../../lib/use-skipped-unseen.ts';
import { Muted } from '../primitives/text.tsx';
import { CodeText } from '../text/code-text.tsx';
import { drawMarkdown, type MarkdownComponents } from './draw-markdown.ts';
import { type FigureMark, MarkContext, withMarks } from './figure-marks.ts';
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
export function Markdown({ text, marks = noMarks, onCite }: MarkdownProps) {
	const [blocksOf] = useState(growingBlocks);
	const { groups, count } = blocksOf(withMarks(text, marks));
	const drawn = usePortions(count);
	return (
		<MarkContext value={marks}>
			<CiteContext value={onCite ?? null}>
				<div className={classes.prose}>
					{groups.slice(0, Math.ceil(drawn / groupSize)).map((group, index) => (
						<Group
							// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
							key={index}
							blocks={firstOf(group, drawn - index * groupSize)}
							isClosed={index < groups.length - 1}
						/>
					))}
				</div>
			</CiteContext>
		</MarkContext>
	);
}

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
			{blocks.map((block, index) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: blocks are only added at the end
				<Block key={index} text={block} />
			))}
		</div>
	);
});

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

const Block = memo(({ text }: { text: string }) => drawMarkdown(withCites(text), components));
