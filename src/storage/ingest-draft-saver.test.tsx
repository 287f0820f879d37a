import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { closeDrafts, reopenDrafts } from './drafts.ts';
import { type IngestDraftSaver, openIngestDraft } from './ingest-draft-saver.ts';
import { type IngestDraft, readIngestDraft, removeIngest } from './ingest-drafts.ts';

const scope = { service: 'http://localhost/api/v1', user: 'demo' };
const instructions = { description: '', schema: [], instructions: '', link: false, linked: null };
const of = (value: string): Omit<IngestDraft, 'at'> => ({
	instructions,
	names: ['a'],
	rows: [[value]],
	types: {},
	from: '',
	file: null,
});

let tabs: IngestDraftSaver[] = [];

async function openTab() {
	const tab = { shown: '', other: '', keptAs: '' };
	let isRead = false;
	const saver = openIngestDraft(scope, {
		onDraft: (draft) => {
			tab.shown = String(draft?.rows[0]?.[0] ?? '');
			isRead = true;
		},
		onKept: () => {
			tab.keptAs = tab.shown;
		},
		onOther: (draft) => {
			tab.other = String(draft?.rows[0]?.[0] ?? '');
		},
	});
	tabs.push(saver);
	await vi.waitUntil(() => isRead);
	const type = (value: string) => {
		tab.shown = value;
		saver.note(() => of(value));
	};
	return { tab, type, saver };
}
const kept = async () => (await readIngestDraft(scope))?.rows[0]?.[0];

afterEach(async () => {
	for (const tab of tabs) tab.close();
	tabs = [];
	reopenDrafts(scope);
	await removeIngest(scope);
});

test('reports nothing as saved while a later change is pending', async () => {
	const { tab, type, saver } = await openTab();
	saver.note(() => {
		type('second');
		return of('first');
	});
	saver.flush();
	await vi.waitUntil(async () => (await kept()) === 'first');
	expect(tab.keptAs).toBe('');
	await vi.waitUntil(() => tab.keptAs !== '');
	expect([tab.keptAs, await kept()]).toEqual(['second', 'second']);
});

test('shows changes saved by another tab and doesn’t overwrite them on close', async () => {
	const first = await openTab();
	first.type('old');
	first.saver.flush();
	await vi.waitUntil(async () => (await kept()) === 'old');
	const second = await openTab();
	expect(second.tab.shown).toBe('old');
	second.type('new');
	await vi.waitUntil(() => first.tab.shown === 'new');
	first.saver.close();
	second.type('newest');
	second.saver.flush();
	await vi.waitUntil(async () => (await kept()) === 'newest');
	// The next tab continues from there.
	const third = await openTab();
	third.type('more');
	await vi.waitUntil(() => second.tab.shown === 'more');
	expect(second.tab.other).toBe('');
});

test('overwrites nothing until the user chooses between changes of two tabs', async () => {
	const [first, second] = [await openTab(), await openTab()];
	first.type('mine');
	second.type('theirs');
	second.saver.flush();
	await vi.waitUntil(async () => (await kept()) === 'theirs');
	first.saver.flush();
	await vi.waitUntil(() => first.tab.other === 'theirs');
	first.type('mine, and more');
	first.saver.flush();
	expect(first.saver.isStuck()).toBe(true);
	// Typing continues in the other tab, so the choice is its current text.
	second.type('theirs, and more');
	await vi.waitUntil(() => first.tab.other === 'theirs, and more');
	expect([first.tab.shown, await kept()]).toEqual(['mine, and more', 'theirs, and more']);

	first.saver.decide(true);
	await vi.waitUntil(() => second.tab.shown === 'mine, and more');
	expect([await kept(), first.tab.other, first.saver.isStuck()]).toEqual(['mine, and more', '', false]);

	first.type('a');
	second.type('b');
	first.saver.flush();
	await vi.waitUntil(async () => (await kept()) === 'a');
	second.saver.flush();
	await vi.waitUntil(() => second.tab.other === 'a');
	second.saver.decide(false);
	expect(second.tab.shown).toBe('a');
	expect(await kept()).toBe('a');
});

test('saves pending changes when the page closes, unless they were removed', async () => {
	const first = await openTab();
	first.type('left');
	first.saver.close();
	await vi.waitUntil(async () => (await kept()) === 'left');
	const second = await openTab();
	second.type('signed out');
	closeDrafts(scope);
	await removeIngest(scope);
	second.saver.close();
	const third = await openTab();
	expect(third.tab.shown).toBe('');
});
