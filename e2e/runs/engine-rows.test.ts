import { DuckDBInstance } from '@duckdb/node-api';
import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

const rowCount = 120_000;
/** `step` multiplies the amounts of every hundredth row; `first` leaves out the rows before it. */
const orders = (step: number, first: number): string => `select i as id, 'shop ' || nullif(i % 40, 39) as shop,
	case when i % 100 = 7 then i * ${step} else i end as amount,
	date '2024-01-01' + (i % 365)::int as day
from range(${first}, ${first + rowCount}) t(i) order by id`;

/** Records the row query operations that a page requests from now on. */
function askedOf(page: Page): string[] {
	const asked: string[] = [];
	page.on('request', (request) => {
		const operation = /\/rows\/(\w+)$/.exec(new URL(request.url()).pathname)?.[1];
		if (operation !== undefined) asked.push(operation);
	});
	return asked;
}

/** Previews in the workbench and waits for its rows, not those of the previous preview. */
async function preview(page: Page, sql: string): Promise<Grid> {
	await new Editor(page).replace(sql);
	const ran = page.waitForResponse((response) => response.url().includes('/outputs/') && response.ok());
	await page.getByRole('button', { name: /^Preview/ }).click();
	await ran;
	const grid = new Grid(page);
	await grid.expectRows(rowCount);
	return grid;
}

test('the service sorts, filters, finds, groups, profiles, charts and exports many rows', async ({
	signedIn: page,
}, info) => {
	const asked = askedOf(page);
	await page.getByRole('link', { name: 'New BuildSpec' }).click();
	const grid = await preview(page, orders(1, 0));

	await grid.head('amount').click();
	await grid.head('amount').click();
	await expect(grid.row(1).first()).toHaveText('119999');
	await grid.menuOf('shop', 'Filter…');
	await page.getByRole('checkbox', { name: /^shop 11\b/ }).check();
	await page.getByRole('button', { name: 'Apply filter' }).click();
	await expect(page.getByText('3,000 of 120,000 rows')).toBeVisible();
	await expect(grid.row(1).first()).toHaveText('119971');
	// null and a value in one filter
	await grid.menuOf('shop', 'Filter…');
	await page.getByRole('checkbox', { name: /^null\b/ }).check();
	await page.getByRole('button', { name: 'Apply filter' }).click();
	await expect(page.getByText('6,000 of 120,000 rows')).toBeVisible();
	await expect(grid.row(1).first()).toHaveText('119999');
	const filters = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
	await expect(filters).toHaveText(['shop is shop 11 or null']);
	await filters.getByRole('button', { name: 'shop is shop 11 or null', exact: true }).click();
	await page.getByRole('checkbox', { name: /^null\b/ }).uncheck();
	await page.getByRole('button', { name: 'Apply filter' }).click();
	await expect(page.getByText('3,000 of 120,000 rows')).toBeVisible();
	// far from the first rows, which came with the response
	await grid.row(1).first().click();
	await page.keyboard.press('Control+End');
	await expect(grid.row(3_000).first()).toHaveText('11');

	await page.keyboard.press('Control+F');
	await page.keyboard.type('11,97');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('status').filter({ hasText: /^\d+ of [\d,]+$/ })).toBeVisible();
	await page.keyboard.press('Escape');

	await page.getByRole('button', { name: 'Export' }).click();
	const panel = page.getByRole('dialog', { name: 'Export' });
	await panel.getByLabel('Format').selectOption('CSV');
	const downloading = page.waitForEvent('download');
	await panel.getByRole('button', { name: 'Export CSV' }).click();
	const file = info.outputPath('rows.csv');
	await (await downloading).saveAs(file);
	const db = await (await DuckDBInstance.create()).connect();
	const read = await db.runAndReadAll(
		`select count(*)::int as rows, first(id)::int as first, last(id)::int as last, count(distinct shop)::int as shops from read_csv('${file}')`,
	);
	expect(read.getRowObjects()).toEqual([{ rows: 3_000, first: 119_971, last: 11, shops: 1 }]);

	await grid.menuOf('day', 'Group by…');
	await expect(page.getByRole('grid', { name: 'Groups by day' })).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByRole('dialog', { name: 'Group by day' })).toHaveCount(0);
	await page.getByRole('tab', { name: 'Profile' }).click();
	await expect(
		page.getByText(
			'Based on the 3,000 of 120,000 rows that match. Counts, minimums and maximums are exact. Means, medians and quartiles are rounded.',
		),
	).toBeVisible();
	await page.getByRole('tab', { name: 'Chart' }).click();
	await expect(page.getByRole('img', { name: /All 3,000 rows/ })).toBeVisible();
	expect([...new Set(asked)].sort()).toEqual(['chart', 'export', 'find', 'groups', 'profile', 'view']);
});

test.describe('a preview', () => {
	test.use({ expectedErrors: /404 .*schema\/demo\/aviation\/airport_delays/ });

	test('compares all its rows with the destination', async ({ signedIn: page }) => {
		const asked = askedOf(page);
		await page
			.getByRole('link', { name: /airport_delays/ })
			.first()
			.click();
		await preview(page, orders(1, 0));
		await page.getByRole('tab', { name: 'Compare' }).click();
		await page.getByRole('combobox', { name: 'Compare' }).selectOption('with destination');
		await expect(page.getByText('demo/aviation/airport_delays doesn’t exist yet')).toBeVisible();
		await page.getByRole('button', { name: 'Save', exact: true }).click();
		await page.getByRole('button', { name: 'Build…' }).click();
		await page.getByRole('button', { name: 'Build demo/aviation/airport_delays' }).click();
		await expect(page.getByText(/is now dataset version 1: 120,000 rows/)).toBeVisible();

		await page.getByRole('tab', { name: 'Rows' }).click();
		await preview(page, orders(3, 50));
		await page.getByRole('tab', { name: 'Compare' }).click();
		await page.getByRole('combobox', { name: 'Compare' }).selectOption('with destination');
		await expect(page.getByText(/1,199 rows changed, 50 added, 50 removed, 118,751 unchanged/)).toBeVisible();
		expect(asked).toContain('compare');
	});
});
