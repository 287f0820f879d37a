import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { distinctWords, factLines } from '../../../data-views/profile/profile-labels.ts';
import { opened, startFileStore } from '../../../testing/node/file-store.ts';
import { exactText } from '../../values/cell-text.ts';
import { Hasher } from '../../values/hash.ts';
import type { ColumnProfile } from './column-profile.ts';
import { DistinctSketch } from './distinct-sketch.ts';
import { profileSource } from './profile-source.ts';
import { QuantileSketch } from './quantile-sketch.ts';
import { Tally } from './tally.ts';

startFileStore();

let folder: string;
let db: DuckDBConnection;

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'profile-'));
	db = await (await DuckDBInstance.create(':memory:')).connect();
	await db.run("SET TimeZone = 'UTC'; SELECT setseed(0.42)");
});

afterAll(async () => await rm(folder, { recursive: true }));

async function profiled(sql: string): Promise<Map<string, ColumnProfile>> {
	await db.run(`CREATE OR REPLACE TABLE t AS ${sql}`);
	const path = join(folder, 'a.parquet');
	await db.run(`COPY t TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 4096)`);
	return await profiledFile(await readFile(path));
}

async function profiledFile(file: string | Buffer): Promise<Map<string, ColumnProfile>> {
	const { source, close } = await opened(file);
	if (source === null) throw new Error('no rows');
	const columns: ColumnProfile[] = [];
	await profileSource(source, { signal: new AbortController().signal, onColumns: (item) => columns.push(...item) });
	close();
	expect(columns.map((column) => column.name)).toEqual(source.columns.map((column) => column.name));
	return new Map(columns.map((column) => [column.name, column]));
}

async function rowOf(sql: string): Promise<unknown[]> {
	const [row] = (await db.runAndReadAll(sql)).getRows();
	return row ?? [];
}

const counted = async (where: string) => Number((await rowOf(`SELECT count(*) FROM t WHERE ${where}`))[0]);

/** Enough rows for several row groups, with repeated and unique values. */
const mixed = `SELECT
	i AS id,
	(random() * 100)::INTEGER - 20 AS small,
	CASE WHEN random() < 0.1 THEN NULL ELSE random() * 1000 - 1e-3 END AS real,
	(random() * 1e6)::DECIMAL(12,2) AS money,
	CASE WHEN random() < 0.5 THEN 'a' WHEN random() < 0.5 THEN '' WHEN random() < 0.2 THEN NULL ELSE 'long 🦆 ' || (i % 500) END AS word,
	random() < 0.3 AS flag,
	DATE '1999-12-01' + (random() * 900)::INTEGER AS day,
	TIMESTAMP '2024-03-01 00:00:00.5' + INTERVAL (random() * 86400) SECOND AS moment,
	TIMESTAMPTZ '1960-01-01 00:00:00+00' + INTERVAL (random() * 20000) DAY AS instant,
	hash(i) AS wide
	FROM range(20000) r(i)`;

