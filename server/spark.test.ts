import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { BuildRun, BuildRunPipelineOutput, LogItem } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { RunCheck } from '#contract/check.ts';
import type { DatasetCoordinate } from '#contract/dataset.ts';
import { type EngineHouse, openEngine } from './testing/engine.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';
import { createTestService, type TestService } from './testing/service.ts';
import { type SparkServer, startSpark } from './testing/spark.ts';

const stores = process.env.TEST_VERSITYGW ? (['a folder', 'a bucket'] as const) : (['a folder'] as const);

describe.skipIf(!process.env.TEST_SPARK_HOME).each(stores)('the service on Spark with %s', (store) => {
	let s3: S3Server | null = null;
	let spark: SparkServer;
	let service: TestService;
	let duckdb: TestService;
	let house: EngineHouse;
	beforeAll(async () => {
		if (store === 'a bucket') s3 = await startS3Server();
		spark = await startSpark(s3 === null ? {} : { s3: s3.settings });
		service = await createTestService({ sparkUrl: spark.url, s3: s3?.settings ?? null });
		[duckdb, house] = await Promise.all([createTestService(), openEngine()]);
		// On a busy machine, the first statement takes longer than a check is allowed to.
		await ended(service, await start(service, '/preview-runs', { sources: [], code: { payload: 'SELECT 1 AS one' } }));
	}, 180_000);
	afterAll(async () => {
		await Promise.all([service.close(), duckdb.close(), house.close()]);
		await spark.stop();
		await s3?.stop();
	});

	const ended = async (on: TestService, { id }: BuildRun): Promise<BuildRun> => {
		const run = () => on.json<BuildRun>('GET', `/build-runs/${id}`, { as: 'demo' });
		await vi.waitFor(async () => expect(['queued', 'running']).not.toContain((await run()).state), {
			timeout: 90_000,
			interval: 100,
		});
		return run();
	};
	const start = (on: TestService, path: string, body?: unknown) =>
		on.json<BuildRun>('POST', path, { as: 'demo', ...(body === undefined ? {} : { body }) });
	const rowsOf = async (on: TestService, { namespace, datasetName }: DatasetCoordinate) => {
		const path = `/data/demo/${namespace}/${datasetName}?limit=1000`;
		const { rows } = await on.json<{ rows: object[] }>('GET', path, { as: 'demo' });
		return rows.map((row) => JSON.stringify(row)).sort();
	};

	test('builds every BuildSpec of the sample unchanged, with the same rows as DuckDB', async () => {
		const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
		expect(items.length).toBeGreaterThanOrEqual(6);
		for (const { id, sources, destination, code } of items) {
			const checked = await start(service, '/build-specs/check', { sources, destination, code });
			expect(checked).toMatchObject({ diagnostics: [] });
			const [own, other] = await Promise.all(
				[service, duckdb].map(async (on) => ended(on, await start(on, `/build-specs/${id}/build-runs`))),
			);
			expect(own).toMatchObject({ state: 'succeeded', rows: other?.rows });
			expect(await rowsOf(service, destination)).toEqual(await rowsOf(duckdb, destination));
		}
	}, 240_000);

	test('runs every step and output of the sample’s pipeline with the same rows as DuckDB', async () => {
		const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
		const spec = items.find(({ code }) => code.payload.startsWith('{'));
		const outputsOf = async (on: TestService) => {
			const { id, state } = await ended(on, await start(on, `/build-specs/${spec?.id}/preview-runs`));
			expect(state).toBe('succeeded');
			const path = `/build-runs/${id}/outputs`;
			const { items: outputs } = await on.json<{ items: BuildRunPipelineOutput[] }>('GET', path, { as: 'demo' });
			const found: [name: string, rows: unknown][] = [];
			for (const { name, downloadUrl } of outputs) {
				const file = join(house.dir, 'output.parquet');
				writeFileSync(file, Buffer.from(await (await on.request('GET', downloadUrl)).arrayBuffer()));
				found.push([name, await house.rows(file, 'SELECT CAST(COLUMNS(*) AS VARCHAR) FROM file')]);
			}
			return found;
		};
		const own = await outputsOf(service);
		expect(own.length).toBeGreaterThan(5);
		expect(own).toEqual(await outputsOf(duckdb));
	}, 120_000);

	test('runs checks on a build’s rows, with SQL checks in Spark SQL', async () => {
		const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
		const spec = items.find(({ destination }) => destination.datasetName === 'airport_delays');
		const path = `/build-specs/${spec?.id}/checks`;
		const put = (checks: object[]) => service.request('PUT', path, { as: 'demo', body: { checks } });
		const of = 'demo.aviation.airport_delays';
		const inSql = (name: string, sql: string) => ({ name, kind: 'sql', severity: 'warn', sql });
		await put([
			{ name: 'one', kind: 'unique', severity: 'error', columns: ['iata'] },
			inSql('none', `SELECT * FROM ${of} WHERE try_divide(1, flights) < 0`),
			inSql('sources', `SELECT iata FROM ${of} EXCEPT SELECT DISTINCT origin FROM aviation.flights`),
			inSql('rare', `SELECT iata, flights FROM ${of} WHERE flights < 5 ORDER BY 1`),
		]);
		const run = await ended(service, await start(service, `/build-specs/${spec?.id}/build-runs`));
		const { items: found } = await service.json<{ items: RunCheck[] }>('GET', `/build-runs/${run.id}/checks`, {
			as: 'demo',
		});
		expect(found.map(({ state, message }) => [state, message])).toEqual([
			['passed', null],
			['passed', null],
			['passed', null],
			['failed', expect.stringContaining('returned')],
		]);
		expect(found[3]).toMatchObject({
			failing: found[3]?.rows.length,
			columns: [{ name: 'iata' }, { name: 'flights' }],
		});
		expect((await put([inSql('x', 'SELECT (1')])).status).toBe(400);
		await put([]);
	}, 120_000);

	test('locates the error of a failed preview, and previews valid code', async () => {
		const preview = async (payload: string) => {
			const body = { sources: [{ owner: 'demo', namespace: 'nature', datasetName: 'earthquakes' }], code: { payload } };
			return ended(service, await start(service, '/preview-runs', body));
		};
		expect(await preview('SELECT\n  nothing FROM nature.earthquakes')).toMatchObject({
			state: 'failed',
			error: { code: 'SQL_ERROR', line: 2, column: 3 },
		});
		expect(await preview('SELECT count(*) AS n FROM nature.earthquakes')).toMatchObject({
			state: 'succeeded',
			rows: 1,
		});
	}, 120_000);

	test('leaves the destination unchanged and no files in the store if Spark is lost', async () => {
		const { items } = await service.json<{ items: BuildSpec[] }>('GET', '/build-specs', { as: 'demo' });
		const spec = items.find(({ destination }) => destination.datasetName === 'quakes_daily');
		if (spec === undefined) throw new Error('The sample has no such BuildSpec.');
		const { sources, destination } = spec;
		const build = async (payload: string) => {
			const body = { sources, destination, code: { payload } };
			await service.json('PUT', `/build-specs/${spec.id}`, { as: 'demo', body });
			return start(service, `/build-specs/${spec.id}/build-runs`);
		};
		await ended(service, await build('SELECT 1 AS one'));
		const before = await rowsOf(service, destination);
		const run = await build('SELECT count(*) AS n FROM range(1000000) a JOIN range(1000000) b ON a.id + b.id < 0');
		await vi.waitFor(
			async () =>
				expect(await service.json('GET', `/build-runs/${run.id}`, { as: 'demo' })).toMatchObject({
					progress: expect.any(Number),
				}),
			60_000,
		);
		spark.process.kill('SIGKILL');
		expect(await ended(service, run)).toMatchObject({
			state: 'failed',
			error: { code: 'RUNNER_DIED', message: expect.stringContaining('Spark can’t be reached') },
		});
		expect(await rowsOf(service, destination)).toEqual(before);
		await service.platform.objects.sweepStaged(new Date(Date.now() + 60_000));
		const inStore = s3?.folder ?? join(service.settings.dataDir, 'objects');
		const left = readdirSync(inStore, { recursive: true }).filter((file) => /staged.*part-/.test(String(file)));
		expect(left).toEqual([]);
	}, 120_000);
});

