import { afterAll, beforeAll, expect, test } from 'vitest';
import type { NamespaceDay } from '#contract/namespace-activity.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const activity = async (as = 'demo', query = ''): Promise<NamespaceDay[]> =>
	(await service.json<{ items: NamespaceDay[] }>('GET', `/namespaces/activity${query}`, { as })).items;

const today = () => service.platform.now().toISOString().slice(0, 10);

test('counts written versions by namespace and day, for users who can see the namespace', async () => {
	const first = await activity();
	expect(first).toContainEqual(expect.objectContaining({ namespace: 'nature', day: today(), failedBuilds: 0 }));
	const of = (items: readonly NamespaceDay[]) =>
		items.filter(({ namespace, day }) => namespace === 'nature' && day === today()).map(({ changes }) => changes);
	const [before = 0] = of(first);
	const headers = { authorization: `Bearer ${await service.tokenFor('demo')}` };
	const address = `${service.settings.publicUrl}/api/v1/file-ingestions/demo/nature/counted/a.csv`;
	expect((await service.app.fetch(new Request(address, { method: 'PUT', headers, body: 'a\n1\n' }))).status).toBe(201);
	expect(of(await activity())).toEqual([before + 1]);
	expect((await activity('guest')).filter(({ namespace }) => namespace === 'nature')).toEqual([]);
});

test('days start at midnight in the caller’s time zone', async () => {
	const now = service.platform.now();
	for (const offset of [-840, 0, 840]) {
		const day = new Date(now.getTime() + offset * 60_000).toISOString().slice(0, 10);
		const days = new Set((await activity('demo', `?days=1&utcOffset=${offset}`)).map((item) => item.day));
		expect([offset, [...days]]).toEqual([offset, [day]]);
	}
	for (const query of ['days=0', 'days=91', 'days=x', 'utcOffset=841'])
		expect((await service.request('GET', `/namespaces/activity?${query}`, { as: 'demo' })).status).toBe(400);
});
