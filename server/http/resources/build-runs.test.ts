import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BuildRun, BuildRunOutputSummary, LogItem, OutputLink, RunPlan } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { ErrorResponse } from '#contract/error.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const delays = async (): Promise<BuildSpec> => {
	const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
	const found = items.find((item) => item.destination.datasetName === 'airport_delays');
	if (found === undefined) throw new Error('The sample has no BuildSpec for airport_delays.');
	return found;
};
const scratch = (payload: string, sources: object[] = []) => ({ sources, code: { payload } });
const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };

async function start(path: string, body?: unknown, as = 'demo'): Promise<BuildRun> {
	const answer = await service.request('POST', path, { as, ...(body === undefined ? {} : { body }) });
	expect(answer.status).toBe(202);
	return BuildRun.parse(await answer.json());
}
async function finished(run: BuildRun, as = 'demo'): Promise<BuildRun> {
	await service.platform.running.ended(run.id);
	return BuildRun.parse(await service.json('GET', `/build-runs/${run.id}`, { as }));
}
const endless = 'SELECT count(*) FROM range(1000000000) a, range(1000000000) b';

describe('a preview of a saved BuildSpec', () => {
	test('has a plan with the rows of each operator, which names datasets but no files', async () => {
		const spec = await delays();
		const run = await finished(await start(`/build-specs/${spec.id}/preview-runs`));
		const text = await (await service.request('GET', `/build-runs/${run.id}/plan`, { as: 'demo' })).text();
		const { ms, operators } = RunPlan.parse(JSON.parse(text));
		expect(ms).toBeGreaterThan(0);
		expect(operators[0]).toMatchObject({ parent: null, rows: 220 });
		const scans = operators.flatMap(({ details }) => details.filter(({ name }) => name === 'Dataset'));
		expect(scans.map(({ value }) => value).toSorted()).toEqual(['demo.aviation.airports', 'demo.aviation.flights']);
		expect(text).not.toContain('.parquet');
		const other = await service.request('GET', `/build-runs/${run.id}/plan`, { as: 'guest' });
		expect(other.status).toBe(404);
		const failed = await finished(await start('/preview-runs', scratch('SELECT 1/0 + CAST(random() AS DATE)')));
		expect((await service.request('GET', `/build-runs/${failed.id}/plan`, { as: 'demo' })).status).toBe(404);
	});

	test('reports its progress while it runs', async () => {
		const flights = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };
		const rows = Array.from({ length: 10 }, () => 'SELECT flight_id FROM aviation.flights').join(' UNION ALL ');
		const long = `SELECT max(list_sum(range(flight_id % 10, 6000))) FROM (${rows})`;
		const run = await start('/preview-runs', scratch(long, [flights]));
		const progress = async () =>
			BuildRun.parse(await service.json('GET', `/build-runs/${run.id}`, { as: 'demo' })).progress;
		await expect.poll(progress, { timeout: 20_000, interval: 200 }).toBeGreaterThan(0);
		await service.request('DELETE', `/build-runs/${run.id}`, { as: 'demo' });
		expect(await progress()).toBeNull();
	});

	test('is queued first, then returns its rows for download', async () => {
		const spec = await delays();
		const queued = await start(`/build-specs/${spec.id}/preview-runs`);
		expect(queued).toMatchObject({ state: 'queued', kind: 'preview', pipeline: 'code-blob', draft: false, by: 'demo' });
		const run = await finished(queued);
		expect(run).toMatchObject({
			state: 'succeeded',
			rows: 220,
			version: spec.version,
			buildSpecId: spec.id,
			error: null,
		});
		const { items } = await service.json<{ items: unknown[] }>('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
		expect(items.map((item) => BuildRunOutputSummary.parse(item))).toEqual([
			{ ...spec.destination, href: `build-runs/${run.id}/outputs/airport_delays` },
		]);
		const link = OutputLink.parse(
			await service.json('GET', `/build-runs/${run.id}/outputs/airport_delays`, { as: 'demo' }),
		);
		const file = await service.request('GET', link.downloadUrl);
		expect(Number(file.headers.get('content-length'))).toBe(run.bytes);
		const { platform } = service;
		const sha256 = new URL(link.downloadUrl).pathname.split('/').at(-1) ?? '';
		expect(
			(await platform.objects.withFiles([sha256], (fileOf) => platform.engine.describe(fileOf(sha256)))).rows,
		).toBe(220);
		const log = await service.json<{ items: unknown[] }>('GET', `/build-runs/${run.id}/log`, { as: 'demo' });
		expect(log.items.map((item) => LogItem.parse(item)).length).toBeGreaterThan(0);
	});

	test('runs the given definition instead, marked as a draft', async () => {
		const { id, sources, destination, version } = await delays();
		const edit = { sources, destination, code: { payload: 'SELECT iata FROM aviation.airports LIMIT 7' } };
		const run = await finished(await start(`/build-specs/${id}/preview-runs`, edit));
		expect(run).toMatchObject({ state: 'succeeded', rows: 7, draft: true, version, definition: edit });
		expect((await delays()).version).toBe(version);
		const unchanged = { sources, destination, code: (await delays()).code };
		expect((await start(`/build-specs/${id}/preview-runs`, unchanged)).draft).toBe(false);
	});
});

