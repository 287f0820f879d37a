import { and, eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun, type LogItem } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { revokeToken } from '../../platform/access/tokens.ts';
import { findUser } from '../../platform/access/users.ts';
import { builtByOf } from '../../platform/datasets/dataset-list.ts';
import { grantShare } from '../../platform/namespaces/namespaces.ts';
import { columnDescriptions, datasets, links } from '../../store/catalog/schema/datasets.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import { runOutputs } from '../../store/catalog/schema/runs.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

const at = (namespace: string, datasetName: string): DatasetCoordinate => ({ owner: 'demo', namespace, datasetName });
const airports = at('aviation', 'airports');
const busy = { sources: [], code: { payload: 'SELECT count(*) FROM range(10000000) a, range(10000000) b' } };

const create = (sql: string, destination: DatasetCoordinate, as = 'demo', sources = [airports]) =>
	service.json<BuildSpec>('POST', '/build-specs', { as, body: { sources, destination, code: { payload: sql } } });
const change = (spec: BuildSpec, sql: string) =>
	service.json<BuildSpec>('PUT', `/build-specs/${spec.id}`, {
		as: 'demo',
		body: { sources: spec.sources, destination: spec.destination, code: { payload: sql } },
	});
const ask = (spec: BuildSpec, options: { as?: string; token?: string; body?: unknown } = { as: 'demo' }) =>
	service.request('POST', `/build-specs/${spec.id}/build-runs`, options);
async function start(spec: BuildSpec, options: { as?: string; token?: string; body?: unknown } = { as: 'demo' }) {
	const answer = await ask(spec, options);
	expect(answer.status).toBe(202);
	return BuildRun.parse(await answer.json());
}
async function ended(run: BuildRun, as = 'demo'): Promise<BuildRun> {
	await service.platform.running.ended(run.id);
	return BuildRun.parse(await service.json('GET', `/build-runs/${run.id}`, { as }));
}
const build = async (spec: BuildSpec) => ended(await start(spec));
const logOf = async (run: BuildRun) =>
	(await service.json<{ items: LogItem[] }>('GET', `/build-runs/${run.id}/log`, { as: 'demo' })).items;
async function datasetAt({ datasetName }: DatasetCoordinate) {
	const [found] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, datasetName));
	return found;
}
const rowsOf = async (coordinate: DatasetCoordinate) => {
	const sha256 = (await datasetAt(coordinate))?.sha256 ?? '';
	return (
		await service.platform.objects.withFiles([sha256], (fileOf) => service.platform.engine.describe(fileOf(sha256)))
	).rows;
};
async function errorOf(answer: Response): Promise<[number, string]> {
	return [answer.status, ((await answer.json()) as ErrorResponse).error_code];
}
async function namespaceId(name: string): Promise<string> {
	const [found] = await service.platform.catalog.db.select().from(namespaces).where(eq(namespaces.name, name));
	return found?.id ?? '';
}
async function makeGuestEditor(name: string) {
	const { db } = service.platform.catalog;
	const [guest, demo] = [await findUser(db, 'guest'), await findUser(db, 'demo')];
	const grant = { userId: guest?.id ?? '', role: 'editor' as const, grantedBy: demo?.id ?? '' };
	const id = await namespaceId(name);
	await service.platform.catalog.write((tx) => grantShare(tx, { ...grant, namespaceId: id, grantedAt: new Date() }));
}