describe.skipIf(!process.env.TEST_SPARK_HOME)('the service on Spark with two executors', () => {
	test('finishes a build after losing an executor', async () => {
		const spark = await startSpark({ master: 'local-cluster[2,1,1024]' });
		const service = await createTestService({ sparkUrl: spark.url });
		try {
			// Each task takes about a second, so the executor dies during some of them.
			const payload = `SELECT id % 8 AS task, count(*) AS n, max(sha2(repeat(CAST(id AS STRING), 400), 512)) AS hash
				FROM range(0, 400000, 1, 8) GROUP BY 1 ORDER BY 1`;
			const begun = await service.json<BuildRun>('POST', '/preview-runs', {
				as: 'demo',
				body: { sources: [], code: { payload } },
			});
			const run = () => service.json<BuildRun>('GET', `/build-runs/${begun.id}`, { as: 'demo' });
			await vi.waitFor(async () => expect((await run()).progress).toBeGreaterThan(0), 60_000);
			process.kill(Number(executorsOf(spark.process.pid)[0]), 'SIGKILL');
			await vi.waitFor(async () => expect(['queued', 'running']).not.toContain((await run()).state), 90_000);
			expect(await run()).toMatchObject({ state: 'succeeded', rows: 8 });
			const { items } = await service.json<{ items: LogItem[] }>('GET', `/build-runs/${begun.id}/log`, { as: 'demo' });
			expect(items).toContainEqual(
				expect.objectContaining({ level: 'warning', message: expect.stringContaining('an executor was lost') }),
			);
		} finally {
			await service.close();
			await spark.stop();
		}
	}, 240_000);
});

const executorsOf = (driver: number | undefined): string[] =>
	execFileSync('pgrep', ['-P', String(driver), '-f', 'CoarseGrainedExecutorBackend'], { encoding: 'utf8' })
		.trim()
		.split('\n');
