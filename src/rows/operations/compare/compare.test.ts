import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { opened, startFileStore } from '../../../testing/node/file-store.ts';
import { type CellValue, isChanged, type RowSource } from '../../source/row-source.ts';
import { exactText } from '../../values/cell-text.ts';
import { plainDecimal } from './aligned-columns.ts';
import { compareSources, proposeKeyFor, type SourcePair } from './compare-sources.ts';
import type { Comparison, ComparisonView } from './comparison.ts';

startFileStore();

let folder: string;
let db: DuckDBConnection;
const work = { signal: new AbortController().signal };
const everything: ComparisonView = { changes: ['same', 'changed', 'added', 'removed'], column: null };
const differences: ComparisonView = { changes: ['changed', 'added', 'removed'], column: null };

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'compare-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run('SELECT setseed(0.7)');
});

afterAll(async () => await rm(folder, { recursive: true }));

/** Two open tables, `a` before and `b` after. */
async function pairOf(before: string, after: string): Promise<SourcePair> {
	const open = async (name: string, sql: string): Promise<RowSource> => {
		await db.run(`CREATE OR REPLACE TABLE ${name} AS ${sql}`);
		await db.run(`COPY ${name} TO '${folder}/${name}.parquet' (FORMAT parquet, ROW_GROUP_SIZE 2048)`);
		const { source } = await opened(await readFile(join(folder, `${name}.parquet`)));
		if (source === null) throw new Error('no rows');
		return source;
	};
	return { before: await open('a', before), after: await open('b', after) };
}

async function rowsOf(source: RowSource): Promise<CellValue[][]> {
	const window = { rowStart: 0, rowEnd: source.rowCount, columnStart: 0, columnEnd: source.columns.length };
	return await source.rows(window, work.signal);
}

const text = (value: CellValue): string =>
	isChanged(value) ? `${text(value.before)} → ${text(value.after)}` : value === null ? 'null' : exactText(value);

/** The differing rows, as text. */
async function compareRows(pair: SourcePair, key: readonly string[] | null, view = differences) {
	const { comparison, source, show } = await compareSources(pair, key, view, work);
	return { comparison, source, show, rows: (await rowsOf(source)).map((row) => row.map(text)) };
}

async function number(sql: string): Promise<number> {
	return Number((await db.runAndReadAll(sql)).getRows()[0]?.[0]);
}

const random = (salt: number) => `SELECT
	i AS id,
	'name ' || (i % 97) AS name,
	CASE WHEN random() < 0.05 THEN NULL ELSE round(random() * 3) END AS score,
	hash(i + (random() < 0.03)::INTEGER * ${salt}) AS big,
	(random() < 0.9)::INTEGER AS flag
	FROM range(12000) t(i) WHERE random() < 0.95`;

describe('matching by key, compared with SQL', () => {
	let pair: SourcePair;
	beforeAll(async () => {
		pair = await pairOf(`${random(1)} ORDER BY i`, `${random(2)} ORDER BY random()`);
	});

	test('proposes a key that is unique on both sides and named like a key', async () => {
		expect(await proposeKeyFor(pair, work)).toEqual(['id']);
	});

	test('counts rows and cells like SQL', async () => {
		const { comparison } = await compareSources(pair, ['id'], everything, work);
		const columns = ['name', 'score', 'big', 'flag'];
		const differs = columns.map((column) => `a.${column} IS DISTINCT FROM b.${column}`).join(' OR ');
		expect(comparison.counts).toEqual({
			added: await number('SELECT count(*) FROM b ANTI JOIN a USING (id)'),
			removed: await number('SELECT count(*) FROM a ANTI JOIN b USING (id)'),
			changed: await number(`SELECT count(*) FROM a JOIN b USING (id) WHERE ${differs}`),
			same: await number(`SELECT count(*) FROM a JOIN b USING (id) WHERE NOT (${differs})`),
		});
		for (const name of columns) {
			const cells = await number(`SELECT count(*) FROM a JOIN b USING (id) WHERE a.${name} IS DISTINCT FROM b.${name}`);
			expect(comparison.columns.changed.find((candidate) => candidate.name === name)).toEqual({
				name,
				cells,
				isKey: false,
			});
		}
		expect(comparison.reordered).toBe(true);
		expect(comparison.ambiguous).toEqual({ before: 0, after: 0, samples: [] });
	});

	test('shows changed rows with both values, changed columns first', async () => {
		const { source } = await compareSources(pair, ['id'], differences, work);
		const shown = (await rowsOf(source)).map((row) => row.map(text).join('|'));
		const cell = (name: string) =>
			`CASE WHEN a.id IS NULL THEN coalesce(b.${name}::VARCHAR, 'null') WHEN b.id IS NULL THEN coalesce(a.${name}::VARCHAR, 'null')
				WHEN a.${name} IS DISTINCT FROM b.${name} THEN coalesce(a.${name}::VARCHAR, 'null') || ' → ' || coalesce(b.${name}::VARCHAR, 'null')
				ELSE coalesce(b.${name}::VARCHAR, 'null') END`;
		const expected = await db.runAndReadAll(`SELECT * FROM (SELECT concat_ws('|',
			CASE WHEN a.id IS NULL THEN 'added' WHEN b.id IS NULL THEN 'removed' ELSE 'changed' END,
			coalesce(a.id, b.id)::VARCHAR, replace(${cell('score')}, '.0', ''), ${cell('big')}, ${cell('flag')}, ${cell('name')}) AS line
			FROM a FULL JOIN b ON a.id = b.id
			WHERE a.id IS NULL OR b.id IS NULL OR (a.name, a.score, a.big, a.flag) IS DISTINCT FROM (b.name, b.score, b.big, b.flag))`);
		expect(shown.sort()).toEqual(
			expected
				.getRows()
				.map((row) => row[0] as string)
				.sort(),
		);
	});

	test('filters rows by a changed column, and shows all again', async () => {
		const { source, show } = await compareSources(pair, ['id'], differences, work);
		const scores = await show({ changes: ['changed'], column: 'score' }, work);
		expect(scores.source.rowCount).toBe(
			await number('SELECT count(*) FROM a JOIN b USING (id) WHERE a.score IS DISTINCT FROM b.score'),
		);
		const all = await show(everything, work);
		expect(all.source.rowCount).toBe(await number('SELECT count(*) FROM a FULL JOIN b USING (id)'));
		expect(source.rowCount).toBeLessThan(all.source.rowCount);
	});

	test('matches equal rows as often as they occur without a key', async () => {
		const { comparison } = await compareSources(pair, null, everything, work);
		const lines = (name: string) => `SELECT concat_ws('|', id, name, score, big, flag) AS line FROM ${name}`;
		expect(comparison.key).toBeNull();
		expect(comparison.counts).toMatchObject({
			changed: 0,
			added: await number(`SELECT count(*) FROM (${lines('b')} EXCEPT ALL ${lines('a')})`),
			removed: await number(`SELECT count(*) FROM (${lines('a')} EXCEPT ALL ${lines('b')})`),
		});
	});
});

