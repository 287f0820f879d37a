import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditEntry } from '#contract/audit.ts';
import type { BuildPlan } from '#contract/build-plan.ts';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { Check } from '#contract/check.ts';
import { coordinateKey, type DatasetSchema } from '#contract/dataset.ts';
import type { DatasetStatuses } from '#contract/dataset-status.ts';
import type { DatasetVersion } from '#contract/dataset-version.ts';
import type { ListedLink } from '#contract/link.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

interface List<T> {
	items: T[];
}
const asDemo = { as: 'demo' };
const get = <T>(path: string, as = 'demo') => service.json<T>('GET', path, { as });
const statusOf = async (path: string, token: string) => (await service.request('GET', path, { token })).status;
async function rename(dataset: string, to: string, by: { as?: string; token?: string } = asDemo): Promise<Response> {
	const token = by.token ?? (await service.tokenFor(by.as ?? 'demo'));
	const headers = { 'content-type': 'text/plain', authorization: `Bearer ${token}` };
	const address = `${service.settings.publicUrl}/api/v1/data/demo/${dataset}/rename`;
	return service.app.fetch(new Request(address, { method: 'POST', body: to, headers }));
}
async function refusal(answer: Response): Promise<[number, string]> {
	const { message, sub_errors = [] } = (await answer.json()) as { message: string; sub_errors?: { message: string }[] };
	return [answer.status, [message, ...sub_errors.map((error) => error.message)].join(' ')];
}
const coordinate = (datasetName: string, namespace = 'aviation') => ({ owner: 'demo', namespace, datasetName });

test('keeps versions, descriptions, links, BuildSpecs, checks, tokens and activity', async () => {
	const entry = { username: 'demo', namespace: 'aviation', dataset: 'airports', access: 'read' } as const;
	const tokens = [
		await service.tokenFor('demo', [entry]),
		await service.tokenFor('guest', [{ ...entry, username: '*', namespace: '*' }]),
	];
	for (const token of tokens) expect(await statusOf('/schema/demo/aviation/airports', token)).toBe(200);
	await service.request('PUT', '/schema/demo/aviation/airports/description', {
		...asDemo,
		body: { description: 'All airports', columns: { iata: 'The code' } },
	});
	const specs = (await get<List<BuildSpec>>('/build-specs')).items;
	const delays = specs.find((spec) => spec.destination.datasetName === 'airport_delays');
	const check = {
		...{ name: 'Airports exist', kind: 'relationship', severity: 'error', columns: ['iata'] },
		...{ dataset: coordinate('airports'), otherColumn: 'iata' },
	};
	const put = await service.request('PUT', `/build-specs/${delays?.id}/checks`, {
		...asDemo,
		body: { checks: [check] },
	});
	expect([put.status, await put.text()]).toEqual([200, expect.any(String)]);
	const [links, versions] = [
		await get<List<ListedLink>>('/links'),
		await get<List<DatasetVersion>>('/data/demo/aviation/airports/versions'),
	];

	const answer = await rename('aviation/airports', 'airfields');
	expect([answer.status, await answer.json()]).toEqual([200, coordinate('airfields')]);

	expect((await service.request('GET', '/schema/demo/aviation/airports', asDemo)).status).toBe(404);
	const schema = await get<DatasetSchema>('/schema/demo/aviation/airfields');
	expect(schema).toMatchObject({ description: 'All airports', rows: 3_376 });
	expect(schema.columns.find((column) => column.name === 'iata')?.description).toBe('The code');
	expect(await get('/data/demo/aviation/airfields/versions')).toEqual(versions);
	const after = (await get<List<ListedLink>>('/links')).items;
	const named = (items: readonly ListedLink[], dataset: string) =>
		items.filter(({ from, to }) => [from.dataset, to.dataset].includes(dataset)).map(({ id }) => id);
	expect(named(after, 'airfields')).toEqual(named(links.items, 'airports'));
	expect(named(after, 'airports')).toEqual([]);
	for (const token of tokens) {
		expect(await statusOf('/schema/demo/aviation/airfields', token)).toBe(200);
		expect(await statusOf('/schema/demo/aviation/routes', token)).toBe(404);
	}
	const moved = await get<BuildSpec>(`/build-specs/${delays?.id}`);
	expect(moved.version).toBe((delays?.version ?? 0) + 1);
	expect(moved.sources).toContainEqual(coordinate('airfields'));
	expect(moved.code).toEqual(delays?.code);
	const { checks } = await get<{ checks: Check[] }>(`/build-specs/${delays?.id}/checks`);
	expect(checks).toMatchObject([{ dataset: coordinate('airfields') }]);
	const others = (await get<List<BuildSpec>>('/build-specs')).items.filter(
		({ id, sources }) => id !== delays?.id && !sources.some((source) => source.datasetName === 'airfields'),
	);
	expect(others.every((spec) => spec.version === specs.find(({ id }) => id === spec.id)?.version)).toBe(true);
	// The activity continues under the new name, and starts over under the former one.
	const log = await get<List<AuditEntry>>('/audit?username=demo&namespace=aviation&dataset=airfields');
	expect(log.items.map(({ action }) => action)).toEqual(expect.arrayContaining(['renameDataset', 'describeDataset']));
	expect(log.items[0]).toMatchObject({ resource: 'demo/aviation/airports', detail: 'to "airfields"' });
});

