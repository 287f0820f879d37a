import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkSuggestion, LinkSuggestions } from '#contract/link.ts';
import { links } from '../../store/catalog/schema/datasets.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const ask = async (namespace: string, dataset?: string, options: object = { as: 'demo' }) => {
	const query = new URLSearchParams({ username: 'demo', namespace, ...(dataset === undefined ? {} : { dataset }) });
	const answer = await service.request('GET', `/links/suggestions?${query}`, options);
	expect(answer.status).toBe(200);
	return (await answer.json()) as LinkSuggestions;
};
const labelOf = ({ from, to }: LinkSuggestion) =>
	`${from.namespace}.${from.dataset}.${from.columnName} → ${to.namespace}.${to.dataset}.${to.columnName}`;

/** The exact-match links in the sample's data: those that exist, and those that don't. */
const existing = [
	'aviation.routes.origin → aviation.airports.iata',
	'aviation.flights.destination → aviation.airports.iata',
	'aviation.bird_strikes.Origin State → geography.us_states.state',
	'geography.country_years.country → geography.countries.country',
];
const missing = [
	'aviation.flights.origin → aviation.airports.iata',
	'aviation.routes.destination → aviation.airports.iata',
	'aviation.airports.state → geography.zip_codes.state',
	'aviation.airports.city → geography.zip_codes.city',
	'geography.us_states.capital → geography.zip_codes.city',
	'nature.daily_weather.location → aviation.airports.city',
	// No link of the sample refers to the field notes, but their countries match.
	'nature.field_notes.country → geography.countries.country',
];

test('suggests no existing links, and for a dataset only its own', async () => {
	const { items, compared, leftOut } = await ask('aviation', 'flights');
	expect(items.map(labelOf)).toEqual(missing.slice(0, 1));
	expect([compared, leftOut]).toEqual([11, 0]);
	expect(items[0]).toMatchObject({
		distinct: 220,
		found: 220,
		exact: true,
		toDistinct: 3376,
		toUnique: true,
		reasons: ['220 of 220 values in origin exist in airports', 'Each iata identifies one row in airports'],
	});
});

test('suggests exactly the expected links of the sample once it has none, best first', async () => {
	await service.platform.catalog.write((tx) => tx.delete(links));
	const all = new Map<string, LinkSuggestion>();
	for (const namespace of ['aviation', 'geography', 'nature']) {
		for (const suggestion of (await ask(namespace)).items) all.set(labelOf(suggestion), suggestion);
	}
	expect([...all.keys()].sort()).toEqual([...existing, ...missing].sort());
	const states = all.get(existing[2] ?? '');
	expect(states).toMatchObject({ distinct: 29, found: 28 });
	const cities = all.get(missing[3] ?? '');
	expect(cities?.exact).toBe(false);
	// Estimated from some of the values; the exact number is 2,431 of 2,675.
	expect(Math.abs((cities?.found ?? 0) - 2431)).toBeLessThan(2675 * 0.03);
	const scores = (await ask('aviation')).items.map((item) => item.score);
	expect(scores).toEqual([...scores].sort((a, b) => b - a));
});

test('ignores datasets that the caller can’t read', async () => {
	const { items } = await ask('aviation', undefined, { as: 'guest' });
	expect(items.flatMap((item) => [item.from.namespace, item.to.namespace]).every((value) => value === 'aviation')).toBe(
		true,
	);
	const token = await service.tokenFor('demo', [
		{ username: 'demo', namespace: 'aviation', dataset: 'flights', access: 'read' },
	]);
	expect(await ask('aviation', undefined, { token })).toEqual({ items: [], compared: 1, leftOut: 0 });
	const hidden = await service.request('GET', '/links/suggestions?username=demo&namespace=geography', { as: 'guest' });
	expect(hidden.status).toBe(404);
});