describe('a build', () => {
	test('creates the destination, and reports what it wrote and from which version', async () => {
		const target = at('aviation', 'big_states');
		const spec = await create('SELECT state, count(*) AS n FROM aviation.airports GROUP BY ALL LIMIT 5', target);
		const started = await start(spec);
		expect(started).toMatchObject({ kind: 'build', state: 'queued', draft: false, version: 1, wrote: null });
		const run = await ended(started);
		expect(run).toMatchObject({ state: 'succeeded', rows: 5, error: null });
		expect(run.wrote).toEqual([{ coordinate: target, version: 1, rows: 5, bytes: run.bytes }]);
		const dataset = await datasetAt(target);
		expect(dataset).toMatchObject({
			rows: 5,
			bytes: run.bytes,
			version: 1,
			builtBy: run.id,
			columns: [
				{ name: 'state', type: 'VARCHAR' },
				{ name: 'n', type: 'BIGINT' },
			],
		});
		expect(await rowsOf(target)).toBe(5);
		const by = { runId: run.id, buildSpecId: spec.id, version: 1, by: 'demo', at: run.finishedAt };
		expect(await builtByOf(service.platform.catalog.db, { builtBy: dataset?.builtBy ?? null })).toEqual(by);
		const list = await service.json<{ items: BuildRun[] }>('GET', `/build-runs?buildSpecId=${spec.id}`, { as: 'demo' });
		expect(list.items.map((item) => item.id)).toEqual([run.id]);
		expect((await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' })).status).toBe(404);
		const reads = await create('SELECT count(*) AS n FROM aviation.big_states', at('aviation', 'x'), 'demo', [target]);
		expect((await build(reads)).rows).toBe(1);
	});

	test('replaces all rows, keeps descriptions and column order, and logs what changed', async () => {
		const target = at('aviation', 'shown');
		const spec = await create("SELECT 1 AS a, 2 AS b, 'x' AS c FROM aviation.airports LIMIT 3", target);
		await build(spec);
		const before = await datasetAt(target);
		const id = before?.id ?? '';
		const [linked] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'countries'));
		const end = { toDatasetId: linked?.id ?? '', toColumn: 'country', matchType: 'ExactMatch' as const };
		await service.platform.catalog.write(async (tx) => {
			await tx
				.update(datasets)
				.set({ columnOrder: ['c', 'b', 'a'], description: 'Mine' })
				.where(eq(datasets.id, id));
			await tx.insert(columnDescriptions).values({ datasetId: id, column: 'b', description: 'Of b' });
			const link = { id: crypto.randomUUID(), fromDatasetId: id, fromColumn: 'b', ...end };
			await tx.insert(links).values({ ...link, options: {}, createdAt: new Date() });
		});
		await change(spec, "SELECT 'new' AS d, 1 AS a, 2.5::DOUBLE AS c FROM aviation.airports LIMIT 7");
		const run = await build(spec);
		expect(run).toMatchObject({ state: 'succeeded', version: 2, wrote: [{ coordinate: target, version: 2, rows: 7 }] });
		expect(await datasetAt(target)).toMatchObject({
			id,
			version: 2,
			rows: 7,
			builtBy: run.id,
			description: 'Mine',
			columnOrder: ['c', 'a', 'd'],
		});
		const { db } = service.platform.catalog;
		expect(await db.select().from(columnDescriptions).where(eq(columnDescriptions.datasetId, id))).toHaveLength(1);
		const log = (await logOf(run)).map((item) => `${item.level}: ${item.message}`);
		expect(log).toContain(
			'info: Replaced demo/aviation/shown: version 2, 7 rows (3 rows before). New columns: d. Removed columns: b. Changed types: c (VARCHAR, now DOUBLE).',
		);
		expect(log.find((value) => value.startsWith('warning'))).toContain(
			'"country" in demo/geography/countries stopped working',
		);
	});

	test('leaves the destination unchanged if it fails', async () => {
		const target = at('aviation', 'kept');
		const spec = await create('SELECT * FROM aviation.airports LIMIT 4', target);
		await build(spec);
		await change(spec, "SELECT error('no') FROM aviation.airports");
		expect(await build(spec)).toMatchObject({ state: 'failed', wrote: null });
		expect(await datasetAt(target)).toMatchObject({ version: 1, rows: 4 });
	});

	test('is rejected if the BuildSpec isn’t at the given version', async () => {
		const spec = await create('SELECT 1 AS a FROM aviation.airports', at('aviation', 'seen'));
		await change(spec, 'SELECT 2 AS a FROM aviation.airports');
		expect(await errorOf(await ask(spec, { as: 'demo', body: { version: 1 } }))).toEqual([412, 'VERSION_CONFLICT']);
		expect((await ask(spec, { as: 'demo', body: { version: 2 } })).status).toBe(202);
	});

	test('starts once per idempotency key', async () => {
		const spec = await create('SELECT 1 AS a FROM aviation.airports', at('aviation', 'once'));
		const send = () =>
			service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, {
				as: 'demo',
				headers: { 'idempotency-key': 'k1' },
			});
		const [first, second] = [await send(), await send()];
		expect(second.id).toBe(first.id);
		await ended(first);
	});
});

