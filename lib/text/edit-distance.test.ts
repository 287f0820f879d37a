import { expect, test } from 'vitest';
import { editDistance } from './edit-distance.ts';

test.each([
	['delay', 'delay', 0],
	['dely', 'delay', 1],
	['dealy', 'delay', 1],
	['', 'abc', 3],
	['origin', 'delay', 6],
])('measures the distance from %j to %j', (a, b, steps) => {
	expect(editDistance(a, b)).toBe(steps);
});

test('stops counting above a limit', () => {
	expect(editDistance('abcdef', 'uvwxyz', 2)).toBe(3);
});
