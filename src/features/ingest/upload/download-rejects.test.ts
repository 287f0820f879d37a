import { expect, test } from 'vitest';
import type { FileReview, ReviewedColumn } from '#contract/file-ingestion.ts';
import { writeCsv } from '#lib/delimited/write.ts';
import { decodeText } from '../../../rows/index.ts';
import { recordsOf } from './corrected-file.tsx';
import { fixesIn, linesIn, misfitRows, rejectedLineRows } from './download-rejects.tsx';

const misfit = (value: string, row: number) => ({ value, row, count: 1 });
const column = {
	...{ from: 'day', type: 'DATE' },
	firstMisfits: [misfit('soon', 2), misfit('=later', 5), misfit('a, "b"', 9)],
} as unknown as ReviewedColumn;

test('reads corrections from a downloaded file', () => {
	const text = writeCsv(misfitRows(column));
	expect(fixesIn(recordsOf(text), column)).toEqual([]);
	const corrected = text.replace('soon,soon', 'soon,2024-01-02').replace('"a, ""b""","a, ""b"""', '"a, ""b""",');
	expect(fixesIn(recordsOf(corrected), column)).toEqual([
		{ value: 'soon', to: '2024-01-02' },
		{ value: 'a, "b"', to: '' },
	]);
	// As saved by a spreadsheet.
	const other = `\ufeffday;save as\nsoon;2024-01-02\n`;
	expect(fixesIn(recordsOf(other), column)).toEqual([{ value: 'soon', to: '2024-01-02' }]);
	expect(() => fixesIn(recordsOf('x,y\n1,2\n'), column)).toThrow('missing the columns "day" and "save as"');
});

test('adds line numbers for a text file', () => {
	const lines = { ...column, firstMisfits: [{ ...misfit('soon', 2), line: 4 }] };
	expect(misfitRows(lines)).toEqual([
		['row', 'line', 'times', 'day', 'save as', 'why'],
		['2', '4', '1', 'soon', 'soon', 'not a valid DATE'],
	]);
	expect(misfitRows(column)[0]).not.toContain('line');
});

test('reads corrected lines', () => {
	const first = [
		{ line: 4, text: 'only', problem: 'Too short.' },
		{ line: 7, text: '-x', problem: 'Too short.' },
	];
	const review = { rejectedLines: { total: 2, first } } as unknown as FileReview;
	const text = writeCsv(rejectedLineRows(first));
	expect(linesIn(recordsOf(text), review)).toEqual([]);
	expect(linesIn(recordsOf(text.replace(',only,', ',"1,2",')), review)).toEqual([{ line: 4, text: '1,2' }]);
});

test('reads a corrected file in any encoding it’s saved in', () => {
	const text = 'day,save as\nsoon,Zürich\n';
	const units = Uint8Array.from(
		[...`\ufeff${text}`].flatMap((unit) => [unit.charCodeAt(0) & 255, unit.charCodeAt(0) >> 8]),
	);
	const single = Uint8Array.from([...text], (unit) => unit.charCodeAt(0));
	for (const bytes of [new TextEncoder().encode(text), units, single])
		expect(recordsOf(decodeText(bytes))).toEqual([{ day: 'soon', 'save as': 'Zürich' }]);
});
