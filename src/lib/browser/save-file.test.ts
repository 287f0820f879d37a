import { expect, test } from 'vitest';
import { textsThatTry } from '#server/testing/hostile/texts.ts';
import { fileNameOf } from './save-file.ts';

test.each([...textsThatTry('path'), ...textsThatTry('direction'), '..', '.hidden', 'a\u200bb'])(
	'%j makes a file name that stays in its folder and reads as it is',
	(words) => {
		const name = fileNameOf(words);
		expect(name).not.toMatch(/[\p{Cc}/\\:\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\./u);
		expect(name).not.toBe('');
	},
);

test('letters of any writing stay', () => {
	expect(fileNameOf('Flughäfen 日本 עברית')).toBe('Flughäfen 日本 עברית');
	// A joiner is part of how some writings and emoji are spelled.
	expect(fileNameOf('👩\u200d🚀')).toBe('👩\u200d🚀');
});
