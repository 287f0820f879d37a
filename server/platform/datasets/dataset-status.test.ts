import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { DatasetSchema, DatasetSummary } from '#contract/dataset.ts';
import type { DatasetStatus, DatasetStatuses } from '#contract/dataset-status.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { corruptObjects } from '../../store/catalog/schema/integrity.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

const ask = <T>(method: string, address: string, body?: unknown, as = 'demo') =>
	service.json<T>(method, address, { as, ...(body === undefined ? {} : { body }) });
const statuses = async (as = 'demo') => (await ask<DatasetStatuses>('GET', '/dataset-status', undefined, as)).datasets;
const statusOf = async (name: string, as = 'demo'): Promise<DatasetStatus | undefined> =>
	(await statuses(as)).find(({ datasetName }) => datasetName === name);
const wordsOf = async (name: string, as = 'demo') => {
	const status = await statusOf(name, as);
	if (status === undefined) return 'none';
	const reasons = status.reasons.map(({ kind, source }) => `${kind}${source ? ` of ${source.datasetName}` : ''}`);
	return [status.state, ...reasons].join(', ');
};
const at = (datasetName: string, namespace = 'aviation') => ({ owner: 'demo', namespace, datasetName });
const definition = (name: string, payload: string, sources: string[] = []) => ({
	sources: sources.map((source) => at(source)),
	destination: at(name),
	code: { payload },
});
const create = (name: string, payload: string, sources?: string[]) =>
	ask<BuildSpec>('POST', '/build-specs', definition(name, payload, sources));
const change = (spec: BuildSpec, payload: string) =>
	ask<BuildSpec>('PUT', `/build-specs/${spec.id}`, {
		sources: spec.sources,
		destination: spec.destination,
		code: { payload },
	});
