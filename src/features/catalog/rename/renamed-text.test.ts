import { expect, test } from 'vitest';
import { renamedText } from '../../../storage/changes-elsewhere.ts';

const rename = { service: 'https://data.example/api/v1', owner: 'demo', from: 'a/b', to: 'c/d' };

test.each([
	['demo/a\\/b/flights', 'demo/c\\/d/flights'],
	['a\\/b/x\\/y', 'c\\/d/x\\/y'],
	['ann/a\\/b/flights', 'ann/a\\/b/flights'],
	['demo/a/b', 'demo/a/b'],
])('%s is %s after a namespace with a slash in its name was renamed', (before, after) => {
	expect(renamedText(before, rename, 'demo')).toBe(after);
});

test.each([
	['demo/nature/quakes', 'demo/nature/shocks'],
	['Nature/Quakes', 'Nature/shocks'],
	['ann/nature/quakes', 'ann/nature/quakes'],
	['demo/nature/birds', 'demo/nature/birds'],
	['quakes', 'quakes'],
])('%s is %s after a dataset was renamed', (before, after) => {
	const ofDataset = { service: rename.service, owner: 'demo', namespace: 'nature', from: 'quakes', to: 'shocks' };
	expect(renamedText(before, ofDataset, 'demo')).toBe(after);
});
