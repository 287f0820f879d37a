import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createTextLog } from '../../logging/log.ts';
import { noLayer } from '../isolation/layers.ts';
import { createGuard } from './guard.ts';
import { startRunner } from './runner-process.ts';

const parent = mkdtempSync(join(tmpdir(), 'runner-process-'));
const files = mkdtempSync(join(tmpdir(), 'runner-files-'));
const guard = createGuard();
afterAll(async () => {
	await guard.close();
	for (const dir of [parent, files]) rmSync(dir, { recursive: true });
});

const settings = {
	deadlineMs: 20_000,
	memoryBytes: 2 ** 30,
	maxOutputBytes: 1e6,
	concurrency: 1,
	waiting: 0,
	threads: 1,
	isolation: 'off',
} as const;

test('a runner killed while files are mounted for it leaves no folder and gets no more files', async () => {
	const mounted = Array.from({ length: 2_000 }, (_, index) => join(files, String(index)));
	for (const file of mounted) writeFileSync(file, '');
	const logged: string[] = [];
	const log = createTextLog('info', (line) => logged.push(line));
	const runner = await startRunner({ parent, settings, layer: noLayer, guard, log });
	const mounting = Promise.allSettled([1, 2, 3, 4].map(() => runner.mount(mounted)));
	await Promise.all([runner.kill(), runner.kill()]);
	await mounting;
	expect(existsSync(runner.dir)).toBe(false);
	expect(logged).toEqual([]);
	await expect(runner.mount(mounted)).rejects.toMatchObject({ code: 'CANCELLED' });
});