describe('a scratch query', () => {
	test('has one output named result', async () => {
		const run = await finished(await start('/preview-runs', scratch('SELECT 42 AS answer')));
		expect(run).toMatchObject({ state: 'succeeded', rows: 1, buildSpecId: null, version: null, draft: true });
		const { items } = await service.json<{ items: { datasetName: string; namespace: string }[] }>(
			'GET',
			`/build-runs/${run.id}/outputs`,
			{ as: 'demo' },
		);
		expect(items).toMatchObject([{ owner: 'demo', namespace: 'aviation', datasetName: 'result' }]);
	});

	test('can read only what is shared with the caller', async () => {
		const count = scratch('SELECT count(*) AS n FROM demo.aviation.airports', [airports]);
		expect((await finished(await start('/preview-runs', count, 'guest'), 'guest')).state).toBe('succeeded');
		const countries = { owner: 'demo', namespace: 'geography', datasetName: 'countries' };
		const missing = { owner: 'guest', namespace: 'x', datasetName: 'y' };
		const body = scratch('SELECT 1', [airports, countries, missing]);
		const answer = await service.request('POST', '/preview-runs', { as: 'guest', body });
		expect(answer.status).toBe(400);
		expect(((await answer.json()) as ErrorResponse).sub_errors).toEqual([
			{
				code: 'NOT_FOUND',
				path: 'sources.1',
				message:
					'demo/geography/countries doesn’t exist, or you don’t have access to it. Check the name, or ask its owner for access.',
			},
			{
				code: 'NOT_FOUND',
				path: 'sources.2',
				message:
					'guest/x/y doesn’t exist, or you don’t have access to it. Check the name, or ask its owner for access.',
			},
		]);
	});
});

test('a failed run reports why and where, also for its outputs', async () => {
	const run = await finished(
		await start('/preview-runs', scratch('SELECT\n  nope\nFROM aviation.airports', [airports])),
	);
	expect(run).toMatchObject({ state: 'failed', rows: null, error: { line: 2, column: 3 } });
	const answer = await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
	expect(answer.status).toBe(409);
	const error = (await answer.json()) as ErrorResponse;
	expect(error.error_code).toBe('RUN_FAILED');
	expect(error.message).toContain(run.error?.message);
});

test('an active run has no outputs, and a canceled one never has any', async () => {
	const run = await start('/preview-runs', scratch(endless));
	const early = await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
	expect(early.status).toBe(409);
	expect(((await early.json()) as ErrorResponse).error_code).toBe('OUTPUTS_NOT_READY');
	const cancelled = await service.request('DELETE', `/build-runs/${run.id}`, { as: 'demo' });
	expect(BuildRun.parse(await cancelled.json())).toMatchObject({ state: 'cancelled', error: null });
	const answer = await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
	expect(answer.status).toBe(409);
	expect(((await answer.json()) as ErrorResponse).error_code).toBe('RUN_CANCELLED');
	const again = await service.request('DELETE', `/build-runs/${run.id}`, { as: 'demo' });
	expect(BuildRun.parse(await again.json()).state).toBe('cancelled');
});

test('another user’s run isn’t found', async () => {
	const run = await finished(await start('/preview-runs', scratch('SELECT 1')));
	for (const [method, path] of [
		['GET', ''],
		['GET', '/log'],
		['GET', '/outputs'],
		['GET', '/outputs/result'],
		['DELETE', ''],
	] as const) {
		const answer = await service.request(method, `/build-runs/${run.id}${path}`, { as: 'guest' });
		expect([method, path, answer.status]).toEqual([method, path, 404]);
	}
});

test('a run that isn’t a preview has no outputs to list', async () => {
	const run = await finished(await start('/preview-runs', scratch('SELECT 1')));
	await service.platform.catalog.write((tx) => tx.update(runs).set({ kind: 'build' }).where(eq(runs.id, run.id)));
	const answer = await service.request('GET', `/build-runs/${run.id}/outputs`, { as: 'demo' });
	expect(answer.status).toBe(404);
});

test('runs of a BuildSpec are listed newest first, in pages', async () => {
	const { id } = await delays();
	const started = [];
	for (let n = 0; n < 3; n += 1) started.push(await finished(await start(`/build-specs/${id}/preview-runs`)));
	type Runs = { items: BuildRun[]; nextCursor?: string };
	const seen: string[] = [];
	let cursor: string | undefined;
	do {
		const query: string = `buildSpecId=${id}&limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`;
		const page = await service.json<Runs>('GET', `/build-runs?${query}`, { as: 'demo' });
		seen.push(...page.items.map((item) => item.id));
		cursor = page.nextCursor;
	} while (cursor !== undefined);
	expect(new Set(seen).size).toBe(seen.length);
	expect(seen.slice(0, 3)).toEqual(started.map((item) => item.id).reverse());
	expect(
		(await service.json<Runs>('GET', '/build-runs', { as: 'guest' })).items.every((item) => item.by === 'guest'),
	).toBe(true);
});

test('a user’s many queued runs don’t hold up another user’s', async () => {
	const one = await createTestService({ engine: { ...service.settings.engine, concurrency: 1 } });
	const ask = async (as: string, n: number) => {
		const body = scratch(`SELECT ${n} AS n`);
		return one.json<BuildRun>('POST', '/preview-runs', { as, body });
	};
	const many = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => ask('demo', n)));
	const other = await ask('guest', 1);
	await Promise.all([...many, other].map((run) => one.platform.running.ended(run.id)));
	const began = await one.platform.catalog.db.select().from(runs).orderBy(runs.startedAt);
	const position = began.findIndex((run) => run.id === other.id);
	const last = began.findIndex((run) => run.id === many.at(-1)?.id);
	expect(position).toBeLessThan(last);
	expect(began.slice(position).length).toBeGreaterThan(2);
	await one.close();
});
