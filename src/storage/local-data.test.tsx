import 'fake-indexeddb/auto';
import { afterEach, expect, it } from 'vitest';
import { keepConversation, keepFrames, keepTurn, listConversations, listTurns } from './conversations.ts';
import { closeDrafts, reopenDrafts, storeDraft } from './drafts.ts';
import { readGridLayout, storeGridLayout } from './grid-layouts.ts';
import { storeIngestDraft, storeRecipe } from './ingest-drafts.ts';
import { type StoredSave, storeSave } from './ingest-saves.ts';
import { countLocalData, isKeyOf, removeLocalData } from './local-data.ts';
import { describeLocalData } from './local-data-labels.ts';

const mine = { service: 'https://data.example.org/api/v1', user: 'ann' };
const others = { ...mine, user: 'ann/lee' };
const draft = { text: { sources: [], destination: '', payload: 'x' }, baseVersion: 1, baseEtag: null, at: 1 };
const instructions = { description: '', schema: [], instructions: '', link: false, linked: null };
const save: StoredSave = {
	target: { owner: 'ann', namespace: 'a', datasetName: 'b' },
	mode: 'append',
	mapping: [{ from: 'a', column: 'a' }],
	misfits: 'aside',
	key: 'k',
	ingestionId: null,
	total: 1,
	from: '',
	acknowledged: [],
};
const mark = { id: 'c', title: 'c', createdAt: 1, updatedAt: 1, questions: 1 };
const turn = { id: 't', conversation: 'c', asked: { at: 1 }, ending: null, endedAt: null, framesDropped: 0 };

afterEach(() => {
	localStorage.clear();
	sessionStorage.clear();
	reopenDrafts(mine);
});

it('removes only one user’s work and drops late writes', async () => {
	for (const scope of [mine, others]) {
		storeDraft(scope, 'd', draft);
		storeGridLayout({ ...scope, rows: 'a/b' }, { order: ['x'], pinned: [], hidden: [], widths: [] });
	}
	sessionStorage.setItem(`dataset-console/descriptions/${mine.service}/ann/a/b/c`, '{}');
	await keepConversation(mine, mark);
	await keepTurn(turn);
	await keepConversation(others, { ...mark, id: 'o' });
	await keepTurn({ ...turn, id: 'ot', conversation: 'o' });
	for (const scope of [mine, others]) {
		await storeIngestDraft(
			scope,
			{ instructions, names: ['a'], rows: [['1'], ['2']], types: {}, from: '', file: null },
			null,
		);
		await storeRecipe(scope, { name: 'Spring', instructions });
		await storeSave(scope, save, { kind: 'records', lines: ['{}'] });
	}
	const all = { drafts: 1, conversations: 1, records: 2, instructions: 0, recipes: 1, saves: 1 };
	expect(await countLocalData(mine)).toEqual(all);
	expect(describeLocalData(all)).toEqual({
		text: '1 unsaved draft, 1 conversation, 2 unsaved records, 1 recipe and an unfinished save',
		them: 'them',
	});

	closeDrafts(mine);
	await removeLocalData(mine);
	storeDraft(mine, 'd', draft);
	await keepTurn({ ...turn, endedAt: 2 });
	await keepFrames('t', 0, []);
	const none = { drafts: 0, conversations: 0, records: 0, instructions: 0, recipes: 0, saves: 0 };
	expect(await countLocalData(mine)).toEqual(none);
	expect(readGridLayout({ ...mine, rows: 'a/b' })).toBeNull();
	expect(sessionStorage).toHaveLength(0);
	expect(await listTurns()).toMatchObject([{ id: 'ot' }]);
	expect(await countLocalData(others)).toEqual(all);
	expect(readGridLayout({ ...others, rows: 'a/b' })).not.toBeNull();
	expect(await listConversations(mine)).toEqual([]);
});

it('counts instructions without records, and nothing for an empty draft', async () => {
	const empty = { names: [], rows: [], types: {}, from: '', file: null };
	const kept = await storeIngestDraft(
		mine,
		{ ...empty, instructions: { ...instructions, description: 'Spring' } },
		null,
	);
	const counts = await countLocalData(mine);
	expect(describeLocalData(counts)).toEqual({ text: 'ingest instructions', them: 'them' });
	await storeIngestDraft(mine, { ...empty, instructions }, 'at' in kept ? kept.at : null);
	expect(describeLocalData(await countLocalData(mine)).text).toBe('');
	expect(describeLocalData({ ...counts, instructions: 0, saves: 1 })).toEqual({
		text: 'an unfinished save',
		them: 'it',
	});
});

it.each([
	[`dataset-console/question/${mine.service}/ann/new`, true],
	[`dataset-console/column-order/1 / ${mine.service} ann x`, true],
	[`dataset-console/question/${mine.service}/anna/new`, false],
	[`other/question/${mine.service}/ann/new`, false],
])('recognizes whether %s belongs to the user: %s', (key, expected) => {
	expect(isKeyOf(mine, key)).toBe(expected);
});
