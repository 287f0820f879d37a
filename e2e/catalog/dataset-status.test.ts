import type { Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });

async function builder(page: Page) {
	const { ask } = await apiOf(page);
	return {
		ask,
		create: async (name: string, payload: string, sources: string[]) =>
			(
				await ask<{ id: string }>('POST', '/build-specs', {
					...{ sources: sources.map(at), destination: at(name), code: { payload } },
				})
			).id,
		build: async (id: string, wanted = 'succeeded') => {
			const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
			await expect.poll(async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state).toBe(wanted);
		},
		specOf: async (name: string) => {
			const { items } = await ask<{ items: { id: string; destination: { datasetName: string } }[] }>(
				'GET',
				'/build-specs',
			);
			return items.find(({ destination }) => destination.datasetName === name)?.id ?? '';
		},
	};
}

test('newer source rows mark a dataset as outdated on every page, in other tabs and for other users', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { create, build, specOf } = await builder(page);
	await build(await specOf('airport_delays'));
	const shorter = await create('flights', 'SELECT * FROM aviation.flights LIMIT 500', ['flights']);
	const address = (path: string) => new URL(path, service.url).href;
	const open = async (path: string) => {
		const tab = await page.context().newPage();
		await tab.goto(address(path));
		return tab;
	};
	const guest = await (await another()).newPage();
	await guest.goto(await service.printSignIn('guest'));
	await expect(guest.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await guest.goto(address('/namespaces/demo/aviation/airport_delays'));
	const list = await open('/namespaces/demo/aviation');
	const home = await open('/home');
	const lineage = await open('/build-specs/lineage?view=list');
	await page.goto(address('/namespaces/demo/aviation/airport_delays'));
	const property = (tab: Page) => tab.locator('main').getByText('Up to date').first();
	for (const tab of [page, guest, list, lineage]) await expect(property(tab)).toBeVisible();
	await expect(page.getByText('Source flights has newer rows.')).toHaveCount(0);

	await build(shorter);
	const since = Date.now();
	const expectations: [Page, ReturnType<Page['getByText']>][] = [
		[page, page.getByText('Source flights has newer rows.')],
		[guest, guest.getByText('Source flights has newer rows.')],
		[list, list.getByRole('row', { name: /airport_delays/ }).getByText('Outdated')],
		[home, home.getByRole('region', { name: 'Needs attention' }).getByText(/Source flights has newer rows/)],
		[lineage, lineage.getByRole('listitem').filter({ hasText: 'airport_delays' }).getByText('Outdated').first()],
	];
	await Promise.all(expectations.map(([, words]) => expect(words).toBeVisible()));
	test.info().annotations.push({ type: 'reported after', description: `${Date.now() - since} ms` });

	await page.getByRole('link', { name: 'Build…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Build demo/aviation/airport_delays' }).click();
	await expect(guest.locator('main').getByText('Up to date')).toBeVisible();
	await expect(home.getByRole('region', { name: 'Needs attention' })).toHaveCount(0);
	await expect(home.getByRole('row', { name: /demo\/aviation/ }).getByText(/never built/)).toBeVisible();
});

test('a failed warning check appears in lists, and links to its failing rows', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask, create, build } = await builder(page);
	const id = await create('twice', 'SELECT 1 AS a UNION ALL SELECT 1', []);
	const check = { name: 'One row each', kind: 'unique', severity: 'warn', columns: ['a'] };
	await ask('PUT', `/build-specs/${id}/checks`, { checks: [check] });
	await build(id);
	const address = (path: string) => new URL(path, service.url).href;
	await page.goto(address('/namespaces/demo/aviation'));
	const row = page.getByRole('row', { name: /twice/ });
	await expect(row.getByText('1 check failed')).toBeVisible();
	await expect(row.getByText('Check "One row each" failed.')).toBeVisible();
	await page.goto(address(`/build-specs/${id}`));
	await page.getByRole('link', { name: 'demo/aviation/twice: Up to date. Check "One row each" failed.' }).click();
	await page.goto(address('/home'));
	const attention = page.getByRole('region', { name: 'Needs attention' });
	await expect(attention).toContainText('Check "One row each" failed.');
	await attention.getByRole('link', { name: 'demo/aviation/twice', exact: true }).click();
	await page.getByRole('link', { name: 'Open failed checks' }).click();
	await expect(page.getByRole('region', { name: 'Failing rows of One row each' })).toBeVisible();
});

test('distinguishes a deleted dataset from one that was never built, and offers to rebuild it', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { ask, create, build } = await builder(page);
	const gone = await create('gone', 'SELECT 1 AS a', []);
	await create('later', 'SELECT 1 AS a', []);
	await build(gone);
	await ask('DELETE', '/data/demo/aviation/gone');
	const address = (path: string) => new URL(path, service.url).href;
	await page.goto(address('/namespaces/demo/aviation/gone'));
	await expect(page.getByText('This dataset was deleted')).toBeVisible();
	await expect(
		page.getByText(/^demo deleted demo\/aviation\/gone .* The dataset was last built .*, with BuildSpec version 1\./),
	).toBeVisible();
	await expect(page.getByRole('link', { name: 'Build…' })).toBeVisible();
	await page.goto(address('/namespaces/demo/aviation'));
	await expect(page.getByRole('row', { name: /gone/ }).getByText('Deleted', { exact: true })).toBeVisible();
	await expect(page.getByRole('row', { name: /later/ }).getByText('Never built')).toBeVisible();
	await expect(page.getByRole('row', { name: /^flights / }).getByText('No BuildSpec')).toBeVisible();
	await page.goto(address('/build-specs/lineage?focus=demo/aviation/gone&view=list'));
	await expect(page.locator('main').getByText('Deleted').first()).toBeVisible();
});

