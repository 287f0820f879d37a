import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { licencesPage, page, refused } from './licences.ts';

test('the licences of what is shipped are listed as the lock file has them, and all were agreed to', () => {
	expect(readFileSync(page, 'utf8')).toBe(licencesPage());
	expect(refused()).toEqual([]);
});
