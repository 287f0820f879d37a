import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import {
	clearLedger,
	forgetEntry,
	keepEntries,
	type LedgerEntry,
	readLedger,
	readWholeLedger,
	seenVersions,
} from './ledger.ts';

const scope = { service: 'https://data.example.com/api/v1', user: 'demo' };
const entry = (version: number, more: Partial<LedgerEntry> = {}): LedgerEntry => ({
	buildSpecId: 'a',
	version,
	kind: 'seen',
	text: { sources: [], destination: 'demo/n/d', payload: `select ${version}` },
	savedAt: '2026-01-01T00:00:00.000Z',
	at: 1_000 + version,
	...more,
});

test('versions come back newest first, each BuildSpec and each person apart', async () => {
	await keepEntries(scope, [entry(1), entry(3), entry(2, { buildSpecId: 'b' })]);
	await keepEntries({ ...scope, user: 'guest' }, [entry(7)]);
	expect((await readLedger(scope, 'a')).map((it) => it.version)).toEqual([3, 1]);
	expect(await seenVersions(scope)).toEqual(new Set(['a@1', 'a@3', 'b@2']));
	expect(await readWholeLedger({ ...scope, service: 'https://other.example.com/api/v1' })).toEqual([]);
});

test('text that was set aside stands beside the version it began from, until it is forgotten', async () => {
	const mine = entry(3, { kind: 'aside', at: 5_000, text: { sources: [], destination: '', payload: 'select mine' } });
	await keepEntries(scope, [mine]);
	expect((await readLedger(scope, 'a'))[0]?.text.payload).toBe('select mine');
	expect(await seenVersions(scope)).toContain('a@3');
	await forgetEntry(scope, mine);
	expect((await readLedger(scope, 'a')).map((it) => it.kind)).toEqual(['seen', 'seen']);
});

test('clearing forgets one person alone', async () => {
	await clearLedger(scope);
	expect(await readWholeLedger(scope)).toEqual([]);
	expect(await readWholeLedger({ ...scope, user: 'guest' })).toHaveLength(1);
});
