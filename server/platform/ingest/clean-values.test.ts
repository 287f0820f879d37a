import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CleanedValues, cleanValues } from './clean-values.ts';
import { noRules } from './normalize/hints.ts';

const folder = mkdtempSync(join(tmpdir(), 'clean-values-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

/** Cleans values in several passes. */
async function clean(values: readonly string[], budgetMs: number, holds = '') {
	files += 1;
	const file = join(folder, `values-${files}`);
	writeFileSync(file, values.map((v) => `${JSON.stringify({ v, n: 2 })}\n`).join(''));
	let lines = '';
	const parts: CleanedValues[] = [];
	let offset = 0;
	for (let isEnd = false; !isEnd; ) {
		const job = { name: file, file, offset, field: 'w', holds, saved: [], rules: noRules, output: '', budgetMs };
		const part = await cleanValues(
			job,
			async (text) => {
				lines += text;
			},
			async () => {},
		);
		parts.push(part);
		({ offset, isEnd } = part);
	}
	const changes = lines
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));
	return { parts, changes };
}

const weights = Array.from({ length: 2_000 }, (_, index) => ` ${index},5 kg`);

test('several passes give the same result as one', async () => {
	const atOnce = await clean(weights, 60_000);
	const inParts = await clean(weights, 0);
	expect(atOnce.parts.map(({ done, written }) => [done, written])).toEqual([[2_000, 2_000]]);
	expect(inParts.parts.map(({ done }) => done)).toEqual([...Array(7).fill(256), 208]);
	expect(inParts.changes).toEqual(atOnce.changes);
	expect(atOnce.changes[1_234]).toEqual({ b: ' 1234,5 kg', t: '1234,5 kg', v: '1234.5' });
	const [part] = atOnce.parts;
	expect(part?.rules.map(({ rule, count }) => [rule, count])).toEqual([
		['spaces', 4_000],
		['number', 4_000],
	]);
	expect(part?.rules[1]?.examples[0]).toEqual({
		before: ' 0,5 kg',
		after: '0.5',
		why: 'decimal comma, unit kg',
		count: 2,
	});
});

test('leaves ambiguous values unchanged and lists them', async () => {
	const { parts, changes } = await clean(['03/04/2024', '05/06/2024', 'n/a'], 60_000, 'date');
	expect(changes).toEqual([]);
	expect(parts[0]?.unsure).toMatchObject({
		count: 4,
		first: [{ value: '03/04/2024', count: 2 }, { value: '05/06/2024' }],
	});
});

test('takes values at the end of a long column into account', async () => {
	const dates = Array.from({ length: 60_000 }, (_, index) => {
		const [day, year] = index < 30_000 ? [1 + (index % 12), 1_000] : [13 + (index % 15), 4_000];
		return `${day}/0${2 + (index % 8)}/${year + (index % 3_000)}, ${String(index % 24).padStart(2, '0')}:${10 + (index % 50)}`;
	});
	const { changes } = await clean(dates, 600_000);
	expect(changes).toHaveLength(60_000);
	expect(changes[0]).toMatchObject({ b: '1/02/1000, 00:10', v: '1000-02-01T00:10' });
});

test('counts numbers with misplaced separators as unsure, even with a unit', async () => {
	const odd = Array.from({ length: 999 }, (_, index) => `0.${String(index).padStart(3, '0')},5 kg`);
	for (const holds of ['', 'weight in kg, number']) {
		const { parts, changes } = await clean([...odd, '1.234,5 kg'], 60_000, holds);
		expect(parts[0]?.unsure).toMatchObject({ count: 999 * 2 });
		expect(parts[0]?.unsure.first[0]).toMatchObject({
			value: '0.000,5 kg',
			why: 'the separators aren’t valid in a number',
		});
		expect(changes).toEqual([{ b: '1.234,5 kg', t: '1.234,5 kg', v: '1234.5' }]);
	}
});
