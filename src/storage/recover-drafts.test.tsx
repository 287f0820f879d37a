import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Draft } from './drafts.ts';

const scope = { service: 'https://data.example/api/v1', user: 'demo' };
const draft = (payload: string, at: number): Draft => ({
	text: { sources: [], destination: '', payload },
	baseVersion: 3,
	baseEtag: null,
	at,
});

/** Storage as the next page sees it after this one was killed. */
const nextPage = async () => {
	vi.resetModules();
	return { ...(await import('./drafts.ts')), ...(await import('./recover-drafts.ts')) };
};
const copied = async () => (await import('./draft-copies.ts')).readCopies(scope);

beforeEach(async () => {
	localStorage.clear();
	await (await nextPage()).forgetDraftCopies(scope);
});

afterEach(() => void vi.useRealTimers());

test('restores drafts that a killed browser didn’t write, and keeps the others', async () => {
	const before = await nextPage();
	before.storeDraft(scope, 'lost', draft('typed last', 2_000));
	before.storeDraft(scope, 'stale', draft('typed last', 2_000));
	before.storeDraft(scope, 'newer', draft('typed before', 1_000));
	await vi.waitFor(async () => expect(await copied()).toHaveLength(3));
	// What local storage had written to disk.
	const key = (id: string) => Object.keys(localStorage).find((key) => key.endsWith(`/${id}`)) ?? '';
	localStorage.removeItem(key('lost'));
	localStorage.setItem(key('stale'), JSON.stringify(draft('typed first', 1_000)));
	localStorage.setItem(key('newer'), JSON.stringify(draft('typed last', 2_000)));

	const { recoverDrafts, readDraft } = await nextPage();
	await recoverDrafts(scope);
	for (const id of ['lost', 'stale', 'newer']) {
		expect(readDraft(scope, id)).toEqual({ kind: 'draft', draft: draft('typed last', 2_000) });
	}
	await recoverDrafts({ ...scope, user: 'guest' });
	expect(readDraft({ ...scope, user: 'guest' }, 'lost')).toEqual({ kind: 'none' });
});

test('doesn’t restore a draft that was saved or discarded', async () => {
	const before = await nextPage();
	before.storeDraft(scope, 'done', draft('saved since', 1_000));
	const disk = { ...localStorage };
	before.removeDraft(scope, 'done');
	await vi.waitFor(async () => expect(await copied()).toMatchObject([{ raw: null }]));
	for (const [name, value] of Object.entries(disk)) localStorage.setItem(name, value);

	const { recoverDrafts, readDraft } = await nextPage();
	await recoverDrafts(scope);
	expect(readDraft(scope, 'done')).toEqual({ kind: 'none' });
});

test('restores text saved after another tab removed the draft', async () => {
	vi.useFakeTimers({ toFake: ['Date'], now: 10_000 });
	const { storeDraft, removeDraft, readDraft } = await nextPage();
	const { createDraftSaver } = await import('./draft-saver.ts');
	storeDraft(scope, 'both', draft('typed first', 9_000));
	const { at: _, ...typed } = draft('typed last', 0);
	const here = createDraftSaver(scope, 'both', () => {});
	here.note(typed);
	vi.setSystemTime(10_200);
	removeDraft(scope, 'both');
	vi.setSystemTime(10_400);
	here.flush();
	await vi.waitFor(async () => expect(await copied()).toMatchObject([{ at: 10_400 }]));

	await (await nextPage()).recoverDrafts(scope);
	expect(readDraft(scope, 'both')).toMatchObject({ draft: { text: { payload: 'typed last' } } });
});

test('keeps a draft saved after a removal even if the clock was set back', async () => {
	const { storeDraft, removeDraft, readDraft } = await nextPage();
	storeDraft(scope, 'again', draft('discarded', 1_000));
	removeDraft(scope, 'again');
	await vi.waitFor(async () => expect(await copied()).toMatchObject([{ raw: null }]));
	storeDraft(scope, 'again', draft('typed last', 2_000));
	await vi.waitFor(async () => expect(await copied()).toMatchObject([{ at: 2_000 }]));

	await (await nextPage()).recoverDrafts(scope);
	expect(readDraft(scope, 'again')).toMatchObject({ draft: { text: { payload: 'typed last' } } });
});
