import { createHash, randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import type { ListedShare } from '#contract/permission.ts';
import { releaseDeadClaims } from '../../platform/replicas/claims.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { createTestService, type TestRequest, type TestService } from '../../testing/service.ts';

type Table = 'build_spec_versions' | 'datasets' | 'namespaces' | 'run_sources' | 'runs' | 'shares';

// With a table locked in share mode, writers wait and readers continue, including those that lock rows.
describe.skipIf(!process.env.TEST_DATABASE_URL)('concurrent requests with PostgreSQL', () => {
	let service: TestService;
	beforeAll(async () => {
		const limits = { requestsPerMinute: 0, runsAtOnce: 1, runsPerDay: 0, bytesOfUser: 0 };
		service = await createTestService({ limits });
	});
	afterAll(() => service.close());

	const demo = (method: string, path: string, body?: unknown): Promise<Response> => {
		const options: TestRequest = { as: 'demo', body };
		return service.request(method, path, options);
	};
	const statuses = async (answers: readonly Promise<Response>[]) =>
		(await Promise.all(answers)).map((response) => response.status).sort();
	const coordinate = (datasetName: string, namespace = 'geography') => ({ owner: 'demo', namespace, datasetName });

	/** Resolves to the queries of waiting transactions, once there are this many. */
	const waiting = (count: number): Promise<string[]> =>
		vi.waitFor(
			async () => {
				const found = await service.platform.catalog.db.execute(
					sql`select query from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
				);
				const queries = (Object(found).rows as { query: string }[]).map((row) => row.query);
				expect(queries).toHaveLength(count);
				return queries;
			},
			{ timeout: 20_000, interval: 20 },
		);
	/** Starts concurrent requests while a table is locked, and releases the lock when all have started. */
	const meet = (table: Table, mode: 'share' | 'access exclusive', begin: () => Promise<Promise<Response>[]>) =>
		service.platform.catalog.write(async (tx) => {
			await tx.execute(sql`lock table ${sql.identifier(table)} in ${sql.raw(mode)} mode`);
			return begin();
		});
	const preview = () =>
		demo('POST', '/preview-runs', {
			sources: [coordinate('countries')],
			code: { payload: 'SELECT count(*) AS n FROM geography.countries' },
		});
	const startBuild = async (datasetName: string): Promise<string> => {
		const edit = {
			sources: [coordinate('countries')],
			destination: coordinate(datasetName),
			code: { payload: 'SELECT count(*) AS n FROM geography.countries' },
		};
		const spec: BuildSpec = await (await demo('POST', '/build-specs', edit)).json();
		return BuildRun.parse(await (await demo('POST', `/build-specs/${spec.id}/build-runs`)).json()).id;
	};
	const runAt = async (id: string) => BuildRun.parse(await (await demo('GET', `/build-runs/${id}`)).json());
	const ended = async (id: string) => {
		await service.platform.running.ended(id);
		return runAt(id);
	};
	const wipe = () => demo('DELETE', '/data/demo/geography/balefire?deleteDatasets=false');
	/** A wipe locks its namespace first, waiting for its current holder, and then rows in it. */
	const wipeWaits = async () => {
		const answer = wipe();
		expect(await waiting(2)).toContainEqual(expect.stringMatching(/from "namespaces".* for update$/));
		return [answer];
	};

	test('only one of two runs starts if the limit is one', async () => {
		const answers = await meet('runs', 'share', async () => {
			const both = [preview(), preview()];
			await waiting(2);
			return both;
		});
		expect(await statuses(answers)).toEqual([202, 429]);
		for (const answer of await Promise.all(answers))
			if (answer.status === 202) await ended(Object(await answer.json()).id);
	});

	test('only one of two namespaces gets the same new name', async () => {
		for (const namespace of ['left', 'right'])
			expect((await demo('POST', '/namespaces', { namespace })).status).toBe(201);
		const headers = { 'content-type': 'text/plain', authorization: `Bearer ${await service.tokenFor('demo')}` };
		const rename = async (from: string) => {
			const address = `${service.settings.publicUrl}/api/v1/data/demo/${from}/rename`;
			return service.app.fetch(new Request(address, { method: 'POST', body: 'middle', headers }));
		};
		const answers = await meet('namespaces', 'share', async () => {
			const both = [rename('left'), rename('right')];
			await waiting(2);
			return both;
		});
		expect(await statuses(answers)).toEqual([200, 409]);
	});

	test('a user granted two roles has one of them, and none once it’s revoked', async () => {
		const path = '/permissions/namespaces/demo/nature/shares';
		for (const roles of [['viewer', 'viewer'] as const, ['viewer', 'editor'] as const]) {
			const answers = await meet('shares', 'share', async () => {
				const both = roles.map((role) => demo('PUT', path, { username: 'guest', role }));
				await waiting(2);
				return both;
			});
			expect(await statuses(answers)).toEqual([200, 200]);
			const { items }: { items: ListedShare[] } = await (await demo('GET', path)).json();
			expect(items).toHaveLength(1);
			expect((await demo('DELETE', path, { username: 'guest', role: items[0]?.role })).status).toBe(204);
			expect((await service.request('GET', '/data/demo/nature', { as: 'guest' })).status).toBe(404);
		}
	});

	test('a link to a dataset that is being deleted is rejected', async () => {
		const end = (dataset: string, columnName: string) => ({
			username: 'demo',
			namespace: 'geography',
			dataset,
			columnName,
		});
		const { added } = await service.platform.catalog.write(async (tx) => {
			await tx.delete(datasets).where(eq(datasets.name, 'us_states'));
			const link = { matchType: 'ExactMatch', from: end('us_states', 'capital'), to: end('countries', 'country') };
			const added = demo('POST', '/links/add', link);
			await waiting(1);
			return { added };
		});
		expect((await added).status).toBe(404);
	});

	test('a wipe waits for a run that is starting, then fails it', async () => {
		const [run, wiped] = await meet('runs', 'share', async () => {
			const begun = preview();
			await waiting(1);
			return [begun, ...(await wipeWaits())];
		});
		expect((await wiped)?.status).toBe(200);
		const answer = await run;
		expect(answer?.status).toBe(202);
		const { state, error } = await ended(BuildRun.parse(await answer?.json()).id);
		expect([state, error?.code]).toEqual(['failed', 'DATA_WIPED']);
	});

	test('a wipe waits for rows that are being committed, then removes them', async () => {
		const wanted = { target: coordinate('sent'), mode: 'create', mapping: [{ from: 'a', column: 'a' }] };
		const { id } = Object(await (await demo('POST', '/ingestions', wanted)).json());
		const body = '{"a":1}\n';
		const sha256 = createHash('sha256').update(body).digest('hex');
		const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/1?sha256=${sha256}`;
		const headers = { 'content-type': 'text/plain', authorization: `Bearer ${await service.tokenFor('demo')}` };
		expect((await service.app.fetch(new Request(address, { method: 'PUT', body, headers }))).status).toBe(200);
		const [committed, wiped] = await meet('datasets', 'share', async () => {
			const begun = demo('POST', `/ingestions/${id}/commit`, { chunks: 1 });
			await waiting(1);
			return [begun, ...(await wipeWaits())];
		});
		expect((await committed)?.status).toBe(200);
		expect(await (await wiped)?.json()).toMatchObject({ rows: 1, ingestions: 1 });
	});

	test('a wipe waits for a build that is finishing, then removes its rows', async () => {
		const id = await startBuild('counted');
		const [wiped] = await meet('run_sources', 'access exclusive', async () => {
			await waiting(1);
			return wipeWaits();
		});
		expect((await wiped)?.status).toBe(200);
		expect(await ended(id)).toMatchObject({ state: 'succeeded', rows: 1 });
		expect(await (await demo('GET', '/data/demo/geography/counted')).json()).toMatchObject({ rows: [] });
	});

	const renameDataset = async (from: string, to: string) => {
		const headers = { 'content-type': 'text/plain', authorization: `Bearer ${await service.tokenFor('demo')}` };
		const address = `${service.settings.publicUrl}/api/v1/data/demo/geography/${from}/rename`;
		return service.app.fetch(new Request(address, { method: 'POST', body: to, headers }));
	};

	test('a dataset isn’t renamed while a build of it starts', async () => {
		const { buildSpecId } = await ended(await startBuild('before'));
		const [build, renamed] = await meet('runs', 'share', async () => {
			const begun = demo('POST', `/build-specs/${buildSpecId}/build-runs`);
			await waiting(1);
			const renaming = renameDataset('before', 'after');
			expect(await waiting(2)).toContainEqual(expect.stringMatching(/from "namespaces".* for update$/));
			return [begun, renaming];
		});
		expect([(await build)?.status, (await renamed)?.status]).toEqual([202, 409]);
		await ended(BuildRun.parse(await (await build)?.json()).id);
	});

	test('a build doesn’t start while its destination is renamed, nor a run while a source is', async () => {
		const { buildSpecId } = await ended(await startBuild('former'));
		const answers = await meet('build_spec_versions', 'share', async () => {
			const renaming = renameDataset('former', 'latter');
			await waiting(1);
			const begun = demo('POST', `/build-specs/${buildSpecId}/build-runs`);
			await waiting(2);
			const read = demo('POST', '/preview-runs', {
				sources: [coordinate('former')],
				code: { payload: 'SELECT * FROM geography.former' },
			});
			await waiting(3);
			return [renaming, begun, read];
		});
		expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual([200, 412, 400]);
		expect((await demo('GET', '/schema/demo/geography/former')).status).toBe(404);
	});

	test('releasing the runs of dead replicas doesn’t wait for locked runs', async () => {
		const { catalog } = service.platform;
		const { id } = await ended(BuildRun.parse(await (await preview()).json()).id);
		const mine = eq(runs.id, id);
		await catalog.write((tx) => tx.update(runs).set({ state: 'running', copyId: randomUUID() }).where(mine));
		await catalog.write(async (tx) => {
			await tx.select().from(runs).where(mine).for('update');
			expect(await catalog.urgent.write((other) => releaseDeadClaims(other, false))).toBe(0);
		});
		expect(await catalog.urgent.write((tx) => releaseDeadClaims(tx, false))).toBe(1);
		await catalog.write((tx) => tx.update(runs).set({ state: 'failed' }).where(mine));
	});

	test('a build recreates its dataset if that is deleted as the build finishes', async () => {
		const name = eq(datasets.name, 'counted');
		const id = await service.platform.catalog.write(async (tx) => {
			await tx.select().from(datasets).where(name).for('update');
			const started = await startBuild('counted');
			await waiting(1);
			await tx.delete(datasets).where(name);
			return started;
		});
		expect(await ended(id)).toMatchObject({ state: 'succeeded', wrote: [{ version: 1, rows: 1 }] });
	});
});