test('guests see who built a dataset, without links to what they can’t open', async ({ page, another, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const { build, specOf } = await builder(page);
	await build(await specOf('airport_delays'));
	const guest = await (await another()).newPage();
	await guest.goto(await service.printSignIn('guest'));
	await expect(guest.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	const address = (path: string) => new URL(path, service.url).href;
	await guest.goto(address('/namespaces/demo/aviation/airport_delays?view=history'));
	await expect(guest.getByText(/^Built by demo with BuildSpec version \d+$/)).toBeVisible();
	await expect(guest.getByRole('row', { name: /Version 1/ })).toContainText(/Built with BuildSpec version \d+/);
	await expect(guest.locator('main').getByRole('link', { name: /^Build$|^BuildSpec version/ })).toHaveCount(0);
	await guest.goto(address('/build-specs/lineage?focus=demo/aviation/airport_delays'));
	await expect(guest.getByText('None of your BuildSpecs read or build this dataset')).toBeVisible();
	await expect(guest.getByText(/was built by demo .* Other people’s BuildSpecs aren’t shown\./)).toBeVisible();
	await expect(guest.getByRole('link', { name: 'demo/aviation/airport_delays' })).toBeVisible();
	await guest.goto(address('/namespaces/demo/aviation'));
	await expect(guest.getByRole('tab', { name: 'Links' })).toBeVisible();
	await expect(guest.getByRole('tab', { name: 'Settings' })).toHaveCount(0);
	await guest.goto(address('/namespaces/demo/aviation/strikes_by_state'));
	await expect(guest.getByText(/It may not have been built yet/)).toBeVisible();
});

test('a dataset that was never built can be built from its page, and a failed build shows its error', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const row = page.getByRole('row').filter({ hasText: 'airport_delays' });
	await expect(row.getByText('Never built')).toBeVisible();
	await page.goto(new URL('/namespaces/demo/aviation/airport_delays', service.url).href);
	await expect(page.getByText('This dataset has never been built')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Open BuildSpec' })).toBeVisible();
	await page.getByRole('link', { name: 'Build…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Build demo/aviation/airport_delays' }).click();
	await page.goto(new URL('/namespaces/demo/aviation/airport_delays', service.url).href);
	await expect(page.locator('main').getByText('Up to date')).toBeVisible();

	const { ask, build, specOf } = await builder(page);
	const id = await specOf('airport_delays');
	const spec = await ask<{ sources: unknown; destination: unknown }>('GET', `/build-specs/${id}`);
	const { sources, destination } = spec;
	await ask('PUT', `/build-specs/${id}`, {
		sources,
		destination,
		code: { payload: 'SELECT nothing FROM aviation.flights' },
	});
	await build(id, 'failed');
	await expect(page.locator('main').getByText('Build failed')).toBeVisible();
	await expect(
		page
			.locator('main')
			.getByText(/nothing/)
			.first(),
	).toBeVisible();
	await page.getByRole('link', { name: 'Open failed build' }).click();
	await expect(page.getByRole('heading', { name: /Build of demo\/aviation\/airport_delays/ })).toBeVisible();
});

test.use({ expectedErrors: /404 \(Not Found\).*\/schema\// });

test('two BuildSpecs with the same destination each show a status, and which of them built it last', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const { create, build } = await builder(page);
	const [one, two] = [await create('shared', 'SELECT 1 AS n', []), await create('shared', 'SELECT 2 AS n', [])];
	await create('shared', 'SELECT nothing', []);
	await build(one);
	await build(two);
	await page.goto(new URL('/namespaces/demo/aviation/shared?view=build-specs', service.url).href);
	const rows = page.getByRole('table', { name: 'BuildSpecs that use this dataset' }).locator('tbody').getByRole('row');
	const rowOf = (id: string) => rows.filter({ has: page.locator(`a[href$="/build-specs/${id}"]`) });
	await expect(rowOf(one)).toContainText('Outdated');
	await expect(rowOf(one)).toContainText('Another BuildSpec has built this dataset more recently.');
	await expect(rowOf(two)).toContainText('Up to date');
	await expect(rows.filter({ hasText: 'Never built' })).toHaveCount(1);
	await page.goto(new URL('/build-specs?q=shared', service.url).href);
	await expect(page.getByText('Another BuildSpec has built this dataset more recently.')).toBeVisible();
	await expect(page.getByText('Never built')).toBeVisible();
	await page.goto(new URL(`/build-specs/${one}`, service.url).href);
	await expect(page.getByRole('link', { name: /^demo\/aviation\/shared: Outdated\. Another BuildSpec/ })).toBeVisible();
});
