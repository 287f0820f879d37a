import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licensesPage, page, refused } from './licenses.ts';

test('the licenses of what is shipped are listed as the lock file has them, and all were agreed to', () => {
	expect(readFileSync(page, 'utf8')).toBe(licensesPage());
	expect(refused()).toEqual([]);
});
