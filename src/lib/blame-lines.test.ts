import { expect, test } from 'vitest';
import { blameLines, carryOver } from './blame-lines.ts';

test('gives each line the oldest text that it has been in ever since', () => {
	const v1 = 'select\na\nfrom x';
	const v2 = 'select\na,\nb\nfrom x';
	const v3 = 'select\na,\nb\nfrom x\nwhere c';
	expect(blameLines([v3, v2, v1])).toEqual([2, 1, 1, 2, 0]);
});

test('a line that was gone for a while came with the text that brought it back', () => {
	expect(blameLines(['a\nb', 'a', 'a\nb'])).toEqual([2, 0]);
});

test('of a single text every line came with it', () => {
	expect(blameLines(['a\nb'])).toEqual([0, 0]);
});

test('of texts that share nothing every line came with the newest', () => {
	expect(blameLines(['a\nb', 'c', 'a\nb'])).toEqual([0, 0]);
});

test('a text keeps what is known of the lines of the text before it', () => {
	expect(carryOver('a\nnew\nb', 'a\nb\nc', ['v1', 'v2', 'v3'], 'not saved')).toEqual(['v1', 'not saved', 'v2']);
	expect(carryOver('a', 'a', ['v1'], 'not saved')).toEqual(['v1']);
	expect(carryOver('', 'a', ['v1'], 'not saved')).toEqual(['not saved']);
});
