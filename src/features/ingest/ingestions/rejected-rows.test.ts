import { expect, test } from 'vitest';
import { rejectedColumns, rejectedCsv } from './rejected-rows.ts';

const of = (column: string, message: string) => [{ column, message }];

test('skipped rows are a CSV with their values, numbers and reasons', () => {
	const mapping = ['id', 'day'].map((column) => ({ from: column, column }));
	const rejectedRows = [
		{ row: 3, reasons: of('day', '"x, y" isn’t a valid DATE.'), values: { id: '-7', day: 'x, y' } },
		{ row: 5, reasons: of('day', '"=1" isn’t a valid DATE.'), values: { id: null, day: '=1' } },
		{ row: 9, reasons: of('line', 'The line has 1 value instead of 2.'), values: { line: 'end' } },
	];
	expect(rejectedColumns({ mapping, rejectedRows })).toEqual(['id', 'day', 'line']);
	expect(rejectedCsv({ mapping, rejectedRows })).toBe(
		[
			'id,day,line,row,why',
			'-7,"x, y",,3,"day: ""x, y"" isn’t a valid DATE."',
			`,'=1,,5,"day: ""=1"" isn’t a valid DATE."`,
			',,end,9,line: The line has 1 value instead of 2.',
			'',
		].join('\r\n'),
	);
});
