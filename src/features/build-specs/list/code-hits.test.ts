import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { hitsIn, piecesOf } from './code-hits.ts';
import { searchCode, toRows } from './list-model.ts';
import { termsOf } from './list-search.ts';

const rowOf = (payload: string) => {
	const at = { owner: 'demo', namespace: 'sales', datasetName: 'orders' };
	const spec = { id: 'a', owner: 'demo', version: 1, sources: [at], destination: at, code: { payload } };
	const [row] = toRows([{ ...spec, createdAt: '', updatedAt: '' } as BuildSpec]);
	if (row === undefined) throw new Error('There is no row.');
	return row;
};
const shown = (payload: string, q: string) =>
	hitsIn(rowOf(payload), q, 10).map((hit) =>
		piecesOf(hit)
			.map((item) => (item.isFound ? `[${item.text}]` : item.text))
			.join(''),
	);

test('finds, marks and counts words and phrases by line, ignoring case', () => {
	const code = 'SELECT a\r\nFROM left_side\r\n\tLEFT  JOIN b\n-- left join it';
	expect(shown(code, 'left')).toEqual(['FROM [left]_side', '[LEFT]  JOIN b', '-- [left] join it']);
	expect(shown(code, '"left join"')).toEqual(['-- [left join] it']);
	expect(searchCode([rowOf(code)], 'left a').map((code) => code.lines)).toEqual([3 + 1]);
	expect(searchCode([rowOf(code)], 'orders')).toEqual([]);
	expect(termsOf('a "b c" a "open end')).toEqual(['a', 'b c', 'open end']);
});

test('marks matches correctly when case folding changes the length', () => {
	expect(shown('İİ where x', 'where')).toEqual(['İİ [where] x']);
	expect(shown('cafe\u0301 crème', 'café')).toEqual(['[cafe\u0301] crème']);
});

test('cuts a long line around the first match', () => {
	const [line = ''] = shown(`${'x'.repeat(500)} needle ${'y'.repeat(500)}`, 'needle');
	expect(line).toContain('[needle]');
	expect(line.length).toBeLessThan(220);
	expect([line.at(0), line.at(-1)]).toEqual(['…', '…']);
});

test('counts exactly the lines it shows, for any text', () => {
	for (const code of ['', '\n\n', 'a', 'a\ra\r\na\na', `${'z'.repeat(5_000)}a\na`, 'b\nb a a\n']) {
		const [found] = searchCode([rowOf(code)], 'a');
		expect(hitsIn(rowOf(code), 'a', 100)).toHaveLength(found?.lines ?? 0);
	}
});
