import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { noLayer } from '../isolation/layers.ts';
import { createGuard } from './guard.ts';
import { createOpenRunners } from './open-runners.ts';
import { startRunner } from './runner-process.ts';

const dir = mkdtempSync(join(tmpdir(), 'open-runners-'));
const guard = createGuard();
const open = createOpenRunners({ idleMs: 20_000, most: 2 });
afterAll(async () => {
	await open.close();
	await guard.close();
	rmSync(dir, { recursive: true });
});

const limits = { deadlineMs: 20_000, memoryBytes: 2 ** 30, output: null };
const settings = { ...limits, maxOutputBytes: 1e6, concurrency: 1, waiting: 0, threads: 1, isolation: 'off' } as const;
const start = async () => {
	const runner = await startRunner({ parent: dir, settings, layer: noLayer, guard, log: textLog });
	await runner.ask({ kind: 'open', sources: [] }, limits);
	return runner;
};

test('reuses a runner, but not one that was killed as its answer arrived', async () => {
	const used: string[] = [];
	const ask = (andThen: 'leave' | 'stay') =>
		open.use('somebody', start, async (runner) => {
			used.push(runner.dir);
			await runner.ask(
				{ kind: 'rows', sql: 'SELECT 1', most: 1, maxBytes: 1_000, joined: false, isCounted: true },
				limits,
			);
			// The caller is gone; the process isn't yet.
			if (andThen === 'leave') void runner.kill();
		});
	await ask('stay');
	await ask('leave');
	await ask('stay');
	expect(used[1]).toBe(used[0]);
	expect(used[2]).not.toBe(used[0]);
});
