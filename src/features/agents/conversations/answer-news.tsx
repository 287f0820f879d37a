import { VisuallyHidden } from '@mantine/core';
import { useEffect, useState } from 'react';
import { visibleText } from '../../../lib/visible-text.ts';
import { stateOf } from '../answer/state-labels.ts';
import type { Turn } from '../conversation.ts';
import { useLive } from '../live.ts';

/** Maximum announcements in the document; older ones have been read out. */
const most = 10;

/**
 * Announces to screen readers that an answer began and how it ended, once each. Rendered before the first question,
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
	const words = `Answer from ${visibleText(turn.agent)}: ${stateOf(turn).word}`;
	return turn.ending?.kind === 'refused' ? `${words}. ${visibleText(turn.ending.message)}` : words;
}
