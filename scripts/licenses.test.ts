import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licensesPage, page, refused } from './licenses.ts';

test('the license list matches the lock file, and all licenses are approved', () => {
	expect(readFileSync(page, 'utf8')).toBe(licensesPage());
	expect(refused()).toEqual([]);
});
