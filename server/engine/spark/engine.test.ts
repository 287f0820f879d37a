import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { createFolderStore } from '../../store/objects/folder-store.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';
import { freePort } from '../../testing/s3-server.ts';
import { createSparkEngine } from './engine.ts';

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

test('steps aren’t checked where Spark can’t be reached, which is said in words', async () => {
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
