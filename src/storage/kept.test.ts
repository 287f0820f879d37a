import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { keepConversation, keepFrames, keepTurn, listConversations, listTurns } from './conversations.ts';
import { keepDraft, reopenDrafts } from './drafts.ts';
import { keepGridLayout, readGridLayout } from './grid-layouts.ts';
import { countKept, isKeyOf, removeKept } from './kept.ts';

const mine = { service: 'https://data.example.org/api/v1', user: 'ann' };
const others = { ...mine, user: 'ann/lee' };
const draft = { text: { sources: [], destination: '', payload: 'x' }, baseVersion: 1, baseEtag: null, at: 1 };
const mark = { id: 'c', title: 'c', createdAt: 1, updatedAt: 1, questions: 1 };
const turn = { id: 't', conversation: 'c', asked: {}, ending: null, endedAt: null, framesDropped: 0 };

afterEach(() => {
	localStorage.clear();
	sessionStorage.clear();
	reopenDrafts(mine);
});

it("removes one person's work and nobody else's, and what is written late does not come back", async () => {
	for (const scope of [mine, others]) {
		keepDraft(scope, 'd', draft);
		keepGridLayout({ ...scope, rows: 'a/b' }, { order: ['x'], pinned: [], hidden: [], widths: [] });
	}
	sessionStorage.setItem(`dataset-console/descriptions/${mine.service}/ann/a/b/c`, '{}');
	await keepConversation(mine, mark);
	await keepTurn(turn);
	await keepConversation(others, { ...mark, id: 'o' });
	await keepTurn({ ...turn, id: 'ot', conversation: 'o' });
	expect(await countKept(mine)).toEqual({ drafts: 1, conversations: 1 });

	await removeKept(mine);
	keepDraft(mine, 'd', draft);
	await keepTurn({ ...turn, endedAt: 2 });
	await keepFrames('t', 0, []);
	expect(await countKept(mine)).toEqual({ drafts: 0, conversations: 0 });
	expect(readGridLayout({ ...mine, rows: 'a/b' })).toBeNull();
	expect(sessionStorage).toHaveLength(0);
	expect(await listTurns()).toMatchObject([{ id: 'ot' }]);
	expect(await countKept(others)).toEqual({ drafts: 1, conversations: 1 });
	expect(readGridLayout({ ...others, rows: 'a/b' })).not.toBeNull();
	expect(await listConversations(mine)).toEqual([]);
});

it.each([
	[`dataset-console/question/${mine.service}/ann/new`, true],
	[`dataset-console/column-order/1 / ${mine.service} ann x`, true],
	[`dataset-console/question/${mine.service}/anna/new`, false],
	[`other/question/${mine.service}/ann/new`, false],
])('%s is of the person: %s', (key, expected) => {
	expect(isKeyOf(mine, key)).toBe(expected);
});
