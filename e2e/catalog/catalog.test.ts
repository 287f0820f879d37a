import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { fillCatalog } from '../support/large-catalog.ts';

test('sorts, filters, exports and profiles a dataset’s rows, and keeps them when going back', async ({
	signedIn: page,
}) => {
	await page.getByRole('link', { name: 'Namespaces' }).click();
	await page.getByRole('link', { name: 'aviation', exact: true }).click();
	await page.getByRole('link', { name: 'flights', exact: true }).click();
	const grid = new Grid(page, /flights/);
	await grid.expectRows(20_000);
	await grid.menuOf('delay', 'Sort descending');
	await expect(page).toHaveURL(/sort=-delay/);
	await expect(grid.row(1).nth(2)).toHaveText(/^\d{1,3}(,\d{3})?$/);
	await page.goto(`${page.url()}&filter=${encodeURIComponent('[{"column":"origin","op":"=","value":"DFW"}]')}`);
	await grid.expectRows(1_103);
	await expect(grid.row(1).nth(4)).toHaveText('DFW');

	// Searches and exports cover the whole view, as the service sorts and filters it.
	await page.getByRole('button', { name: 'Find', exact: true }).click();
	await page.getByLabel('Find in visible columns').fill('hnl');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('gridcell', { selected: true })).toHaveText('HNL');
	await page.getByLabel('Find in visible columns').fill('nowhere');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('search').getByRole('status')).toHaveText(/No cell|not found|No match/i);
	await page.getByRole('button', { name: 'Export' }).click();
	const panel = page.getByRole('dialog', { name: 'Export' });
	const downloading = page.waitForEvent('download');
	await panel.getByRole('button', { name: 'Export CSV' }).click();
	const lines = (await readFile(await (await downloading).path(), 'utf8')).trimEnd().split('\r\n');
	expect(lines).toHaveLength(1_104);
	expect(lines.slice(1).every((line) => line.split(',')[4] === 'DFW')).toBe(true);
	const delays = lines.slice(1).map((line) => Number(line.split(',')[2]));
	expect(delays).toEqual([...delays].sort((a, b) => b - a));

	await page.getByRole('tab', { name: 'Profile' }).click();
	await expect(page.getByText(/^Based on the 1,103 of 20,000 rows that match/)).toBeVisible();
	await page.getByRole('tab', { name: 'BuildSpecs' }).click();
	await page.getByRole('link', { name: 'demo/aviation/airport_delays' }).click();
	await new Editor(page).ready();
	await page.goBack();
	await expect(page.getByRole('tab', { name: 'BuildSpecs', selected: true })).toBeVisible();
	await page.getByRole('tab', { name: 'Rows' }).click();
	await grid.expectRows(1_103);
});

test('column descriptions are edited in place, and unsaved text survives a reload', async ({
	signedIn: page,
	service,
}) => {
	const address = `${service.url}/namespaces/demo/aviation/routes?view=columns`;
	await page.goto(address);
	await page.getByRole('button', { name: 'Edit descriptions' }).click();
	await page.getByLabel('Description of origin').fill('Where it starts');
	await page.reload();
	await expect(page.getByLabel('Description of origin')).toHaveValue('Where it starts');
	await page.getByRole('button', { name: 'Save one description' }).click();
	await expect(page.getByRole('cell', { name: 'Where it starts' })).toBeVisible();
	await page.reload();
	await expect(page.getByRole('cell', { name: 'Where it starts' })).toBeVisible();
});

