import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createGuard, type Guard, type Limits } from './guard.ts';

let guard: Guard;
let child: ChildProcess;
const dir = mkdtempSync(join(tmpdir(), 'guard-'));
beforeAll(() => {
	guard = createGuard();
});
afterEach(() => child.kill('SIGKILL'));
afterAll(async () => {
	await guard.close();
	rmSync(dir, { recursive: true });
});

const wide: Limits = { deadlineMs: 20_000, memoryBytes: 2 ** 30, output: null };

function start(code: string): number {
	child = spawn(process.execPath, ['-e', code], { stdio: 'ignore' });
	if (child.pid === undefined) throw new Error('no process');
	return child.pid;
}

it('kills a process that exceeds the memory limit without a kernel limit', async () => {
	const pid = start('const held = []; setInterval(() => held.push(Buffer.alloc(2e6, 1)), 1)');
	guard.watch(pid, { ...wide, memoryBytes: 150e6 });
	const [, signal] = await once(child, 'exit');
	expect(signal).toBe('SIGKILL');
	expect(await guard.release(pid)).toBe('MEMORY_EXCEEDED');
});

it('kills a process at the deadline', async () => {
	const pid = start('setInterval(() => {}, 1000)');
	guard.watch(pid, { ...wide, deadlineMs: 200 });
	const begin = performance.now();
	await once(child, 'exit');
	expect(performance.now() - begin).toBeLessThan(200 + 500);
	expect(await guard.release(pid)).toBe('DEADLINE_EXCEEDED');
});

it('kills a process that writes too much', async () => {
	const file = join(dir, 'output');
	writeFileSync(file, '');
	const pid = start(`setInterval(() => require('fs').appendFileSync(${JSON.stringify(file)}, Buffer.alloc(1e5)), 1)`);
	guard.watch(pid, { ...wide, output: { file, maxBytes: 1e6 } });
	await once(child, 'exit');
	expect(await guard.release(pid)).toBe('OUTPUT_TOO_LARGE');
});

it('ignores a process that ended by itself', async () => {
	const pid = start('');
	guard.watch(pid, wide);
	await once(child, 'exit');
	expect(await guard.release(pid)).toBeNull();
});
