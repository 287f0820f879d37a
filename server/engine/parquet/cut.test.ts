import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

/** Every type that is written; the texts have bloom filters. */
const all = `SELECT range AS id, range % 7 = 3 AS odd, 'name ' || range % 5 AS name, hash(range) AS hash,
	CASE WHEN range % 10 > 0 THEN range / 2.0 END::DOUBLE AS half, NULL::INTEGER AS nothing,
	TIMESTAMPTZ '2020-01-01 00:00:00+00' + to_seconds(range) AS moment, range::DECIMAL(38, 2) AS amount,
	[range, NULL, 2] AS list, {'a': range, 'b': ['x']} AS struct, MAP {'k': range} AS map, range::VARCHAR::BLOB AS bytes
	FROM range(100000)`;

async function written(name: string, select: string) {
	const connection = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
	const file = join(house.dir, name);
	await connection.run(`COPY (${select}) TO '${file}' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240)`);
	const rowsOf = async (sql: string) => (await connection.run(sql)).getRowsJson();
	return { file, rowsOf };
}

test('cuts a file into parts with the same rows in the same order, and returns the bounds of each', async () => {
	const { file, rowsOf } = await written('whole', all);
	const { files, dispose } = await house.engine.cut(file, 600_000);
	const names = files.map((file) => `'${file.file}'`).join(', ');
	expect(files.length).toBeGreaterThan(3);
	for (const part of files) expect(statSync(part.file).size).toBeLessThan(800_000);

	const both = (rows: string) => `SELECT row_number() OVER () AS row, it FROM (SELECT it FROM ${rows} it)`;
	const [whole, parts] = [both(`read_parquet('${file}')`), both(`read_parquet([${names}])`)];
	expect(await rowsOf(`SELECT count(*) FROM (${parts})`)).toEqual([['100000']]);
	expect(await rowsOf(`SELECT count(*) FROM (${whole} EXCEPT ${parts})`)).toEqual([['0']]);
	let first = 0;
	for (const { rows, columns } of files) {
		expect(columns.id).toEqual({ type: 'BIGINT', min: String(first), max: String(first + rows - 1), nulls: 0 });
		expect(columns.name).toEqual({ type: 'VARCHAR', min: 'name 0', max: 'name 4', nulls: 0 });
		expect(columns.half?.nulls).toBe(Math.floor(rows / 10));
		expect(columns.moment?.min).toMatch(/^2020-01-0[12] .*\+00$/);
		expect(Object.keys(columns)).not.toEqual(expect.arrayContaining(['nothing', 'list', 'struct']));
		first += rows;
	}
	const probed = await rowsOf(
		`SELECT DISTINCT bloom_filter_excludes FROM parquet_bloom_probe([${names}], 'name', 'name 77')`,
	);
	expect(probed).toEqual([[true]]);
	expect(await rowsOf(`SELECT count(*) FROM read_parquet([${names}]) WHERE name = 'name 3'`)).toEqual([['20000']]);
	await dispose();
});

test('keeps a file with one row group whole, and rejects a missing file', async () => {
	const { file } = await written('small', 'SELECT range FROM range(9000)');
	expect((await house.engine.cut(file, 1_000)).files).toEqual([]);
	await expect(house.engine.cut(join(house.dir, 'absent'), 1_000)).rejects.toMatchObject({ code: 'SQL_ERROR' });
});

const orders = (rest: string) => `SELECT range AS id, hash(range) AS customer, 'name ' || hash(range + 1) % 900 AS name,
	[range % 3, NULL] AS list, CASE WHEN range % 9 > 0 THEN range / 4.0 END::DOUBLE AS amount FROM range(100000) ${rest}`;

test('produces identical parts again if rows before them were removed or inserted', async () => {
	const { file } = await written('before', orders(''));
	const before = await house.engine.cut(file, 300_000);
	const sha256Of = (name: string) => createHash('sha256').update(readFileSync(name)).digest('hex');
	const former = before.files.map((part) => ({ file: part.file, sha256: sha256Of(part.file) }));
	expect(former.length).toBeGreaterThan(4);
	const changes = [
		['removed', orders('WHERE range > 0'), 1],
		[
			'inserted',
			orders(
				"WHERE range < 30000 UNION ALL SELECT 7, 7::UBIGINT, 'new', [7], 7 UNION ALL ".concat(
					orders('WHERE range >= 30000'),
				),
			),
			1,
		],
		['both', orders('WHERE range NOT IN (5, 50000)'), 2],
	] as const;
	for (const [name, select, anew] of changes) {
		const { file: after, rowsOf } = await written(name, select);
		const { files, dispose } = await house.engine.cut(after, 300_000, former);
		const known = new Set(former.map((part) => part.sha256));
		expect(files.filter((part) => !known.has(sha256Of(part.file))).length, name).toBeLessThanOrEqual(anew);
		const names = files.map((part) => `'${part.file}'`).join(', ');
		const numbered = (rows: string) => `SELECT row_number() OVER () AS row, it FROM (SELECT it FROM ${rows} it)`;
		const [whole, parts] = [numbered(`read_parquet('${after}')`), numbered(`read_parquet([${names}])`)];
		expect(
			await rowsOf(`SELECT count(*), count(*) FILTER (p.it IS DISTINCT FROM w.it) FROM (${whole}) w
			FULL JOIN (${parts}) p USING (row)`),
		).toEqual([[String(files.reduce((sum, { rows }) => sum + rows, 0)), '0']]);
		await dispose();
	}
	// None of the former parts match, or the columns differ.
	for (const select of [orders('WHERE range % 10 > 0'), 'SELECT range FROM range(100000)']) {
		const { file: other } = await written('other', select);
		const cutting = house.engine.cut(other, 300_000, former).catch(() => ({ files: [], dispose: async () => {} }));
		const { files, dispose } = await cutting;
		expect(files).toEqual([]);
		await dispose();
	}
	await before.dispose();
});
