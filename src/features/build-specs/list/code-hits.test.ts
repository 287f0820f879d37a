import { expect, test } from 'vitest';
import type { BuildSpec } from '#contract/build-spec.ts';
import { hitsIn, piecesOf } from './code-hits.ts';
import { searchCode } from './code-search.ts';
import { toRows } from './list-model.ts';
import { termsOf } from './search-terms.ts';

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
			.map((it) => (it.isFound ? `[${it.text}]` : it.text))
			.join(''),
	);

test('words and phrases are found in any case, marked, and counted by lines', () => {
	const code = 'SELECT a\r\nFROM left_side\r\n\tLEFT  JOIN b\n-- left join it';
	expect(shown(code, 'left')).toEqual(['FROM [left]_side', '[LEFT]  JOIN b', '-- [left] join it']);
	expect(shown(code, '"left join"')).toEqual(['-- [left join] it']);
	expect(searchCode([rowOf(code)], 'left a').map((it) => it.lines)).toEqual([3 + 1]);
	expect(searchCode([rowOf(code)], 'orders')).toEqual([]);
	expect(termsOf('a "b c" a "open end')).toEqual(['a', 'b c', 'open end']);
});

test('what is marked is what was found, also where folding changes how long a text is', () => {
	expect(shown('İİ where x', 'where')).toEqual(['İİ [where] x']);
	expect(shown('cafe\u0301 crème', 'café')).toEqual(['[cafe\u0301] crème']);
});

test('a long line is cut around the first find', () => {
	const [line = ''] = shown(`${'x'.repeat(500)} needle ${'y'.repeat(500)}`, 'needle');
	expect(line).toContain('[needle]');
	expect(line.length).toBeLessThan(220);
	expect([line.at(0), line.at(-1)]).toEqual(['…', '…']);
});

test('the count agrees with the lines that are shown, whatever the text', () => {
	for (const code of ['', '\n\n', 'a', 'a\ra\r\na\na', `${'z'.repeat(5_000)}a\na`, 'b\nb a a\n']) {
		const [found] = searchCode([rowOf(code)], 'a');
		expect(hitsIn(rowOf(code), 'a', 100)).toHaveLength(found?.lines ?? 0);
	}
});
