import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DuckDBValue } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasPosition } from '#lib/text/has-position.ts';
import { textLog } from '../../logging/log.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { type SparkServer, startSpark } from '../../testing/spark.ts';
import type { EngineJob, EngineSource, RunEngine } from '../types.ts';
import { createSparkClient } from './client.ts';
import { createSparkEngine } from './engine.ts';

/** Tables in the same Spark that aren't sources. */
async function prepareSecrets(url: string): Promise<void> {
	const session = createSparkClient(url).open();
	await session.command('CREATE TABLE secret USING parquet AS SELECT 1 AS x');
	await session.command('CREATE GLOBAL TEMPORARY VIEW shown AS SELECT 1 AS x');
	await session.end();
}

describe.skipIf(!process.env.TEST_SPARK_HOME)('Spark', () => {
	let spark: SparkServer;
	let house: EngineHouse;
	let engine: RunEngine & { close(): Promise<void> };
	let dir: string;
	let sources: EngineSource[];
	beforeAll(async () => {
		[spark, house] = await Promise.all([startSpark(), openEngine({ deadlineMs: 120_000 })]);
		dir = mkdtempSync(join(tmpdir(), 'spark-test-'));
		engine = await open(120_000);
		const flights = await house.source(
			'demo',
			'aviation',
			'flights',
			"SELECT range AS id, ['JFK', 'LAX'][1 + range % 2] AS origin, range % 7 AS delay FROM range(1000)",
		);
		await prepareSecrets(spark.url);
		sources = [{ ...flights, files: flights.files.map((file) => `file:${file}`) }];
	}, 120_000);
	afterAll(async () => {
		await engine.close();
		await Promise.all([spark.stop(), house.close()]);
		rmSync(dir, { recursive: true, force: true });
	});

	const open = (deadlineMs: number, maxOutputBytes = 50_000_000) => {
		const store = createFolderStore(join(dir, 'objects'));
		const settings = { deadlineMs, maxOutputBytes, concurrency: 2 };
		const all = { ...settings, memoryBytes: 2 ** 30, waiting: 0, threads: 1, isolation: 'off' } as const;
		const stage = () => store.stage();
		return createSparkEngine({
			url: spark.url,
			duckdb: house.engine,
			settings: all,
			dir: join(dir, 'runs'),
			stage,
			log: textLog,
		});
	};
	const run = async (
		sql: string,
		job: Partial<EngineJob> = {},
	): Promise<{ types: string[]; rows: DuckDBValue[][] }> => {
		const result = await engine.run({ sources, sql, ...job });
		const rows = await house.rows(result.file);
		await result.dispose();
		return { types: result.columns.map(({ name, type }) => `${name} ${type}`), rows };
	};
	const staged = () => readdirSync(join(dir, 'objects', 'staged'), { recursive: true });

	test('reads sources by short or full name, and keeps the requested order', async () => {
		const sql = `-- by origin
			SELECT flights.origin, count(*) AS n, sum(delay) AS total, avg(demo.aviation.flights.delay) AS mean
			FROM aviation.flights GROUP BY 1 ORDER BY origin DESC`;
		expect(await run(sql)).toEqual({
			types: ['origin VARCHAR', 'n BIGINT', 'total BIGINT', 'mean DOUBLE'],
			rows: [
				['LAX', 500n, 1500n, 3],
				['JFK', 500n, 1497n, 2.994],
			],
		});
		expect(
			await run('SELECT count(*) AS n FROM aviation.flights AS a JOIN demo.aviation.flights f USING (id)'),
		).toMatchObject({
			rows: [[1000n]],
		});
	}, 60_000);

	test('checks without running', async () => {
		expect(
			await engine.check({ sources, sql: 'SELECT origin, delay / 2 AS half, delay AS half FROM aviation.flights' }),
		).toEqual({
			diagnostics: [],
			columns: [
				{ name: 'origin', type: 'VARCHAR' },
				{ name: 'half', type: 'DOUBLE' },
				{ name: 'half_1', type: 'BIGINT' },
			],
		});
	}, 30_000);

	test.each([
		['SELEC 1', 'SELEC isn’t available', 1, 1],
		['SELECT 1,\n  FROM x', 'Trailing comma', 2, 3],
		["SELECT\n  'ä😀', orign\nFROM aviation.flights", 'Unknown column "orign".', 2, 10],
		['SELECT * FROM aviation.flight', 'Unknown table "aviation.flight". Available: demo.aviation.flights.', 1, 15],
		[
			'SELECT 1 FROM  demo.weather . rain',
			'Unknown table "demo.weather.rain". Available: demo.aviation.flights.',
			1,
			16,
		],
		['SELECT abs(1, 2)', 'parameter', 1, 8],
		['SELECT (1', 'Syntax error', 1, 10],
		["SELECT INTERVAL '1' DAY AS i", 'the column "i", which is an INTERVAL', 1, 28],
		['SELECT 1\nFROM aviation.flights WHERE delay', 'is not a boolean', 2, 29],
		['SELECT id FROM aviation.flights WHERE origin = "TX"', "For text, use single quotes: 'TX'.", 1, 48],
	])(
		'locates the error in %j',
		async (sql, message, line, column) => {
			const { diagnostics } = await engine.check({ sources, sql });
			expect(diagnostics).toMatchObject([{ severity: 'error', line, column }]);
			expect(diagnostics[0]?.message).toContain(message);
			expect(diagnostics[0]?.message).not.toMatch(/SQLSTATE|Project|== SQL/);
		},
		30_000,
	);

	test('gives no position if Spark has none', async () => {
		for (const sql of ['SELECT 1 AS ``', 'SELECT origin, count(*) FROM aviation.flights']) {
			const { diagnostics } = await engine.check({ sources, sql });
			expect(diagnostics).toMatchObject([{ severity: 'error' }]);
			expect(diagnostics.some(hasPosition)).toBe(false);
		}
	}, 30_000);

	test('suggests replacing the whole qualified name of an unknown column', async () => {
		const { diagnostics } = await engine.check({ sources, sql: 'SELECT f.dely FROM aviation.flights f' });
		expect(diagnostics).toMatchObject([{ line: 1, column: 8, endLine: 1, endColumn: 14 }]);
		expect(diagnostics[0]?.suggestions).toContain('f.delay');
	}, 30_000);

	test('locates an error at run time', async () => {
		await expect(run('SELECT\n  CAST(origin AS INT) AS x\nFROM aviation.flights')).rejects.toMatchObject({
			code: 'SQL_ERROR',
			line: 2,
			column: 3,
			message: expect.stringContaining("'JFK'"),
		});
	}, 60_000);

	test.each([
		'SELECT * FROM secret',
		'SELECT * FROM default.secret',
		'SELECT * FROM spark_catalog.default.secret',
		'SELECT (SELECT max(x) FROM secret)',
		'SELECT * FROM secret AS flights',
		'SELECT * FROM secret, (WITH secret AS (SELECT 1 AS x) SELECT * FROM secret)',
		'WITH a AS (SELECT * FROM secret) SELECT 1 FROM a',
		'SELECT 1 WHERE EXISTS (TABLE secret)',
		'SELECT * FROM aviation.flights WHERE id IN (SELECT x FROM secret)',
		'SELECT * FROM aviation.flights LATERAL VIEW explode((SELECT collect_list(x) FROM secret)) t AS y',
		'SELECT * FROM global_temp.shown',
		'SELECT * FROM parquet.`FILE`',
		'SELECT * FROM PARQUET . `file:FILE`',
		'SELECT * FROM text.`/etc/passwd`',
		'SELECT * FROM csv.`/etc/passwd`',
		'SELECT * FROM json.`/etc/passwd`',
		'SELECT * FROM orc.`/etc/passwd`',
		'SELECT * FROM xml.`/etc/passwd`',
		'SELECT * FROM binaryFile.`/etc/passwd`',
		'SELECT * FROM binaryfile.`/etc`',
		'SELECT * FROM `/etc/passwd`',
		'SELECT * FROM information_schema.tables',
		'SELECT * FROM system.session.secret',
		"SELECT from_xml('<a/>', 'b STRING', map('rowValidationXSDPath', '/etc/passwd')).b AS found",
	])(
		'reads only the sources: %s',
		async (sql) => {
			const text = sql.replace('FILE', sources[0]?.files[0]?.slice(5) ?? '');
			await expect(run(text)).rejects.toThrow(/Unknown table|Only the sources can be read|isn’t available/);
		},
		30_000,
	);

	test.each(['current_user', 'SESSION_USER', 'user', 'current_path'])(
		'doesn’t reveal its account: %s',
		async (name) => {
			await expect(run(`SELECT ${name} AS x`)).rejects.toThrow('isn’t available here');
			const named = await run(`SELECT t.x AS ${name} FROM (SELECT 1 AS x) t`);
			expect(named.rows).toEqual([[1]]);
		},
		60_000,
	);

	test('keeps Spark’s files as parts if their size fits, and otherwise returns one file', async () => {
		const sql = 'SELECT id, CAST(id AS STRING) AS text FROM range(0, 90000, 1, 3)';
		const all = await engine.run({ sources, sql, partSize: () => 200_000 });
		expect(all.staged).toMatchObject([
			{ rows: 30_000, columns: { id: { min: '0', max: '29999', nulls: 0 }, text: { type: 'VARCHAR' } } },
			{ rows: 30_000, columns: { id: { min: '30000', max: '59999', nulls: 0 } } },
			{ rows: 30_000, columns: { id: { min: '60000', max: '89999', nulls: 0 } } },
		]);
		const found: DuckDBValue[][] = [];
		for (const { take } of all.staged ?? []) {
			const { sha256, bytes } = await take();
			const object = join(dir, 'objects', sha256.slice(0, 2), sha256);
			expect(statSync(object).size).toBe(bytes);
			const groups = `SELECT max(row_group_num_rows), count(DISTINCT row_group_id) FROM parquet_metadata('${object}')`;
			expect(await house.rows(object, groups)).toEqual([[10_240n, 3n]]);
			found.push(...(await house.rows(object, 'SELECT id FROM file WHERE text = CAST(id AS VARCHAR)')));
		}
		expect(found.map(([id]) => Number(id))).toEqual(Array.from({ length: 90_000 }, (_, id) => id));
		await all.dispose();
		await vi.waitFor(() => expect(staged()).toEqual([]), 10_000);
		for (const size of [5_000, 2_000_000]) {
			const { file, staged: parts, rows, dispose } = await engine.run({ sources, sql, partSize: () => size });
			expect(parts).toBeUndefined();
			expect([rows, (await house.rows(file)).length]).toEqual([90_000, 90_000]);
			await dispose();
		}
	}, 60_000);

	test('stops a run that writes too much', async () => {
		const small = await open(120_000, 2_000_000);
		const sql = 'SELECT sha2(CAST(id AS STRING), 512) AS hash FROM range(0, 100000000000, 1, 2)';
		await expect(small.run({ sources, sql })).rejects.toMatchObject({
			code: 'OUTPUT_TOO_LARGE',
			message: expect.stringContaining('exceeded the limit of 2 MB'),
		});
		await small.close();
		await vi.waitFor(() => expect(staged()).toEqual([]), 10_000);
	}, 60_000);

	test('stops if canceled or over the time limit, and leaves nothing behind', async () => {
		const slow = 'SELECT sum(a.id * b.id) AS s FROM range(1000000) a JOIN range(1000000) b ON a.id + b.id < 0';
		const abort = new AbortController();
		const percents: number[] = [];
		const canceled = run(slow, {
			signal: abort.signal,
			onProgress: (percent) => {
				percents.push(percent);
				abort.abort();
			},
		});
		await once(abort.signal, 'abort');
		const began = performance.now();
		await expect(canceled).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(performance.now() - began).toBeLessThan(1_000);
		expect(percents.length).toBeGreaterThan(0);
		const hasty = await open(3_000);
		await expect(hasty.run({ sources, sql: slow })).rejects.toMatchObject({
			code: 'DEADLINE_EXCEEDED',
			message: expect.stringMatching(
				/^The run was stopped because it exceeded the time limit of 3 s\. Spark had(?:n’t)? .* Read fewer rows/,
			),
		});
		await hasty.close();
		await vi.waitFor(() => expect(staged()).toEqual([]), 10_000);
		expect(await run('SELECT 1 AS one')).toMatchObject({ rows: [[1]] });
		await vi.waitFor(() => expect(staged()).toEqual([]), 10_000);
	}, 60_000);
});
