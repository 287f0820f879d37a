import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import type { LinkEnd, ListedLink } from '#contract/link.ts';
import { partnerOf } from '#contract/link.ts';
import { createTestService, type TestRequest, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const end = (path: string, columnName: string): LinkEnd => {
	const [namespace = '', dataset = ''] = path.split('.');
	return { username: 'demo', namespace, dataset, columnName };
};
const exact = {
	from: end('aviation.flights', 'origin'),
	to: end('aviation.airports', 'iata'),
	matchType: 'ExactMatch',
};
const add = (body: unknown, options: TestRequest = { as: 'demo' }) =>
	service.request('POST', '/links/add', { ...options, body });
const list = async (as = 'demo') => (await service.json<{ items: ListedLink[] }>('GET', '/links', { as })).items;

describe('a link', () => {
	test('is created once, is reported as existing the second time and can be deleted', async () => {
		const [first, second] = [await add(exact), await add({ ...exact, options: { trim: true } })];
		expect([first.status, await first.json()]).toEqual([201, { created: true }]);
		expect([second.status, await second.json()]).toEqual([200, { created: false }]);
		const made = (await list()).find(
			(candidate) => candidate.from.columnName === 'origin' && candidate.from.dataset === 'flights',
		);
		expect(made).toMatchObject({ ...exact, options: {} });
		const key = { 'idempotency-key': 'twice' };
		const body = { ...exact, from: end('aviation.routes', 'destination') };
		for (const _ of [1, 2]) expect((await add(body, { as: 'demo', headers: key })).status).toBe(201);
		expect((await service.request('DELETE', `/links/${made?.id}`, { as: 'demo' })).status).toBe(204);
		expect((await service.request('DELETE', `/links/${made?.id}`, { as: 'demo' })).status).toBe(404);
		expect((await add(exact)).status).toBe(201);
	});

	test('by location finds the longitude columns by name', async () => {
		const body = {
			from: end('geography.us_states', 'capital_latitude'),
			to: end('aviation.airports', 'latitude'),
			matchType: 'GeoMatch',
			options: { maxDistanceMeters: 25_000, note: 'anything' },
		};
		expect((await add(body)).status).toBe(201);
		expect((await list()).at(-1)).toMatchObject(body);
	});

	test.each([
		[{ ...exact, from: end('aviation.flights', 'Origin') }, 'from.columnName', 'Did you mean "origin"?'],
		[{ ...exact, to: exact.from }, 'to', 'link to itself'],
		[{ ...exact, options: { trim: 'yes' } }, 'options.trim', 'true or false'],
		[{ ...exact, options: { note: ['a', 'b\u0000'] } }, 'options.note.1', 'can’t be stored'],
		[{ ...exact, options: { 'a\ud800': true } }, 'options.a\ufffd', 'can’t be stored'],
		[{ ...exact, matchType: 'GeoMatch' }, 'from.columnName', 'a numeric column with degrees'],
		[{ ...exact, matchType: 'Fuzzy' }, 'matchType', 'must be "ExactMatch" or "GeoMatch", not "Fuzzy"'],
		[
			{
				from: end('aviation.airports', 'longitude'),
				to: end('geography.zip_codes', 'latitude'),
				matchType: 'GeoMatch',
				options: { maxDistanceMeters: -1 },
			},
			'options.maxDistanceMeters',
			'from 0',
		],
		[
			{
				from: end('aviation.airports', 'longitude'),
				to: end('geography.zip_codes', 'latitude'),
				matchType: 'GeoMatch',
			},
			'options.from.longitude',
			'Choose the column.',
		],
	])('%j is rejected with the path of the problem', async (body, code, words) => {
		const answer = await add(body);
		const error = (await answer.json()) as ErrorResponse;
		expect([answer.status, error.sub_errors?.[0]?.path]).toEqual([400, code]);
		expect(error.sub_errors?.[0]?.message).toContain(words);
	});

	test('is rejected if its options are nested too deeply to be stored', async () => {
		const note: unknown = JSON.parse('['.repeat(200) + ']'.repeat(200));
		const answer = await add({ ...exact, options: { note } });
		expect([answer.status, (await answer.json()).sub_errors[0].path]).toEqual([400, 'body']);
	});

	test('requires read access to both ends, and a token that can write to one of them', async () => {
		const across = { ...exact, to: end('geography.us_states', 'state') };
		const refused = await add(across, { as: 'guest' });
		expect([refused.status, await refused.json()]).toMatchObject([404, { sub_errors: [{ path: 'to' }] }]);
		const entry = { username: 'demo', namespace: '*', dataset: '*', access: 'read' } as const;
		expect((await add(exact, { token: await service.tokenFor('demo', [entry]) })).status).toBe(403);
		const narrow = { ...entry, namespace: 'aviation', dataset: 'flights', access: 'write' } as const;
		expect((await add(exact, { token: await service.tokenFor('demo', [narrow]) })).status).toBe(404);
	});

	test('can be deleted only by its creator, or by editors of its datasets', async () => {
		const mine = { ...exact, from: end('aviation.airports', 'name'), to: end('aviation.airports', 'city') };
		expect((await add(mine, { as: 'guest' })).status).toBe(201);
		const links = await list('guest');
		const made = links.find((link) => link.from.columnName === 'name');
		const others = links.find((link) => link.from.columnName === 'destination');
		expect((await service.request('DELETE', `/links/${others?.id}`, { as: 'guest' })).status).toBe(403);
		expect((await service.request('DELETE', `/links/${made?.id}`, { as: 'guest' })).status).toBe(204);
		const hidden = (await list()).find((candidate) => candidate.from.namespace === 'geography');
		expect((await service.request('DELETE', `/links/${hidden?.id}`, { as: 'guest' })).status).toBe(404);
	});
});

test.each([
	['latitude', ['longitude'], 'longitude'],
	['capital_latitude', ['longitude', 'Capital_Longitude'], 'Capital_Longitude'],
	['lat', ['long', 'lng'], 'long'],
	['start_lat', ['end_lng', 'start_lng'], 'start_lng'],
	['plateau', ['longitude'], null],
	['latitude', ['x'], null],
])('latitude column %s with columns %j has longitude column %s', (latitude, names, partner) => {
	expect(partnerOf(latitude, names)).toBe(partner);
});
