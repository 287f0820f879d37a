import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';

const rows = (page: Page) =>
	page
		.getByRole('table')
		.getByRole('row')
		.filter({ has: page.getByRole('link') });

test('the list can be filtered and sorted, and its URL restores both', async ({ signedIn: page }) => {
	await expect(rows(page)).toHaveCount(6);
	await page.keyboard.press('/');
	await page.keyboard.type('event_type');
	await expect(rows(page)).toHaveCount(1);
	await expect(rows(page)).toContainText('quakes_daily');
	await expect(page).toHaveURL(/event_type/);
	await page.reload();
	await expect(rows(page)).toHaveCount(1);
	await page.getByRole('textbox', { name: /Filter/ }).fill('no such thing at all');
	await expect(page.getByText(/No BuildSpecs match/i)).toBeVisible();
	await page.getByRole('button', { name: /Clear/ }).first().click();
	await expect(rows(page)).toHaveCount(6);

	const first = () => rows(page).first();
	await page.getByRole('columnheader', { name: 'Name' }).getByRole('button').click();
	await expect(first()).toContainText('quakes_daily');
	await page.reload();
	await expect(first()).toContainText('quakes_daily');
});

test('a reload requests the list once, before the code has loaded', async ({ signedIn: page }) => {
	const requests: string[] = [];
	const isList = (url: string) => url.endsWith('/api/v1/build-specs');
	page.on('request', (request) => {
		if (isList(request.url())) requests.push(request.url());
	});
	const answered = page.waitForResponse((response) => isList(response.url()));
	await page.route(/\/assets\/first-[\w-]{7}\.js$/, async (route) => {
		await answered;
		await route.continue();
	});
	await page.reload();
	await expect(rows(page)).toHaveCount(6);
	await expect(page.getByRole('button', { name: 'BuildSpec actions' })).toBeVisible();
	expect(requests).toHaveLength(1);
});

test('opens a BuildSpec from the list’s copy before it has loaded, and saves early edits with If-Match', async ({
	signedIn: page,
}) => {
	await expect(rows(page)).toHaveCount(6);
	let arrive = () => {};
	const arrival = new Promise<void>((resolve) => {
		arrive = resolve;
	});
	await page.route(/\/api\/v1\/build-specs\/[\w-]{36}$/, async (route) => {
		if (route.request().method() === 'GET') await arrival;
		await route.continue();
	});
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await new Editor(page).ready();
	await new Editor(page).box.focus();
	await page.keyboard.press('Control+End');
	await page.keyboard.type(' -- typed early');
	arrive();
	const written = page.waitForRequest((request) => request.method() === 'PUT');
	await page.getByRole('button', { name: 'Save', exact: true }).click();
	expect((await written).headers()['if-match']).toBeDefined();
	await expect(page.getByText('Saved as version 2.')).toBeVisible();
});

test.describe('when a BuildSpec can’t be loaded', () => {
	test.use({ expectedErrors: /status of 500/ });

	test('its page shows the list’s copy, says so, and refreshes on request', async ({ signedIn: page }) => {
		await expect(rows(page)).toHaveCount(6);
		const one = /\/api\/v1\/build-specs\/[\w-]{36}$/;
		await page.route(one, (route) => route.fulfill({ status: 500, json: {} }));
		await page.getByRole('link', { name: /quakes_daily/ }).click();
		await expect(page.getByRole('alert').getByText('Couldn’t refresh this BuildSpec')).toBeVisible({ timeout: 30_000 });
		expect(await new Editor(page).text()).toContain('nature.earthquakes');
		await page.unroute(one);
		await page.getByRole('button', { name: 'Try again' }).click();
		await expect(page.getByText('Couldn’t refresh this BuildSpec')).toBeHidden();
	});
});

