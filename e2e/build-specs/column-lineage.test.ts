import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

test('shows a column’s origin next to the code, on the dataset and in the lineage, and its uses', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: 'demo/aviation/airport_delays' }).click();
	await page.getByRole('tab', { name: 'Columns' }).click();
	const beside = page.getByRole('list', { name: 'Column lineage' });
	await expect(beside.getByRole('listitem').filter({ hasText: 'avg_delay_min' })).toContainText('Computed from');
	await expect(beside.getByRole('listitem').filter({ hasText: 'avg_delay_min' }).getByRole('link')).toHaveText([
		'flights.delay',
	]);
	await expect(beside.getByRole('listitem').filter({ hasText: 'Used only in filters' }).getByRole('link')).toHaveText([
		'flights.origin',
	]);

	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const id = items.find(({ destination }) => destination.datasetName === 'airport_delays')?.id ?? '';
	const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	await page.goto(new URL('/namespaces/demo/aviation/airport_delays?view=columns', service.url).href);
	const columns = page.getByRole('table', { name: 'Columns' });
	await expect(columns.getByRole('row', { name: /pct_late/ })).toContainText(/Computed from\s*flights\.delay/);
	// The rows belong to the code that built them, even once other code is saved.
	const { sources, destination } = await ask<{ sources: { datasetName: string }[]; destination: object }>(
		'GET',
		`/build-specs/${id}`,
	);
	const code = { payload: 'SELECT iata, 0.5 AS pct_late FROM aviation.airports' };
	const airports = sources.filter(({ datasetName }) => datasetName === 'airports');
	await ask('PUT', `/build-specs/${id}`, { sources: airports, destination, code });
	await page.reload();
	await expect(page.getByText('Built with BuildSpec version 1. The saved version is 2.')).toBeVisible();
	await expect(columns.getByRole('row', { name: /pct_late/ })).toContainText(/Computed from\s*flights\.delay/);
	await columns.getByRole('row', { name: /iata/ }).getByRole('link', { name: 'airports.iata' }).click();

	await expect(page.getByRole('heading', { name: 'demo/aviation/airports' })).toBeVisible();
	await columns
		.getByRole('row', { name: /iata/ })
		.getByRole('button', { name: /^3 BuildSpecs, [1-9] links?$/ })
		.click();
	const uses = page.getByRole('dialog', { name: 'Uses of iata' });
	await expect(uses.getByRole('link', { name: 'demo/aviation/airport_delays' })).toBeVisible();
	await expect(uses.getByRole('link', { name: 'demo/geography/capital_nearest_airport' })).toBeVisible();

	await page.goto(new URL('/build-specs/lineage', service.url).href);
	await page.getByRole('button', { name: /^airport_delays/ }).click();
	const picked = page.getByRole('region', { name: 'Lineage of demo/aviation/airport_delays' });
	await expect(picked.getByRole('list', { name: 'Column lineage' })).toContainText('pct_late');
	// The saved code reads only airports.
	await expect(picked.getByRole('link', { name: 'demo/aviation/flights', exact: true })).toBeVisible();
	await expect(picked.getByRole('link', { name: 'BuildSpec version 1' })).toBeVisible();
	await expect(picked).toContainText('Built with BuildSpec version 1. The saved version is 2.');
});

test('a build that removes a column lists the BuildSpecs that read it', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
	const edit = (payload: string) => ({ sources: [], destination: at('pairs'), code: { payload } });
	const { id } = await ask<{ id: string }>('POST', '/build-specs', edit('SELECT 1 AS kept, 2 AS dropped'));
	const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	const reader = {
		sources: [at('pairs')],
		destination: at('reader'),
		code: { payload: 'SELECT dropped FROM aviation.pairs' },
	};
	await ask('POST', '/build-specs', reader);
	await ask('PUT', `/build-specs/${id}`, edit('SELECT 1 AS kept'));

	await page.goto(new URL(`/build-specs/${id}?sheet=build`, service.url).href);
	await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'dropped' })).toContainText(
		'removed dropped INTEGER, read by demo/aviation/reader',
	);
});

test('traces columns through a pipeline’s steps, next to its code and on the datasets it builds', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const id = items.find(({ destination }) => destination.datasetName === 'flights_per_month')?.id ?? '';
	await page.goto(new URL(`/build-specs/${id}?side=columns`, service.url).href);
	const beside = page.getByRole('list', { name: 'Column lineage of flights_per_month' });
	await expect(beside.getByRole('listitem').filter({ hasText: 'pct_late' }).getByRole('link')).toHaveText([
		'flights.delay',
	]);
	await expect(page.getByRole('list', { name: 'Column lineage of delays_{state}' })).toContainText('airports.city');

	const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	await page.goto(new URL('/namespaces/demo/aviation/airport_delays_TX?view=columns', service.url).href);
	const columns = page.getByRole('table', { name: 'Columns' });
	await expect(columns.getByRole('row', { name: /worst_delay_min/ })).toContainText(/Computed from\s*flights\.delay/);
	await expect(page.getByText(/^Built from commit [0-9a-f]{7} on main\.$/)).toBeVisible();
	await page.goto(new URL('/build-specs/lineage', service.url).href);
	await page.getByRole('button', { name: /^airport_delays_TX/ }).click();
	const picked = page.getByRole('region', { name: 'Lineage of demo/aviation/airport_delays_TX' });
	await expect(picked.getByRole('list', { name: 'Column lineage' })).toContainText('airports.city');

	await page.goto(new URL('/namespaces/demo/aviation/airports?view=columns', service.url).href);
	await expect(columns.getByRole('row', { name: /city/ }).getByRole('button', { name: /^1 BuildSpec$/ })).toBeVisible();
	await expect(columns).not.toContainText('maybe');
});

test('lists indirect uses of a column, and who reads it before a build removes it', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask } = await apiOf(page);
	const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
	const create = (from: string, to: string, columns: string) =>
		ask('POST', '/build-specs', {
			...{ sources: [at(from)], destination: at(to) },
			code: { payload: `SELECT ${columns} FROM aviation."${from}"` },
		});
	await create('airports', 'first', 'longitude AS place, iata');
	const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>('GET', '/build-specs');
	const id = items.find(({ destination }) => destination.datasetName === 'first')?.id ?? '';
	const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
	await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe('succeeded');
	await create('first', 'second', 'round(place) AS near');
	await create('first', 'codes', 'iata');

	await page.goto(new URL('/namespaces/demo/aviation/airports?view=columns', service.url).href);
	const columns = page.getByRole('table', { name: 'Columns' });
	await columns
		.getByRole('row', { name: /longitude/ })
		.getByRole('button', { name: /^3 BuildSpecs/ })
		.click();
	const uses = page.getByRole('dialog', { name: 'Uses of longitude' });
	const [direct, further] = [uses.getByRole('list').first(), uses.getByRole('list').nth(1)];
	await expect(direct.getByRole('listitem')).toHaveText([/aviation\/first/, /capital_nearest_airport/]);
	await expect(further.getByRole('listitem')).toHaveText([/aviation\/second/]);
	await expect(uses.getByRole('link', { name: 'demo/aviation/codes' })).toHaveCount(0);

	await ask('PUT', `/build-specs/${id}`, {
		...{ sources: [at('airports')], destination: at('first') },
		code: { payload: 'SELECT iata FROM aviation.airports' },
	});
	await page.goto(new URL(`/build-specs/${id}?sheet=build`, service.url).href);
	await expect(page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'place' })).toContainText(
		'read by demo/aviation/second',
	);
});
