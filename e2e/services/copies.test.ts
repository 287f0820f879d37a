import { BuildRun } from '../../contract/build-run.ts';
import { Agents } from '../support/agents.ts';
import { apiOf } from '../support/api.ts';
import { copiesOfJourneys, type ServiceOfCopies, startCopies } from '../support/copies.ts';
import { test as base, expect, signIn } from '../support/journey.ts';
import { openScriptedModel } from '../support/scripted-model.ts';

// A killed copy's connections break, which the browser reports.
base.use({ expectedErrors: /ERR_|Failed to load resource/ });

/** Three copies with one run at a time each, and a model that never answers. */
const test = base.extend<{ copies: ServiceOfCopies }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
	copies: async ({}, use) => {
		const model = await openScriptedModel();
		const flags = [...model.flags, '--run-concurrency', '1', '--run-threads', '1'];
		const service = await startCopies(3, flags);
		await use(service);
		await service.dispose();
		await model.close();
	},
});

interface Log {
	readonly items: readonly { readonly message: string }[];
}

test.skip(copiesOfJourneys === 0, 'Copies need a PostgreSQL: npm run test:copies');

test('when a copy is killed, its runs finish elsewhere and its answer is marked as interrupted', async ({
	page,
	copies: service,
}) => {
	test.setTimeout(240_000);
	await signIn(page, service);
	const { ask: call } = await apiOf(page);

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
	const logs = await Promise.all(ids.map(async (id) => (await call<Log>('GET', `/build-runs/${id}/log`)).items));
	expect(logs.flat().filter((log) => log.message.includes('Another replica is restarting the run'))).toHaveLength(1);
	for (const n of [1, 2, 3]) {
		const { rows, total } = await call('GET', `/data/demo/nature/kept_${n}`);
		expect([total, rows]).toMatchObject([1, [{ n }]]);
	}
	await page.goto(`${service.url}/runs`);
	for (const n of [1, 2, 3]) await expect(page.getByText(`kept_${n}`).first()).toBeVisible();
});
