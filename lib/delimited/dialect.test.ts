import { expect, test } from 'vitest';
import { delimitedCorpus } from '#src/testing/delimited-corpus.ts';
import { detectColumn, detectDialect, dialectFor } from './dialect.ts';
import { readRecord } from './record.ts';
import { writeField } from './write.ts';

test.each(delimitedCorpus)('detects the dialect: $name', ({ text, dialect }) => {
	expect(detectDialect(text, true)).toMatchObject(dialect);
	// If the text continues, the last record may be incomplete.
	expect(detectDialect(text, false)).toMatchObject({ delimiter: dialect.delimiter, quote: dialect.quote });
});

test('keeps explicitly chosen options', () => {
	expect(detectDialect('a\nb,c\n1,2\n', true, { delimiter: ';' })).toMatchObject({ delimiter: ';', width: 1 });
	expect(detectDialect('a\nb,c\n1,2\n', true, { preamble: 2 })).toMatchObject({ preamble: 2, headerRows: 0 });
	expect(detectDialect('1,2\n3,4\n', true, { headerRows: 1, quote: null })).toMatchObject({
		headerRows: 1,
		quote: null,
	});
});

test.each([
	'Dear all of you, this is the letter that I announced.\nIt goes on and on, without any end that I know of.\n',
	'2024-01-01 10:00:00 INFO started\n2024-01-01 10:00:05 INFO stopped\n',
	'name: Anna\nage: 3\n',
	'one line',
	'',
])('finds no table in %j', (text) => {
	expect(detectDialect(text, true)).toBeNull();
});

test('reads short values, one per line, as a column', () => {
	expect(detectColumn('id\n1\n2\n', true)).toMatchObject({ delimiter: null, headerRows: 1 });
	expect(detectColumn('a\nb\nc\n', true)).toMatchObject({ delimiter: null, headerRows: 0 });
	expect(detectColumn('a line of several words\nand another one of them\n', true)).toBeNull();
	expect(dialectFor(null, 'a,b\n1,2\n', true)).toMatchObject({ delimiter: null, rivals: [',', '\t', ';', '|'] });
});

test.each([',', '\t'] as const)('reads back written fields with %j as the delimiter', (delimiter) => {
	const fields = ['a', '', ' b ', 'c,d', '"', 'e\r\nf', 'g\th', "'i'"];
	const line = fields.map((field) => writeField(field, delimiter)).join(delimiter);
	expect(readRecord(line, 0, delimiter, true)).toEqual({ fields, next: line.length, problem: null });
});
