import { expect, test } from 'vitest';
import { lineFinder } from './row-lines.ts';

test('finds the first line of rows after a header, blank or rejected lines and line breaks in values', () => {
	const text = 'id,note\n1,"two\nlines"\n\n2,x\n3,a,b\n4,y\n5,z\n';
	const layout = {
		delimiter: ',',
		quote: '"',
		preamble: 0,
		headerRows: 1,
		width: 2,
		fillShort: false,
		isValid: true,
	};
	const linesOf = lineFinder(() => [text.slice(0, 20), text.slice(20)], layout, []);
	const lines = linesOf([1, 2, 4]);
	expect([1, 2, 4].map((row) => lines.get(row))).toEqual([2, 5, 8]);
	expect(linesOf([3]).get(3)).toBe(7);
	expect(lineFinder(() => [text], layout, [{ line: 6, text: '3,a' }])([3, 4]).get(4)).toBe(7);
});