async function build({ id }: BuildSpec): Promise<BuildRun> {
	const run = BuildRun.parse(await ask('POST', `/build-specs/${id}/build-runs`));
	await service.platform.running.ended(run.id);
	return BuildRun.parse(await ask('GET', `/build-runs/${run.id}`));
}
async function ingest(name: string, row: object): Promise<void> {
	const mapping = Object.keys(row).map((column) => ({ from: column, column }));
	const { id } = await ask<{ id: string }>('POST', '/ingestions', { target: at(name), mode: 'append', mapping });
	const text = JSON.stringify(row);
	const sha256 = createHash('sha256').update(text).digest('hex');
	const headers = { Authorization: `Bearer ${await service.tokenFor('demo')}`, 'Content-Type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/1?sha256=${sha256}`;
	await service.app.fetch(new Request(address, { method: 'PUT', headers, body: text }));
	expect(await ask('POST', `/ingestions/${id}/commit`, { chunks: 1 })).toMatchObject({ state: 'committed' });
}
async function rename(namespace: string, name: string): Promise<void> {
	const headers = { Authorization: `Bearer ${await service.tokenFor('demo')}`, 'Content-Type': 'text/plain' };
	const address = `${service.settings.publicUrl}/api/v1/data/demo/${namespace}/rename`;
	const answer = await service.app.fetch(new Request(address, { method: 'POST', headers, body: name }));
	expect(answer.status).toBe(200);
}

describe('the status of datasets', () => {
	test('goes from never built to current, and to outdated after a change to the BuildSpec', async () => {
		const spec = await create('first', 'SELECT 1 AS a');
		expect(await statusOf('first')).toMatchObject({ state: 'never-built', version: null, buildSpecId: spec.id });
		const run = await build(spec);
		expect(await statusOf('first')).toMatchObject({
			...{ state: 'current', version: 1, reasons: [], buildSpecId: spec.id, lastBuild: null },
			builtBy: { runId: run.id, buildSpecId: spec.id, version: 1, by: 'demo' },
		});
		await change(spec, 'SELECT 2 AS a');
		expect(await statusOf('first')).toMatchObject({
			state: 'outdated',
			reasons: [{ kind: 'build-spec-changed', builtVersion: 1, currentVersion: 2, source: null }],
		});
		// Saves the definition that it was built from again.
		await change(spec, 'SELECT 1 AS a');
		expect(await wordsOf('first')).toBe('current');
	});

	test('becomes outdated downstream of a changed source, until each dataset is rebuilt', async () => {
		const [first, second, third] = [
			await create('first', 'SELECT 1 AS a'),
			await create('second', 'SELECT a FROM aviation.first', ['first']),
			await create('third', 'SELECT a FROM aviation.second', ['second']),
		];
		for (const spec of [first, second, third]) await build(spec);
		expect([await wordsOf('second'), await wordsOf('third')]).toEqual(['current', 'current']);
		await build(await change(first, 'SELECT 2 AS a'));
		expect([await wordsOf('first'), await wordsOf('second'), await wordsOf('third')]).toEqual([
			'current',
			'outdated, source-changed of first',
			'outdated, source-outdated of second',
		]);
		await build(second);
		expect([await wordsOf('second'), await wordsOf('third')]).toEqual([
			'current',
			'outdated, source-changed of second',
		]);
		await build(third);
		expect(await wordsOf('third')).toBe('current');
	});

	test('stays current if a source is rebuilt with the same rows', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const second = await create('second', 'SELECT a FROM aviation.first', ['first']);
		for (const spec of [first, second, first]) await build(spec);
		expect(await statusOf('first')).toMatchObject({ version: 2 });
		expect(await wordsOf('second')).toBe('current');
	});

	test('is outdated if a source is deleted', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const second = await create('second', 'SELECT a FROM aviation.first', ['first']);
		for (const spec of [first, second]) await build(spec);
		await service.request('DELETE', '/data/demo/aviation/first', { as: 'demo' });
		expect([await wordsOf('first'), await wordsOf('second')]).toEqual(['deleted', 'outdated, source-missing of first']);
	});

	test('distinguishes deleted destinations from never built ones, until they’re rebuilt or replaced', async () => {
		const [first, second] = [
			await create('first', 'SELECT 1 AS a'),
			await create('second', 'SELECT 1 AS a'),
			await create('third', 'SELECT 1 AS a'),
		];
		const run = await build(first);
		await build(second);
		await service.request('DELETE', '/data/demo/aviation/first', { as: 'demo' });
		expect(await statusOf('first')).toMatchObject({
			...{ state: 'deleted', version: null, deleted: { by: 'demo' } },
			builtBy: { runId: run.id, version: 1, by: 'demo' },
		});
		await ask('DELETE', '/data/demo/aviation/balefire?deleteDatasets=true');
		expect([await wordsOf('second'), await wordsOf('third')]).toEqual(['deleted', 'never-built']);
		await build(first);
		expect(await wordsOf('first')).toBe('current');
		await ask('PUT', `/build-specs/${second.id}`, definition('other', 'SELECT 1 AS a'));
		expect(await wordsOf('other')).toBe('never-built');
		await service.request('DELETE', '/data/demo/aviation/first', { as: 'demo' });
		await rename('aviation', 'air');
		expect([await wordsOf('first'), await wordsOf('third')]).toEqual(['deleted', 'never-built']);
	});

	test('remembers who built a deleted dataset when a rebuild fails', async () => {
		const [one, two] = [await create('shared', 'SELECT 1 AS a'), await create('shared', 'SELECT 2 AS a')];
		const run = await build(one);
		await service.request('DELETE', '/data/demo/aviation/shared', { as: 'demo' });
		const seen = async () => {
			const { datasets, buildSpecs } = await ask<DatasetStatuses>('GET', '/dataset-status');
			const dataset = datasets.find(({ datasetName }) => datasetName === 'shared');
			const other = buildSpecs.find(({ buildSpecId }) => buildSpecId === two.id) ?? dataset;
			return [dataset?.builtBy?.runId, other?.state, other?.deleted];
		};
		expect(await seen()).toEqual([run.id, 'never-built', null]);
		expect((await build(await change(one, 'SELECT nothing'))).state).toBe('failed');
		expect(await seen()).toEqual([run.id, 'never-built', null]);
	});

	test('reveals nothing about a source after read access is revoked', async () => {
		const source = await create('source', 'SELECT 1 AS a');
		await build(source);
		await ask('POST', '/namespaces', { namespace: 'mine' }, 'guest');
		const mine = (name: string, from: object, payload: string) =>
			ask<BuildSpec>(
				'POST',
				'/build-specs',
				{ sources: [from], destination: { owner: 'guest', namespace: 'mine', datasetName: name }, code: { payload } },
				'guest',
			);
		const copy = await mine('copy', at('source'), 'SELECT a FROM aviation.source');
		const next = { owner: 'guest', namespace: 'mine', datasetName: 'copy' };
		const further = await mine('further', next, 'SELECT a FROM mine.copy');
		for (const { id } of [copy, further]) {
			const run = BuildRun.parse(await ask('POST', `/build-specs/${id}/build-runs`, undefined, 'guest'));
			await service.platform.running.ended(run.id);
		}
		const words = async () => [await wordsOf('copy', 'guest'), await wordsOf('further', 'guest')];
		expect(await words()).toEqual(['current', 'current']);
		const body = { username: 'guest', role: 'viewer' };
		await service.request('DELETE', '/permissions/namespaces/demo/aviation/shares', { as: 'demo', body });
		const before = await words();
		expect(before).toEqual(['outdated, source-missing', 'current']);
		await build(await change(source, 'SELECT 2 AS a'));
		expect(await words()).toEqual(before);
		const schema = await ask<DatasetSchema>('GET', '/schema/guest/mine/copy', undefined, 'guest');
		expect([schema.state, schema.reasons?.map(({ kind, source }) => [kind, source])]).toEqual([
			'outdated',
			[['source-missing', null]],
		]);
	});

	test('is the same for a token that can’t read a source, except for the source’s name', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const second = await create('second', 'SELECT a FROM aviation.first', ['first']);
		for (const spec of [first, second]) await build(spec);
		const entry = { username: 'demo', namespace: 'aviation', dataset: 'second', access: 'read' } as const;
		const token = await service.tokenFor('demo', [entry]);
		const facts = async () => {
			const { datasets } = await service.json<DatasetStatuses>('GET', '/dataset-status', { token });
			const schema = await service.json<DatasetSchema>('GET', '/schema/demo/aviation/second', { token });
			return [...datasets, schema].map(({ state, reasons }) => [
				state,
				reasons?.map(({ kind, source }) => [kind, source]),
			]);
		};
		expect(await facts()).toEqual(Array(2).fill(['current', []]));
		await build(await change(first, 'SELECT 2 AS a'));
		expect(await facts()).toEqual(Array(2).fill(['outdated', [['source-changed', null]]]));
	});

	test('shows a failed build until the next one, even if the dataset was never built', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		await build(first);
		const broken = await change(first, 'SELECT nothing');
		const run = await build(broken);
		expect(await statusOf('first')).toMatchObject({
			...{ state: 'failed', version: 1, reasons: [{ kind: 'build-spec-changed' }] },
			lastBuild: { runId: run.id, state: 'failed', by: 'demo', message: run.error?.message },
		});
		await build(await change(first, 'SELECT 3 AS a'));
		expect(await wordsOf('first')).toBe('current');
		await build(await create('never', 'SELECT nothing'));
		expect(await statusOf('never')).toMatchObject({ state: 'failed', version: null, lastBuild: { state: 'failed' } });
	});

	test('is tracked per BuildSpec if several write the same dataset', async () => {
		const [one, two] = [await create('shared', 'SELECT 1 AS a'), await create('shared', 'SELECT 2 AS a')];
		const ofSpecs = async () => {
			const { datasets, buildSpecs } = await ask<DatasetStatuses>('GET', '/dataset-status');
			const dataset = datasets.find(({ datasetName }) => datasetName === 'shared');
			const words = (status = dataset) =>
				[status?.state, ...(status?.reasons ?? []).map(({ kind }) => kind), ...(status?.builtBy ? ['built'] : [])].join(
					', ',
				);
			const of = ({ id }: BuildSpec) => words(buildSpecs.find(({ buildSpecId }) => buildSpecId === id));
			return [words(), of(one), of(two), dataset?.buildSpecId === one.id ? 'one' : 'two'];
		};
		expect(await ofSpecs()).toEqual(['never-built', 'never-built', 'never-built', 'one']);
		await build(one);
		expect(await ofSpecs()).toEqual(['current, built', 'current, built', 'never-built', 'one']);
		await build(two);
		expect(await ofSpecs()).toEqual(['current, built', 'outdated, built-by-another, built', 'current, built', 'two']);
		await build(await change(one, 'SELECT nothing'));
		expect(await ofSpecs()).toEqual(['failed, built', 'failed, built-by-another, built', 'current, built', 'two']);
		await build(two);
		expect(await ofSpecs()).toEqual(['current, built', 'failed, built-by-another, built', 'current, built', 'two']);
	});

	test('points readers of a dataset that isn’t built yet to its BuildSpec', async () => {
		await create('later', 'SELECT 1 AS a');
		const body = { sources: [at('later')], code: { payload: 'SELECT 1' } };
		const answer = await service.request('POST', '/preview-runs', { as: 'demo', body });
		expect(await answer.text()).toContain('demo/aviation/later doesn’t exist. Build its BuildSpec first.');
	});

	test('keeps a failed build through a rename of the namespace', async () => {
		const never = await create('never', 'SELECT missing');
		const once = await create('once', 'SELECT 1 AS a');
		await build(once);
		await change(once, 'SELECT missing');
		await build(never);
		await build(once);
		await rename('aviation', 'flying');
		expect([await wordsOf('never'), (await statusOf('once'))?.state]).toEqual(['failed', 'failed']);
	});

	test('keeps a build in progress through two renames of the namespace', async () => {
		const spec = await create('slow', 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b');
		const run = await ask<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`);
		for (const [from = '', to = ''] of [
			['aviation', 'air'],
			['air', 'sky'],
		]) {
			await rename(from, to);
		}
		const edited = { ...definition('slow', 'SELECT 1 AS a'), destination: at('slow', 'sky') };
		await ask('PUT', `/build-specs/${spec.id}`, edited);
		expect(await statusOf('slow')).toMatchObject({ state: 'building', namespace: 'sky', lastBuild: { runId: run.id } });
		await ask('DELETE', `/build-runs/${run.id}`);
	});

	test('follows a restore, a wipe and a rename of the namespace', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		await build(first);
		await build(await change(first, 'SELECT 2 AS a'));
		await ask('POST', '/data/demo/aviation/first/versions/1/restore');
		expect(await statusOf('first')).toMatchObject({
			state: 'outdated',
			reasons: [{ kind: 'build-spec-changed', builtVersion: 1, currentVersion: 2 }],
		});
		await build(first);
		await rename('aviation', 'air');
		const renamed = await statusOf('first');
		expect([renamed?.namespace, renamed?.state]).toEqual(['air', 'current']);
		await ask('DELETE', '/data/demo/air/balefire?deleteDatasets=false');
		expect(await wordsOf('first')).toBe('outdated, wiped');
	});

	test('reports manual changes to built rows until the next build or a restore', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const second = await create('second', 'SELECT a FROM aviation.first', ['first']);
		for (const spec of [first, second]) await build(spec);
		await ingest('first', { a: 7 });
		expect([await wordsOf('first'), await wordsOf('second')]).toEqual([
			'outdated, rows-changed',
			'outdated, source-changed of first',
		]);
		await build(second);
		expect(await wordsOf('second')).toBe('current');
		await ask('POST', '/data/demo/aviation/first/versions/1/restore');
		expect(await statusOf('first')).toMatchObject({ state: 'current', restoredFrom: 1 });
		expect((await ask<DatasetSchema>('GET', '/schema/demo/aviation/first')).restored).toMatchObject({
			...{ version: 1, by: 'demo' },
		});
		expect((await statusOf('second'))?.reasons).toMatchObject([{ kind: 'source-changed', restoredVersion: 1 }]);
		await ask('POST', '/data/demo/aviation/first/versions/2/restore');
		expect(await wordsOf('first')).toBe('outdated, rows-changed');
		await build(first);
		expect(await wordsOf('first')).toBe('current');
	});

	test('reports code that still uses a name from before a rename', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const second = await create('second', 'SELECT a FROM aviation."first" -- aviation.gone', ['first']);
		const third = await create('third', 'SELECT 1 AS a -- aviation.first', ['first']);
		for (const spec of [first, second, third]) await build(spec);
		await rename('aviation', 'air');
		expect(await statusOf('second')).toMatchObject({
			state: 'outdated',
			reasons: [{ kind: 'former-name', formerName: 'aviation.first', source: at('first', 'air') }],
		});
		expect((await statusOf('second', 'guest'))?.reasons).toMatchObject([{ formerName: 'aviation.first' }]);
		expect(await wordsOf('third')).toBe('current');
		await ask('PUT', `/build-specs/${second.id}`, {
			...{ sources: [at('first', 'air')], destination: at('second', 'air') },
			code: { payload: 'SELECT a FROM air.first' },
		});
		expect(await wordsOf('second')).toBe('outdated, build-spec-changed');
	});

	test('lists the failed checks that only warn', async () => {
		const first = await create('first', 'SELECT 1 AS a UNION ALL SELECT 1');
		const checks = [
			{ name: 'One row each', kind: 'unique', severity: 'warn', columns: ['a'] },
			{ name: 'Never null', kind: 'not_null', severity: 'error', columns: ['a'] },
		];
		await ask('PUT', `/build-specs/${first.id}/checks`, { checks });
		await build(first);
		expect(await statusOf('first')).toMatchObject({ state: 'current', failedChecks: ['One row each'] });
		expect(await statusOf('first', 'guest')).toMatchObject({ failedChecks: ['One row each'] });
		await build(await change(first, 'SELECT 1 AS a'));
		expect(await statusOf('first')).toMatchObject({ state: 'current', failedChecks: [] });
	});

	test('is corrupt if an object of its rows is', async () => {
		const { db } = service.platform.catalog;
		await build(await create('first', 'SELECT 1 AS a'));
		expect(await wordsOf('first')).toBe('current');
		const [dataset] = await db.select().from(datasets).where(eq(datasets.name, 'first'));
		await db.insert(corruptObjects).values({ sha256: dataset?.sha256 ?? '', problem: 'changed', foundAt: new Date() });
		expect(await wordsOf('first')).toBe('corrupt');
	});

	test('is included in lists and schemas, but not in schemas of earlier versions', async () => {
		const first = await create('first', 'SELECT 1 AS a');
		const run = await build(first);
		await build(await change(first, 'SELECT 2 AS a'));
		await change(first, 'SELECT 3 AS a');
		const { items } = await ask<{ items: DatasetSummary[] }>('GET', '/data/demo/aviation');
		const summary = items.find(({ datasetName }) => datasetName === 'first');
		const stated = { state: 'outdated', reasons: [{ kind: 'build-spec-changed' }], builtBy: { buildSpecId: first.id } };
		expect(summary).toMatchObject(stated);
		expect(await ask<DatasetSchema>('GET', '/schema/demo/aviation/first')).toMatchObject(stated);
		const earlier = await ask<DatasetSchema>('GET', '/schema/demo/aviation/first?version=1');
		expect([earlier.state, earlier.builtBy?.runId]).toEqual([undefined, run.id]);
	});

	test('shows other users only what they can read', async () => {
		const secret = { ...definition('secret', 'SELECT 1 AS a'), destination: at('secret', 'nature') };
		const hidden = await ask<BuildSpec>('POST', '/build-specs', secret);
		await build(hidden);
		const body = { ...definition('first', 'SELECT a FROM nature.secret'), sources: [at('secret', 'nature')] };
		const first = await ask<BuildSpec>('POST', '/build-specs', body);
		await build(first);
		await build(await change(hidden, 'SELECT 2 AS a'));
		await create('planned', 'SELECT 1 AS a');
		expect([await wordsOf('first'), await wordsOf('first', 'guest')]).toEqual([
			'outdated, source-changed of secret',
			'outdated, source-changed',
		]);
		expect([await wordsOf('secret', 'guest'), await wordsOf('planned', 'guest')]).toEqual(['none', 'none']);
		const broken = await build(await change(first, 'SELECT nothing'));
		expect(broken.state).toBe('failed');
		expect(await statusOf('first', 'guest')).toMatchObject({
			...{ state: 'failed', buildSpecId: null },
			lastBuild: { runId: null, message: null, by: 'demo' },
		});
	});

	test('returns 304 while nothing has changed', async () => {
		const get = (etag?: string | null) =>
			service.request('GET', '/dataset-status', { as: 'demo', headers: etag ? { 'If-None-Match': etag } : {} });
		const answer = await get();
		const etag = answer.headers.get('ETag');
		expect([(await get(etag)).status, (await get('"other"')).status]).toEqual([304, 200]);
		await create('first', 'SELECT 1 AS a');
		const next = await get(etag);
		expect([next.status, next.headers.get('ETag') === etag]).toEqual([200, false]);
	});
});
