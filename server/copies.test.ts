import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import { BuildSpec } from '#contract/build-spec.ts';
import { signInAddress } from './platform/access/sign-in-code.ts';
import { maxLost } from './platform/replicas/claims.ts';
import { datasets } from './store/catalog/schema/datasets.ts';
import { replicas } from './store/catalog/schema/replicas.ts';
import { runs } from './store/catalog/schema/runs.ts';
import { type Copies, type Copy, createCopies } from './testing/copies.ts';

const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'written' };
const edit = (payload: string, datasetName = 'written') => ({
	sources: [{ owner: 'demo', namespace: 'geography', datasetName: 'countries' }],
	destination: { ...destination, datasetName },
	code: { payload },
});
const short = 'SELECT count(*) AS n FROM geography.countries';
/** Takes some seconds on one thread. */
const long = 'SELECT sum(hash(range)) AS n FROM range(300000000), (SELECT 1 FROM geography.countries LIMIT 1)';
const patience = { timeout: 40_000, interval: 100 };

describe.skipIf(!process.env.TEST_DATABASE_URL)('replicas of the service', () => {
	let copies: Copies;
	let one: Copy;
	let two: Copy;
	let third: Awaited<ReturnType<Copies['start']>>;
	beforeAll(async () => {
		copies = await createCopies(['--run-concurrency', '1', '--part-bytes', '100000']);
		[one, two, third] = await Promise.all([copies.open(), copies.open(), copies.start()]);
	}, 180_000);
	afterAll(() => copies?.dispose(), 60_000);

	const start = async (copy: Copy, token: string, payload: string) =>
		BuildRun.parse(await (await copy.call(token, 'POST', '/preview-runs', edit(payload))).json());
	const runAt = async (copy: Copy, token: string, id: string) =>
		BuildRun.parse(await (await copy.call(token, 'GET', `/build-runs/${id}`)).json());
	const logAt = async (copy: Copy, token: string, id: string) =>
		(await (await copy.call(token, 'GET', `/build-runs/${id}/log`)).json()).items.map(
			(item: { message: string }) => item.message,
		);
	const ended = (copy: Copy, token: string, id: string, state: string) =>
		vi.waitFor(async () => expect((await runAt(copy, token, id)).state).toBe(state), patience);

	/** Builds one row into a dataset, which takes a second or more; returns the run's id. */
	const build = async (copy: Copy, token: string, datasetName: string, n: number): Promise<string> => {
		const payload = `SELECT ${n} AS n, sum(hash(range)) AS h FROM range(60000000), (SELECT 1 FROM geography.countries LIMIT 1)`;
		const made = await copy.call(token, 'POST', '/build-specs', edit(payload, datasetName));
		const { id } = BuildSpec.parse(await made.json());
		return BuildRun.parse(await (await copy.call(token, 'POST', `/build-specs/${id}/build-runs`)).json()).id;
	};
	const written = async (name: string) =>
		(await one.platform.catalog.db.select().from(datasets).where(eq(datasets.name, name)))[0];

	it('share tokens, runs, logs and outputs', async () => {
		const token = await one.token();
		const run = await start(one, token, short);
		await ended(two, token, run.id, 'succeeded');
		const { items } = await (await two.call(token, 'GET', `/build-runs/${run.id}/outputs`)).json();
		const { downloadUrl } = await (await two.call(token, 'GET', `/${items[0].href}`)).json();
		const whole = Buffer.from(await (await one.app.fetch(new Request(downloadUrl))).arrayBuffer());
		expect(whole.subarray(0, 4).toString()).toBe('PAR1');
		const end = await two.app.fetch(new Request(downloadUrl, { headers: { Range: 'bytes=-4' } }));
		expect([end.status, await end.text()]).toEqual([206, 'PAR1']);
		expect(await logAt(two, token, run.id)).toContain('Reading 1 source');
	});

	it('fetch only the parts of a dataset that a page, a sort order or a filter needs', async () => {
		const token = await one.token();
		const payload = 'SELECT range AS n, hash(range) AS h FROM range(100000)';
		const made = await one.call(token, 'POST', '/build-specs', { ...edit(payload, 'in_parts'), sources: [] });
		const { id } = BuildSpec.parse(await made.json());
		const run = BuildRun.parse(await (await one.call(token, 'POST', `/build-specs/${id}/build-runs`)).json());
		await ended(two, token, run.id, 'succeeded');
		const fresh = await copies.open();
		const fetched = () =>
			readdirSync(join(fresh.platform.settings.dataDir, 'cache'), { recursive: true, encoding: 'utf8' }).filter(
				(value) => /[0-9a-f]{64}$/.test(value),
			).length;
		const pageOf = async (query: Record<string, string>) => {
			const path = `/data/demo/aviation/in_parts?${new URLSearchParams({ limit: '1', ...query })}`;
			return (await fresh.call(token, 'GET', path)).json();
		};
		expect(await pageOf({ offset: '50000' })).toMatchObject({ rows: [{ n: 50_000 }], total: 100_000 });
		expect(fetched()).toBe(1);
		const filter = JSON.stringify([{ column: 'n', op: '>=', value: 99_990 }]);
		expect(await pageOf({ filter })).toMatchObject({ rows: [{ n: 99_990 }], total: 10 });
		expect(fetched()).toBe(2);
		// The last rows by n are in the part that was fetched already; those by h may be anywhere.
		expect(await pageOf({ sort: '-n' })).toMatchObject({ rows: [{ n: 99_999 }], total: 100_000 });
		expect(fetched()).toBe(2);
		expect(await pageOf({ sort: '-h' })).toMatchObject({ total: 100_000 });
		expect(fetched()).toBeGreaterThan(4);
		await fresh.close();
	});

	it('keep responding and sending heartbeats while the object store hangs and connections are busy', async () => {
		const token = await one.token();
		copies.s3.pause();
		// More than the number of connections.
		const begun = Array.from({ length: 12 }, () => start(one, token, short));
		const { catalog, membership } = one.platform;
		try {
			await vi.waitFor(async () => {
				const found = await two.platform.catalog.db.execute(
					sql`select count(*)::int as count from pg_locks where locktype = 'advisory'`,
				);
				expect(Object(found).rows[0].count).toBeGreaterThan(5);
			}, patience);
			expect((await one.call(token, 'GET', '/build-specs')).status).toBe(200);
		} finally {
			copies.s3.resume();
		}
		for (const { id } of await Promise.all(begun)) await ended(two, token, id, 'succeeded');

		let over = (): void => undefined;
		const end = new Promise<void>((resolve) => {
			over = resolve;
		});
		const held = Array.from({ length: 10 }, () => catalog.write(() => end));
		const seen = async () => {
			const mine = eq(replicas.id, membership?.id ?? '');
			return (await two.platform.catalog.db.select().from(replicas).where(mine))[0]?.seenAt.getTime() ?? 0;
		};
		const before = await seen();
		await vi.waitFor(async () => expect(await seen()).toBeGreaterThan(before + 2_000), patience);
		over();
		await Promise.all(held);
	}, 120_000);

	it('remove rows deleted on one of them from every machine', async () => {
		const token = await one.token();
		const payload = 'SELECT range AS n FROM range(1000)';
		const made = await one.call(token, 'POST', '/build-specs', { ...edit(payload, 'short_lived'), sources: [] });
		const { id } = BuildSpec.parse(await made.json());
		const run = BuildRun.parse(await (await one.call(token, 'POST', `/build-specs/${id}/build-runs`)).json());
		await ended(two, token, run.id, 'succeeded');
		const name = (await written('short_lived'))?.sha256 ?? '';
		const isAt = (copy: Copy) => existsSync(join(copy.platform.settings.dataDir, 'cache', name.slice(0, 2), name));
		for (const copy of [one, two]) await copy.call(token, 'GET', '/data/demo/aviation/short_lived?limit=1');
		expect([isAt(one), isAt(two)]).toEqual([true, true]);
		expect((await one.call(token, 'DELETE', '/data/demo/aviation/short_lived')).status).toBe(204);
		await vi.waitFor(() => expect([isAt(one), isAt(two)]).toEqual([false, false]), patience);
	});

	it('cancel a run, whichever of them runs it', async () => {
		const token = await one.token();
		const runs = [await start(one, token, long), await start(two, token, long), await start(two, token, long)];
		for (const run of runs) await ended(one, token, run.id, 'running');
		for (const [index, run] of runs.entries()) {
			const cancelled = await (index === 0 ? two : one).call(token, 'DELETE', `/build-runs/${run.id}`);
			expect(BuildRun.parse(await cancelled.json()).state).toBe('cancelled');
		}
	});

	it('revoke a token everywhere within a second, even after losing the notification connection', async () => {
		for (const cut of [false, true]) {
			const [token, other] = [await one.token(), await one.token()];
			expect((await two.call(token, 'GET', '/build-specs')).status).toBe(200);
			const id = decodeJwt(token).jti;
			if (cut) {
				await one.platform.catalog.db.execute(
					sql`select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`,
				);
			}
			expect((await one.call(other, 'DELETE', `/user/tokens/${id}`)).status).toBe(204);
			const since = Date.now();
			await vi.waitFor(async () => expect((await two.call(token, 'GET', '/build-specs')).status).toBe(401), {
				timeout: 1_000,
				interval: 20,
			});
			expect(Date.now() - since).toBeLessThan(1_000);
		}
	});

	it('perform a repeated write once between them, and accept a sign-in code once', async () => {
		const token = await one.token();
		const body = edit(short, 'once');
		const key = { 'Idempotency-Key': 'the same' };
		const answers = await Promise.all(
			[one, two, one, two].map(async (copy) =>
				BuildSpec.parse(await (await copy.call(token, 'POST', '/build-specs', body, key)).json()),
			),
		);
		expect(new Set(answers.map((item) => item.id)).size).toBe(1);
		const address = signInAddress(one.platform.keys, 'http://localhost', 'demo', new Date());
		const code = address.split('code=')[1];
		const exchange = (copy: Copy) =>
			copy.app.fetch(
				new Request(`${copy.platform.settings.publicUrl}/auth/code`, {
					method: 'POST',
					headers: { 'Content-Type': 'application/json' },
					body: JSON.stringify({ code }),
				}),
			);
		expect((await Promise.all([exchange(one), exchange(two)])).map((response) => response.status).sort()).toEqual([
			200, 401,
		]);
	});

	it('share sign-in throttling, and reset it after a success', async () => {
		const watched = [{ name: 'user guesser', free: 3 }];
		const tries = [];
		for (const copy of [one, two, one, two]) tries.push(await copy.platform.throttle.enter(watched));
		expect(tries).toEqual([0, 0, 0, expect.any(Number)]);
		expect(tries[3]).toBeGreaterThan(0);
		await two.platform.throttle.succeeded(watched);
		expect(await one.platform.throttle.enter(watched)).toBe(0);
	});

	it('all sign with new keys after one rotates them', async () => {
		const token = await one.token();
		await one.platform.keys.rotate(new Date(), false);
		await vi.waitFor(() => expect(two.platform.keys.signing.id).toBe(one.platform.keys.signing.id), patience);
		expect((await two.call(await two.token(), 'GET', '/build-specs')).status).toBe(200);
		expect((await two.call(token, 'GET', '/build-specs')).status).toBe(200);
	});

	it('run builds of the same dataset one after the other, wherever they were started', async () => {
		const token = await one.token();
		const builds = [await build(one, token, 'ordered', 1), await build(two, token, 'ordered', 2)];
		const [first = '', second = ''] = builds;
		await ended(one, token, first, 'running');
		expect((await runAt(one, token, second)).state).toBe('queued');
		expect(await logAt(two, token, second)).toContain('Waiting for another build of the same dataset');
		for (const id of builds) await ended(two, token, id, 'succeeded');
		const { rows } = await (await two.call(token, 'GET', '/data/demo/aviation/ordered')).json();
		expect(rows).toMatchObject([{ n: 2 }]);
		expect(await written('ordered')).toMatchObject({ version: 2, builtBy: second });
	}, 120_000);

	it('finish the runs of a killed one exactly once', async () => {
		const token = await one.token();
		const builds: string[] = [];
		for (const n of [1, 2, 3]) builds.push(await build(one, token, `kept_${n}`, n));
		for (const id of builds) await ended(one, token, id, 'running');
		await third.kill();
		for (const id of builds) await ended(two, token, id, 'succeeded');
		const logs = await Promise.all(builds.map((id) => logAt(one, token, id)));
		expect(logs.flat().filter((log) => log.includes('stopped. Another replica is restarting the run'))).toHaveLength(1);
		for (const n of [1, 2, 3]) {
			expect(await written(`kept_${n}`)).toMatchObject({ version: 1, rows: 1, builtBy: builds[n - 1] });
		}
	}, 120_000);

	it('don’t restart a run after three of them died with it', async () => {
		const token = await one.token();
		const run = await start(one, token, long);
		await ended(two, token, run.id, 'running');
		await one.platform.catalog.db
			.update(runs)
			.set({ copyId: randomUUID(), lost: maxLost - 1 })
			.where(eq(runs.id, run.id));
		await ended(two, token, run.id, 'failed');
		expect((await runAt(one, token, run.id)).error).toMatchObject({
			code: 'INTERRUPTED',
			message: expect.stringContaining('It isn’t restarted'),
		});
	});

	it('take over the runs of one that shuts down', async () => {
		const token = await one.token();
		const another = await copies.open();
		const builds: string[] = [];
		for (const n of [1, 2, 3]) builds.push(await build(two, token, `handed_${n}`, n));
		for (const id of builds) await ended(one, token, id, 'running');
		await another.close();
		for (const id of builds) await ended(two, token, id, 'succeeded');
		const logs = await Promise.all(builds.map((id) => logAt(one, token, id)));
		expect(logs.flat().filter((log) => log.includes('Another replica will restart the run'))).toHaveLength(1);
	}, 120_000);
});
