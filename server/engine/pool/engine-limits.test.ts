import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { EngineSettings } from '../../settings/settings.ts';
import { type EngineHouse, openEngine } from '../../testing/engine.ts';

let house: EngineHouse | undefined;
const open = async (settings: Partial<EngineSettings>) => {
	house = await openEngine(settings);
	return house;
};
afterEach(() => house?.close());

const endless = 'WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t) SELECT max(n) FROM t';
/** A single function call, which DuckDB can't interrupt. */
const longCall = "SELECT levenshtein(repeat('a', 300000 + range::INTEGER), repeat('b', 300000)) FROM range(2)";

/** Matches by working directory or, in a file system of its own, by mounts. */
const worksIn = (pid: string, dir: string): boolean =>
	readlinkSync(`/proc/${pid}/cwd`).startsWith(dir) || readFileSync(`/proc/${pid}/mountinfo`, 'latin1').includes(dir);

/** Peak resident bytes of each living runner of an engine, as Linux reports it. */
function peaksOf(dir: string): number[] {
	return readdirSync('/proc').flatMap((pid) => {
		try {
			if (!/^\d+$/.test(pid) || !worksIn(pid, dir)) return [];
			const kibibytes = /^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
			return [Number(kibibytes ?? 0) * 1024];
		} catch {
			// The process ended in the meantime.
			return [];
		}
	});
}

describe('limits', () => {
	it.each([endless, longCall])('stop a run at the deadline: %s', async (sql) => {
		const { engine } = await open({ deadlineMs: 700, waiting: 1 });
		await engine.run({ sources: [], sql: 'SELECT 1' });
		const begin = performance.now();
		await expect(engine.run({ sources: [], sql })).rejects.toMatchObject({
			code: 'DEADLINE_EXCEEDED',
			message:
				'The run was stopped because it exceeded the time limit of 0.7 s. Read fewer rows, or ask your admin to raise the limit.',
		});
		// A run's time limit excludes starting a runner; this measurement includes it.
		expect(performance.now() - begin).toBeLessThan(700 + 500 + 3_000);
	});

	it.each([
		"SELECT max(length(repeat(repeat('a', 1000 + (range % 10)::INTEGER), 500000))) FROM range(100)",
		"WITH RECURSIVE t(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM t) SELECT max(length(s)) FROM t",
		'SELECT count(*) FROM (SELECT DISTINCT hash(range), hash(range + 1)::VARCHAR FROM range(200000000))',
	])('stop a run that needs too much memory: %s', { timeout: 90_000 }, async (sql) => {
		// A distant deadline, so that machine load doesn't decide which limit is hit first.
		const { engine } = await open({ memoryBytes: 300 * 2 ** 20, deadlineMs: 60_000, waiting: 1 });
		const error = await engine.run({ sources: [], sql }).catch((item: unknown) => item);
		expect(error).toMatchObject({ name: 'EngineError', code: 'MEMORY_EXCEEDED' });
	});

	it.runIf(process.platform === 'linux')(
		'keep a run’s memory near the limit until it’s stopped',
		{
			timeout: 120_000,
		},
		async () => {
			const memoryBytes = 2 ** 30;
			const { engine, dir } = await open({ memoryBytes, deadlineMs: 60_000, waiting: 1 });
			let peak = 0;
			const timer = setInterval(() => {
				peak = Math.max(peak, ...peaksOf(dir));
			}, 20);
			// A single 3 GB text.
			const sql = "SELECT length(string_agg(repeat('a', 100000), '')) FROM range(30000)";
			const run = engine.run({ sources: [], sql }).finally(() => clearInterval(timer));
			await expect(run).rejects.toMatchObject({ code: 'MEMORY_EXCEEDED' });
			expect(peak).toBeGreaterThan(0);
			expect(peak).toBeLessThan(1.2 * memoryBytes);
		},
	);

	it('stop an output that grows too large', async () => {
		const { engine } = await open({ maxOutputBytes: 1_000_000, waiting: 1 });
		await expect(engine.run({ sources: [], sql: 'SELECT hash(range) FROM range(50000000)' })).rejects.toMatchObject({
			code: 'OUTPUT_TOO_LARGE',
			message: expect.stringContaining('1 MB'),
		});
	});
});

describe('canceling', () => {
	it('kills a run and removes its folder', async () => {
		const { engine, dir } = await open({ waiting: 0 });
		const controller = new AbortController();
		const run = engine.run({ sources: [], sql: endless, signal: controller.signal, onLog: () => controller.abort() });
		await expect(run).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(readdirSync(`${dir}/runs`)).toEqual([]);
	});

	it('removes a waiting run from the queue', async () => {
		const { engine } = await open({ concurrency: 1, waiting: 1 });
		const [first, second] = [new AbortController(), new AbortController()];
		const running = engine.run({ sources: [], sql: endless, signal: first.signal });
		let started = false;
		const log: string[] = [];
		const waiting = engine.run({
			sources: [],
			sql: 'SELECT 1',
			signal: second.signal,
			onStart: () => {
				started = true;
			},
			onLog: (_, message) => log.push(message),
		});
		second.abort();
		await expect(waiting).rejects.toMatchObject({ code: 'CANCELLED' });
		first.abort();
		await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
		expect(started).toBe(false);
		expect(log).toEqual(['Waiting for other runs to finish']);
	});

	it('also stops running statements when the engine closes', async () => {
		const { engine } = await open({ waiting: 1 });
		const running = engine.run({ sources: [], sql: endless, onLog: () => void engine.close() });
		await expect(running).rejects.toMatchObject({ code: 'CANCELLED' });
	});
});

describe('the queue', () => {
	it('starts runs in order of arrival, one per slot', async () => {
		const { engine } = await open({ concurrency: 1, waiting: 2 });
		const events: string[] = [];
		const results = [1, 2, 3].map((n) =>
			engine.run({
				sources: [],
				sql: `SELECT ${n}`,
				onStart: () => events.push(`start ${n}`),
				onLog: (_level, message) => message.startsWith('Wrote') && events.push(`end ${n}`),
			}),
		);
		await Promise.all(results);
		expect(events).toEqual(['start 1', 'end 1', 'start 2', 'end 2', 'start 3', 'end 3']);
	});
});
