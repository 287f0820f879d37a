import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { removeIngest } from './ingest-drafts.ts';
import { readSave, readSaveRows, removeSave, type SaveRows, type StoredSave, storeSave } from './ingest-saves.ts';

const scope = { service: 'http://localhost/api/v1', user: 'demo' };
const saveOf = (key: string): StoredSave => ({
	target: { owner: 'demo', namespace: 'nature', datasetName: key },
	mode: 'append',
	mapping: [{ from: 'a', column: 'a' }],
	misfits: 'aside',
	key,
	ingestionId: null,
	total: 1,
	from: '',
	acknowledged: [],
});
const rowsOf = (key: string): SaveRows => ({ kind: 'records', lines: [`{"a":"${key}"}`] });
const january = saveOf('january');
const february = saveOf('february');

afterEach(() => removeIngest(scope));

test('rejects a second save while one is unfinished, and keeps its rows from other tabs', async () => {
	await storeSave(scope, january, rowsOf('january'));
	await expect(storeSave(scope, february, rowsOf('february'))).rejects.toThrow(
		'Another save isn’t finished. Resume or cancel it first.',
	);
	const next = { ...january, ingestionId: 'i', acknowledged: [{ sha256: '0', rows: 1 }] };
	await storeSave(scope, next);
	expect(await readSave(scope)).toEqual(next);
	expect(await readSaveRows(scope, 'january')).toEqual(rowsOf('january'));
	expect(await readSaveRows(scope, 'february')).toBeNull();
});

test('removes only the save that ended, and doesn’t restore an abandoned one', async () => {
	await storeSave(scope, february, rowsOf('february'));
	await removeSave(scope, 'january');
	expect(await readSave(scope)).toEqual(february);
	expect(await readSaveRows(scope, 'february')).toEqual(rowsOf('february'));
	await removeSave(scope, 'february');
	await expect(storeSave(scope, february)).rejects.toThrow('This save was canceled or removed.');
	expect([await readSave(scope), await readSaveRows(scope, 'february')]).toEqual([null, null]);
	await storeSave(scope, january, rowsOf('january'));
	expect((await readSave(scope))?.key).toBe('january');
});
