import { expect, test } from 'vitest';
import { correctedAs, correctedCsv, editsIn, lineProblem, lineText, rejectedCsv } from './rejected-rows.ts';

const of = (column: string, message: string) => [{ column, message }];

const ingestion = {
	mapping: [
		{ from: 'No', column: 'id' },
		{ from: 'day', column: 'day' },
	],
	decided: {
		mode: 'create',
		options: { delimiter: ';', headerRows: 3, dateOrder: 'day', encoding: 'windows-1252' },
		columns: [
			{ from: 'No', column: 'id', type: 'BIGINT' },
			{ from: 'left out', column: '' },
			{ from: 'day', column: 'day', type: 'DATE', format: 'day first' },
		],
	},
	rejectedRows: [
		{ row: 9, reasons: of('line', 'The line has 2 values instead of 3.'), values: {}, text: '4;end' },
		{ row: 3, line: 6, reasons: of('day', '"x, y" isn’t a valid DATE.'), values: { id: '-7', day: 'x, y' } },
		{ row: 9, reasons: of('day', '"=1" isn’t a valid DATE.'), values: { id: null, day: '=1' } },
	],
};

test('exports skipped rows as CSV with values, row numbers and reasons', () => {
	expect(rejectedCsv(ingestion, new Map([[1, { day: '1.2.2024' }]]))).toBe(
		[
			`id,day,${lineText},row,line,why`,
			',,4;end,9,9,The line has 2 values instead of 3.',
			'-7,1.2.2024,,3,6,"day: ""x, y"" isn’t a valid DATE."',
			`,'=1,,9,,"day: ""=1"" isn’t a valid DATE."`,
			'',
		].join('\r\n'),
	);
});

test('applies a corrected file to the rows and lines it came from', () => {
	const records = [
		{ id: '', day: '', [lineText]: '4;;5.6.2024', row: '9' },
		{ id: '-7', day: 'x, y', [lineText]: '', row: '3' },
		{ id: '8', day: "'=1", [lineText]: '', row: '9' },
	];
	expect([...editsIn(records, ingestion.rejectedRows)]).toEqual([
		[0, { [lineText]: '4;;5.6.2024' }],
		[2, { id: '8' }],
	]);
	expect(() => editsIn([{ other: '1' }], ingestion.rejectedRows)).toThrow('The file is missing the column "row"');
});

test('writes corrected rows and lines to a file that imports like the original', () => {
	expect(lineProblem('4;end', ingestion)).toBe('The line has 2 values instead of 3.');
	expect(lineProblem('4;"a;b";5.6.2024', ingestion)).toBeNull();
	const edits = new Map([
		[0, { [lineText]: '4;"a;b";5.6.2024' }],
		[1, { day: '1.2.2024' }],
	]);
	expect(correctedCsv(ingestion, edits)).toBe('No,left out,day\r\n4,a;b,5.6.2024\r\n-7,,1.2.2024\r\n');
	expect(correctedAs(ingestion)).toEqual({
		mode: 'append',
		options: { delimiter: ',', quote: '"', headerRows: 1, preamble: 0, dateOrder: 'day' },
		columns: [
			{ from: 'No', column: 'id', type: 'BIGINT', isNew: false },
			{ from: 'left out', column: '', isNew: false },
			{ from: 'day', column: 'day', type: 'DATE', format: 'day first', isNew: false },
		],
	});
});

test('parses corrected JSON lines again', () => {
	const records = {
		mapping: [
			{ from: 'id', column: 'id' },
			{ from: 'tags', column: 'tags' },
		],
		decided: { options: { encoding: 'utf-8' } },
		rejectedRows: [{ row: 2, reasons: of('line', 'The line isn’t valid JSON.'), values: {}, text: '{"id":}' }],
	};
	expect(lineProblem('{"id":', records)).toMatch('The line isn’t valid JSON: ');
	expect(lineProblem('[1]', records)).toBe('The line isn’t a JSON object.');
	expect(lineProblem('{"other":1}', records)).toBe('The file has no column "other". Remove it from the line.');
	const edits = new Map([[0, { [lineText]: '{"tags":["a"],"id":12345678901234567890}' }]]);
	expect(correctedCsv(records, edits)).toBe('id,tags\r\n12345678901234567890,"[""a""]"\r\n');
});
