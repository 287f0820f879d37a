import { expect, it } from 'vitest';
import { uniqueNames } from './projection.ts';

it.each([
	[
		['a', 'a'],
		['a', 'a_1'],
	],
	[
		['a', 'A', 'a'],
		['a', 'A_1', 'a_2'],
	],
	[
		['a', 'a', 'a_1'],
		['a', 'a_2', 'a_1'],
	],
])('makes %j unique', (names, expected) => {
	expect(uniqueNames(names)).toEqual(expected);
});
