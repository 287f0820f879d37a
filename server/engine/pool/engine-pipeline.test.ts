import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import type { PipelineStep } from '../types.ts';

let house: EngineHouse;
beforeAll(async () => {
	house = await openEngine({ deadlineMs: 3_000, maxOutputBytes: 200_000 });
});
afterAll(() => house.close());

const step = (sql: string, as: string | null = null, row: PipelineStep['row'] = null): PipelineStep => ({
	sql,
	as,
	row,
});

test('each step can read the sources, earlier results and a single row of one', async () => {
	const source = await house.source('ann', 'shop', 'sales', 'SELECT range AS day, range % 3 AS store FROM range(9)');
	const files = await house.engine.pipeline({ sources: [source] }, async (pipeline) => {
		const stores = await pipeline.step(
			step('SELECT store, count(*) AS n FROM shop.sales GROUP BY ALL ORDER BY 1', 'order'),
		);
		expect(stores).toMatchObject({ rows: 3, columns: [{ name: 'store' }, { name: 'n', type: 'BIGINT' }] });
		expect(await pipeline.rows(stores, 2)).toEqual({
			columns: ['store', 'n'],
			rows: [
				['0', '3'],
				['1', '3'],
			],
		});
		const both = await pipeline.step(step('SELECT s.day, o.n FROM ann.shop.sales s JOIN "order" o USING (store)', 'b'));
		expect(both.rows).toBe(9);
		const days = [];
		for (const index of [0, 2]) {
			const one = await pipeline.step(
				step('SELECT day FROM shop.sales JOIN each_row USING (store)', null, { of: stores, index }),
			);
			days.push((await house.rows(one.file)).flat().map(Number));
		}
		expect(days).toEqual([
			[0, 3, 6],
			[2, 5, 8],
		]);
		await pipeline.end();
		expect(await house.rows(both.file, 'SELECT count(*) FROM file')).toEqual([[9n]]);
		return both.file;
	});
	await expect(house.rows(files)).rejects.toThrow();
	expect(readdirSync(join(house.dir, 'runs')).length).toBeLessThanOrEqual(2);
});

test('a failed step reports the position and the available tables', async () => {
	const run = house.engine.pipeline({ sources: [] }, async (pipeline) => {
		await pipeline.step(step('SELECT 1 AS a', 'months'));
		await pipeline.step(step('SELECT *\nFROM mnths'));
	});
	await expect(run).rejects.toMatchObject({ code: 'SQL_ERROR', line: 2, column: 6 });
	await expect(run).rejects.toThrow('months');
});

test('a step can’t read or write other files', async () => {
	const attempts = [
		"SELECT * FROM read_text('/etc/passwd')",
		"SELECT * FROM glob('../*')",
		"SELECT * FROM read_text('results/../runner')",
	];
	for (const sql of attempts) {
		await expect(house.engine.pipeline({ sources: [] }, (pipeline) => pipeline.step(step(sql)))).rejects.toThrow(
			'can only read their sources',
		);
	}
	const copy = house.engine.pipeline({ sources: [] }, (pipeline) =>
		pipeline.step(step("COPY (SELECT 1) TO 'results/9.parquet'")),
	);
	await expect(copy).rejects.toMatchObject({ code: 'NOT_ONE_SELECT' });
});

test('limits time and size for all steps together', async () => {
	const large = house.engine.pipeline({ sources: [] }, async (pipeline) => {
		for (let n = 0; n < 9; n++) await pipeline.step(step(`SELECT hash(range + ${n}) AS h FROM range(10000)`));
	});
	await expect(large).rejects.toMatchObject({ code: 'OUTPUT_TOO_LARGE' });
	const slow = house.engine.pipeline({ sources: [] }, async (pipeline) => {
		await pipeline.step(step('SELECT 1 AS a'));
		await pipeline.step(step('SELECT count(*) FROM range(10000000) a, range(10000000) b'));
	});
	await expect(slow).rejects.toThrow('its steps exceeded the total time limit of 3 s');
});

test('can be canceled in the middle of a step', async () => {
	const abort = new AbortController();
	const run = house.engine.pipeline({ sources: [], signal: abort.signal }, async (pipeline) => {
		await pipeline.step(step('SELECT 1 AS a'));
		const next = pipeline.step(step('SELECT count(*) FROM range(10000000) a, range(10000000) b'));
		abort.abort();
		await next;
	});
	await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
});
