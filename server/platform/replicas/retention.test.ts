import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BuildPlan } from '#contract/build-plan.ts';
import type { BuildRun } from '#contract/build-run.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { runLogItems, runOutputs, runSources, runs } from '../../store/catalog/schema/runs.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { sweep } from './retention.ts';

const hour = 3_600_000;
const day = 24 * hour;

let service: TestService;
const usual = {
	...{
		runsMs: 7 * day,
		previewBytes: 10 ** 9,
		ingestionsMs: 30 * day,
		auditMs: 400 * day,
		versions: 20,
		versionsMs: 30 * day,
	},
	...{ rowResultsMs: day, rowResultBytes: 10 ** 9 },
};
let keep = usual;
beforeEach(async () => {
	keep = usual;
	service = await createTestService({ tokenSeconds: 100 * (day / 1000) });
});
afterEach(() => service.close());

const sweepNow = (signal?: AbortSignal) =>
	sweep({ ...service.platform, settings: { ...service.settings, retention: keep } }, signal);

async function preview(sql: string): Promise<string> {
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'airports' }];
	const run = await service.json<BuildRun>('POST', '/preview-runs', {
		as: 'demo',
		body: { sources, code: { payload: sql } },
	});
	await service.platform.running.ended(run.id);
	return run.id;
}
const objectOf = async (runId: string) => {
	const [output] = await service.platform.catalog.db.select().from(runOutputs).where(eq(runOutputs.runId, runId));
	return output?.sha256 ?? '';
};
const isThere = async (sha256: string) => (await service.platform.objects.size(sha256)) !== null;
const statusOf = async (runId: string) =>
	(await service.request('GET', `/build-runs/${runId}/outputs`, { as: 'demo' })).status;
const allObjects = async () => {
	const found = [];
	for await (const { sha256 } of service.platform.objects.list()) found.push(sha256);
	return found;
};
const adopt = async (text: string) => {
	const file = join(service.settings.dataDir, `given-${Math.random()}`);
	await writeFile(file, text);
	return (await service.platform.objects.adopt(file)).sha256;
};

describe('runs', () => {
	test('are deleted after their retention time with log, outputs and objects, but not the sample', async () => {
		const sample = await allObjects();
		const failed = await preview('SELECT nothing');
		const run = await preview('SELECT 1 AS a');
		const object = await objectOf(run);
		service.wait(7 * day - hour);
		expect(await sweepNow()).toEqual({ runs: 0, objects: 0, bytes: 0 });
		expect([await statusOf(run), await isThere(object)]).toEqual([200, true]);
		service.wait(2 * hour);
		const { db } = service.platform.catalog;
		expect(await sweepNow()).toMatchObject({ runs: 2, objects: 1 });
		expect(await isThere(object)).toBe(false);
		for (const table of [runs, runLogItems, runOutputs, runSources]) expect(await db.select().from(table)).toEqual([]);
		expect(new Set(await allObjects())).toEqual(new Set(sample));
		await service.platform.running.ended(failed);
	});

	test('over the quota are deleted oldest first, counting and keeping shared objects once', async () => {
		const old = await preview("SELECT repeat('x', 10) AS a FROM range(10)");
		const shared = await preview('SELECT 2 AS a');
		const newest = await preview('SELECT 2 AS a');
		const [size] = await service.platform.catalog.db.select().from(runOutputs).where(eq(runOutputs.runId, newest));
		keep = { ...keep, previewBytes: size?.bytes ?? 0 };
		const [first, second] = [await objectOf(old), await objectOf(newest)];
		expect(await sweepNow()).toEqual({ runs: 0, objects: 0, bytes: 0 });
		service.wait(2 * hour);
		expect(await sweepNow()).toMatchObject({ runs: 1, objects: 1 });
		expect([await isThere(first), await isThere(second)]).toEqual([false, true]);
		expect([await statusOf(old), await statusOf(shared), await statusOf(newest)]).toEqual([404, 200, 200]);
	});

	test('that wrote a version of a dataset are kept as long as the version', async () => {
		const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'built' };
		const body = { sources: [], destination, code: { payload: 'SELECT 6 AS a' } };
		const spec = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
		const build = async () => {
			const run = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, { as: 'demo' });
			await service.platform.running.ended(run.id);
			return (await service.request('GET', `/build-runs/${run.id}`, { as: 'demo' })).status === 200 ? run.id : '';
		};
		const first = await build();
		service.wait(20 * day);
		expect(await sweepNow()).toMatchObject({ runs: 0, objects: 0 });
		const second = await build();
		expect(await sweepNow()).toMatchObject({ runs: 0 });
		service.wait(20 * day);
		keep = { ...usual, versions: 1 };
		expect(await sweepNow()).toMatchObject({ runs: 1 });
		const left = await service.platform.catalog.db.select({ id: runs.id }).from(runs);
		expect([first === '', left]).toEqual([false, [{ id: second }]]);
	});

	test('stay when their build plan is deleted after its retention time', async () => {
		const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'built' };
		const body = { sources: [], destination, code: { payload: 'SELECT 7 AS a' } };
		const spec = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
		const run = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, {
			as: 'demo',
			body: { downstream: true },
		});
		const plans = async () => {
			const { items } = await service.json<{ items: BuildPlan[] }>('GET', '/build-plans', { as: 'demo' });
			return items.map(({ id, state }) => [id, state]);
		};
		await vi.waitFor(async () => expect(await plans()).toEqual([[run.planId, 'succeeded']]), { timeout: 30_000 });
		service.wait(7 * day - hour);
		await sweepNow();
		expect(await plans()).toHaveLength(1);
		const { db } = service.platform.catalog;
		await db.update(buildPlans).set({ finishedAt: null });
		service.wait(2 * hour);
		await sweepNow();
		expect(await plans()).toHaveLength(1);
		await db.update(buildPlans).set({ finishedAt: new Date(service.platform.now().getTime() - 7 * day - 1) });
		await sweepNow();
		expect([await plans(), await db.select().from(buildPlanSteps)]).toEqual([[], []]);
		expect((await service.request('GET', `/build-runs/${run.id}`, { as: 'demo' })).status).toBe(200);
	});

	test('that haven’t ended are kept with their sources', async () => {
		const object = await adopt('read by a run');
		const run = await preview('SELECT 3 AS a');
		await service.platform.catalog.write(async (tx) => {
			await tx.update(runs).set({ state: 'running', finishedAt: null }).where(eq(runs.id, run));
			await tx.update(runSources).set({ sha256: object }).where(eq(runSources.runId, run));
		});
		service.wait(30 * day);
		expect(await sweepNow()).toEqual({ runs: 0, objects: 0, bytes: 0 });
		expect(await isThere(object)).toBe(true);
		await service.platform.catalog.write((tx) => tx.update(runs).set({ state: 'failed' }).where(eq(runs.id, run)));
	});
});