test.describe('creating and deleting', () => {
	test.use({ expectedErrors: /404 \(Not Found\).*\/(schema|links|versions)\b/ });

	test('a namespace is created using only the keyboard, and a dataset is deleted once its name is typed', async ({
		page,
		ownService,
	}) => {
		const service = await ownService();
		await signIn(page, service);
		await page.goto(`${service.url}/namespaces`);
		await page.getByRole('button', { name: 'Create namespace' }).focus();
		await page.keyboard.press('Enter');
		const field = page.getByRole('dialog').getByLabel('Name');
		await expect(field).toBeFocused();
		await page.keyboard.type('a/b');
		await expect(page.getByText('The name contains "/".', { exact: false })).toBeVisible();
		await field.fill('Aviation');
		await expect(page.getByText('You already have a namespace named "Aviation".')).toBeVisible();
		await field.fill('space weather');
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { name: 'demo/space weather' })).toBeVisible();

		await page.goto(`${service.url}/namespaces`);
		await expect(page.getByRole('link', { name: 'nature', exact: true })).toBeVisible();
		await page.keyboard.press('/');
		await page.keyboard.type('nature');
		await expect(page.getByText('1 of 4 matches')).toBeVisible();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('link', { name: 'nature', exact: true })).toBeFocused();
		await page.keyboard.press('Enter');
		await expect(page.getByRole('heading', { name: 'demo/nature' })).toBeVisible();

		await page.goto(`${service.url}/namespaces/demo/aviation/flights`);
		await page.getByRole('button', { name: 'Actions for this dataset' }).click();
		await page.getByRole('menuitem', { name: 'Delete…' }).click();
		const sheet = page.getByRole('dialog');
		await expect(sheet.getByRole('link', { name: 'demo/aviation/airport_delays' })).toBeVisible();
		await expect(sheet.getByText(/aviation\/flights\./).first()).toBeVisible();
		const confirm = sheet.getByRole('button', { name: 'Delete dataset' });
		await expect(confirm).toBeDisabled();
		await sheet.getByLabel('Type flights to confirm').fill('flights');
		await confirm.click();
		await expect(page.getByRole('heading', { name: 'demo/aviation', level: 1 })).toBeVisible();
		await expect(page.getByRole('link', { name: 'routes' })).toBeVisible();
		await expect(page.getByRole('link', { name: 'flights', exact: true })).toHaveCount(0);
	});
});

test('a viewer sees no edit actions, learns who can grant access, and can leave the namespace', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(await service.printSignIn('guest'));
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await page.goto(`${service.url}/namespaces/demo/aviation`);
	await expect(page.getByText('can make you an editor', { exact: false })).toBeVisible();
	await page.goto(`${service.url}/namespaces/demo/aviation/flights?view=columns`);
	await expect(page.getByText('You can view this dataset, but not change it.', { exact: false })).toBeVisible();
	await expect(page.getByRole('button', { name: 'Edit descriptions' })).toHaveCount(0);
	await page.getByRole('button', { name: 'Actions for this dataset' }).click();
	await expect(page.getByRole('menuitem', { name: 'Query' })).toBeVisible();
	await expect(page.getByRole('menuitem', { name: 'Delete…' })).toHaveCount(0);
	await page.goto(`${service.url}/namespaces`);
	await page.getByRole('button', { name: 'Actions for demo/aviation' }).click();
	await page.getByRole('menuitem', { name: 'Leave…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Leave namespace' }).click();
	await expect(page.getByRole('heading', { name: 'No namespaces yet' })).toBeVisible();
});

