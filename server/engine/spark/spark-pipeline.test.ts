import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { type SparkServer, startSpark } from '../../testing/spark.ts';
import type { EngineSource, PipelineStep, RunEngine } from '../types.ts';
import { createSparkEngine } from './engine.ts';

const step = (sql: string, as: string | null = null, row: PipelineStep['row'] = null): PipelineStep => ({
	sql,
	as,
	row,
});

describe.skipIf(!process.env.TEST_SPARK_HOME)('pipelines on Spark', () => {
	let spark: SparkServer;
	let house: EngineHouse;
	let engine: RunEngine & { close(): Promise<void> };
	let dir: string;
	let sources: EngineSource[];
	beforeAll(async () => {
		[spark, house] = await Promise.all([startSpark(), openEngine({ deadlineMs: 120_000 })]);
		dir = mkdtempSync(join(tmpdir(), 'spark-test-'));
		const limits = { deadlineMs: 120_000, maxOutputBytes: 200_000, concurrency: 2, memoryBytes: 2 ** 30 };
		const settings = { ...limits, waiting: 0, threads: 1, isolation: 'off' } as const;
		const store = createFolderStore(join(dir, 'objects'));
		const [stage, log] = [() => store.stage(), textLog];
		engine = await createSparkEngine({
			url: spark.url,
			duckdb: house.engine,
			settings,
			dir: join(dir, 'runs'),
			stage,
			log,
		});
		const sales = await house.source('ann', 'shop', 'sales', 'SELECT range AS day, range % 3 AS store FROM range(9)');
		sources = [{ ...sales, files: sales.files.map((file) => `file:${file}`) }];
		// Spark's first statement takes much longer than later ones.
		await engine.check({ sources: [], sql: 'SELECT 1 AS one' });
	}, 120_000);
	afterAll(async () => {
		await engine.close();
		await Promise.all([spark.stop(), house.close()]);
		rmSync(dir, { recursive: true, force: true });
	});
	const left = () => [
		...readdirSync(join(dir, 'objects', 'staged'), { recursive: true }),
		...readdirSync(join(dir, 'runs'), { recursive: true }),
	];

	test('each step can read the sources, earlier results and a single row of one', async () => {
		await engine.pipeline({ sources }, async (pipeline) => {
			// Two tasks write one file each; rows of the second one must be found too.
			const many = `SELECT store, count(*) AS n, array(CAST(store AS STRING), 'x''"') AS words
				FROM shop.sales GROUP BY store ORDER BY store`;
			const stores = await pipeline.step(step(many, 'order'));
			expect(stores).toMatchObject({ rows: 3, columns: [{ name: 'store' }, { name: 'n', type: 'BIGINT' }, {}] });
			expect(await pipeline.rows(stores, 2)).toEqual({
				columns: ['store', 'n', 'words'],
				rows: [
					['0', '3', "[0, 'x\\'\"']"],
					['1', '3', "[1, 'x\\'\"']"],
				],
			});
			const both = await pipeline.step(
				step('SELECT s.day, o.n FROM ann.shop.sales s JOIN "order" o USING (store)', 'sales'),
			);
			expect(both.rows).toBe(9);
			const spread = await pipeline.step(step('SELECT /*+ REPARTITION(3) */ * FROM sales', 'spread'));
			const days = [];
			for (const [of, index] of [
				[stores, 0],
				[stores, 2],
			] as const) {
				const one = await pipeline.step(
					step('SELECT day FROM shop.sales JOIN each_row USING (store) ORDER BY day', null, { of, index }),
				);
				days.push((await house.rows(one.file)).flat().map(Number));
			}
			expect(days).toEqual([
				[0, 3, 6],
				[2, 5, 8],
			]);
			const own = [];
			for (const index of spread.rows === 9 ? [...Array(9).keys()] : []) {
				const one = await pipeline.step(step('SELECT day FROM each_row', null, { of: spread, index }));
				own.push((await house.rows(one.file)).flat().map(Number)[0]);
			}
			expect(own).toEqual((await house.rows(spread.file)).map(([day]) => Number(day)));
			const none = await pipeline.step(step('SELECT * FROM sales WHERE n < 0', 'none'));
			expect(none).toMatchObject({ rows: 0, columns: [{ name: 'day' }, { name: 'n' }] });
			expect(await pipeline.step(step('SELECT count(*) AS n FROM none'))).toMatchObject({ rows: 1 });
			await pipeline.end();
			expect(await house.rows(both.file, 'SELECT count(*) FROM file')).toEqual([[9n]]);
		});
		await vi.waitFor(() => expect(left()).toEqual([]), 10_000);
	}, 120_000);

	test('a failed step reports the position and the available tables', async () => {
		const run = engine.pipeline({ sources: [] }, async (pipeline) => {
			await pipeline.step(step('SELECT 1 AS a', 'months'));
			await pipeline.step(step('SELECT *\nFROM mnths'));
		});
		await expect(run).rejects.toMatchObject({
			...{ code: 'SQL_ERROR', line: 2, column: 6 },
			message: 'Unknown table "mnths". Available: months.',
		});
		const many = engine.pipeline({ sources: [] }, (pipeline) =>
			pipeline.step(step('SELECT id, sha2(CAST(id AS STRING), 512) AS x FROM range(20000)')),
		);
		await expect(many).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
	}, 60_000);

	test('reports errors in steps before any of them runs', async () => {
		const checked = await engine.checkSteps(sources, [
			{ sql: 'SELECT store, count(*) AS n FROM shop.sales GROUP BY 1', as: 'stores', each: null },
			{ sql: 'WITH stores AS (SELECT 1 AS a) SELECT a FROM stores', as: 'own', each: null },
			{ sql: 'SELECT n, stre FROM stores', as: 'wrong', each: null },
			{ sql: 'SELECT * FROM wrong', as: 'after', each: null },
			{ sql: 'SELECT day FROM shop.sales s JOIN each_row r ON s.store = r.store', as: null, each: 'stores' },
			{ sql: null, as: 'missing', each: null },
		]);
		expect(checked).toMatchObject([
			{ state: 'valid', reads: [], sources: [0], columns: [{ name: 'store' }, { name: 'n', type: 'BIGINT' }] },
			{ state: 'valid', reads: [], columns: [{ name: 'a', type: 'INTEGER' }] },
			{ state: 'invalid', reads: ['stores'], diagnostics: [{ line: 1, column: 11 }] },
			{ state: 'unchecked', reads: ['wrong'] },
			{ state: 'valid', reads: ['stores'], sources: [0], columns: [{ name: 'day', type: 'BIGINT' }] },
			{ state: 'unchecked' },
		]);
	}, 60_000);

	test('returns the first rows of a statement, and can check only its syntax', async () => {
		const signal = new AbortController().signal;
		const most = { lane: 'ann', signal, most: 2, maxBytes: 100_000 };
		const found = await engine.query({ sources, sql: 'SELECT day FROM shop.sales WHERE day > 5;', ...most });
		expect(found).toMatchObject({ rows: ['{"day":6}', '{"day":7}'], truncated: true });
		const check = (sql: string) => engine.check({ sources: [], sql, onlySyntax: true });
		expect(await check('SELECT a FROM shop.sales')).toMatchObject({ diagnostics: [] });
		expect(await check('SELECT (1')).toMatchObject({ diagnostics: [{ severity: 'error' }] });
	}, 60_000);

	test('can be canceled within a second in the middle of a step', async () => {
		const abort = new AbortController();
		const slow = 'SELECT sum(a.id * b.id) AS s FROM range(1000000) a JOIN range(1000000) b ON a.id + b.id < 0';
		let began = 0;
		const onProgress = () => {
			began ||= performance.now();
			abort.abort();
		};
		const run = engine.pipeline({ sources, signal: abort.signal, onProgress }, async (pipeline) => {
			await pipeline.step(step('SELECT 1 AS a', 'first'));
			await pipeline.step(step(slow, 'second'));
		});
		await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(performance.now() - began).toBeLessThan(1_000);
		await vi.waitFor(() => expect(left()).toEqual([]), 20_000);
	}, 60_000);
});
