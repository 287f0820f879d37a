import { describe, expect, test } from 'vitest';
import { type AgentEvent, toEvent } from '../../a2a/events.ts';
import { evidenceOf, listedRowsIn } from './answer/evidence.ts';
import { stateOf } from './answer/state-labels.ts';
import { begin, type Ending, end, endingOf, fold, maxEntries, type Turn, type TurnStart } from './conversation.ts';

const start: TurnStart = {
	id: 't1',
	conversation: 'c1',
	question: 'How many?',
	agent: 'assistant',
	url: 'http://x/api/v1/a2a/assistant',
	namespace: 'aviation',
	model: null,
	provider: null,
	after: null,
	beside: null,
	at: 1_000,
	context: [],
};

const taskRef = { taskId: 'task', contextId: 'context' };
const status = (state: string, parts: unknown[] = []) => ({
	statusUpdate: {
		...taskRef,
		status: { state: `TASK_STATE_${state}`, ...(parts.length > 0 ? { message: { parts } } : {}) },
	},
});
const artifact = (artifactId: string, parts: unknown[], more: object = {}) => ({
	artifactUpdate: { ...taskRef, artifact: { artifactId, parts, ...(more as { metadata?: object }) }, ...more },
});

function turnOf(results: readonly unknown[], turn: Turn = begin(start)): Turn {
	return results.reduce<Turn>(
		(turn, result, index) => fold(turn, [{ event: toEvent(result), at: 1_000 + index * 10 }]),
		turn,
	);
}

const plan = [
	{ index: 1, instruction: 'Count the flights', reasoning: 'It was asked for.' },
	{ index: 2, instruction: 'Average the delay', reasoning: 'So was this.' },
];
const assistant = [
	{ task: { id: 'task', contextId: 'context', status: { state: 'TASK_STATE_SUBMITTED' }, artifacts: [], history: [] } },
	status('WORKING'),
	status('WORKING', [{ text: 'Two steps' }, { data: { steps: plan } }]),
	status('WORKING', [{ text: 'Count the flights' }]),
	artifact('step-1', [{ text: 'select 1' }, { data: { rows: [{ n: 1 }], truncated: true, total: 5 } }], {
		metadata: { index: 1 },
	}),
	status('WORKING', [{ text: 'Average the delay' }]),
];

describe('the assistant’s event sequence', () => {
	test('follows a revised plan and keeps completed steps', () => {
		const [count, average] = plan;
		const revised = { steps: [count, { ...average, instruction: 'Share of DFW' }], revised: 'Delays do not matter.' };
		const { steps, revisions } = evidenceOf(
			turnOf([
				...assistant.slice(0, 5),
				status('WORKING', [{ text: 'Delays do not matter.' }, { data: revised }]),
				status('WORKING', [{ text: 'Share of DFW' }]),
				status('WORKING', [{ text: 'One more' }, { data: { steps: [...plan, { index: 3, instruction: 'Other' }] } }]),
				status('WORKING', [{ text: 'Other' }]),
			]),
		);
		expect(revisions).toEqual([{ after: 1, change: 'Delays do not matter.' }]);
		expect(steps.map((step) => [step.index, step.instruction, step.state])).toEqual([
			[1, 'Count the flights', 'done'],
			[2, 'Share of DFW', 'left'],
			[3, 'Other', 'working'],
		]);
	});

	test('joins an answer sent in pieces, with its unsupported figures', () => {
		const figure = { start: 4, end: 6, text: '31', reason: 'Not found in the rows of step 1' };
		const pieces = [
			artifact('answer', [{ text: 'All ' }], { append: false, lastChunk: false }),
			artifact('answer', [{ text: '31 ' }], { append: true, metadata: { unsupportedFigures: [figure] } }),
			artifact('answer', [{ text: 'of them.' }], { append: true, lastChunk: true }),
		];
		const { answer, unsupported } = evidenceOf(turnOf([...assistant, ...pieces]));
		expect([answer, unsupported]).toEqual(['All 31 of them.', [figure]]);
	});

	test('fills the plan step by step', () => {
		const { steps } = evidenceOf(turnOf(assistant));
		expect(steps.map((step) => [step.instruction, step.state])).toEqual([
			['Count the flights', 'done'],
			['Average the delay', 'working'],
		]);
		expect(steps[0]).toMatchObject({ query: 'select 1', reasoning: 'It was asked for.', took: 10 });
		expect(steps[0]?.rows).toEqual({ rows: [{ n: 1 }], truncated: true, total: 5 });
	});

	test('ends with its answer and stores its task and context IDs', () => {
		const turn = turnOf([...assistant, artifact('answer', [{ text: '**5** flights [step 1]' }]), status('COMPLETED')]);
		expect(endingOf(turn)).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
		expect(turn).toMatchObject({ taskId: 'task', contextId: 'context' });
		expect(evidenceOf(turn).answer).toBe('**5** flights [step 1]');
	});

	test('keeps what arrived before an interruption and marks the remaining steps', () => {
		const turn = turnOf(assistant);
		const cut = end(turn, endingOf(turn), 2_000);
		expect(cut.ending).toMatchObject({ kind: 'cut' });
		expect(evidenceOf(cut).steps.map((step) => step.state)).toEqual(['done', 'left']);
	});
});

