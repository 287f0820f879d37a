import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BuildRun, BuildRunPipelineOutput } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { sampleFolder } from '../paths.ts';
import { columnDescriptions, datasets, links } from '../store/catalog/schema/datasets.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { createSampleOnce, putSample, sampleDatasets } from './sample.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const specs = async (as = 'demo') => (await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as })).items;

test('describes each file’s actual rows, columns and types, with a sentence per column', async () => {
	expect(sampleDatasets).toHaveLength(11);
	for (const dataset of sampleDatasets) {
		const file = join(sampleFolder, dataset.namespace, `${dataset.name}.parquet`);
		const { rows, columns } = await service.platform.engine.describe(file);
		const described = {
			name: dataset.name,
			rows: dataset.rows,
			columns: dataset.columns.map(({ name, type }) => ({ name, type })),
		};
		expect(described).toEqual({ name: dataset.name, rows, columns });
		for (const text of [dataset.description, dataset.licence, dataset.source]) expect(text.length).toBeGreaterThan(3);
		for (const { description } of dataset.columns) expect(description).toMatch(/^.{8,}\.$/);
	}
});

test('is there after the first start, with datasets, descriptions and links', async () => {
	const { db } = service.platform.catalog;
	expect((await db.select().from(datasets)).map((item) => item.name).sort()).toEqual(
		sampleDatasets.map((dataset) => dataset.name).sort(),
	);
	const columns = sampleDatasets.reduce((sum, dataset) => sum + dataset.columns.length, 0);
	expect(await db.select().from(columnDescriptions)).toHaveLength(columns);
	const ends = (await db.select().from(links)).map((item) => `${item.fromColumn} → ${item.toColumn}`);
	expect(ends.sort()).toEqual(['Origin State → state', 'country → country', 'destination → iata', 'origin → iata']);
});

describe('its BuildSpecs', () => {
	test.each([
		['airport_delays', 220],
		['strikes_by_state', 28],
		['capital_nearest_airport', 50],
		['quakes_daily', 8],
		['country_change', 61],
		['flights_per_month', 301],
	])('%s returns %i rows', async (name, rows) => {
		const spec = (await specs()).find((spec) => spec.destination.datasetName === name);
		const started = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/preview-runs`, { as: 'demo' });
		await service.platform.running.ended(started.id);
		const run = await service.json<BuildRun>('GET', `/build-runs/${started.id}`, { as: 'demo' });
		expect([run.error, run.rows]).toEqual([null, rows]);
	});
});

test('its pipeline has outputs of all three kinds, and the same commit ID everywhere', async () => {
	const spec = (await specs()).find((spec) => spec.destination.datasetName === 'flights_per_month');
	const started = await service.json<BuildRun>('POST', `/build-specs/${spec?.id}/preview-runs`, { as: 'demo' });
	await service.platform.running.ended(started.id);
	const run = await service.json<BuildRun>('GET', `/build-runs/${started.id}`, { as: 'demo' });
	expect(run.commit?.id).toBe('3457d1c16925c2b6f1528fc9e60576776988e85c');
	const list = await service.json<{ items: BuildRunPipelineOutput[] }>('GET', `/build-runs/${run.id}/outputs`, {
		as: 'demo',
	});
	expect(list.items.map((item) => `${item.kind} ${item.name}: ${item.rows}`)).toEqual([
		'declared flights_per_month.parquet: 3',
		'computed delays_TX.parquet: 24',
		'computed delays_CA.parquet: 16',
		'computed delays_FL.parquet: 15',
		'computed delays_IL.parquet: 6',
		'computed delays_NY.parquet: 12',
		'discovered delays_by_airport.parquet: 220',
		'discovered busiest_states.parquet: 5',
	]);
});

test('is created once, and a reset restores it without touching additions', async () => {
	const { platform } = service;
	expect(await createSampleOnce(platform, sampleFolder)).toBe(false);
	const [first, second] = await specs();
	const edit = (payload: string) => ({
		sources: [],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'mine' },
		code: { payload },
	});
	await service.request('PUT', `/build-specs/${first?.id}`, { as: 'demo', body: edit('SELECT 1') });
	await service.request('DELETE', `/build-specs/${second?.id}`, { as: 'demo' });
	const added = await service.json<BuildSpec>('POST', '/build-specs', { as: 'demo', body: edit('SELECT 2') });
	await putSample(platform, sampleFolder);
	const after = await specs();
	expect(after.find((candidate) => candidate.id === first?.id)).toMatchObject({ version: 1, code: first?.code });
	expect(after.map((item) => item.id)).toContain(second?.id);
	expect(after.map((item) => item.id)).toContain(added.id);
	expect(after).toHaveLength(7);
	expect(await platform.catalog.db.select().from(datasets)).toHaveLength(11);
	expect(await platform.catalog.db.select().from(links)).toHaveLength(4);
});
