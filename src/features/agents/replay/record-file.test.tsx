import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
	keepConversation,
	keepFrames,
	keepTurn,
	listConversations,
	readConversation,
	removeConversation,
} from '../../../storage/conversations.ts';
import { evidenceOf } from '../answer/evidence.ts';
import type { TurnStart } from '../conversation.ts';
import { threadOf } from '../thread.ts';
import { makeRecord, readRecord } from './record-file.ts';

const scope = { service: 'http://x/api/v1', user: 'demo' };
const mark = { id: 'c1', title: 'How many?', createdAt: 1_000, updatedAt: 2_000, questions: 1 };
const start: TurnStart = {
	id: 't1',
	conversation: 'c1',
	question: 'How many?',
	agent: 'nl2ql',
	url: 'http://x/api/v1/a2a/nl2ql',
	namespace: 'aviation',
	model: null,
	provider: null,
	after: null,
	beside: null,
	at: 1_000,
	context: [],
};
const artifact = (artifactId: string, parts: unknown[]) =>
	JSON.stringify({
		jsonrpc: '2.0',
		id: '1',
		result: { artifactUpdate: { taskId: 't', contextId: 'c', artifact: { artifactId, parts } } },
	});

/** A file readable in this test environment. */
const fileOf = (content: Blob | string) => ({
	text: async () => {
		if (typeof content === 'string') return content;
		const reader = new FileReader();
		const read = new Promise((resolve) => reader.addEventListener('load', resolve));
		reader.readAsText(content);
		await read;
		return String(reader.result);
	},
});

async function hold(): Promise<void> {
	await keepConversation(scope, mark);
	const ending = { kind: 'said', state: 'TASK_STATE_COMPLETED' };
	await keepTurn({ id: 't1', conversation: 'c1', asked: start, ending, endedAt: 1_300, framesDropped: 2 });
	await keepFrames('t1', 0, [
		{ at: 1_000, direction: 'sent', text: '{"method":"SendStreamingMessage"}' },
		{ at: 1_100, direction: 'received', text: artifact('generated-query', [{ text: 'select 1' }]) },
	]);
	await keepFrames('t1', 1, [
		{ at: 1_200, direction: 'received', text: artifact('result-data', [{ data: { rows: [{ n: 3376 }] } }]) },
	]);
}

test('reads an exported conversation unchanged', async () => {
	await hold();
	const blob = await makeRecord(scope, 'c1');
	if (blob === null) throw new Error('There is no record.');
	const record = await readRecord(fileOf(blob));
	expect(record).toMatchObject({ title: 'How many?', service: scope.service });
	const [turn] = record.turns;
	if (turn === undefined) throw new Error('The record has no turn.');
	expect(evidenceOf(turn)).toMatchObject({ query: 'select 1', rows: { rows: [{ n: 3376 }] } });
	expect(turn).toMatchObject({ ending: { kind: 'said', state: 'TASK_STATE_COMPLETED' }, endedAt: 1_300, dropped: 2 });
});

test('keeps the order of questions when reading, exporting and importing', async () => {
	await keepConversation(scope, { ...mark, id: 'c2' });
	const ids = ['b', 'd', 'a', 'c'];
	for (const [index, id] of ids.entries()) {
		const turn = { ...start, id, conversation: 'c2', at: 1_000 + index, after: ids[index - 1] ?? null };
		await keepTurn({ id, conversation: 'c2', asked: turn, ending: null, endedAt: null, framesDropped: 0 });
	}
	expect((await readConversation(scope, 'c2'))?.turns.map(({ id }) => id)).toEqual(ids);
	const text = await fileOf((await makeRecord(scope, 'c2')) ?? '').text();
	await removeConversation(scope, 'c2');
	const file = JSON.parse(text);
	expect(file.turns.map((turn: { asked: TurnStart }) => turn.asked.id)).toEqual(ids);
	for (const turns of [file.turns, file.turns.toReversed()]) {
		const record = await readRecord(fileOf(JSON.stringify({ ...file, turns })));
		expect(record.turns.map((turn) => turn.id)).toEqual(ids);
		expect(threadOf(record.turns, null).map(({ turns: [turn] }) => turn?.id)).toEqual(ids);
	}
});

test('lists a user’s own conversations only, and deletes one with its frames', async () => {
	await hold();
	expect(await listConversations({ ...scope, user: 'guest' })).toEqual([]);
	expect((await listConversations(scope)).map((conversation) => conversation.title)).toEqual(['How many?']);
	await removeConversation(scope, 'c1');
	expect(await readConversation(scope, 'c1')).toBeNull();
	expect(await makeRecord(scope, 'c1')).toBeNull();
});

test.each([
	['hello', /isn’t JSON/],
	['{"a":1}', /isn’t a recording/],
	['{"format":"dataset-console/conversation/9"}', /this console reads only "dataset-console\/conversation\/1"/],
	['{"format":"dataset-console/conversation/1"}', /This recording is corrupt/],
])('rejects a file that isn’t a recording and says why: %s', async (text, words) => {
	await expect(readRecord(fileOf(text))).rejects.toThrow(words);
});
