import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { BuildRun } from '#contract/build-run.ts';
import type { DatasetSchema } from '#contract/dataset.ts';
import type { ErrorResponse } from '#contract/error.ts';
import type { ListedLink } from '#contract/link.ts';
import { sampleFolder } from '../../paths.ts';
import { findNamespace } from '../../platform/access/namespace-access.ts';
import { ensureUser, findUser } from '../../platform/access/users.ts';
import { grantShare } from '../../platform/namespaces/namespaces.ts';
import { putSample } from '../../sample/sample.ts';
import { testCaller } from '../../testing/caller.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
	const { platform } = service;
	await platform.catalog.write(async (tx) => {
		const now = platform.now();
		const editor = await ensureUser(tx, { username: 'editor', name: '', email: '' }, now);
		const owner = await findUser(tx, 'demo');
		const caller = testCaller({ userId: owner?.id ?? '' });
		const { id } = await findNamespace(tx, caller, 'demo', 'aviation');
		await grantShare(tx, {
			namespaceId: id,
			userId: editor.id,
			role: 'editor',
			grantedBy: owner?.id ?? '',
			grantedAt: now,
		});
	});
});
afterAll(() => service.close());
beforeEach(() => putSample(service.platform, sampleFolder));

const schema = (dataset: string, as = 'demo') => service.json<DatasetSchema>('GET', `/schema/demo/${dataset}`, { as });
const subErrors = async (answer: Response) => ((await answer.json()) as ErrorResponse).sub_errors ?? [];

describe('the order of columns', () => {
	const path = '/schema/demo/aviation/bird_strikes/sort-order';

	test('is shown by schema and rows, and can be set by an editor', async () => {
		const order = (await schema('aviation/bird_strikes')).columns.map((column) => column.name).toReversed();
		const answer = await service.request('PUT', path, { as: 'editor', body: { order } });
		expect([answer.status, await answer.json()]).toEqual([200, { order }]);
		expect((await schema('aviation/bird_strikes')).columns.map((column) => column.name)).toEqual(order);
		const text = await (
			await service.request('GET', '/data/demo/aviation/bird_strikes?limit=1', { as: 'guest' })
		).text();
		expect(Object.keys(JSON.parse(text).rows[0])).toEqual(order);
	});

	test('is rejected for each missing, unknown or duplicate column', async () => {
		const before = (await schema('aviation/routes')).columns;
		const body = { order: ['origin', 'Origin', 'origin', 'destination'] };
		const answer = await service.request('PUT', '/schema/demo/aviation/routes/sort-order', { as: 'demo', body });
		expect(answer.status).toBe(400);
		expect(await subErrors(answer)).toEqual([
			{ code: 'NOT_FOUND', path: 'order.1', message: 'There is no column "Origin". Did you mean "origin"?' },
			{ code: 'DUPLICATE', path: 'order.2', message: 'The column "origin" is listed twice. List every column once.' },
			{
				code: 'REQUIRED',
				path: 'order',
				message: 'The order doesn’t include the column "flights_2008". List every column once.',
			},
		]);
		expect((await schema('aviation/routes')).columns).toEqual(before);
	});
});

describe('descriptions', () => {
	const path = '/schema/demo/aviation/routes/description';

	test('change only where they’re given, and empty ones are removed', async () => {
		const body = { description: 'Routes of 2008', columns: { origin: 'Where from', destination: '' } };
		const described = await service.json<DatasetSchema>('PUT', path, { as: 'editor', body });
		expect(described.description).toBe('Routes of 2008');
		const texts = described.columns.map((column) => column.description);
		expect(texts).toEqual(['Where from', '', 'Number of flights on this route in 2008.']);
		const again = await service.json<DatasetSchema>('PUT', path, {
			as: 'demo',
			body: { columns: { destination: 'To' } },
		});
		expect([again.description, again.columns[1]?.description]).toEqual(['Routes of 2008', 'To']);
	});

	test('are rejected for unknown columns and text that can’t be stored', async () => {
		const body = { columns: { origin: 'x\u0000y', nothing: 'x' } };
		const answer = await service.request('PUT', path, { as: 'demo', body });
		expect((await subErrors(answer)).map(({ code, path }) => [code, path])).toEqual([
			['NOT_FOUND', 'columns.nothing'],
			['INVALID_VALUE', 'columns.origin'],
		]);
	});
});

describe('deleting a dataset', () => {
	test('also deletes its rows, links and preview outputs', async () => {
		const definition = {
			sources: [{ owner: 'demo', namespace: 'Aviation', datasetName: 'Routes' }],
			code: { payload: 'SELECT * FROM aviation.routes LIMIT 3' },
		};
		const run = BuildRun.parse(await service.json('POST', '/preview-runs', { as: 'demo', body: definition }));
		await service.platform.running.ended(run.id);
		const outputs = `/build-runs/${run.id}/outputs`;
		const [{ href } = { href: '' }] = (
			await service.json<{ items: { href: string }[] }>('GET', outputs, { as: 'demo' })
		).items;
		const { downloadUrl } = await service.json<{ downloadUrl: string }>('GET', `/${href}`, { as: 'demo' });
		expect((await service.request('GET', downloadUrl)).status).toBe(200);

		expect((await service.request('DELETE', '/data/demo/aviation/routes', { as: 'editor' })).status).toBe(204);
		expect((await service.request('GET', '/schema/demo/aviation/routes', { as: 'demo' })).status).toBe(404);
		const links = await service.json<{ items: ListedLink[] }>('GET', '/links', { as: 'demo' });
		expect(links.items).toHaveLength(3);
		const refused = await service.request('GET', outputs, { as: 'demo' });
		expect([refused.status, await refused.json()]).toMatchObject([409, { sub_errors: [{ code: 'DATA_WIPED' }] }]);
		expect((await service.request('GET', downloadUrl)).status).toBe(404);
		expect(await service.platform.objects.size(new URL(downloadUrl).pathname.split('/').at(-1) ?? '')).toBeNull();
		expect((await service.request('DELETE', '/data/demo/aviation/routes', { as: 'demo' })).status).toBe(404);
	});
});

describe('permissions', () => {
	const changes = [
		['PUT', '/schema/demo/aviation/routes/sort-order', { order: [] }],
		['PUT', '/schema/demo/aviation/routes/description', {}],
		['DELETE', '/data/demo/aviation/routes', undefined],
	] as const;

	test.each(changes)('%s %s is denied to a viewer and to a read-only token', async (method, path, body) => {
		const options = body === undefined ? {} : { body };
		expect((await service.request(method, path, { as: 'guest', ...options })).status).toBe(403);
		const all = { username: '*', namespace: '*', dataset: '*', access: 'read' } as const;
		const token = await service.tokenFor('demo', [all]);
		expect((await service.request(method, path, { token, ...options })).status).toBe(403);
		const elsewhere = path.replace('aviation/routes', 'geography/countries');
		expect((await service.request(method, elsewhere, { as: 'editor', ...options })).status).toBe(404);
		expect((await schema('aviation/routes')).rows).toBe(5366);
	});
});
