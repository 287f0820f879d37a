import { expect, test } from 'vitest';
import { Ingestion } from '#contract/ingest.ts';
import { effectText, hasDataset, isUnseen, rowNumber, undoText, unseenFirst } from './status-model.ts';

test('summarizes an ingestion’s row changes once they’re committed', () => {
	const effect = { added: 12, changed: 1_040, unchanged: 0, removed: 0 };
	expect(effectText({ effect, state: 'committed' })).toBe('12 new, 1,040 changed');
	expect(effectText({ effect: { ...effect, added: 0, changed: 0 }, state: 'committed' })).toBe('no changes');
	expect(effectText({ effect, state: 'failed' })).toBe('');
	expect(effectText({ effect: null, state: 'committed' })).toBe('');
});

test('describes what undoing changes, without unchanged rows', () => {
	const effect = { added: 1, changed: 0, unchanged: 7, removed: 2_000 };
	expect(undoText({ effect })).toBe('Undoing this ingestion removes 1 added row and brings back 2,000 removed rows.');
	expect(undoText({ effect: { ...effect, changed: 3 } })).toBe(
		'Undoing this ingestion removes 1 added row, reverts 3 updated rows to their earlier values and brings back 2,000 removed rows.',
	);
	expect(undoText({ effect: { ...effect, added: 0, removed: 0 } })).toBe('Undoing this ingestion changes no rows.');
	expect(undoText({ effect: null })).toBeUndefined();
});

test('counts canceled and expired ingestions neither as unseen nor as creating a dataset', () => {
	const states = ['open', 'cancelled', 'expired', 'failed', 'committed'];
	expect(states.filter((state) => isUnseen({ state, seenAt: null }))).toEqual(['failed', 'committed']);
	expect(states.filter((state) => hasDataset({ state, mode: 'create' }))).toEqual(['committed']);
	expect(hasDataset({ state: 'cancelled', mode: 'upsert' })).toBe(true);
});

test('lists unseen ingestions first, each newest first', () => {
	const at = '2024-03-01T00:00:00Z';
	const of = (id: string, seenAt: string | null, state = 'committed') =>
		Ingestion.parse({
			...{ id, state, seenAt, mode: 'append', by: 'demo', error: null, version: null },
			...{ rows: 1, rejected: 0, chunks: 1, bytes: 1, createdAt: at, updatedAt: at, finishedAt: null },
			target: { owner: 'demo', namespace: 'nature', datasetName: 'air' },
		});
	const items = [of('open', null, 'open'), of('new', null), of('seen', at), of('old', null, 'failed')];
	expect(unseenFirst(items).map(({ id }) => id)).toEqual(['new', 'old', 'open', 'seen']);
});

test('names a row with its line or sheet row', () => {
	expect(rowNumber({ row: 1203 })).toBe('1,203');
	expect(rowNumber({ row: 1203, line: 1204 })).toBe('1,203 (line 1,204)');
	expect(rowNumber({ row: 121, line: 125 }, 'Sales')).toBe('121 (sheet row 125)');
});
