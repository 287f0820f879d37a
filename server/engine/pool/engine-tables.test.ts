import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { groupedText } from '../tables/text-macros.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine();
});
afterAll(() => house.close());

const tableOf = async (select: string) => ({ files: (await house.source('a', 'b', 'c', select)).files });
const signal = new AbortController().signal;

test('numbers rows across files and formats values as text', async () => {
	const select = `SELECT * FROM (VALUES (1.5::DOUBLE, 1::INTEGER), (1e21, 2), (1e20, 3), (1.5e-5, 4), (1e-7, NULL), ('nan', 6), ('-0.0', 7), (100000, 8), (-123456.25, 9)) AS t("file ""x""", i)`;
	const one = await tableOf(select);
	const two = await tableOf(select);
	const rows = await house.engine.withTables(
		{ tables: [{ files: [...one.files, ...two.files] }], lane: '', signal },
		async (session) => {
			expect(session.tables).toEqual([
				{
					rows: 18,
					columns: [
						{ name: 'file "x"', type: 'DOUBLE' },
						{ name: 'i', type: 'INTEGER' },
					],
				},
			]);
			return (await session.rows(`SELECT r, x0 AS x, ${groupedText('x0')} AS g FROM t0 ORDER BY r`)).rows.map((row) =>
				JSON.parse(row),
			);
		},
	);
	expect(rows.map(({ r }) => r)).toEqual([...rows.keys()]);
	const numbers = [1.5, 1e21, 1e20, 1.5e-5, 1e-7, Number.NaN, -0, 100_000, -123_456.25];
	expect(rows.slice(9).map(({ x }) => x)).toEqual(
		numbers.map((value) => (Object.is(value, -0) ? '-0' : String(value))),
	);
	expect(rows.slice(9).map(({ g }) => g)).toEqual([
		'1.5',
		'1e+21',
		'100,000,000,000,000,000,000',
		'0.000015',
		'1e-7',
		'NaN',
		'-0',
		'100,000',
		'-123,456.25',
	]);
});

test('writes files, and keeps the runner for the same tables even after an error', async () => {
	const table = await tableOf('SELECT range AS i FROM range(100000)');
	const job = { tables: [table], lane: 'x', signal };
	const seen: number[] = [];
	const written = await house.engine.withTables({ ...job, onProgress: (done) => seen.push(done) }, async (session) => {
		await session.run('CREATE TEMP TABLE kept AS SELECT 1 AS one');
		const { rows, file } = await session.write(
			'SELECT c0 AS "a b" FROM t0 WHERE c0 % 2 = 0 ORDER BY c0 DESC, r',
			'parquet',
		);
		return { rows, values: await house.rows(file, 'SELECT count(*), max("a b") FROM file') };
	});
	expect(written).toEqual({ rows: 50_000, values: [[50_000n, 99_998n]] });
	await expect(house.engine.withTables(job, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
	expect(await house.engine.withTables(job, (session) => session.rows('SELECT one FROM kept'))).toMatchObject({
		rows: ['{"one":1}'],
	});
});

test('stops when canceled', async () => {
	const table = await tableOf('SELECT range AS i FROM range(30000)');
	const abort = new AbortController();
	const slow = house.engine.withTables({ tables: [table], lane: '', signal: abort.signal }, async (session) => {
		setTimeout(() => abort.abort(), 0);
		return session.rows('SELECT sum(hash(a.c0 * b.c0)) AS s FROM t0 a, t0 b');
	});
	await expect(slow).rejects.toMatchObject({ code: 'CANCELLED' });
});
