import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BuildRun } from '../contract/build-run.ts';
import { openModelServer } from '../server/testing/model-server.ts';
import { Agents } from './support/agents.ts';
import { copiesOfJourneys, type ServiceOfCopies, startCopies } from './support/copies.ts';
import { test as base, expect } from './support/journey.ts';

// The connections that a killed copy held end, which the browser says.
base.use({ expectedErrors: /ERR_|Failed to load resource/ });

/** Three copies with one run at a time each, and a model that never answers. */
const test = base.extend<{ copies: ServiceOfCopies }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
	copies: async ({}, use) => {
		const model = await openModelServer();
		model.reply('silence');
		const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-models-'));
		const file = path.join(folder, 'models.json');
		const { baseUrl, models } = model.provider;
		await writeFile(file, JSON.stringify({ providers: { silent: { baseUrl, models } } }));
		const flags = ['--models', file, '--run-concurrency', '1', '--run-threads', '1'];
		const service = await startCopies(3, flags);
		await use(service);
		await service.dispose();
		await model.close();
		await rm(folder, { recursive: true });
	},
});

test.skip(copiesOfJourneys === 0, 'Copies need a PostgreSQL: npm run test:copies');

test('a copy that is killed in the middle of runs and of an answer: the runs end elsewhere, the answer says so, nothing is lost', async ({
	page,
	copies: service,
}) => {
	test.setTimeout(240_000);
	await page.goto(service.signInAddress());
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	const token = await page.evaluate(() => {
		const kept = Object.entries(sessionStorage).find(([key]) => key.includes('/session/'));
		return (JSON.parse(kept?.[1] ?? '{}') as { token?: string }).token ?? '';
	});
	const call = async (method: string, to: string, body?: unknown) => {
		const answer = await fetch(`${service.url}/api/v1${to}`, {
			method,
			headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
			...(body === undefined ? {} : { body: JSON.stringify(body) }),
		});
		expect(answer.ok, `${method} ${to}: ${answer.status}`).toBe(true);
		return answer.json();
	};

	const agents = new Agents(page);
	await agents.open('demo/aviation');
	await agents.ask('How late are flights?');
	await expect(agents.answer(1)).toContainText('Working');
	const ids: string[] = [];
	for (const n of [1, 2, 3]) {
		const destination = { owner: 'demo', namespace: 'nature', datasetName: `kept_${n}` };
		const payload = `SELECT ${n} AS n, sum(hash(range)) AS h FROM range(100000000)`;
		const spec = await call('POST', '/build-specs', { sources: [], destination, code: { payload } });
		ids.push(BuildRun.parse(await call('POST', `/build-specs/${spec.id}/build-runs`)).id);
	}
	const states = () => Promise.all(ids.map(async (id) => (await call('GET', `/build-runs/${id}`)).state));
	await expect.poll(states, { timeout: 60_000 }).toEqual(['running', 'running', 'running']);

	await service.killAnswering('/a2a/');
	await expect(agents.answer(1)).toContainText('Interrupted');
	await expect.poll(states, { timeout: 120_000 }).toEqual(['succeeded', 'succeeded', 'succeeded']);
	const logs = await Promise.all(ids.map(async (id) => (await call('GET', `/build-runs/${id}/log`)).items));
	expect(logs.flat().filter((it) => it.message.includes('Another one begins it again'))).toHaveLength(1);
	for (const n of [1, 2, 3]) {
		const { rows, total } = await call('GET', `/data/demo/nature/kept_${n}`);
		expect([total, rows]).toMatchObject([1, [{ n }]]);
	}
	await page.goto(`${service.url}/runs`);
	for (const n of [1, 2, 3]) await expect(page.getByText(`kept_${n}`).first()).toBeVisible();
});
