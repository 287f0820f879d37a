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

describe("the assistant's sequence", () => {
	test('follows a plan that is revised: what was done stays, what was only planned is as the new one says', () => {
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

	test('joins an answer that comes in pieces, with the figures that are in no row', () => {
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

	test('ends with its answer, and remembers its taskRef', () => {
		const turn = turnOf([...assistant, artifact('answer', [{ text: '**5** flights [step 1]' }]), status('COMPLETED')]);
		expect(endingOf(turn)).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
		expect(turn).toMatchObject({ taskId: 'task', contextId: 'context' });
		expect(evidenceOf(turn).answer).toBe('**5** flights [step 1]');
	});

	test('that breaks off keeps what came, and says what was not done', () => {
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
])('an answer that the agent completed is complete, though it is $kind afterwards', (after) => {
	const completed = turnOf([...assistant, status('COMPLETED')]);
	expect(end(completed, after, 2_000).ending).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
	expect(end(turnOf(assistant), after, 2_000).ending).toEqual(after);
	const refused: Ending = { kind: 'refused', message: 'No.', code: '-32603', requestId: null };
	expect(end(completed, refused, 2_000).ending).toEqual(refused);
});

test('a task never leaves the state that ended it; one that waits for a sign-in may', () => {
	expect(turnOf([status('COMPLETED'), status('WORKING')]).state).toBe('TASK_STATE_COMPLETED');
	expect(turnOf([status('AUTH_REQUIRED'), status('WORKING')]).state).toBe('TASK_STATE_WORKING');
});

test("the query agent's sequence gives one query and its rows", () => {
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

test('an artifact in pieces is one: text goes on with text, rows with rows', () => {
	const turn = turnOf([
		artifact('answer', [{ text: 'The ' }], { append: true }),
		artifact('answer', [{ text: 'end' }], { append: true, lastChunk: true }),
		artifact('result-data', [{ data: { rows: [1] } }], { append: true }),
		artifact('result-data', [{ data: { rows: [2] } }], { append: true }),
	]);
	expect(evidenceOf(turn).answer).toBe('The end');
	expect(evidenceOf(turn).rows?.rows).toEqual([1, 2]);
});

test('events folded together give the same turn as one by one', () => {
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

test('an artifact that comes again whole replaces the first', () => {
	const turn = turnOf([artifact('answer', [{ text: 'draft' }]), artifact('answer', [{ text: 'final' }])]);
	expect(evidenceOf(turn).answer).toBe('final');
});

test('an agent that answers with a message and no task is complete', () => {
	const turn = turnOf([
		{ message: { messageId: 'm', role: 'ROLE_AGENT', parts: [{ text: 'Hello' }], contextId: 'c' } },
	]);
	expect(endingOf(turn)).toEqual({ kind: 'said', state: 'TASK_STATE_COMPLETED' });
	expect(evidenceOf(turn).answer).toBe('Hello');
	expect(turn.contextId).toBe('c');
});

test('a task that is answered all at once reads like one that is streamed', () => {
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

test('a task whose artifacts hold one part a piece reads like one that is streamed', () => {
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

test('a reply shows nothing that its task sent before it', () => {
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
])('an answer of %s is labeled by whether it has a result', (agent, results, word) => {
	expect(stateOf(turnOf(results, begin({ ...start, agent }))).word).toBe(word);
});

test('an unknown event is kept as it came', () => {
	const odd = { somethingElse: { x: 1 } };
	expect(evidenceOf(turnOf([odd])).others).toEqual([{ kind: 'unknown', at: 1_000, raw: odd }]);
	expect(evidenceOf(turnOf([artifact('picture', [{ url: 'http://evil.example/x.png' }])])).others).toHaveLength(1);
});

test('the number of entries of an endless stream is limited', () => {
	const event: AgentEvent = { kind: 'unknown', raw: 0 };
	const turn = fold(
		begin(start),
		Array.from({ length: maxEntries + 5 }, () => ({ event, at: 0 })),
	);
	expect([turn.entries.length, turn.dropped]).toEqual([maxEntries, 5]);
});

describe('parts that stand by themselves', () => {
	const shownOf = (turn: Turn) =>
		evidenceOf(turn).others.flatMap((entry) => (entry.kind === 'artifact' ? entry.artifact.parts : []));
	const [flights, delays] = [[{ flight: 'UA 12' }], [{ airport: 'DFW', delay: 12 }]].map((rows) => ({
		data: { rows },
	}));

	test('two tables of an artifact stay two, also with the same columns', () => {
		expect(shownOf(turnOf([artifact('report', [flights, delays, delays])]))).toEqual([flights, delays, delays]);
	});

	test('another table than the result is shown beside it', () => {
		const turn = turnOf([artifact('result-data', [flights, delays])]);
		expect(evidenceOf(turn).rows?.rows).toEqual([{ flight: 'UA 12' }]);
		expect(shownOf(turn)).toEqual([delays]);
	});

	test('a piece goes on with the table before it where they have a column in common', () => {
		const pieces = [flights, flights, delays].map((part) => artifact('report', [part], { append: true }));
		expect(shownOf(turnOf(pieces))).toEqual([{ data: { rows: [{ flight: 'UA 12' }, { flight: 'UA 12' }] } }, delays]);
	});

	test('text that is a file keeps its name', () => {
		const notes = { text: 'id;name', filename: 'moons.csv' };
		const turn = turnOf([artifact('answer', [{ text: 'Two moons.' }, notes]), status('COMPLETED', [notes])]);
		expect(evidenceOf(turn).answer).toBe('Two moons.');
		expect(evidenceOf(turn).words).toEqual([]);
		expect(evidenceOf(turn).others).toHaveLength(2);
		expect(shownOf(turn)).toEqual([notes]);
	});

	test('pieces of text are joined within a file only', () => {
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
	])('data is rows where it is a list of objects with plain members: %j', (data, rows) => {
		expect(listedRowsIn(data)?.rows.length ?? null).toBe(rows);
	});
});

test('what an agent asks back is no answer', () => {
	const evidence = evidenceOf(turnOf([status('WORKING'), status('INPUT_REQUIRED', [{ text: 'Which year?' }])]));
	expect(evidence).toMatchObject({ asked: 'Which year?', answer: null, words: [] });
});
