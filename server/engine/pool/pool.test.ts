import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { noLayer } from '../isolation/layers.ts';
import { createGuard } from './guard.ts';
import { createPool } from './pool.ts';
import { type RunnerProcess, startRunner } from './runner-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'pool-'));
const guard = createGuard();
const settings = {
	deadlineMs: 20_000,
	memoryBytes: 2 ** 30,
	maxOutputBytes: 1e6,
	concurrency: 1,
	waiting: 2,
	threads: 1,
	isolation: 'off',
} as const;
const started: RunnerProcess[] = [];
const start = async () => {
	const runner = await startRunner({ parent: dir, settings, layer: noLayer, guard, log: textLog });
	started.push(runner);
	return runner;
};
const pool = createPool(settings.waiting, start, 500);
afterAll(async () => {
	await pool.close();
	await guard.close();
	rmSync(dir, { recursive: true });
});

const living = () => started.filter((runner) => runner.alive()).length;

test('keeps only one idle runner without demand, and starts more when one is taken', async () => {
	await vi.waitFor(() => expect(started).toHaveLength(2), 10_000);
	await vi.waitFor(() => {
		expect(living()).toBe(1);
		expect(readdirSync(dir)).toHaveLength(1);
	}, 10_000);
	const taken = await pool.take();
	expect(taken.alive()).toBe(true);
	expect(started).toHaveLength(2);
	await vi.waitFor(() => expect(started).toHaveLength(4), 10_000);
	// The taken runner belongs to the caller now.
	await vi.waitFor(() => expect(living()).toBe(2), 10_000);
	expect(taken.alive()).toBe(true);
	await taken.kill();
});
