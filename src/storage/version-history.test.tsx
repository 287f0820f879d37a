import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
	clearVersionHistory,
	forgetEntry,
	readAllVersions,
	readVersionHistory,
	seenVersions,
	storeEntries,
	type VersionEntry,
} from './version-history.ts';

const scope = { service: 'https://data.example.com/api/v1', user: 'demo' };
const entry = (version: number, more: Partial<VersionEntry> = {}): VersionEntry => ({
	buildSpecId: 'a',
	version,
	kind: 'seen',
	text: { sources: [], destination: 'demo/n/d', payload: `select ${version}` },
	savedAt: '2026-01-01T00:00:00.000Z',
	at: 1_000 + version,
	...more,
});

test('lists versions newest first, per BuildSpec and user', async () => {
	await storeEntries(scope, [entry(1), entry(3), entry(2, { buildSpecId: 'b' })]);
	await storeEntries({ ...scope, user: 'guest' }, [entry(7)]);
	expect((await readVersionHistory(scope, 'a')).map((item) => item.version)).toEqual([3, 1]);
	expect(await seenVersions(scope)).toEqual(new Set(['a@1', 'a@3', 'b@2']));
	expect(await readAllVersions({ ...scope, service: 'https://other.example.com/api/v1' })).toEqual([]);
});

test('lists replaced text with its base version until it is removed', async () => {
	const mine = entry(3, { kind: 'aside', at: 5_000, text: { sources: [], destination: '', payload: 'select mine' } });
	await storeEntries(scope, [mine]);
	expect((await readVersionHistory(scope, 'a'))[0]?.text.payload).toBe('select mine');
	expect(await seenVersions(scope)).toContain('a@3');
	await forgetEntry(scope, mine);
	expect((await readVersionHistory(scope, 'a')).map((item) => item.kind)).toEqual(['seen', 'seen']);
});

test('clears the history of one user only', async () => {
	await clearVersionHistory(scope);
	expect(await readAllVersions(scope)).toEqual([]);
	expect(await readAllVersions({ ...scope, user: 'guest' })).toHaveLength(1);
});