test('matches rows with a shared key only if they are equal, and reports them', async () => {
	const { comparison, rows } = await compareRows(
		await pairOf(
			"SELECT * FROM (VALUES ('DFW', 1), ('DFW', 2), ('DFW', 3), ('ORD', 4)) t(iata, flights)",
			"SELECT * FROM (VALUES ('DFW', 2), ('DFW', 9), ('ORD', 5)) t(iata, flights)",
		),
		['iata'],
	);
	expect(comparison.ambiguous).toEqual({
		before: 3,
		after: 2,
		samples: [{ side: 'after', rows: 2, values: ['DFW'] }],
	});
	expect(comparison.counts).toEqual({ same: 1, changed: 1, added: 1, removed: 2 });
	expect(rows).toEqual([
		['removed', 'DFW', '1'],
		['added', 'DFW', '9'],
		['removed', 'DFW', '3'],
		['changed', 'ORD', '4 → 5'],
	]);
});

test('reports added, removed and retyped columns, and treats equal quantities as equal', async () => {
	const { comparison, source, rows } = await compareRows(
		await pairOf(
			"SELECT 1::INTEGER AS id, 1.50::DECIMAL(4,2) AS price, DATE '2024-02-01' AS day, 'x' AS gone, '7' AS word UNION ALL SELECT 2, 2.25, DATE '2024-02-02', 'y', '8'",
			"SELECT 1::BIGINT AS id, 1.5::DOUBLE AS price, TIMESTAMP '2024-02-01' AS day, 8 AS word, true AS fresh UNION ALL SELECT 2, 2.5, TIMESTAMP '2024-02-02 00:00:01', 8, false",
		),
		['id'],
	);
	expect(comparison.columns.added).toEqual([{ name: 'fresh', type: 'BOOLEAN' }]);
	expect(comparison.columns.removed).toEqual([{ name: 'gone', type: 'VARCHAR' }]);
	expect(comparison.columns.retyped.map((change) => change.name)).toEqual(['id', 'price', 'day', 'word']);
	expect(source.columns.map((column) => `${column.name}: ${column.type}`).slice(1)).toEqual([
		'id: INTEGER → BIGINT',
		'price: DECIMAL(4,2) → DOUBLE',
		'day: DATE → TIMESTAMP',
		'word: VARCHAR → INTEGER',
		'fresh: BOOLEAN, added',
		'gone: VARCHAR, removed',
	]);
	expect(rows).toEqual([
		['changed', '1', '1.5', '2024-02-01T00:00:00', '7 → 8', 'true', 'x'],
		['changed', '2', '2.25 → 2.5', '2024-02-02 → 2024-02-02T00:00:01', '8', 'false', 'y'],
	]);
});

