import { act, renderHook, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { readDraft, removeDraft, storeDraft } from '../../../storage/drafts.ts';
import { emptyText } from '../model.ts';
import type { Saved } from '../work.ts';
import { useWork } from './use-work.ts';

const scope = { service: 'https://data.example/api/v1', user: 'demo' };
const draftId = '00000000-0000-4000-8000-000000000001';
const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
const saved = (version: number, payload: string): Saved => ({
	value: {
		id: draftId,
		owner: 'demo',
		version,
		sources: [at('flights')],
		destination: at('delays'),
		code: { payload },
		createdAt: '2026-01-01T00:00:00.000Z',
		updatedAt: '2026-01-01T00:00:00.000Z',
	},
	etag: `"${version}"`,
});
const text = { sources: ['demo/aviation/flights'], destination: 'demo/aviation/delays', payload: 'shown in both' };

beforeEach(() => localStorage.clear());

/** A page with a draft of version 1, which another tab saves or discards; the service responds later. */
function open() {
	storeDraft(scope, draftId, { text, baseVersion: 1, baseEtag: '"1"', at: Date.now() });
	const key = Object.keys(localStorage)[0] ?? '';
	let answer = (_: Saved) => {};
	const onGone = () =>
		new Promise<Saved>((resolve) => {
			answer = resolve;
		});
	const { result, rerender } = renderHook(
		(now: Saved) => useWork({ scope, draftId, saved: now, fresh: emptyText, onGone }),
		{ initialProps: saved(1, 'first') },
	);
	return {
		result,
		goneElsewhere: () =>
			act(() => {
				removeDraft(scope, draftId);
				window.dispatchEvent(new StorageEvent('storage', { key }));
			}),
		type: (payload: string) => act(() => result.current.edit({ payload })),
		answer: (now: Saved) =>
			act(async () => {
				rerender(now);
				answer(now);
			}),
		shown: () => result.current.work,
	};
}

test('follows a save or discard in another tab', async () => {
	const page = open();
	expect(page.shown().text.payload).toBe('shown in both');
	page.goneElsewhere();
	await page.answer(saved(1, 'first'));
	expect(page.shown()).toMatchObject({ text: { payload: 'first' }, base: { version: 1 } });
});

test.each([
	['saved', saved(2, 'shown in both'), 2],
	['discarded', saved(1, 'first'), 1],
])('keeps text typed while it reads a draft that another tab %s', async (_, now, version) => {
	const page = open();
	page.goneElsewhere();
	page.type('shown in both, and more');
	await page.answer(now);
	expect(page.shown()).toMatchObject({ text: { payload: 'shown in both, and more' }, base: { version } });
	await waitFor(() =>
		expect(readDraft(scope, draftId)).toMatchObject({ draft: { text: { payload: 'shown in both, and more' } } }),
	);
});