describe('permission to build', () => {
	test('is checked at the start, for namespace, share and token', async () => {
		const shared = await create('SELECT 1 AS a', at('aviation', 'g'), 'guest');
		expect(await errorOf(await ask(shared, { as: 'guest' }))).toEqual([403, 'FORBIDDEN']);
		const hidden = await create('SELECT 1 AS a', at('geography', 'g'), 'guest');
		expect(await errorOf(await ask(hidden, { as: 'guest' }))).toEqual([404, 'NOT_FOUND']);
		const nowhere = await create('SELECT 1 AS a', at('nowhere', 'g'));
		expect(await errorOf(await ask(nowhere))).toEqual([404, 'NOT_FOUND']);
		const own = await create('SELECT 1 AS a', at('aviation', 'own'));
		expect(await errorOf(await ask(own, { as: 'guest' }))).toEqual([404, 'NOT_FOUND']);
		const only = { username: 'demo', namespace: '*', dataset: '*' };
		const reader = await service.tokenFor('demo', [{ ...only, access: 'read' }]);
		expect(await errorOf(await ask(own, { token: reader }))).toEqual([403, 'FORBIDDEN']);
		const writer = await service.tokenFor('demo', [{ ...only, access: 'write' }]);
		expect(await ended(await start(own, { token: writer }))).toMatchObject({ state: 'succeeded' });
		await makeGuestEditor('aviation');
		const run = await ended(await start(shared, { as: 'guest' }), 'guest');
		expect(run).toMatchObject({ state: 'succeeded', by: 'guest' });
	});

	test('is checked again at the end; nothing is written if it was lost in the meantime', async () => {
		await service.close();
		const { engine } = service.settings;
		service = await createTestService({ engine: { ...engine, concurrency: 1 } });
		const { catalog } = service.platform;
		const guest = (await findUser(catalog.db, 'guest'))?.id ?? '';
		await makeGuestEditor('aviation');
		await makeGuestEditor('nature');
		const first = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body: busy }));
		const writes = await start(await create('SELECT 1 AS a', at('nature', 'lost'), 'guest'), { as: 'guest' });
		const own = await create('SELECT 1 AS a', at('nature', 'revoked'));
		const token = await service.tokenFor('demo');
		const revoked = await start(own, { token });
		const quakes = at('nature', 'earthquakes');
		const reader = await create('SELECT 1 AS a', at('aviation', 'read'), 'guest', [quakes]);
		const reads = await start(reader, { as: 'guest' });
		const { jti } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
		await revokeToken(service.platform, jti);
		const nature = await namespaceId('nature');
		await catalog.write((tx) => tx.delete(shares).where(and(eq(shares.userId, guest), eq(shares.namespaceId, nature))));
		await service.request('DELETE', `/build-runs/${first.id}`, { as: 'demo' });
		expect(await ended(writes, 'guest')).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } });
		expect(await ended(revoked)).toMatchObject({ state: 'failed', error: { code: 'FORBIDDEN' } });
		const lost = await ended(reads, 'guest');
		expect(lost).toMatchObject({ state: 'failed', error: { code: 'NOT_FOUND' } });
		expect(lost.error?.message).toContain('demo/nature/earthquakes');
		for (const name of ['lost', 'revoked', 'read']) expect(await datasetAt(at('nature', name))).toBeUndefined();
	});
});