test('treats the same rows in another order as the same', async () => {
	const rows = "SELECT i AS id, 'v' || i AS v FROM range(5000) t(i)";
	const pair = await pairOf(rows, `${rows} ORDER BY id DESC`);
	for (const key of [['id'], null]) {
		const { comparison } = await compareSources(pair, key, differences, work);
		expect(comparison.counts).toEqual({ same: 5_000, changed: 0, added: 0, removed: 0 });
		expect(comparison.reordered).toBe(true);
	}
});

test('finds a key of two columns if no single column is unique', async () => {
	const pair = await pairOf(
		'SELECT i // 50 AS day, i % 50 AS airport, random() AS delay FROM range(5000) t(i)',
		'SELECT i // 50 AS day, i % 50 AS airport, random() AS delay FROM range(5000) t(i)',
	);
	expect(await proposeKeyFor(pair, work)).toEqual(['day', 'airport']);
});

test('rejects a key that is unique only in the sample', async () => {
	const rows = 'SELECT CASE WHEN i = 5000 THEN 4999 ELSE i END AS id FROM range(20000) t(i)';
	expect(await proposeKeyFor(await pairOf(rows, rows), work)).toBeNull();
});

test('counts all rows as added or removed if one side is empty', async () => {
	const pair = await pairOf('SELECT 1 AS id, 2 AS v WHERE false', 'SELECT i AS id, 2 AS v FROM range(3) t(i)');
	const added = await compareRows(pair, ['id']);
	expect(added.comparison.counts).toEqual({ same: 0, changed: 0, added: 3, removed: 0 });
	const removed = await compareRows({ before: pair.after, after: pair.before }, ['id']);
	expect(removed.rows).toEqual([
		['removed', '0', '2'],
		['removed', '1', '2'],
		['removed', '2', '2'],
	]);
});

test('compares null, empty text, NaN, infinities and signed zero', async () => {
	const { comparison, rows } = await compareRows(
		await pairOf(
			"SELECT * FROM (VALUES (1, NULL, 'nan'::DOUBLE), (2, '', 0.0), (3, 'null', 'inf'::DOUBLE)) t(id, word, real)",
			"SELECT * FROM (VALUES (1, '', 'nan'::DOUBLE), (2, '', -0.0), (3, NULL, '-inf'::DOUBLE)) t(id, word, real)",
		),
		['id'],
	);
	expect(comparison.columns.changed.map((item) => item.cells)).toEqual([0, 2, 1]);
	expect(rows).toEqual([
		['changed', '1', 'null → ', 'NaN'],
		['changed', '3', 'null → null', 'Infinity → -Infinity'],
	]);
});

test('doesn’t match rows without common columns', async () => {
	const pair = await pairOf('SELECT i AS n FROM range(3) t(i)', 'SELECT i AS total FROM range(2) t(i)');
	const { comparison } = await compareRows(pair, null);
	expect(comparison.counts).toEqual({ same: 0, changed: 0, added: 2, removed: 3 });
});

test.each(['BIGINT', 'HUGEINT', 'DECIMAL(38, 0)'])(
	'treats a %s beyond 2^53 as equal to the same double, on either side',
	async (type) => {
		const pair = await pairOf(
			`SELECT 1 AS id, 1152921504606846976::${type} AS v`,
			'SELECT 1 AS id, 1152921504606846976::DOUBLE AS v',
		);
		for (const candidates of [pair, { before: pair.after, after: pair.before }]) {
			for (const key of [['id'], ['v'], null]) {
				expect((await compareRows(candidates, key)).comparison.counts).toEqual({
					same: 1,
					changed: 0,
					added: 0,
					removed: 0,
				});
			}
		}
	},
);

test('keeps a column named Change', async () => {
	const { source } = await compareSources(
		await pairOf('SELECT 1 AS id, 2 AS "Change"', 'SELECT 1 AS id, 3 AS "Change"'),
		['id'],
		differences,
		work,
	);
	expect(source.columns.map((column) => column.name)).toEqual(['Change_1', 'id', 'Change']);
});

test('can be aborted, and reports a missing key column', async () => {
	const pair = await pairOf('SELECT i AS id FROM range(9000) t(i)', 'SELECT i AS id FROM range(9000) t(i)');
	const leaving = new AbortController();
	const gone = compareSources(pair, ['id'], everything, { signal: leaving.signal });
	leaving.abort();
	await expect(gone).rejects.toThrow(/abort/i);
	await expect(compareSources(pair, ['key'], everything, work)).rejects.toThrow('Column "key" isn’t in both tables');
	const again: Comparison = (await compareSources(pair, ['id'], everything, work)).comparison;
	expect(again.counts.same).toBe(9_000);
});

test.each([
	['1.50', '1.5'],
	['-0.0', '0'],
	['1e21', '1000000000000000000000'],
	['1.5e-3', '0.0015'],
	['007', '7'],
	['-12', '-12'],
])('writes %s as the decimal %s', (text, plain) => expect(plainDecimal(text)).toBe(plain));
