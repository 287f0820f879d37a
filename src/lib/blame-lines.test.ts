import { expect, test } from 'vitest';
import { blameLines, carryOver } from './blame-lines.ts';

test('attributes each line to the oldest text that has had it ever since', () => {
	const v1 = 'select\na\nfrom x';
	const v2 = 'select\na,\nb\nfrom x';
	const v3 = 'select\na,\nb\nfrom x\nwhere c';
	expect(blameLines([v3, v2, v1])).toEqual([2, 1, 1, 2, 0]);
});

test('attributes a restored line to the text that restored it', () => {
	expect(blameLines(['a\nb', 'a', 'a\nb'])).toEqual([2, 0]);
});

test('attributes every line of a single text to it', () => {
	expect(blameLines(['a\nb'])).toEqual([0, 0]);
});

test('attributes every line to the newest text if nothing is shared', () => {
	expect(blameLines(['a\nb', 'c', 'a\nb'])).toEqual([0, 0]);
});

test('carries over what’s known about unchanged lines', () => {
	expect(carryOver('a\nnew\nb', 'a\nb\nc', ['v1', 'v2', 'v3'], 'not saved')).toEqual(['v1', 'not saved', 'v2']);
	expect(carryOver('a', 'a', ['v1'], 'not saved')).toEqual(['v1']);
	expect(carryOver('', 'a', ['v1'], 'not saved')).toEqual(['not saved']);
});