test('lists and filters 5,000 datasets, and shows the last of 10,000,000 rows', async ({ page, ownService }) => {
	test.setTimeout(180_000);
	const service = await ownService();
	await fillCatalog(service, { datasets: 5_000, rows: 10_000_000 });
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces/demo/many`);
	const table = page.getByRole('table', { name: 'Datasets' });
	await expect(table).toHaveAttribute('aria-rowcount', '5001');
	// Only visible rows are in the DOM.
	expect(await table.getByRole('row').count()).toBeLessThan(80);
	await page.keyboard.press('/');
	await page.keyboard.type('4999');
	await expect(page.getByRole('link', { name: 'dataset_4999' })).toBeVisible();
	await expect(page.getByText('1 of 5,000 matches')).toBeVisible();

	await page.goto(`${service.url}/namespaces/demo/large/numbers`);
	const grid = new Grid(page, /numbers/);
	await grid.expectRows(10_000_000);
	await toLastRow(page, grid);
	await expect(grid.row(10_000_000).nth(0)).toHaveText('9999999');
	await grid.menuOf('part', 'Sort descending');
	await expect(grid.row(1).nth(1)).toHaveText('999', { timeout: 60_000 });
});

async function toLastRow(page: Page, grid: Grid): Promise<void> {
	await grid.row(1).nth(1).click();
	await page.keyboard.press('Control+End');
}

test.describe('with a core-only service', () => {
	// It has no description and returns 404 for it.
	test.use({ expectedErrors: /404|net::ERR_/ });

	test('shows discovered namespaces and datasets with their origin, and forgets one on request', async ({
		page,
		ownService,
	}) => {
		const service = await ownService(['--core-only']);
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
		await page.getByRole('link', { name: 'Namespaces' }).click();
		await expect(page.getByText('This service doesn’t list namespaces.', { exact: false })).toBeVisible();
		await expect(page.getByRole('row', { name: /demo\/aviation.*BuildSpec/ })).toBeVisible();
		await page.getByRole('link', { name: 'demo/aviation', exact: true }).click();
		await page.getByRole('link', { name: 'flights', exact: true }).click();
		await expect(page.getByRole('link', { name: 'demo/aviation/airport_delays' }).first()).toBeVisible();

		await page.goto(`${service.url}/namespaces/learned`);
		await page.getByRole('button', { name: 'Forget demo/nature/earthquakes' }).click();
		await expect(page.getByRole('link', { name: 'demo/nature/earthquakes', exact: true })).toHaveCount(0);
		await page.reload();
		await expect(page.getByRole('link', { name: 'demo/aviation/flights', exact: true })).toBeVisible();
	});
});

test('Home shows drafts, failed runs and namespaces', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select nope from aviation.flights');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Failed', { timeout: 30_000 });
	await page.goto(`${service.url}/home`);
	await expect(page.getByRole('region', { name: 'Drafts' }).getByRole('link')).toHaveText(/airport_delays/);
	await expect(page.getByRole('region', { name: 'Failed runs' }).getByRole('listitem').first()).toContainText('nope');
	await expect(
		page.getByRole('region', { name: 'Namespaces' }).getByRole('link', { name: 'demo/nature' }),
	).toBeVisible();
	await expect(page.getByRole('img', { name: /^All namespaces, last 14 days: \d+ changes$/ })).toBeVisible();
	await expect(page.getByRole('row', { name: /^demo\/nature .*1 never built$/ })).toBeVisible();
	await expect(page.getByRole('region', { name: 'Get started' })).toHaveCount(0);
	await page.getByRole('region', { name: 'Drafts' }).getByRole('link').click();
	await expect(page.getByText('select nope from aviation.flights').first()).toBeVisible();
});

test.describe('without a chosen start page', () => {
	test.use({ startsAtHome: true });

	test('Home shows "Get started" until it’s hidden, and lets users choose another start page', async ({
		page,
		another,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		const home = page.getByRole('heading', { level: 1, name: 'Home' });
		await expect(home).toBeVisible();
		const steps = page.getByRole('region', { name: 'Get started' });
		await expect(steps.getByRole('link')).toHaveText([/^Upload data/, /^Ask a question/, /^Open a BuildSpec/]);
		await steps.getByRole('button', { name: 'Hide "Get started"' }).click();
		await expect(steps).toHaveCount(0);
		await page.getByLabel('Start page').selectOption('BuildSpecs');
		await page.goto(service.url);
		await expect(page.getByRole('heading', { level: 1, name: 'BuildSpecs' })).toBeVisible();
		await page.getByRole('link', { name: 'Home', exact: true }).click();
		await expect(home).toBeVisible();
		await expect(page.getByRole('row', { name: /demo\/aviation/ })).toBeVisible();
		await expect(steps).toHaveCount(0);

		const guest = await (await another()).newPage();
		await guest.goto(await service.printSignIn('guest'));
		await expect(guest.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
		await expect(guest.getByRole('row', { name: /demo\/aviation/ })).toContainText('shared with you');
	});
});
