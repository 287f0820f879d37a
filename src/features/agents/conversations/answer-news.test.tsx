import { act, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { renderWithProviders } from '../../../testing/render.tsx';
import { TurnView } from '../answer/turn-view.tsx';
import { begin, type Ending, end, fold, type Turn, type TurnStart } from '../conversation.ts';
import { stopAll, useLive } from '../live.ts';
import { AnswerNews } from './answer-news.tsx';

const start: TurnStart = {
	id: 't1',
	conversation: 'c1',
	question: 'How many?',
	agent: 'guide',
	url: 'http://x/api/v1/a2a/guide',
	namespace: 'shop',
	model: null,
	provider: null,
	after: null,
	beside: null,
	at: 1_000,
	context: [],
};

const put = (turn: Turn) => act(() => useLive.setState(({ turns }) => ({ turns: { ...turns, [turn.id]: turn } })));
const piece = (text: string) => ({
	at: 2_000,
	event: {
		kind: 'artifact' as const,
		artifact: { artifactId: 'answer', parts: [{ text }] },
		append: true,
		isLast: false,
	},
});
const announcements = (): (string | null)[] => [...screen.getByRole('log').children].map((child) => child.textContent);

afterEach(stopAll);

test('announces the start and the end of an answer once each, and nothing in between', () => {
	renderWithProviders(<AnswerNews />);
	expect(announcements()).toEqual([]);
	let turn = begin(start);
	put(turn);
	for (const word of ['Two ', 'books ', 'are ', 'there.']) {
		turn = fold(turn, [piece(word)]);
		put(turn);
	}
	expect(announcements()).toEqual(['guide is answering']);
	put(end(turn, { kind: 'said', state: 'TASK_STATE_COMPLETED' }, 3_000));
	expect(announcements()).toEqual(['guide is answering', 'Answer from guide: Complete. Two books are there.']);
});

test('an answer is announced with its sentence, and a question back with the number of its choices', () => {
	renderWithProviders(<AnswerNews />);
	const answered = fold(begin(start), [piece('**Two books** [step 2]\\.\n\nBased on 9 rows.')]);
	put(begin(start));
	put(end(answered, { kind: 'said', state: 'TASK_STATE_COMPLETED' }, 3_000));
	expect(announcements().at(-1)).toBe('Answer from guide: Complete. Two books.');
	const state = 'TASK_STATE_INPUT_REQUIRED';
	const parts = [{ text: 'Which shelf do you mean?\n\n- upper\n- lower' }];
	const event = { kind: 'status' as const, status: { state, message: { parts } } };
	const asking = { ...start, id: 't2' };
	put(begin(asking));
	put(end(fold(begin(asking), [{ at: 2_000, event }]), { kind: 'said', state }, 3_000));
	expect(announcements().at(-1)).toBe('Answer from guide: Input required. Which shelf do you mean? 2 choices.');
});

test.each<[Ending, string]>([
	[{ kind: 'stopped' }, 'Answer from guide: Stopped'],
	[{ kind: 'cut', message: 'The connection broke off.' }, 'Answer from guide: Interrupted'],
	[
		{ kind: 'refused', message: 'No such namespace.', code: '-32602', requestId: null },
		'Answer from guide: Failed. No such namespace.',
	],
])('announces %o once, even if the turn is visible', (ending, words) => {
	const turn = begin(start);
	const over = end(turn, ending, 3_000);
	renderWithProviders(
		<>
			<AnswerNews />
			<TurnView turn={over} />
		</>,
	);
	put(turn);
	put(over);
	expect(announcements()).toEqual(['guide is answering', words]);
	expect(screen.queryByRole('status')).toBeNull();
	expect(screen.queryByRole('alert')).toBeNull();
});
