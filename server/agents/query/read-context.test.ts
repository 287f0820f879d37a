import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findNamespace } from '../../platform/access/namespace-access.ts';
import { findUser } from '../../platform/access/users.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { testCaller } from '../../testing/caller.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { createContextReader } from './read-context.ts';
import { relevant } from './relevant.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const reader = createContextReader();
async function read(namespace: string, permissions: readonly TokenPermission[] | null = null) {
	const user = await findUser(service.platform.catalog.db, 'demo');
	if (user === null) throw new Error('The sample has no user demo.');
	const caller = testCaller({ userId: user.id, permissions });
	const found = await findNamespace(service.platform.catalog.db, caller, 'demo', namespace);
	return reader.read(service.platform, caller, found, { question: '', signal: new AbortController().signal });
}
const names = (context: Awaited<ReturnType<typeof read>>) =>
	context.datasets.map((dataset) => dataset.coordinate.datasetName);

describe('the context of an agent', () => {
	test('includes the namespace and datasets one declared link away', async () => {
		const context = await read('aviation');
		expect(names(context)).toEqual(['airports', 'bird_strikes', 'flights', 'routes', 'us_states']);
		expect(context.links.map((link) => `${link.from.column} → ${link.to.column}`).sort()).toEqual([
			'Origin State → state',
			'destination → iata',
			'origin → iata',
		]);
	});

	test('includes only datasets that the token can read', async () => {
		const only = [{ username: 'demo', namespace: 'aviation', dataset: '*', access: 'read' as const }];
		const context = await read('aviation', only);
		expect(names(context)).toEqual(['airports', 'bird_strikes', 'flights', 'routes']);
		expect(context.links.some((link) => link.to.dataset.datasetName === 'us_states')).toBe(false);
	});

	test('includes values, ranges and keys', async () => {
		const { datasets } = await read('nature');
		const weather = datasets.find((dataset) => dataset.coordinate.datasetName === 'daily_weather');
		expect(weather?.keys).toEqual([['location', 'date']]);
		const column = (name: string) => weather?.columns.find((column) => column.name === name);
		expect([...(column('weather')?.values ?? [])].sort()).toEqual(['drizzle', 'fog', 'rain', 'snow', 'sun']);
		expect(column('date')).toMatchObject({ min: '2012-01-01', max: '2015-12-31', nulls: 0, values: null });
	});
});

test('passes on samples instead of a list of values that is too long', async () => {
	const { platform, json } = service;
	const destination = { owner: 'demo', namespace: 'long', datasetName: 'letters' };
	const payload = "SELECT repeat('x', 10000) || range AS letter, 'a' || range % 3 AS kind FROM range(1000)";
	expect((await service.request('POST', '/namespaces', { as: 'demo', body: { namespace: 'long' } })).status).toBe(201);
	const body = { sources: [], destination, code: { payload } };
	const spec = await json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
	const run = await json<{ id: string }>('POST', `/build-specs/${spec.id}/build-runs`, { as: 'demo' });
	await platform.running.ended(run.id);
	const [letters] = (await read('long')).datasets;
	const column = (name: string) => letters?.columns.find((column) => column.name === name);
	expect(column('letter')).toMatchObject({ distinct: 1000, values: null });
	expect(column('letter')?.samples).toHaveLength(8);
	expect([...(column('kind')?.values ?? [])].sort()).toEqual(['a0', 'a1', 'a2']);
});

test('picks the datasets that the question mentions, up to a limit', () => {
	const all = Array.from({ length: 40 }, (_, index) => ({
		name: `table_${index}`,
		text: 'rows of something',
		links: [] as string[],
	}));
	all.push(
		{ name: 'invoices', text: 'what customers owe', links: ['customers'] },
		{ name: 'customers', text: 'who buys', links: [] },
	);
	const relevantNames = relevant(all, 'How many invoices are open?', 5, (item) => item).map((item) => item.name);
	expect(relevantNames).toHaveLength(5);
	expect(relevantNames).toContain('invoices');
});
