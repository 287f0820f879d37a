import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { choicesIn } from '#lib/text/choices.ts';
import { headlineText } from '#lib/text/headline.ts';
import { countOf } from '../../../lib/format.ts';
import { visibleText } from '../../../lib/visible-text.ts';
import { evidenceOf } from '../answer/evidence.ts';
import { headlineOfTable } from '../answer/figure.ts';
import { toTable } from '../answer/result-table.ts';
import { stateOf } from '../answer/state-labels.ts';
import type { Turn } from '../conversation.ts';
import { useLive } from '../live.ts';

/** Maximum announcements in the document; older ones have been read out. */
const most = 10;

/**
 * Announces to screen readers that an answer began, and how it ended with its first sentence, once each. Rendered before the first question,
 * because a live region added with its text isn't read.
 */
export function AnswerNews() {
	const [news, setNews] = useState<ReturnType<typeof newsBetween>>([]);
	useEffect(
		() =>
			useLive.subscribe((now, before) => {
				const fresh = newsBetween(before.turns, now.turns);
				if (fresh.length > 0) setNews((earlier) => [...earlier, ...fresh].slice(-most));
			}),
		[],
	);
	return (
		<VisuallyHidden role="log" aria-live="polite" aria-label="Answer notifications">
			{news.map(({ key, text }) => (
				<p key={key}>{text}</p>
			))}
		</VisuallyHidden>
	);
}

type Turns = Readonly<Record<string, Turn>>;

function newsBetween(before: Turns, now: Turns) {
	if (before === now) return [];
	return Object.values(now).flatMap((turn) => {
		const earlier = before[turn.id];
		if (earlier === undefined) return [{ key: `${turn.id} began`, text: `${visibleText(turn.agent)} is answering` }];
		if (earlier.ending !== null || turn.ending === null) return [];
		return [{ key: `${turn.id} ended`, text: endText(turn) }];
	});
}

function endText(turn: Turn): string {
	const sentence = visibleText(firstWords(turn));
	return `Answer from ${visibleText(turn.agent)}: ${stateOf(turn).word}${sentence && `. ${sentence}`}`;
}

/** The sentence that an answer begins with, as plain text, or why there is none. */
function firstWords(turn: Turn): string {
	if (turn.ending?.kind === 'refused') return turn.ending.message;
	if (turn.ending?.kind !== 'said') return '';
	const { answer, rows, understood, words, asked } = evidenceOf(turn);
	const [first = ''] = (answer ?? '').split('\n\n');
	if (first !== '') return first.replaceAll(/\*\*| ?\[step \d+\]|\\(?=[^\w\s])/g, '');
	if (rows !== null) return headlineText(headlineOfTable(toTable(rows.rows), rows, understood?.reading));
	const { message, choices } = choicesIn(asked ?? words.at(-1) ?? '');
	return choices.length === 0 ? message : `${message.trimEnd()} ${countOf(choices.length, 'choice')}.`;
}