test('starts a separate activity log under a name that another dataset had before', async () => {
	await service.request('PUT', '/schema/demo/aviation/airports/description', {
		...asDemo,
		body: { description: 'All airports', columns: {} },
	});
	for (const [from, to] of [
		['airports', 'airfields'],
		['flights', 'airports'],
	] as const)
		expect((await rename(`aviation/${from}`, to)).status).toBe(200);
	const actions = async (dataset: string) => {
		const log = await get<List<AuditEntry>>(`/audit?username=demo&namespace=aviation&dataset=${dataset}`);
		return log.items.map(({ action, resource }) => `${action} ${resource}`);
	};
	expect(await actions('airports')).toEqual(['renameDataset demo/aviation/flights']);
	expect(await actions('airfields')).toEqual([
		'renameDataset demo/aviation/airports',
		'describeDataset demo/aviation/airports',
	]);
});

test('keeps the build status, and reports code that uses the former name', async () => {
	const specs = (await get<List<BuildSpec>>('/build-specs')).items;
	const daily = specs.find((spec) => spec.destination.datasetName === 'quakes_daily');
	const build = async (id = '') => {
		const run = await service.json<BuildRun>('POST', `/build-specs/${id}/build-runs`, asDemo);
		await service.platform.running.ended(run.id);
	};
	await build(daily?.id);
	const states = async () => {
		const { datasets: items } = await get<DatasetStatuses>('/dataset-status');
		return Object.fromEntries(items.map(({ datasetName, state }) => [datasetName, state]));
	};
	expect((await states()).quakes_daily).toBe('current');
	expect((await rename('nature/quakes_daily', 'daily_quakes')).status).toBe(200);
	expect(await states()).toMatchObject({ daily_quakes: 'current' });
	expect(Object.keys(await states())).not.toContain('quakes_daily');
	expect((await rename('nature/earthquakes', 'quakes')).status).toBe(200);
	const { datasets: items } = await get<DatasetStatuses>('/dataset-status');
	expect(items.find(({ datasetName }) => datasetName === 'daily_quakes')).toMatchObject({
		state: 'outdated',
		reasons: [{ kind: 'former-name', formerName: 'nature.earthquakes' }],
	});
	// A new dataset may take the former name without being confused with the renamed one.
	const body = { ...daily, sources: daily?.sources.map((source) => ({ ...source, datasetName: 'quakes' })) };
	const { sources, destination } = body;
	const code = { payload: daily?.code.payload.replaceAll('earthquakes', 'quakes') };
	await service.request('PUT', `/build-specs/${daily?.id}`, { ...asDemo, body: { sources, destination, code } });
	await build(daily?.id);
	expect(await states()).toMatchObject({ daily_quakes: 'outdated', quakes_daily: 'current' });
});

test.each(['dataset', 'namespace'])(
	'a restricted token still sees runs and plans after a %s is renamed',
	async (what) => {
		const specs = (await get<List<BuildSpec>>('/build-specs')).items;
		const daily = specs.find((spec) => spec.destination.datasetName === 'quakes_daily');
		const plan = await service.json<BuildPlan>('POST', '/build-plans', {
			...asDemo,
			body: { buildSpecIds: [daily?.id] },
		});
		await expect
			.poll(async () => (await get<BuildPlan>(`/build-plans/${plan.id}`)).state, { timeout: 20_000 })
			.toBe('succeeded');
		const [step] = (await get<BuildPlan>(`/build-plans/${plan.id}`)).steps;
		const entry = { username: 'demo', namespace: 'nature', access: 'read' } as const;
		const token = await service.tokenFor('demo', [
			{ ...entry, dataset: 'earthquakes' },
			{ ...entry, dataset: 'quakes_daily' },
		]);
		const seen = () =>
			Promise.all([`/build-runs/${step?.runId}`, `/build-plans/${plan.id}`].map((path) => statusOf(path, token)));
		expect(await seen()).toEqual([200, 200]);
		const renamed =
			what === 'dataset'
				? [await rename('nature/earthquakes', 'shocks'), await rename('nature/quakes_daily', 'shocks_daily')]
				: [await rename('nature', 'earth')];
		expect(renamed.map(({ status }) => status)).toEqual(renamed.map(() => 200));
		expect(await seen()).toEqual([200, 200]);
	},
);

