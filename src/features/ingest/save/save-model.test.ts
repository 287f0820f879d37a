import { expect, test } from 'vitest';
import { openReader } from '../../../rows/formats/open-reader.ts';
import { MisfitCounter } from '../../../rows/index.ts';
import { countMisfits } from '../../../rows/operations/inspect/inspect.ts';
import { misfitsOf, misfitText, proposeMapping, typesToFit } from './save-model.ts';

test('checks every value of a file against its column', async () => {
	const days = ['2024-02-29', '2024-13-45', '2023-02-29', '', 'soon'];
	const blob = new Blob([['id,day', ...days.map((day, row) => `${row},${day}`)].join('\n')]);
	const misfits = await countMisfits(await openReader(blob, {}), ['VARCHAR', 'DATE'], new AbortController().signal);
	expect(misfits.rows).toBe(3);
	expect(misfits.columns.map(misfitText)[1]).toBe(
		'3 values don’t fit: "2024-13-45" in row 2, "2023-02-29" in row 3, "soon" in row 5',
	);
});

test('checks records against their mapped columns', () => {
	const records = Array.from({ length: 9 }, (_, row) => ({ n: row === 0 ? '1' : 'x', left: 'out' }));
	const rows = proposeMapping(['n', 'left'], [{ name: 'N' }]);
	const types = typesToFit(rows, [{ name: 'N', type: 'INTEGER' }], {});
	expect(types).toEqual(['INTEGER', '']);
	const { columns } = misfitsOf(records, rows, types);
	expect(misfitText(columns[0] ?? { count: 0, first: [] })).toMatch(/^8 values don’t fit: .* in row 6 and 3 more$/);
});

test("doesn't check a column whose type the file declares", () => {
	const declared = { small: 'TINYINT', day: 'DATE' };
	const rows = proposeMapping(['small', 'day'], null, declared);
	expect(typesToFit(rows, null, declared)).toEqual(['', '']);
	expect(typesToFit(rows, [{ name: 'small', type: 'BOOLEAN' }], declared)).toEqual(['BOOLEAN', '']);
});

test('counts a row with two misfits once', () => {
	const counter = new MisfitCounter(['INTEGER', 'DATE']);
	counter.observe(['x', 'y']);
	expect(counter.result().rows).toBe(1);
});
