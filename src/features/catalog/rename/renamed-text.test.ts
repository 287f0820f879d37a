import { expect, test } from 'vitest';
import { renamedText } from '../../../storage/changes-elsewhere.ts';

const rename = { service: 'https://data.example/api/v1', owner: 'demo', from: 'a/b', to: 'c/d' };

test.each([
	['demo/a\\/b/flights', 'demo/c\\/d/flights'],
	['a\\/b/x\\/y', 'c\\/d/x\\/y'],
	['ann/a\\/b/flights', 'ann/a\\/b/flights'],
	['demo/a/b', 'demo/a/b'],
])('turns %s into %s when a namespace with a slash in its name is renamed', (before, after) => {
	expect(renamedText(before, rename, 'demo')).toBe(after);
});

test.each([
	['demo/nature/quakes', 'demo/nature/shocks'],
	['Nature/Quakes', 'Nature/shocks'],
	['ann/nature/quakes', 'ann/nature/quakes'],
	['demo/nature/birds', 'demo/nature/birds'],
	['quakes', 'quakes'],
])('turns %s into %s when a dataset is renamed', (before, after) => {
	const ofDataset = { service: rename.service, owner: 'demo', namespace: 'nature', from: 'quakes', to: 'shocks' };
	expect(renamedText(before, ofDataset, 'demo')).toBe(after);
});
