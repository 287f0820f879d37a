import { IconChevronDown, IconMessageQuestion } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Assumption, Understanding } from '#contract/agents/artifacts.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { paths } from '../../../routing/paths.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import type { Understood } from './evidence.ts';
import { coordinateIn } from './sources-in.ts';
import classes from './understood-view.module.css';

interface InterpretationProps {
	readonly question: string;
	readonly understood: Understood;
}

interface Piece {
	readonly text: string;
	/** Indexes into `words` of the mappings that cover the text. */
	readonly marks: readonly number[];
}

/** Splits a text at the boundaries of marked ranges. */
function piecesOf(text: string, places: readonly { start: number; end: number; mark: number }[]): Piece[] {
	const cuts = [...new Set([0, text.length, ...places.flatMap(({ start, end }) => [start, end])])]
		.filter((cut) => cut >= 0 && cut <= text.length)
		.sort((a, b) => a - b);
	return cuts.slice(1).flatMap((end, at) => {
		const start = cuts[at] ?? 0;
		const marks = places.filter((place) => place.start <= start && end <= place.end).map(({ mark }) => mark);
		// A space at either end of a button isn't visible.
		const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/s.exec(text.slice(start, end)) ?? [];
		const pieces = [
			{ text: before, marks: [] },
			{ text: words, marks: [...new Set(marks)] },
			{ text: after, marks: [] },
		];
		return pieces.filter((piece) => piece.text !== '');
	});
}

/** A question and its reading, with each word linked to the part it became. */
export function Interpretation({ question, understood: { reading, words } }: InterpretationProps) {
	const [pointed, setPointed] = useState<readonly number[]>([]);
	const [focused, setFocused] = useState<readonly number[]>([]);
	const active = [...pointed, ...focused];
	const asked = piecesOf(
		question,
		words.map(({ start, end }, mark) => ({ start, end, mark })),
	);
	const read = piecesOf(
		reading,
		words.flatMap(({ places }, mark) => places.map((place) => ({ ...place, mark }))),
	);
	const show = ({ text, marks }: Piece, at: number, isQuestion: boolean) => {
		if (marks.length === 0) return visibleText(text);
		const meaning = marks
			.flatMap((mark) => words[mark] ?? [])
			.map((word) => (isQuestion ? word.meaning : `"${question.slice(word.start, word.end)}"`));
		const isActive = marks.some((mark) => active.includes(mark));
		return (
			<button
				key={`${at} ${text}`}
				type="button"
				className={classes.word}
				data-active={isActive || undefined}
				aria-label={visibleText(`${text}: ${isQuestion ? '' : 'from '}${[...new Set(meaning)].join(' and ')}`)}
				title={visibleText([...new Set(meaning)].join(' and '))}
				onPointerEnter={() => setPointed(marks)}
				onPointerLeave={() => setPointed([])}
				onFocus={() => setFocused(marks)}
				onBlur={() => setFocused([])}
			>
				{visibleText(text)}
			</button>
		);
	};
	return (
		<dl className={classes.read} aria-label="Interpretation">
			{words.length > 0 && (
				<>
					<Muted component="dt" size="small">
						Question
					</Muted>
					<dd>{asked.map((piece, at) => show(piece, at, true))}</dd>
				</>
			)}
			<Muted component="dt" size="small">
				Read as
			</Muted>
			<dd>{read.map((piece, at) => show(piece, at, false))}</dd>
		</dl>
	);
}

interface AssumptionsProps {
	readonly assumptions: readonly Assumption[];
	/** Asks with another meaning; absent if read-only. */
	readonly onChoose: ((question: string) => void) | undefined;
}

export const Assumptions = ({ assumptions, onChoose }: AssumptionsProps) =>
	assumptions.length > 0 && (
		<Inline gap={[0, 2]} size="small">
			<Muted>Assumed:</Muted>
			{assumptions.map(({ text, alternatives }) =>
				onChoose === undefined ? (
					<Text key={text}>{visibleText(text)}</Text>
				) : (
					<MenuButton
						key={text}
						size="words"
						label={`${visibleText(text)}, change`}
						title="Choose another meaning"
						icon={
							<>
								{visibleText(text)} <IconChevronDown size={14} aria-hidden="true" />
							</>
						}
						entries={alternatives.map(({ label, question }) => ({
							label: visibleText(label),
							icon: IconMessageQuestion,
							onClick: () => onChoose(question),
						}))}
					/>
				),
			)}
		</Inline>
	);

export const UsedDefinitions = ({ definitions }: Pick<Understanding, 'definitions'>) =>
	definitions.map(({ term, meaning, dataset, column }) => {
		const coordinate = coordinateIn(dataset);
		const name = column === null ? dataset : `${column} in ${dataset}`;
		return (
			<Muted key={`${term} ${name}`} component="p" size="small">
				"{visibleText(term)}" is {visibleText(meaning)}, according to the description of{' '}
				{coordinate === null ? (
					visibleText(name)
				) : (
					<Link to={paths.dataset(coordinate, 'columns')}>{visibleText(name)}</Link>
				)}
				.
			</Muted>
		);
	});