test('build plans follow a rename, however they spell the namespace', async () => {
	await service.request('POST', '/namespaces', { ...asDemo, body: { username: 'demo', namespace: 'Ärzte' } });
	const destinations = [coordinate('a', 'ÄRZTE'), coordinate('b', 'a\u0308rzte'), coordinate('c')];
	const buildSpecIds: string[] = [];
	for (const destination of destinations) {
		const body = { sources: [], destination, code: { payload: 'SELECT 1 AS one' } };
		buildSpecIds.push((await service.json<BuildSpec>('POST', '/build-specs', { ...asDemo, body })).id);
	}
	const { id } = await service.json<BuildPlan>('POST', '/build-plans', { ...asDemo, body: { buildSpecIds } });
	await expect
		.poll(async () => (await get<BuildPlan>(`/build-plans/${id}`)).state, { timeout: 20_000 })
		.toBe('succeeded');
	expect((await rename('ärzte', 'praxis')).status).toBe(200);
	const { steps } = await get<BuildPlan>(`/build-plans/${id}`);
	expect(steps.map(({ destination: { namespace } }) => namespace)).toEqual(['praxis', 'praxis', 'aviation']);
});

test('ended builds still count after a rename, even if their code was edited since', async () => {
	const made = coordinate('counted');
	const edit = (payload: string) => ({
		...asDemo,
		body: { sources: [coordinate('airports')], destination: made, code: { payload } },
	});
	const spec = await service.json<BuildSpec>(
		'POST',
		'/build-specs',
		edit('SELECT 1 AS n FROM aviation.airports LIMIT 1'),
	);
	const build = async () => {
		const run = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, asDemo);
		await service.platform.running.ended(run.id);
	};
	await build();
	const save = (payload: string) => service.request('PUT', `/build-specs/${spec.id}`, edit(payload));
	await save(`SELECT CAST('x' AS INTEGER) AS n FROM aviation.airports`);
	await build();
	await save('SELECT 2 AS n FROM aviation.airports LIMIT 1');
	const stateOf = async (namespace: string, datasetName: string) => {
		const { datasets: items } = await get<DatasetStatuses>('/dataset-status');
		return items.find((item) => item.namespace === namespace && item.datasetName === datasetName)?.state;
	};
	expect(await stateOf('aviation', 'counted')).toBe('failed');
	expect((await rename('aviation/counted', 'totals')).status).toBe(200);
	expect(await stateOf('aviation', 'totals')).toBe('failed');
	expect((await rename('aviation', 'flying')).status).toBe(200);
	expect(await stateOf('flying', 'totals')).toBe('failed');
	expect((await rename('flying/totals', 'counted')).status).toBe(200);
	expect(await stateOf('flying', 'counted')).toBe('failed');
	const ended = await service.platform.catalog.db.select().from(runs).where(eq(runs.buildSpecId, spec.id));
	expect(ended.map(({ destination, work }) => [destination, work?.slot.datasetName])).toEqual([
		['demo/flying/counted', 'counted'],
		['demo/flying/counted', 'counted'],
	]);
});