for (const [width, height] of [
	[1440, 900],
	[390, 844],
] as const) {
	test(`at ${width} px, a reload draws the list before the code has loaded, without layout shifts`, async ({
		signedIn: page,
	}) => {
		await page.setViewportSize({ width, height });
		await expect(page.getByRole('button', { name: 'BuildSpec actions' })).toBeVisible();
		let arrive = () => {};
		const arrival = new Promise<void>((resolve) => {
			arrive = resolve;
		});
		await page.route(/\/assets\/first-[\w-]{7}\.js$/, async (route) => {
			await arrival;
			await route.continue();
		});
		await page.reload({ waitUntil: 'commit' });
		const parts = page.locator('h1, table strong, label, input, select');
		const drawn = page.getByText('quakes_daily');
		const places = () => parts.evaluateAll((all) => all.map((part) => JSON.stringify(part.getBoundingClientRect())));
		await expect(drawn).toBeVisible();
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toHaveCount(0);
		const before = await places();
		arrive();
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		expect(await places()).toEqual(before);
		await page.getByRole('link', { name: /quakes_daily/ }).click();
		await expect(page.getByRole('heading', { level: 1, name: /quakes_daily/ })).toBeVisible();
	});
}

test('opens a BuildSpec right after a filter is typed, and Back restores the filtered list', async ({
	signedIn: page,
}) => {
	await page.getByRole('textbox', { name: /Filter/ }).fill('event_type');
	await expect(rows(page)).toHaveCount(1);
	await page.getByRole('link', { name: /quakes_daily/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_daily/ })).toBeVisible();
	await page.goBack();
	await expect(rows(page)).toHaveCount(1);
	await expect(page.getByRole('textbox', { name: /Filter/ })).toHaveValue('event_type');
});

test('duplicates a BuildSpec, creates the copy and deletes it', async ({ signedIn: page }) => {
	await page.getByRole('button', { name: 'Actions for demo/nature/quakes_daily' }).click();
	await page.getByRole('menuitem', { name: 'Duplicate' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /New BuildSpec/ })).toBeVisible();
	expect(await new Editor(page).text()).toContain('event_type');
	await page
		.getByRole('combobox', { name: /Destination/ })
		.or(page.getByRole('textbox', { name: /Destination/ }))
		.first()
		.fill('demo/nature/quakes_copy');
	await page.getByRole('button', { name: /Create/ }).click();
	await expect(page.getByRole('heading', { level: 1, name: /quakes_copy/ })).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();

	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await page.getByRole('button', { name: 'Actions for demo/nature/quakes_copy' }).click();
	await page.getByRole('menuitem', { name: /Delete/ }).click();
	const dialog = page.getByRole('dialog');
	await expect(dialog).toContainText('demo/nature/quakes_copy');
	await dialog.getByRole('button', { name: /^Delete/ }).click();
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('link', { name: /quakes_copy/ })).toHaveCount(0);
});

test('keeps unsaved code when the page is left or reloaded, and restores a discarded draft', async ({
	signedIn: page,
}) => {
	const editor = new Editor(page);
	await page.getByRole('link', { name: /country_change/ }).click();
	await editor.replace('select 42 as answer');
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await expect(page.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
	await page.getByRole('link', { name: /country_change/ }).click();
	await page.reload();
	expect(await editor.text()).toContain('select 42 as answer');
	await expect(page.getByText(/Draft from/)).toBeVisible();
	await page.getByRole('button', { name: 'Discard draft', exact: true }).click();
	await expect.poll(() => editor.text()).toContain('life_expect');
	await page.getByRole('button', { name: 'Undo', exact: true }).click();
	await expect.poll(() => editor.text()).toContain('select 42 as answer');
});

test.describe('when someone else saved first', () => {
	test.use({ expectedErrors: /412/ });
	test('reports the conflict, and saves the user’s own code on request', async ({
		signedIn: page,
		another,
		service,
	}) => {
		const editor = new Editor(page);
		await page.getByRole('link', { name: /strikes_by_state/ }).click();
		await editor.replace('select 1 as mine');

		const elsewhere = await (await another()).newPage();
		await elsewhere.goto(await service.printSignIn());
		await elsewhere.getByRole('link', { name: /strikes_by_state/ }).click();
		await new Editor(elsewhere).replace('select 2 as theirs');
		await elsewhere.keyboard.press('Control+S');
		await expect(elsewhere.getByText('v2', { exact: true })).toBeVisible();
		await elsewhere.close();

		await editor.box.focus();
		await page.keyboard.press('Control+S');
		const dialog = page.getByRole('dialog');
		await expect(dialog).toContainText(/version 2/);
		await dialog.getByRole('button', { name: /Save mine/ }).click();
		await expect(page.getByText('v3', { exact: true })).toBeVisible();
		expect(await editor.text()).toContain('select 1 as mine');
	});
});