describe('compared with the engine’s own results', () => {
	let profiles: Map<string, ColumnProfile>;
	beforeAll(async () => {
		profiles = await profiled(mixed);
	});

	test('counts nulls and distinct values and finds the extremes of every column', async () => {
		for (const [name, profile] of profiles) {
			const text = (sql: string) =>
				profile.kind === 'temporal' ? `replace(${sql}::VARCHAR, ' ', 'T')` : `${sql}::VARCHAR`;
			const [nulls, distinct, least, most] = await rowOf(
				`SELECT count(*) - count(${name}), count(DISTINCT ${name}), ${text(`min(${name})`)}, ${text(`max(${name})`)} FROM t`,
			);
			expect([name, profile.rows, profile.nulls]).toEqual([name, 20_000, Number(nulls)]);
			expect([name, profile.distinct]).toEqual([name, { count: Number(distinct), exact: true }]);
			if (name === 'flag') continue;
			const shown = [exactText(profile.least), exactText(profile.most)].map((value) => value.replace(/Z$/, '+00'));
			expect([name, ...shown]).toEqual([name, least, most]);
		}
	});

	test.each(['id', 'small', 'real', 'money'])('computes mean and quantiles of %s', async (name) => {
		const numbers = profiles.get(name)?.numbers;
		const [mean, quarter, median, threeQuarters] = await rowOf(
			`SELECT avg(${name})::DOUBLE, quantile_cont(${name}::DOUBLE, 0.25), quantile_cont(${name}::DOUBLE, 0.5), quantile_cont(${name}::DOUBLE, 0.75) FROM t`,
		);
		expect(numbers?.error).toBe(0);
		expect(numbers?.mean).toBeCloseTo(mean as number, 8);
		expect(numbers?.quarter).toBeCloseTo(quarter as number, 9);
		expect(numbers?.median).toBeCloseTo(median as number, 9);
		expect(numbers?.threeQuarters).toBeCloseTo(threeQuarters as number, 9);
	});

	test.each(['id', 'small', 'real', 'money', 'day', 'moment', 'instant', 'wide'])(
		'counts as many rows in each bar of %s as a filter by its edges finds',
		async (name) => {
			const shape = profiles.get(name)?.shape;
			if (shape?.kind !== 'histogram') throw new Error('no histogram');
			expect(shape.bins.length).toBeGreaterThan(5);
			expect(shape.bins.length).toBeLessThan(26);
			let sum = 0;
			const type =
				profiles.get(name)?.kind === 'float'
					? 'DOUBLE'
					: name === 'wide'
						? 'DECIMAL(38,0)'
						: `${profiles.get(name)?.type}`;
			const cast = (edge: string) => (type === 'DECIMAL(38,0)' ? `${BigInt(Number(edge))}` : `'${edge}'::${type}`);
			for (const { from, to, count } of shape.bins) {
				expect([from, await counted(`${name} >= ${cast(from)} AND ${name} < ${cast(to)}`)]).toEqual([from, count]);
				sum += count;
			}
			expect(sum + (profiles.get(name)?.nulls ?? 0)).toBe(20_000);
		},
	);

	test('lists the most frequent texts, empty text included, and the rest', async () => {
		const shape = profiles.get('word')?.shape;
		if (shape?.kind !== 'top') throw new Error('no top values');
		const rows = (
			await db.runAndReadAll(
				'SELECT word, count(*) AS c FROM t WHERE word IS NOT NULL GROUP BY 1 ORDER BY c DESC LIMIT 6',
			)
		).getRows();
		expect(shape.values.map((topValue) => topValue.count)).toEqual(rows.map((row) => Number(row[1])));
		expect(shape.values[0]).toEqual({ value: 'a', count: Number(rows[0]?.[1]), isCut: false });
		expect(shape.values[1]?.value).toBe('');
		expect(shape.slack).toBe(0);
		const shown = rows.reduce((sum, row) => sum + Number(row[1]), 0);
		expect(shape.others).toBe((await counted('word IS NOT NULL')) - shown);
	});

	test('measures lengths in characters', async () => {
		const [least, most, mean] = await rowOf('SELECT min(length(word)), max(length(word)), avg(length(word)) FROM t');
		const lengths = profiles.get('word')?.lengths;
		expect([lengths?.least, lengths?.most]).toEqual([Number(least), Number(most)]);
		expect(lengths?.mean).toBeCloseTo(mean as number, 9);
	});
});

test('counts NaN and infinities separately', async () => {
	const [profile] = (
		await profiled(
			"SELECT unnest(['nan', 'inf', '-inf', '1.5', '2.5', '-0.0', '0'])::DOUBLE AS v UNION ALL SELECT NULL ORDER BY 1",
		)
	).values();
	expect(profile?.numbers).toMatchObject({ notNumbers: 1, infinite: 2, mean: 1, median: 0.75 });
	expect(profile?.distinct).toEqual({ count: 6, exact: true });
	expect([profile?.least, profile?.most, profile?.nulls]).toEqual([-Infinity, Infinity, 1]);
});

test('counts empty fields of a number column separately', async () => {
	const profiles = await profiledFile('id,delay,note\n1,10,a\n2,,\n3,20,\n4,,b\n');
	const delay = profiles.get('delay');
	expect(delay).toMatchObject({ kind: 'digits', rows: 4, nulls: 0, empty: 2, least: '10', most: '20' });
	expect(delay?.numbers).toMatchObject({ mean: 15, median: 15, quarter: 12.5, threeQuarters: 17.5 });
	expect(delay?.distinct).toEqual({ count: 2, exact: true });
	expect(delay === undefined ? '' : distinctWords(delay)).toBe('2, all unique');
	const estimated = { ...delay, rows: 19_500, nulls: 50, distinct: { count: 19_702, exact: false } } as typeof delay;
	expect(estimated === undefined ? '' : distinctWords(estimated)).toBe('≈ 19,448');
	// An empty text is a regular text value.
	expect(profiles.get('note')).toMatchObject({ kind: 'text', empty: 0, distinct: { count: 3, exact: true } });
});

test('keeps the digits of large integers', async () => {
	const [profile] = (
		await profiled('SELECT unnest([9007199254740993, 9007199254740992, 9223372036854775807]) AS v')
	).values();
	expect([profile?.least, profile?.most]).toEqual([9007199254740992n, 9223372036854775807n]);
	expect(profile?.distinct).toEqual({ count: 3, exact: true });
});

test('profiles an output without rows and columns with only nulls', async () => {
	const none = (await profiled('SELECT 1 AS a, NULL::VARCHAR AS b WHERE false')).values();
	for (const profile of none) expect(profile).toMatchObject({ rows: 0, nulls: 0, shape: null, least: null });
	const [nulls] = (await profiled('SELECT NULL::DOUBLE AS a FROM range(3)')).values();
	expect(nulls).toMatchObject({ rows: 3, nulls: 3, distinct: { count: 0, exact: true }, shape: null, numbers: null });
});

