import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuildRun } from '#contract/build-run.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let killed: KilledService;
beforeEach(async () => {
	killed = await createKilledService(['--run-concurrency', '4']);
});
afterEach(() => killed.dispose());

const scratch = (sql: string) => ({ sources: [], code: { payload: sql } });
/** Takes longer than starting the others, but not longer than the test may take. */
const long = 'SELECT max(hash(range)) FROM range(1000000000)';
const endless = 'SELECT sum(a.range * b.range) AS total FROM range(100000000) a, range(100000000) b';
const waiting = { timeout: 120_000, interval: 50 };

interface Client {
	start(sql: string): Promise<BuildRun>;
	list(): Promise<BuildRun[]>;
	get(id: string): Promise<BuildRun>;
	log(id: string): Promise<string[]>;
	cancel(id: string): Promise<BuildRun>;
}

function clientOf(address: string, token: string): Client {
	const call = async (method: string, path: string, body?: unknown) => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const sent = body === undefined ? null : JSON.stringify(body);
		return (await fetch(`${address}/api/v1${path}`, { method, headers, body: sent })).json();
	};
	return {
		start: (sql) => call('POST', '/preview-runs', scratch(sql)),
		list: async () => (await call('GET', '/build-runs?limit=200')).items,
		get: (id) => call('GET', `/build-runs/${id}`),
		log: async (id) =>
			(await call('GET', `/build-runs/${id}/log`)).items.map((item: { message: string }) => item.message),
		cancel: (id) => call('DELETE', `/build-runs/${id}`),
	};
}

test('50 queued and 4 running runs all finish after kill -9 and a restart', async () => {
	const token = await killed.inProcess(killed.token);
	const first = await killed.start();
	const before = clientOf(first.address, token);
	for (let index = 0; index < 4; index += 1) await before.start(long);
	await vi.waitUntil(async () => (await before.list()).every((run) => run.state === 'running'), waiting);
	const running = (await before.list()).map((run) => run.id);
	// Sequentially: of many concurrent requests some may be refused, and those aren't acknowledged.
	const queued: BuildRun[] = [];
	for (let index = 0; index < 50; index += 1) queued.push(await before.start(`SELECT ${index} AS n`));
	const states = (await before.list()).map((run) => run.state);
	await first.kill();
	expect(states.filter((state) => state === 'queued').length).toBeGreaterThanOrEqual(46);

	const second = await killed.start();
	const after = clientOf(second.address, token);
	await vi.waitUntil(async () => (await after.list()).every((run) => run.finishedAt !== null), waiting);
	const ended = await after.list();
	expect(ended.map((run) => run.id).sort()).toEqual([...running, ...queued.map((run) => run.id)].sort());
	expect(new Set(ended.map((run) => run.state))).toEqual(new Set(['succeeded']));
	const logs = await Promise.all(running.map((id) => after.log(id)));
	expect(logs.flat().filter((line) => line.includes('The service stopped during this run'))).not.toHaveLength(0);
	await second.kill();
}, 240_000);

test('a run fails with the reason after two crashes of the service, and a restarted one can be canceled', async () => {
	const token = await killed.inProcess(killed.token);
	let service = await killed.start();
	const { id } = await clientOf(service.address, token).start(endless);
	for (let deaths = 0; deaths < 2; deaths += 1) {
		const client = clientOf(service.address, token);
		await vi.waitUntil(async () => (await client.get(id)).state === 'running', waiting);
		await service.kill();
		service = await killed.start();
	}
	const client = clientOf(service.address, token);
	await vi.waitUntil(async () => (await client.get(id)).state === 'failed', waiting);
	expect((await client.get(id)).error).toMatchObject({
		code: 'INTERRUPTED',
		message: expect.stringContaining('stopped twice during this run'),
	});
	const other = await client.start(endless);
	await vi.waitUntil(async () => (await client.get(other.id)).state === 'running', waiting);
	await service.kill();
	service = await killed.start();
	expect(await clientOf(service.address, token).cancel(other.id)).toMatchObject({ state: 'cancelled' });
}, 240_000);

test('a run restarts after every orderly shutdown of the service', async () => {
	const token = await killed.inProcess(killed.token);
	const body = JSON.stringify(scratch(endless));
	const headers = {
		authorization: `Bearer ${token}`,
		'content-type': 'application/json',
		'idempotency-key': randomUUID(),
	};
	const stateOf = async (app: { fetch(request: Request): Response | Promise<Response> }, id: string) =>
		(
			(await (
				await app.fetch(new Request(`${killed.settings.publicUrl}/api/v1/build-runs/${id}`, { headers }))
			).json()) as BuildRun
		).state;
	const id = await killed.inProcess(async ({ app }) => {
		const request = new Request(`${killed.settings.publicUrl}/api/v1/preview-runs`, { method: 'POST', headers, body });
		const run = (await (await app.fetch(request)).json()) as BuildRun;
		await vi.waitUntil(async () => (await stateOf(app, run.id)) === 'running', waiting);
		return run.id;
	});
	for (let restarts = 0; restarts < 3; restarts += 1) {
		await killed.inProcess(({ app }) => vi.waitUntil(async () => (await stateOf(app, id)) === 'running', waiting));
	}
}, 240_000);
