import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { objectsOf } from './platform/parts/parts.ts';
import { sweep } from './platform/replicas/retention.ts';
import type { Service } from './service.ts';
import { datasets } from './store/catalog/schema/datasets.ts';
import { createKilledService, type KilledService } from './testing/killed.ts';

let killed: KilledService;
beforeAll(async () => {
	killed = await createKilledService(['--part-bytes', '2000000']);
});
afterAll(() => killed.dispose());

const destination = { owner: 'demo', namespace: 'nature', datasetName: 'built' };
const edit = (sql: string) => JSON.stringify({ sources: [], destination, code: { payload: sql } });

test.each(['while it runs', 'while its objects are stored'])(
	'a build killed %s writes its rows exactly once after a restart and leaves nothing else behind',
	async (moment) => {
		const before = await killed.inProcess(async (service) => {
			const token = await killed.token(service);
			const call = caller(killed.settings.publicUrl, token, (request) => Promise.resolve(service.app.fetch(request)));
			const spec = await call<BuildSpec>('POST', '/build-specs', edit('SELECT * FROM range(7)'));
			const first = await call<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`);
			await service.platform.running.ended(first.id);
			// Rows of the previous case could be mistaken for new ones.
			await sweepLater(service);
			await call('PUT', `/build-specs/${spec.id}`, edit('SELECT range, hash(range) FROM range(1500000)'));
			return { token, specId: spec.id, dataset: await built(service), objects: objectsOnDisk() };
		});
		expect(before.dataset?.rows).toBe(7);
		const runId = await killedAt(before.token, before.specId, moment, before.objects);

		await killed.inProcess(async (service) => {
			const call = caller(killed.settings.publicUrl, before.token, (request) =>
				Promise.resolve(service.app.fetch(request)),
			);
			await service.platform.running.ended(runId);
			expect(BuildRun.parse(await call('GET', `/build-runs/${runId}`))).toMatchObject({ state: 'succeeded' });
			const dataset = await built(service);
			expect(dataset).toMatchObject({
				rows: 1_500_000,
				version: (before.dataset?.version ?? 0) + 1,
				builtBy: runId,
			});
			const { objects, engine, catalog } = service.platform;
			const parts = await objectsOf(catalog.db, [dataset?.sha256 ?? '']);
			expect(parts.length).toBeGreaterThan(4);
			const measured = await objects.withFiles(parts, (fileOf) => engine.measure(parts.map(fileOf)));
			expect(measured.reduce((sum, file) => sum + file.rows, 0)).toBe(dataset?.rows);
			await sweepLater(service);
			const kept = before.objects.filter((value) => value !== before.dataset?.sha256);
			expect(objectsOnDisk()).toEqual([...kept, ...parts].sort());
		});
	},
);

/** Sweeps as if two hours later, with only the current version kept. */
function sweepLater({ platform }: Service) {
	const retention = { ...platform.settings.retention, versions: 1, versionsMs: 3_600_000 };
	const settings = { ...platform.settings, retention };
	return sweep({ ...platform, settings, now: () => new Date(Date.now() + 7_200_000) });
}

const built = async ({ platform }: Service) =>
	(await platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'built')))[0];

function objectsOnDisk(): string[] {
	const root = join(killed.settings.dataDir, 'objects');
	const shelves = readdirSync(root).filter((value) => /^[0-9a-f]{2}$/.test(value));
	return shelves.flatMap((shelf) => readdirSync(join(root, shelf))).sort();
}

type Call = <T>(method: string, path: string, body?: string) => Promise<T>;

const caller =
	(address: string, token: string, send: (request: Request) => Promise<Response>): Call =>
	async (method, path, body) => {
		const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
		const answer = await send(new Request(`${address}/api/v1${path}`, { method, headers, body: body ?? null }));
		return (await answer.json()) as never;
	};

/** Starts the service and a build in it, and kills it. Returns the run's id. */
async function killedAt(token: string, specId: string, moment: string, objects: readonly string[]): Promise<string> {
	const process = await killed.start();
	const call = caller(process.address, token, fetch);
	const { id } = await call<BuildRun>('POST', `/build-specs/${specId}/build-runs`);
	if (moment === 'while it runs') {
		const running = async () => (await call<BuildRun>('GET', `/build-runs/${id}`)).state === 'running';
		await vi.waitUntil(running, { timeout: 15_000, interval: 5 });
	} else {
		await vi.waitUntil(() => objectsOnDisk().length > objects.length, { timeout: 60_000, interval: 1 });
	}
	await process.kill();
	return id;
}