test('counts nested values, blobs and intervals', async () => {
	const profiles = await profiled(
		"SELECT [1, 2] AS list, {'a': i} AS struct, 'x'::BLOB AS bytes, INTERVAL 1 DAY AS gap, TIME '10:00:00' + INTERVAL (i) MINUTE AS clock FROM range(200) t(i)",
	);
	expect(profiles.get('list')?.distinct.count).toBe(1);
	expect(profiles.get('struct')?.distinct.count).toBe(200);
	expect(profiles.get('bytes')).toMatchObject({ lengths: { least: 1, most: 1 }, shape: null });
	expect(profiles.get('gap')).toMatchObject({ shape: { kind: 'top', values: [{ value: 'P1D', count: 200 }] } });
	const clock = profiles.get('clock')?.shape;
	expect(clock?.kind === 'histogram' && clock.bins.reduce((sum, bin) => sum + bin.count, 0)).toBe(200);
});

test('finds the first and last time and counts times outside of the histogram', async () => {
	const profiles = await profiled(
		`SELECT TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i * 250) MILLISECOND AS moment,
			(TIMESTAMP '2024-01-01 00:00:00' + INTERVAL (i * 250) MILLISECOND)::TIMESTAMPTZ AS instant,
			CASE i WHEN 1 THEN 'infinity' WHEN 2 THEN '10000-01-01' WHEN 3 THEN '0045-03-15 (BC)' ELSE '2024-01-0' || (1 + i) END::DATE AS day
			FROM range(6) t(i)`,
	);
	const ends = (name: string) => [profiles.get(name)?.least, profiles.get(name)?.most];
	expect(ends('moment')).toEqual(['2024-01-01T00:00:00', '2024-01-01T00:00:01.25']);
	expect(ends('instant')).toEqual(['2024-01-01T00:00:00Z', '2024-01-01T00:00:01.25Z']);
	const day = profiles.get('day');
	expect([day?.least, day?.most]).toEqual(['-0044-03-15', 'infinity']);
	if (day?.shape?.kind !== 'histogram') throw new Error('no histogram');
	const { bins } = day.shape;
	expect([bins[0]?.from, bins.reduce((sum, bin) => sum + bin.count, 0)]).toEqual(['2024-01-01', 3]);
	expect(factLines(day)).toContain('3 values not in any bar: infinite, or outside the years 0000–9999');
	expect(profiles.get('moment')?.unplaced).toBe(0);
});

test('distinguishes long values with the same start and marks them as cut', async () => {
	const profiles = await profiled(
		"SELECT repeat('x', 600) || (i % 10) AS word, (repeat('x', 600) || (i % 10))::BLOB AS bytes, if(i < 50, repeat('é', 512), 'b') AS short FROM range(100) t(i)",
	);
	const [word, bytes, short] = ['word', 'bytes', 'short'].map((value) => profiles.get(value));
	expect([word?.distinct, bytes?.distinct]).toEqual([
		{ count: 10, exact: true },
		{ count: 10, exact: true },
	]);
	expect(word?.lengths).toEqual({ least: 601, most: 601, mean: 601 });
	const shape = word?.shape;
	if (shape?.kind !== 'top') throw new Error('no top values');
	expect(shape.values).toEqual(Array.from({ length: 6 }, () => ({ value: 'x'.repeat(512), count: 10, isCut: true })));
	expect(shape.others).toBe(40);
	expect(short?.shape).toMatchObject({ values: [{ value: 'é'.repeat(512), isCut: false }, { value: 'b' }] });
});

test('estimates distinct values within four standard errors', () => {
	for (const count of [1_000, 20_000, 60_000, 400_000]) {
		const [sketch, hasher] = [new DistinctSketch(), new Hasher()];
		for (let value = 0; value < count; value += 1) {
			hasher.reset();
			hasher.add(value % 2 === 0 ? value : `text ${value}`);
			hasher.finish();
			sketch.add(hasher.first, hasher.second);
		}
		expect(Math.abs(sketch.estimate() / count - 1)).toBeLessThan(4 * 0.0082);
	}
});

test('keeps quantiles of many numbers within their stated error', () => {
	const sketch = new QuantileSketch(512);
	const count = 200_000;
	// Every number below `count` once, in an order unrelated to size.
	for (let index = 0; index < count; index += 1) sketch.add((index * 7_919) % count);
	expect(sketch.error).toBeGreaterThan(0);
	expect(sketch.error).toBeLessThan(0.03);
	for (const rank of [0, 0.01, 0.25, 0.5, 0.75, 0.999, 1]) {
		const [value = Number.NaN] = sketch.quantiles([rank]);
		expect(Math.abs(value - rank * count)).toBeLessThanOrEqual(sketch.error * count + 1_024);
	}
});

test('keeps frequent values beyond the cap, with an error bound', () => {
	const tally = new Tally(100, true);
	for (let index = 0; index < 50_000; index += 1)
		tally.add(index % 5 === 0 ? 'often' : index % 7 === 0 ? 'now and then' : `once ${index}`);
	const { values, slack } = tally.top(2);
	expect(values.map((item) => item.value)).toEqual(['often', 'now and then']);
	for (const [index, truth] of [10_000, 5_714].entries()) {
		const count = values[index]?.count ?? 0;
		expect(count).toBeLessThanOrEqual(truth + 1);
		expect(count + slack).toBeGreaterThanOrEqual(truth);
	}
});
