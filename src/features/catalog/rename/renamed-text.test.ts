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