describe('a build in progress', () => {
	test('is canceled if its BuildSpec is deleted', async () => {
		const target = at('aviation', 'orphaned');
		const spec = await create(busy.code.payload, target, 'demo', []);
		const [running, queued] = [await start(spec), await start(spec)];
		expect((await service.request('DELETE', `/build-specs/${spec.id}`, { as: 'demo' })).status).toBe(204);
		for (const run of [running, queued]) {
			expect((await service.json<BuildRun>('GET', `/build-runs/${run.id}`, { as: 'demo' })).state).toBe('cancelled');
		}
	});

	test('follows a renamed namespace, and writes before a build that started later', async () => {
		await service.close();
		const { engine } = service.settings;
		service = await createTestService({ engine: { ...engine, concurrency: 1 } });
		const first = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body: busy }));
		const spec = await create('SELECT count(*) AS n FROM aviation.airports', at('aviation', 'moved'));
		const started = await start(spec);
		const rename = new Request(`${service.settings.publicUrl}/api/v1/data/demo/aviation/rename`, {
			...{ method: 'POST', body: 'sky' },
			headers: { 'Content-Type': 'text/plain', Authorization: `Bearer ${await service.tokenFor('demo')}` },
		});
		expect((await service.app.fetch(rename)).status).toBe(200);
		const body = {
			...{ sources: [], destination: at('sky', 'moved'), code: { payload: 'SELECT 5 AS n' } },
		};
		await service.json<BuildSpec>('PUT', `/build-specs/${spec.id}`, { as: 'demo', body });
		const later = await start(spec);
		await service.request('DELETE', `/build-runs/${first.id}`, { as: 'demo' });
		expect(await ended(started)).toMatchObject({
			...{ state: 'succeeded', error: null },
			wrote: [{ coordinate: at('sky', 'moved'), version: 1 }],
		});
		expect(await ended(later)).toMatchObject({ wrote: [{ coordinate: at('sky', 'moved'), version: 2 }] });
		expect((await logOf(later))[0]?.message).toBe('Waiting for another build of the same dataset');
	});
});

describe('builds of the same dataset', () => {
	test('run one after another in the order they were started', async () => {
		const target = at('aviation', 'turns');
		const slow = await create('SELECT sum(a.range % 7) AS s FROM range(30000) a, range(10000) b', target, 'demo', []);
		const quick = await create('SELECT * FROM range(9)', target, 'demo', []);
		const runs = [await start(slow), await start(quick)];
		const [first, second] = [await ended(runs[0] as BuildRun), await ended(runs[1] as BuildRun)];
		expect([first.wrote?.[0]?.version, second.wrote?.[0]?.version]).toEqual([1, 2]);
		expect(await datasetAt(target)).toMatchObject({ rows: 9, builtBy: second.id });
		expect((await logOf(second))[0]?.message).toBe('Waiting for another build of the same dataset');
	});

	test('are canceled immediately while waiting, and the next one still waits for its turn', async () => {
		const target = at('aviation', 'cancelled');
		const endless = await start(await create(busy.code.payload, target, 'demo', []));
		const spec = await create('SELECT * FROM range(2)', target, 'demo', []);
		const [waiting, last] = [await start(spec), await start(spec)];
		await service.request('DELETE', `/build-runs/${waiting.id}`, { as: 'demo' });
		expect((await ended(waiting)).state).toBe('cancelled');
		expect((await service.json<BuildRun>('GET', `/build-runs/${last.id}`, { as: 'demo' })).state).toBe('queued');
		await service.request('DELETE', `/build-runs/${endless.id}`, { as: 'demo' });
		expect((await ended(last)).wrote?.[0]).toMatchObject({ version: 1, rows: 2 });
		expect(await service.platform.catalog.db.select().from(runOutputs)).toEqual([]);
	});
});