test('ended ingestions are listed for their retention time, and their rows and open ingestions are kept', async () => {
	const listed = async () =>
		(await service.json<{ items: { state: string }[] }>('GET', '/ingestionTracking', { as: 'demo' })).items.map(
			(item) => item.state,
		);
	const start = async (datasetName: string) => {
		const target = { owner: 'demo', namespace: 'nature', datasetName };
		const body = { target, mode: 'create', mapping: [{ from: 'a', column: 'a' }] };
		return (await service.json<{ id: string }>('POST', '/ingestions', { as: 'demo', body })).id;
	};
	const id = await start('kept');
	const sha256 = createHash('sha256').update('{"a":1}').digest('hex');
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/1?sha256=${sha256}`;
	const put = await service.app.fetch(new Request(address, { method: 'PUT', headers, body: '{"a":1}' }));
	expect(put.status).toBe(200);
	await service.json('POST', `/ingestions/${id}/commit`, { as: 'demo', body: { chunks: 1 } });
	service.wait(30 * day - hour);
	await start('open');
	await sweepNow();
	expect(await listed()).toEqual(['open', 'committed']);
	service.wait(2 * hour);
	await sweepNow();
	expect(await listed()).toEqual(['open']);
	const { rows } = await service.json<{ rows: number }>('GET', '/schema/demo/nature/kept', { as: 'demo' });
	expect(rows).toBe(1);
});

describe('unreferenced objects', () => {
	test('are kept while they’re new, then removed', async () => {
		const object = await adopt('nobody names this');
		service.wait(hour - 60_000);
		expect(await sweepNow()).toMatchObject({ objects: 0 });
		service.wait(120_000);
		expect(await sweepNow()).toEqual({ runs: 0, objects: 1, bytes: 17 });
		expect(await isThere(object)).toBe(false);
	});

	test('left by a sweep interrupted between its rows and its objects are removed by the next one', async () => {
		const run = await preview('SELECT 4 AS a');
		const object = await objectOf(run);
		service.wait(8 * day);
		expect(await sweepNow(AbortSignal.abort())).toMatchObject({ runs: 1, objects: 0 });
		expect([await statusOf(run), await isThere(object)]).toEqual([404, true]);
		expect(await sweepNow()).toMatchObject({ runs: 0, objects: 1 });
		expect(await isThere(object)).toBe(false);
	});

	test('aren’t removed if a run writes the same bytes in the meantime', async () => {
		for (let turn = 1; turn <= 5; turn++) {
			const first = await preview('SELECT 5 AS a');
			const object = await objectOf(first);
			service.wait(8 * day);
			let writing = true;
			const sweeping = (async () => {
				while (writing) await sweepNow();
			})();
			const again = await preview('SELECT 5 AS a');
			writing = false;
			await sweeping;
			expect([await objectOf(again), await isThere(object), await statusOf(again)]).toEqual([object, true, 200]);
			await sweepNow();
			expect(await isThere(object)).toBe(true);
		}
	});
});