test.each<Ending>([
	{ kind: 'stopped' },
	{
		kind: 'cut',
		message:
			'The connection was lost before the answer was complete. The partial answer was saved. Ask again for a complete answer.',
	},
])('keeps a completed answer complete if it is $kind afterwards', (after) => {
	const completed = turnOf([...assistant, status('COMPLETED')]);
	expect(end(completed, after, 2_000).ending).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
	expect(end(turnOf(assistant), after, 2_000).ending).toEqual(after);
	const refused: Ending = { kind: 'refused', message: 'No.', code: '-32603', requestId: null };
	expect(end(completed, refused, 2_000).ending).toEqual(refused);
});

test('keeps a task in its final state, and lets one that awaits a sign-in continue', () => {
	expect(turnOf([status('COMPLETED'), status('WORKING')]).state).toBe('TASK_STATE_COMPLETED');
	expect(turnOf([status('AUTH_REQUIRED'), status('WORKING')]).state).toBe('TASK_STATE_WORKING');
});

test('reads one query and its rows from the query agent’s sequence', () => {
	const turn = turnOf([
		status('WORKING'),
		artifact('generated-query', [{ text: 'select count(*) n' }]),
		artifact('result-data', [{ data: { rows: [{ n: 3376 }] } }]),
		status('COMPLETED'),
	]);
	expect(evidenceOf(turn)).toMatchObject({ query: 'select count(*) n', rows: { rows: [{ n: 3376 }], total: null } });
});

test('a refusal is shown as a message, not as an answer', () => {
	const turn = turnOf([status('WORKING'), status('COMPLETED', [{ text: 'Which delay: departure or arrival?' }])]);
	expect(evidenceOf(turn)).toMatchObject({ answer: null, words: ['Which delay: departure or arrival?'] });
});

test('appends the pieces of an artifact: text to text, rows to rows', () => {
	const turn = turnOf([
		artifact('answer', [{ text: 'The ' }], { append: true }),
		artifact('answer', [{ text: 'end' }], { append: true, lastChunk: true }),
		artifact('result-data', [{ data: { rows: [1] } }], { append: true }),
		artifact('result-data', [{ data: { rows: [2] } }], { append: true }),
	]);
	expect(evidenceOf(turn).answer).toBe('The end');
	expect(evidenceOf(turn).rows?.rows).toEqual([1, 2]);
});

test('folds events together into the same turn as one by one', () => {
	const results = [
		...assistant,
		artifact('answer', [{ text: 'The ' }], { append: true }),
		artifact('step-2', [{ text: 'select 2' }], { append: true, metadata: { index: 2 } }),
		artifact('answer', [{ text: 'end' }], { append: true }),
		artifact('step-2', [{ data: { rows: [1] } }], { append: true }),
		artifact('step-2', [{ data: { rows: [2], total: 2 } }], { append: true, lastChunk: true }),
		artifact('answer', [{ text: ' of it' }, { data: 1 }], { append: true, lastChunk: true }),
		artifact('step-1', [{ text: 'select 3' }]),
	];
	const received = results.map((result, index) => ({ event: toEvent(result), at: 1_000 + index * 10 }));
	expect(fold(begin(start), received)).toEqual(turnOf(results));
	const first = fold(begin(start), received.slice(0, 8));
	const before = structuredClone(first);
	expect(fold(first, received.slice(8))).toEqual(turnOf(results));
	expect(first).toEqual(before);
});

