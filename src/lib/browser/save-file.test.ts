import { expect, test } from 'vitest';
import { textsThatTry } from '#server/testing/hostile/texts.ts';
import { exportName, fileNameOf } from './save-file.ts';

test.each([...textsThatTry('path'), ...textsThatTry('direction'), '..', '.hidden', 'a\u200bb'])(
	'turns %j into a visible file name inside its folder',
	(words) => {
		const name = fileNameOf(words);
		expect(name).not.toMatch(/[\p{Cc}/\\:\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]|^\./u);
		expect(name).not.toBe('');
	},
);

test('keeps letters of all scripts', () => {
	expect(fileNameOf('Flughäfen 日本 עברית')).toBe('Flughäfen 日本 עברית');
	// Some scripts and emoji are spelled with joiners.
	expect(fileNameOf('👩\u200d🚀')).toBe('👩\u200d🚀');
});

test('saves rows under the full name with the extension of their format', () => {
	expect(exportName('delays', 'csv')).toBe('delays.csv');
	expect(exportName('delays.parquet', 'csv')).toBe('delays.csv');
	expect(exportName('report.v2', 'json')).toBe('report.v2.json');
	expect(exportName('x'.repeat(128), 'csv')).toBe(`${'x'.repeat(128)}.csv`);
});
