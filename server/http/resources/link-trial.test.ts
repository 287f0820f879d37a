import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { LinkTrial } from '#contract/link.ts';
import { findUser } from '../../platform/access/users.ts';
import { tryLink } from '../../platform/links/link-trial.ts';
import { testCaller } from '../../testing/caller.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const end = (path: string, columnName: string) => {
	const [namespace = '', dataset = ''] = path.split('.');
	return { username: 'demo', namespace, dataset, columnName };
};
const ask = (from: object, to: object, rest: object = {}, as = 'demo') =>
	service.request('POST', '/links/trial', { as, body: { from, to, matchType: 'ExactMatch', ...rest } });
const trial = async (...args: Parameters<typeof ask>) => (await ask(...args)).json() as Promise<LinkTrial>;

describe('equal values', () => {
	test('are counted in both directions, with unmatched values', async () => {
		const origins = await trial(end('aviation.flights', 'origin'), end('aviation.airports', 'iata'));
		expect(origins.from).toMatchObject({
			rows: 20_000,
			distinct: 220,
			matchedDistinct: 220,
			matchedRows: 20_000,
			unique: false,
		});
		expect(origins.to).toMatchObject({ rows: 3376, distinct: 3376, matchedDistinct: 220, unique: true });
		expect(origins).toMatchObject({ distances: null, sampledRows: null });
		const states = await trial(end('aviation.bird_strikes', 'Origin State'), end('geography.us_states', 'state'));
		expect([states.from.distinct, states.from.matchedDistinct, states.from.unmatched.length]).toEqual([29, 28, 1]);
		expect(states.from.matched[0]).toEqual({ value: 'Texas', rows: 1495 });
	});

	test.each([
		['airports.state', 'zip_codes.state', 57, 55],
		['airports.city', 'zip_codes.city', 2675, 2431],
	])('between %s and %s: %i distinct, %i found', async (from, to, distinct, found) => {
		const [fromSet = '', fromColumn = ''] = from.split('.');
		const [toSet = '', toColumn = ''] = to.split('.');
		const result = await trial(end(`aviation.${fromSet}`, fromColumn), end(`geography.${toSet}`, toColumn));
		expect([result.from.distinct, result.from.matchedDistinct]).toEqual([distinct, found]);
	});

	test('that differ only in case are hinted at until case is ignored', async () => {
		const [from, to] = [end('aviation.bird_strikes', 'Airport Name'), end('aviation.airports', 'name')];
		const before = await trial(from, to);
		const hint = before.hints.find((hint) => hint.kind === 'case');
		expect(hint?.from).toBeGreaterThan(before.from.matchedDistinct);
		const after = await trial(from, to, { options: { caseSensitive: false } });
		expect(after.from.matchedRows).toBeGreaterThan(before.from.matchedRows);
		expect(after.hints.map((hint) => hint.kind)).not.toContain('case');
	});

	test('of different numeric types are compared as numbers', async () => {
		const result = await trial(end('geography.country_years', 'year'), end('aviation.flights', 'flight_id'));
		expect([result.from.distinct, result.from.matchedDistinct, result.hints]).toEqual([11, 11, []]);
	});
});

describe('nearby locations', () => {
	const geo = (from: object, to: object, maxDistanceMeters: number) =>
		trial(from, to, { matchType: 'GeoMatch', options: { maxDistanceMeters } });
	const airports = end('aviation.airports', 'latitude');

	test.each([
		[end('geography.us_states', 'capital_latitude'), airports, [50, 15, 39, 50]],
		[end('nature.earthquakes', 'latitude'), airports, [1707, 45, 182, 697]],
		[airports, end('geography.zip_codes', 'latitude'), [3376, 1747, 2720, 3115]],
	])('match the haversine formula: %j', async (from, to, expected) => {
		const result = await geo(from, to, 10_000);
		const within = (meters: number) => result.distances?.within.find((step) => step.meters === meters)?.rows;
		expect([result.from.withValue, within(5_000), within(10_000), within(25_000)]).toEqual(expected);
		expect(result.from.matchedRows).toBe(expected[2]);
		expect(result.to.matchedRows).toBeGreaterThan(0);
		const near = result.distances?.points.filter((point) => point.meters !== null && point.meters <= 10_000) ?? [];
		if (result.from.distinct <= 2_000) expect(near.length).toBe(result.from.matchedDistinct);
	});
});

test('a trial requires read access to both ends, and existing columns', async () => {
	const [from, to] = [end('aviation.flights', 'origin'), end('geography.us_states', 'state')];
	expect((await ask(from, to, {}, 'guest')).status).toBe(404);
	expect((await ask(from, end('aviation.airports', 'IATA'))).status).toBe(400);
});

test('tries the same sample of a large dataset each time, against all rows of the other', async () => {
	const user = await findUser(service.platform.catalog.db, 'demo');
	if (user === null) throw new Error('The sample has no user demo.');
	const caller = testCaller({ userId: user.id, tokenId: randomUUID() });
	const link = {
		from: end('aviation.flights', 'origin'),
		to: end('aviation.airports', 'iata'),
		matchType: 'ExactMatch',
	} as const;
	const sampled = () => tryLink(service.platform, caller, link, new AbortController().signal, 500);
	const result = await sampled();
	expect(result).toMatchObject({ sampledRows: 500, from: { rows: 20_000, withValue: 500, matchedRows: 500 } });
	expect(result.to).toMatchObject({
		rows: 3376,
		withValue: 3376,
		distinct: 3376,
		matchedDistinct: result.from.distinct,
	});
	expect(result.from.distinct).toBeLessThan(220);
	expect(await sampled()).toEqual(result);
	const places = {
		...link,
		matchType: 'GeoMatch',
		from: end('aviation.airports', 'latitude'),
		to: end('geography.zip_codes', 'latitude'),
	} as const;
	const geo = await tryLink(service.platform, caller, places, new AbortController().signal, 500);
	expect([geo.sampledRows, geo.from.withValue, geo.to.withValue]).toEqual([500, 500, 42_049]);
});

test('stops a trial if its client has disconnected', async () => {
	const query = vi.spyOn(service.platform.engine, 'query');
	onTestFinished(() => query.mockRestore());
	const gone = new AbortController();
	const geo = { from: end('aviation.airports', 'latitude'), to: end('geography.zip_codes', 'latitude') };
	const answer = service.app.fetch(
		new Request(`${service.settings.publicUrl}/api/v1/links/trial`, {
			method: 'POST',
			headers: { authorization: `Bearer ${await service.tokenFor('demo')}`, 'content-type': 'application/json' },
			body: JSON.stringify({ ...geo, matchType: 'GeoMatch' }),
			signal: gone.signal,
		}),
	);
	await vi.waitFor(() => expect(query).toHaveBeenCalled(), { timeout: 10_000, interval: 5 });
	gone.abort();
	// A runner that isn't stopped answers; one that is killed doesn't.
	await expect(query.mock.results[0]?.value).rejects.toMatchObject({ code: 'CANCELLED' });
	expect((await answer).ok).toBe(false);
	expect(query).toHaveBeenCalledTimes(1);
});
