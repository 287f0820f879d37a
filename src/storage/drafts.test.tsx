import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDraftSaver, maxSaveDelayMs } from './draft-saver.ts';
import {
	countDrafts,
	type Draft,
	listDrafts,
	readDraft,
	removeDraft,
	type StoreOutcome,
	storeDraft,
	watchDrafts,
} from './drafts.ts';

const demo = { service: 'https://data.example/api/v1', user: 'demo' };
const draft = (payload: string, at = 1_000): Draft => ({
	text: { sources: ['demo/a/b'], destination: 'demo/a/c', payload },
	baseVersion: 3,
	baseEtag: '"3"',
	at,
});
const refuse = (name: string) =>
	vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
		throw new DOMException('no', name);
	});

beforeEach(() => localStorage.clear());
afterEach(() => {
	vi.useRealTimers();
	vi.restoreAllMocks();
});

test('reads a draft back as saved', () => {
	expect(storeDraft(demo, 'id', draft('select 1'))).toEqual({ kept: true });
	expect(readDraft(demo, 'id')).toEqual({ kind: 'draft', draft: draft('select 1') });
	removeDraft(demo, 'id');
	expect(readDraft(demo, 'id')).toEqual({ kind: 'none' });
});

test('doesn’t list drafts of other users or services, whatever their names', () => {
	storeDraft(demo, 'id', draft('mine'));
	for (const other of [
		{ ...demo, user: 'guest' },
		{ ...demo, service: 'https://data.example/api' },
		{ service: 'https://data.example/api', user: 'v1/demo' },
	]) {
		expect(readDraft(other, 'id')).toEqual({ kind: 'none' });
		expect(countDrafts(other)).toBe(0);
	}
	expect(countDrafts(demo)).toBe(1);
});

test('lists drafts newest first, and returns an unreadable one as stored', () => {
	storeDraft(demo, 'old', draft('1', 1));
	storeDraft(demo, 'new:x/y', draft('2', 2));
	const [key] = Object.keys(localStorage).filter((key) => key.endsWith('old'));
	localStorage.setItem(key?.replace(/old$/, 'broken') ?? '', '{"text":');
	expect(listDrafts(demo).map((draft) => draft.id)).toEqual(['new:x/y', 'old']);
	expect(readDraft(demo, 'broken')).toEqual({ kind: 'unreadable', raw: '{"text":' });
});

test('explains that the browser’s storage is full or blocked', () => {
	refuse('QuotaExceededError');
	expect(storeDraft(demo, 'id', draft('x'))).toEqual({
		kept: false,
		message: 'This browser has no storage left for this site.',
	});
	refuse('SecurityError');
	expect(storeDraft(demo, 'id', draft('x'))).toMatchObject({
		kept: false,
		message: expect.stringContaining('blocks storage'),
	});
});

test('notifies watchers of drafts changed in any tab, and of nothing else', () => {
	const listener = vi.fn();
	const stop = watchDrafts(listener);
	storeDraft(demo, 'id', draft('x'));
	window.dispatchEvent(new StorageEvent('storage', { key: 'something else' }));
	window.dispatchEvent(new StorageEvent('storage', { key: Object.keys(localStorage)[0] ?? null }));
	expect(listener).toHaveBeenCalledTimes(2);
	stop();
	removeDraft(demo, 'id');
	expect(listener).toHaveBeenCalledTimes(2);
});

test('saves during continuous typing', () => {
	vi.useFakeTimers();
	const saver = createDraftSaver(demo, 'id', () => {});
	for (let key = 0; key < 10; key++) {
		saver.note(draft(`typed ${key}`));
		vi.advanceTimersByTime(maxSaveDelayMs / 4);
	}
	expect(readDraft(demo, 'id')).toMatchObject({ kind: 'draft', draft: { text: { payload: 'typed 7' } } });
});

test('reports a draft that couldn’t be saved and saves it once there is room', () => {
	const outcomes: StoreOutcome[] = [];
	const saver = createDraftSaver(demo, 'id', (outcome) => outcomes.push(outcome));
	const full = refuse('QuotaExceededError');
	saver.note(draft('precious'));
	expect(saver.flush()).toBe(false);
	full.mockRestore();
	expect(saver.flush()).toBe(true);
	expect(outcomes.map((kept) => kept.kept)).toEqual([false, true]);
	expect(readDraft(demo, 'id')).toMatchObject({ kind: 'draft', draft: { text: { payload: 'precious' } } });
});

test('doesn’t save a discarded draft when the timer fires', () => {
	vi.useFakeTimers();
	const saver = createDraftSaver(demo, 'id', () => {});
	saver.note(draft('x'));
	saver.discard();
	vi.advanceTimersByTime(10 * maxSaveDelayMs);
	expect(readDraft(demo, 'id')).toEqual({ kind: 'none' });
});
