import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BuildPlan } from '#contract/build-plan.ts';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	service = await createTestService();
});
afterEach(() => service.close());

const ask = <T>(method: string, address: string, body?: unknown, as = 'demo') =>
	service.json<T>(method, address, { as, ...(body === undefined ? {} : { body }) });
const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
const definition = (name: string, sources: readonly string[], payload?: string) => ({
	sources: sources.map(at),
	destination: at(name),
	code: {
		payload:
			payload ??
			(sources.length === 0
				? 'SELECT 1 AS a'
				: sources.map((from) => `SELECT a FROM aviation.${from}`).join(' UNION ALL ')),
	},
});
const create = (name: string, sources: readonly string[], payload?: string) =>
	ask<BuildSpec>('POST', '/build-specs', definition(name, sources, payload));
const startAll = ({ id }: BuildSpec) => ask<BuildRun>('POST', `/build-specs/${id}/build-runs`, { downstream: true });
const planOf = (id: string | undefined) => ask<BuildPlan>('GET', `/build-plans/${id}`);
async function ended(id: string | undefined): Promise<BuildPlan> {
	await vi.waitFor(async () => expect((await planOf(id)).state).not.toBe('running'), { timeout: 60_000, interval: 50 });
	return planOf(id);
}
const summarize = ({ steps }: BuildPlan) =>
	steps.map(({ destination, needs, state }) => [destination.datasetName, needs.join(), state].join(' '));

describe('a downstream build', () => {
	test('builds direct and indirect readers of the destination in order, and nothing else', async () => {
		const first = await create('first', []);
		await create('fourth', ['second', 'third']);
		await create('third', ['second']);
		await create('second', ['first']);
		await create('apart', []);
		const run = await startAll(first);
		const plan = await ended(run.planId);
		expect([plan.state, plan.by, plan.leftOut]).toEqual(['succeeded', 'demo', []]);
		expect(summarize(plan)).toEqual([
			'first  succeeded',
			'second 0 succeeded',
			'third 1 succeeded',
			'fourth 1,2 succeeded',
		]);
		expect(plan.steps.map(({ runId, version, rows }) => [runId !== null, version, rows])).toEqual([
			[true, 1, 1],
			[true, 1, 1],
			[true, 1, 1],
			[true, 1, 2],
		]);
		expect(plan.steps[0]?.runId).toBe(run.id);
		const { items } = await ask<{ items: BuildPlan[] }>('GET', '/build-plans');
		expect(items.map(({ id }) => id)).toEqual([run.planId]);
	});

	test('stops a branch at its first failure, reports what was skipped, and finishes the rest', async () => {
		const first = await create('first', []);
		await create('broken', ['first'], 'SELECT nothing FROM aviation.first');
		await create('behind', ['broken']);
		await create('further', ['behind', 'whole']);
		await create('whole', ['first']);
		await create('last', ['whole']);
		const plan = await ended((await startAll(first)).planId);
		expect(plan.state).toBe('failed');
		const states = Object.fromEntries(plan.steps.map(({ destination, state }) => [destination.datasetName, state]));
		expect(states).toEqual({
			...{ first: 'succeeded', broken: 'failed', behind: 'skipped', further: 'skipped' },
			...{ whole: 'succeeded', last: 'succeeded' },
		});
		const message = (name: string) => plan.steps.find(({ destination }) => destination.datasetName === name)?.message;
		expect(message('broken')).toContain('nothing');
		expect(message('behind')).toBe('Skipped because demo/aviation/broken failed.');
		expect(message('further')).toBe('Skipped because demo/aviation/behind was skipped.');
	});

	test('retries only what failed or was skipped', async () => {
		const first = await create('first', []);
		const broken = await create('broken', ['first'], 'SELECT nothing FROM aviation.first');
		await create('whole', ['first']);
		await create('behind', ['broken', 'whole']);
		const plan = await ended((await startAll(first)).planId);
		expect(plan.state).toBe('failed');
		await ask('PUT', `/build-specs/${broken.id}`, definition('broken', ['first']));
		const again = await ended((await ask<BuildPlan>('POST', `/build-plans/${plan.id}/retry`)).id);
		expect([again.state, summarize(again)]).toEqual(['succeeded', ['broken  succeeded', 'behind 0 succeeded']]);
		expect(again.steps[0]?.version).toBe(2);
		expect(summarize(await planOf(plan.id))).toEqual(summarize(plan));
		const refused = await service.request('POST', `/build-plans/${again.id}/retry`, { as: 'demo' });
		expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Start a new build instead')]);
	});

	test('can build selected BuildSpecs in dependency order', async () => {
		const second = await create('second', ['first']);
		const first = await create('first', []);
		const apart = await create('apart', []);
		await create('third', ['second']);
		const body = { buildSpecIds: [second.id, apart.id, first.id, first.id] };
		const plan = await ended((await ask<BuildPlan>('POST', '/build-plans', body)).id);
		expect([plan.state, summarize(plan)]).toEqual([
			'succeeded',
			['apart  succeeded', 'first  succeeded', 'second 1 succeeded'],
		]);
		const log = '/audit?username=demo&namespace=aviation&dataset=second';
		const entries = await ask<{ items: { action: string; detail: string }[] }>('GET', log);
		expect(entries.items.map(({ action }) => action)).toEqual(['startBuildRun', 'createBuildSpec']);
		expect(entries.items[0]?.detail).toBe(`BuildSpec ${second.id}, downstream build ${plan.id}`);
		const refused = async (buildSpecIds: string[], as = 'demo') =>
			(await service.request('POST', '/build-plans', { as, body: { buildSpecIds } })).status;
		expect(await refused([first.id], 'guest')).toBe(404);
		expect(await refused([])).toBe(400);
		await ask('PUT', `/build-specs/${apart.id}`, definition('apart', ['first']));
		const versions = { [first.id]: 1, [apart.id]: 1 };
		const planned = { buildSpecIds: [first.id, apart.id], versions };
		const stale = await service.request('POST', '/build-plans', { as: 'demo', body: planned });
		expect([stale.status, await stale.text()]).toEqual([
			412,
			expect.stringContaining('demo/aviation/apart is at version 2 now, not 1.'),
		]);
		const current = { ...planned, versions: { ...versions, [apart.id]: 2 } };
		expect((await ended((await ask<BuildPlan>('POST', '/build-plans', current)).id)).state).toBe('succeeded');
		const round = await create('round', ['about'], 'SELECT 1 AS a');
		const about = await create('about', ['round'], 'SELECT 1 AS a');
		expect(await refused([round.id, about.id])).toBe(409);
	});

	test('leaves out circular BuildSpecs, and isn’t found for unknown BuildSpecs and other users', async () => {
		const first = await create('first', []);
		await create('round', ['first', 'about'], 'SELECT 1 AS a');
		await create('about', ['round'], 'SELECT 1 AS a');
		const plan = await ended((await startAll(first)).planId);
		expect([summarize(plan), plan.leftOut.map(({ datasetName }) => datasetName).sort()]).toEqual([
			['first  succeeded'],
			['about', 'round'],
		]);
		const none = `/build-specs/${'0'.repeat(8)}-0000-4000-8000-000000000000/build-runs`;
		expect((await service.request('POST', none, { as: 'demo', body: { downstream: true } })).status).toBe(404);
		expect((await ask<{ items: BuildPlan[] }>('GET', '/build-plans')).items).toHaveLength(1);
		const foreign = await service.request('GET', `/build-plans/${plan.id}`, { as: 'guest' });
		expect(foreign.status).toBe(404);
	});

	test('is canceled as a whole, and skips the remaining steps', async () => {
		const slow = 'SELECT count(*) AS a FROM range(30000000) x(i), range(1000) y(j) WHERE hash(i, j) % 7 = 0';
		const first = await create('first', [], slow);
		await create('second', ['first']);
		const { planId } = await startAll(first);
		const plan = await ask<BuildPlan>('DELETE', `/build-plans/${planId}`);
		expect([plan.state, summarize(plan)]).toEqual(['cancelled', ['first  cancelled', 'second 0 skipped']]);
		expect(plan.steps[1]?.message).toBe('Skipped because demo/aviation/first was canceled.');
		expect((await ask<BuildPlan>('DELETE', `/build-plans/${planId}`)).finishedAt).toBe(plan.finishedAt);
	});
});