test('replaces an artifact that is sent again in full', () => {
	const turn = turnOf([artifact('answer', [{ text: 'draft' }]), artifact('answer', [{ text: 'final' }])]);
	expect(evidenceOf(turn).answer).toBe('final');
});

test('completes a turn whose agent sends a message without a task', () => {
	const turn = turnOf([
		{ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello' }], contextId: 'c' } },
	]);
	expect(endingOf(turn)).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
	expect(evidenceOf(turn).answer).toBe('Hello');
	expect(turn.contextId).toBe('c');
});

test('reads a task returned at once like a streamed one', () => {
	const messageOf = (messageId: string, text: string, role = 'ROLE_AGENT') => ({ messageId, role, parts: [{ text }] });
	const answer = { artifactId: 'answer', parts: [{ text: 'Two books.' }] };
	const last = messageOf('m3', 'Ask again any time.');
	const history = [messageOf('m1', 'Which?', 'ROLE_USER'), messageOf('m2', 'Reading the shelves'), last];
	const state = 'TASK_STATE_COMPLETED';
	const turn = turnOf([
		{ task: { id: 'task', contextId: 'c', status: { state, message: last }, artifacts: [answer], history } },
	]);
	expect(endingOf(turn)).toEqual({ kind: 'said', state });
	expect(evidenceOf(turn)).toMatchObject({
		answer: 'Two books.',
		words: ['Reading the shelves', 'Ask again any time.'],
	});
});

test('reads a task whose artifacts have one part per piece like a streamed one', () => {
	const pieces = {
		'result-data': [{ data: { rows: [1] } }, { data: { rows: [2] } }, { data: { rows: [3], total: 9 } }],
		answer: [{ text: 'There are ' }, { text: '**two** ' }, { text: 'books.' }],
		'step-1': [{ text: 'select 1' }, { data: { rows: [1] } }, { data: { rows: [2] } }, { text: ' -- all' }],
	};
	const artifacts = Object.entries(pieces).map(([artifactId, parts]) => ({ artifactId, parts }));
	const state = 'TASK_STATE_COMPLETED';
	const whole = turnOf([{ task: { id: 'task', contextId: 'c', status: { state }, artifacts, history: [] } }]);
	const streamed = turnOf(
		artifacts.flatMap(({ artifactId, parts }) =>
			parts.map((part, index) =>
				artifact(artifactId, [part], { append: index > 0, lastChunk: index === parts.length - 1 }),
			),
		),
	);
	expect(evidenceOf(whole)).toMatchObject({
		answer: 'There are **two** books.',
		rows: { rows: [1, 2, 3], total: 9 },
	});
	const partsOf = (turn: Turn) =>
		turn.entries.flatMap((entry) => (entry.kind === 'artifact' ? [entry.artifact.parts] : []));
	expect(partsOf(whole)).toEqual(partsOf(streamed));

	const again = turnOf([{ artifactUpdate: { ...taskRef, artifact: artifacts[1] } }], whole);
	expect(evidenceOf(again).answer).toBe('There are **two** books.');
	expect(artifacts[0]?.parts).toHaveLength(3);
});

test('shows nothing in a reply that its task sent earlier', () => {
	const before = { messageId: 'm2', role: 'ROLE_AGENT', parts: [{ text: 'Of which year?' }] };
	const history = ['How many?', before, '2024'].map((text, index) =>
		typeof text === 'string' ? { messageId: `m${index + 1}`, role: 'ROLE_USER', parts: [{ text }] } : text,
	);
	const waiting = { state: 'TASK_STATE_INPUT_REQUIRED', message: before };
	const turn = turnOf([
		{ task: { id: 'task', contextId: 'context', status: waiting, history } },
		artifact('answer', [{ text: 'Twelve.' }]),
		status('COMPLETED'),
	]);
	expect(evidenceOf(turn)).toMatchObject({ answer: 'Twelve.', words: [] });
	expect(turn.state).toBe('TASK_STATE_COMPLETED');
});

const refusal = [status('WORKING'), status('COMPLETED', [{ text: 'Which delay?' }])];
const rows = artifact('result-data', [{ data: { rows: [] } }]);
test.each([
	['nl2ql', refusal, 'Not answered'],
	['assistant', refusal, 'Not answered'],
	['nl2ql', [status('WORKING'), rows, status('COMPLETED')], 'Complete'],
	['nl2ql', [status('WORKING'), rows, status('COMPLETED', [{ text: 'No rows.' }])], 'Complete'],
	// Other agents may give their result as text.
	['guide', refusal, 'Complete'],
])('labels an answer of %s by whether it has a result', (agent, results, word) => {
	expect(stateOf(turnOf(results, begin({ ...start, agent }))).word).toBe(word);
});

test('keeps an unknown event as received', () => {
	const odd = { somethingElse: { x: 1 } };
	expect(evidenceOf(turnOf([odd])).others).toEqual([{ kind: 'unknown', at: 1_000, raw: odd }]);
	expect(evidenceOf(turnOf([artifact('picture', [{ url: 'http://evil.example/x.png' }])])).others).toHaveLength(1);
});

test('limits the number of entries of an endless stream', () => {
	const event: AgentEvent = { kind: 'unknown', raw: 0 };
	const turn = fold(
		begin(start),
		Array.from({ length: maxEntries + 5 }, () => ({ event, at: 0 })),
	);
	expect([turn.entries.length, turn.dropped]).toEqual([maxEntries, 5]);
});

describe('separate parts', () => {
	const shownOf = (turn: Turn) =>
		evidenceOf(turn).others.flatMap((entry) => (entry.kind === 'artifact' ? entry.artifact.parts : []));
	const [flights, delays] = [[{ flight: 'UA 12' }], [{ airport: 'DFW', delay: 12 }]].map((rows) => ({
		data: { rows },
	}));

	test('keeps two tables of an artifact apart, even with the same columns', () => {
		expect(shownOf(turnOf([artifact('report', [flights, delays, delays])]))).toEqual([flights, delays, delays]);
	});

	test('shows a table other than the result separately', () => {
		const turn = turnOf([artifact('result-data', [flights, delays])]);
		expect(evidenceOf(turn).rows?.rows).toEqual([{ flight: 'UA 12' }]);
		expect(shownOf(turn)).toEqual([delays]);
	});

	test('appends a piece to the previous table if they share a column', () => {
		const pieces = [flights, flights, delays].map((part) => artifact('report', [part], { append: true }));
		expect(shownOf(turnOf(pieces))).toEqual([{ data: { rows: [{ flight: 'UA 12' }, { flight: 'UA 12' }] } }, delays]);
	});

	test('keeps the name of text sent as a file', () => {
		const notes = { text: 'id;name', filename: 'moons.csv' };
		const turn = turnOf([artifact('answer', [{ text: 'Two moons.' }, notes]), status('COMPLETED', [notes])]);
		expect(evidenceOf(turn).answer).toBe('Two moons.');
		expect(evidenceOf(turn).words).toEqual([]);
		expect(evidenceOf(turn).others).toHaveLength(2);
		expect(shownOf(turn)).toEqual([notes]);
	});

	test('joins pieces of text only within the same file', () => {
		const parts = [{ text: 'a' }, { text: 'b' }, { text: 'c', filename: 'x.txt' }, { text: 'd', filename: 'x.txt' }];
		expect(shownOf(turnOf([artifact('report', parts)]))).toEqual([{ text: 'ab' }, { text: 'cd', filename: 'x.txt' }]);
	});

	test.each([
		[[{ id: 1, name: null }, { id: 2 }], 2],
		[[{ id: 1, tags: ['a'] }], 1],
		[[{ tags: ['a'] }], null],
		[[1, 2], null],
		[[], null],
		[{ id: 1 }, null],
	])('reads data as rows if it is a list of objects with plain members: %j', (data, rows) => {
		expect(listedRowsIn(data)?.rows.length ?? null).toBe(rows);
	});
});

test('reads a question from the agent as a question, not as an answer', () => {
	const evidence = evidenceOf(turnOf([status('WORKING'), status('INPUT_REQUIRED', [{ text: 'Which year?' }])]));
	expect(evidence).toMatchObject({ asked: 'Which year?', answer: null, words: [] });
});
