import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { freePort } from '../../testing/s3-server.ts';
import { createSparkEngine } from './engine.ts';
import { importParts } from './import-parts.ts';

let house: EngineHouse;
const dir = mkdtempSync(join(tmpdir(), 'spark-'));
const store = createFolderStore(join(dir, 'objects'));
beforeAll(async () => {
	house = await openEngine();
});
afterAll(async () => {
	await house.close();
	rmSync(dir, { recursive: true, force: true });
});

test('reports that Spark can’t be reached instead of checking steps', async () => {
	const limits = { deadlineMs: 5_000, maxOutputBytes: 2 ** 20, concurrency: 1, memoryBytes: 2 ** 30 };
	const engine = await createSparkEngine({
		url: `sc://127.0.0.1:${await freePort()}`,
		duckdb: house.engine,
		settings: { ...limits, waiting: 0, threads: 1, isolation: 'off' },
		dir: join(dir, 'runs'),
		stage: () => store.stage(),
		log: { ...textLog, error: () => {} },
	});
	const checking = engine.checkSteps([], [{ sql: 'SELECT 1 AS a', as: 'a', each: null }]);
	await expect(checking).rejects.toMatchObject({
		code: 'RUNNER_DIED',
		message: expect.stringContaining('Spark can’t be reached'),
	});
	await engine.close();
});

test('importing Spark’s files stops at the deadline or when canceled, even during a fetch', async () => {
	const staged = {
		...store.stage(),
		list: async () => [{ name: 'part-0.parquet', bytes: 1 }],
		fetch: () => new Promise<never>(() => {}),
	};
	const job = { duckdb: house.engine, staged, columns: [], folder: dir, maxBytes: 10 };
	await expect(importParts({ ...job, deadlineMs: 20.5 })).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
	const signal = AbortSignal.abort();
	await expect(importParts({ ...job, deadlineMs: 60_000, signal })).rejects.toMatchObject({ code: 'CANCELLED' });
});