test('a read-only token can’t start or cancel a plan', async () => {
	const slow = await create('slow', [], 'SELECT count(*) AS a FROM range(40000000000)');
	const token = await service.tokenFor('demo', [{ username: 'demo', namespace: '*', dataset: '*', access: 'read' }]);
	const body = { buildSpecIds: [slow.id] };
	expect((await service.request('POST', '/build-plans', { token, body })).status).toBe(403);
	const plan = await ask<BuildPlan>('POST', '/build-plans', body);
	expect((await service.request('DELETE', `/build-plans/${plan.id}`, { token })).status).toBe(403);
	expect((await planOf(plan.id)).state).toBe('running');
	expect((await ask<BuildPlan>('DELETE', `/build-plans/${plan.id}`)).state).toBe('cancelled');
});

test('a token without write access to every destination can’t start the plan', async () => {
	const first = await create('first', []);
	await create('second', ['first']);
	const entry = { username: 'demo', namespace: 'aviation' } as const;
	const token = await service.tokenFor('demo', [
		{ ...entry, dataset: '*', access: 'read' },
		{ ...entry, dataset: 'first', access: 'write' },
	]);
	const build = (downstream: boolean) =>
		service.request('POST', `/build-specs/${first.id}/build-runs`, { token, body: { downstream } });
	const refused = await build(true);
	expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining('demo/aviation/second')]);
	expect((await ask<{ items: BuildRun[] }>('GET', '/build-runs')).items).toEqual([]);
	expect((await build(false)).status).toBe(202);
});