test('is rejected while a pipeline may write to the dataset, whatever its BuildSpec’s namespace', async () => {
	const spec = (await get<List<BuildSpec>>('/build-specs')).items.find(
		({ destination }) => destination.datasetName === 'quakes_daily',
	);
	const { id } = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/build-runs`, asDemo);
	await service.platform.running.ended(id);
	const set = (values: Partial<typeof runs.$inferInsert>) =>
		service.platform.catalog.write((tx) => tx.update(runs).set(values).where(eq(runs.id, id)));
	await set({ state: 'running' });
	expect((await rename('aviation/airports', 'airfields')).status).toBe(200);
	await set({ pipeline: 'git' });
	expect(await refusal(await rename('aviation/airfields', 'airports'))).toEqual([
		409,
		'A running pipeline may write to demo/aviation/airfields. Wait for the build to end, or cancel it.',
	]);
	const former = coordinateKey(coordinate('airports'));
	await set({ destination: former });
	expect(await refusal(await rename('aviation/airfields', 'airports'))).toEqual([
		409,
		'A build is writing to demo/aviation/airports. Wait for the build to end, or cancel it.',
	]);
	await set({ state: 'succeeded' });
	expect((await rename('aviation/airfields', 'airports')).status).toBe(200);
});

test('rejects names that are taken, reserved or invalid', async () => {
	expect(await refusal(await rename('aviation/airports', 'FLIGHTS'))).toEqual([
		409,
		'demo/aviation already has a dataset named "flights". Choose another name.',
	]);
	for (const name of ['', 'a/b', ' x', '..']) expect((await rename('aviation/airports', name)).status).toBe(400);
	const [status, message] = await refusal(await rename('aviation/airports', 'Balefire'));
	expect([status, message]).toEqual([400, expect.stringContaining('"balefire" is a reserved name')]);
	expect((await rename('aviation/airports', 'Airports')).status).toBe(200);
	expect(await get('/schema/demo/aviation/airports')).toMatchObject({ datasetName: 'Airports' });
});

test('requires write access to both names', async () => {
	expect((await rename('aviation/airports', 'mine', { as: 'guest' })).status).toBe(403);
	expect((await rename('nature/earthquakes', 'mine', { as: 'guest' })).status).toBe(404);
	const entry = { username: 'demo', namespace: 'aviation', dataset: 'airports', access: 'write' } as const;
	const token = await service.tokenFor('demo', [entry]);
	expect((await rename('aviation/airports', 'mine', { token })).status).toBe(403);
	const both = await service.tokenFor('demo', [entry, { ...entry, dataset: 'mine' }]);
	expect((await rename('aviation/airports', 'mine', { token: both })).status).toBe(200);
});

test('is rejected while something is writing to the dataset', async () => {
	const target = coordinate('airports');
	const body = { target, mode: 'append', mapping: [{ from: 'iata', column: 'iata' }] };
	const { id } = await service.json<{ id: string }>('POST', '/ingestions', { ...asDemo, body });
	expect(await refusal(await rename('aviation/airports', 'airfields'))).toEqual([
		409,
		'An upload to demo/aviation/airports is in progress. Finish or cancel it first.',
	]);
	await service.request('DELETE', `/ingestions/${id}`, asDemo);
	const making = { target: coordinate('fields'), mode: 'create', mapping: [{ from: 'iata', column: 'iata' }] };
	const other = await service.json<{ id: string }>('POST', '/ingestions', { ...asDemo, body: making });
	expect(await refusal(await rename('aviation/airports', 'Fields'))).toEqual([
		409,
		'An upload to demo/aviation/fields is in progress. Finish or cancel it first.',
	]);
	await service.request('DELETE', `/ingestions/${other.id}`, asDemo);
	const zips = 'geography.zip_codes';
	const spec = await service.json<BuildSpec>('POST', '/build-specs', {
		...asDemo,
		body: {
			sources: [coordinate('zip_codes', 'geography')],
			destination: target,
			code: { payload: `SELECT count(*) AS n FROM ${zips} a, ${zips} b, ${zips} c` },
		},
	});
	const build = await service.json<BuildRun>('POST', `/build-specs/${spec.id}/build-runs`, asDemo);
	expect(await refusal(await rename('aviation/airports', 'airfields'))).toEqual([
		409,
		'A build is writing to demo/aviation/airports. Wait for the build to end, or cancel it.',
	]);
	// The build would recreate it.
	expect(await refusal(await service.request('DELETE', '/data/demo/aviation/airports', asDemo))).toEqual([
		409,
		'A build is writing to demo/aviation/airports. Wait for the build to end, or cancel it.',
	]);
	await service.request('DELETE', `/build-runs/${build.id}`, asDemo);
	await service.platform.running.ended(build.id);
	expect((await rename('aviation/airports', 'airfields')).status).toBe(200);
	const log = await get<List<{ target: { datasetName: string } }>>(
		'/ingestionTracking?username=demo&namespace=aviation&dataset=airfields',
	);
	expect(log.items).toMatchObject([{ target: { datasetName: 'airfields' } }]);
});
