import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

/** The output of a preview of all flights, in the workbench. */
async function previewFlights(page: Page): Promise<void> {
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Editor(page).replace('select * from aviation.flights');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(20_000);
}

const picture = (page: Page, name: RegExp) => page.getByRole('img', { name });

async function save(page: Page, kind: 'PNG' | 'SVG'): Promise<Buffer> {
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: `Save as ${kind}` }).click(),
	]);
	return await readFile(await download.path());
}

test('charts flights per month and delay by distance in two clicks each, and saves PNG and SVG', async ({
	signedIn: page,
}) => {
	await previewFlights(page);
	await page.getByRole('tab', { name: 'Chart' }).click();
	await page.getByRole('button', { name: 'Edit chart' }).click();
	await page.getByRole('button', { name: 'Rows per month', exact: true }).click();
	await expect(picture(page, /Rows per month of departure\. All 20,000 rows aggregated into 3 values/)).toBeVisible();

	await page.getByRole('button', { name: 'Table' }).click();
	const table = new Grid(page, /Table of Rows per month/);
	await table.expectRows(3);
	await expect(table.row(1)).toContainText(['2001-01', '6,937']);
	await expect(table.row(2)).toContainText(['2001-02', '5,964']);
	await expect(table.row(3)).toContainText(['2001-03', '7,099']);
	await page.getByRole('button', { name: 'Table' }).click();

	const png = await save(page, 'PNG');
	expect(png.subarray(1, 4).toString()).toBe('PNG');
	// twice as many pixels as the chart on the page, and not blank
	const width = await picture(page, /Rows per month/).evaluate((svg) => svg.clientWidth);
	expect(png.readUInt32BE(16)).toBe(2 * width);
	expect(png.length).toBeGreaterThan(8_000);
	const svg = (await save(page, 'SVG')).toString();
	expect(svg).toContain('Rows per month of departure');
	expect(svg).toContain('All 20,000 rows aggregated into 3 values.');
	expect(svg).not.toMatch(/var\(--(?!plot-background)|<style|https?:\/\/(?!www\.w3\.org)/);

	await page.getByRole('button', { name: 'delay by distance', exact: true }).click();
	await expect(picture(page, /delay by distance: number of rows\. All 20,000 rows plotted/)).toBeVisible();

	const address = page.url();
	await page.reload();
	await expect(picture(page, /delay by distance/)).toBeVisible();
	expect(page.url()).toBe(address);
});

test('a chart shows the rows of the grid, and says so', async ({ signedIn: page }) => {
	await previewFlights(page);
	const address = new URL(page.url());
	address.searchParams.set('filter', JSON.stringify([{ column: 'origin', op: '=', value: 'DFW' }]));
	await page.goto(address.href);
	await new Grid(page).expectRows(1_103);
	await page.getByRole('tab', { name: 'Chart' }).click();
	await expect(page.getByText('Only rows where origin is DFW: 1,103 of 20,000 rows')).toBeVisible();
	await page.getByRole('button', { name: 'Edit chart' }).click();
	await page.getByRole('button', { name: 'Rows per month', exact: true }).click();
	await expect(picture(page, /All 1,103 rows aggregated into 3 values/)).toBeVisible();
	expect((await save(page, 'SVG')).toString()).toContain('Only where origin is DFW');
	await page.getByRole('button', { name: 'Draw all rows' }).click();
	await expect(picture(page, /All 20,000 rows aggregated into 3 values/)).toBeVisible();
});

/** Moves to an option of an open list and chooses it. The list highlights the choice slightly after it's drawn. */
async function choose(page: Page, field: Locator, key: string, name: string): Promise<void> {
	const option = page.getByRole('option', { name });
	await expect(option).toBeVisible();
	await page.keyboard.press(key);
	await expect(field).toHaveAttribute('aria-activedescendant', (await option.getAttribute('id')) ?? '');
	await page.keyboard.press('Enter');
}

test('edits a chart using only the keyboard', async ({ signedIn: page }) => {
	await previewFlights(page);
	await page.getByRole('tab', { name: 'Profile' }).focus();
	await page.keyboard.press('ArrowRight');
	await expect(page.getByRole('tab', { name: 'Chart' })).toBeFocused();
	await expect(picture(page, /Rows per day/)).toBeVisible();
	await page.getByRole('button', { name: 'Edit chart' }).press('Enter');
	const mark = page.getByRole('combobox', { name: 'Chart type' });
	await mark.focus();
	await page.keyboard.press('Enter');
	await choose(page, mark, 'ArrowDown', 'Area');
	await expect(mark).toHaveValue('Area');
	const color = page.getByRole('combobox', { name: 'Color' });
	await color.focus();
	await page.keyboard.press('Enter');
	await choose(page, color, 'ArrowUp', 'destination');
	await expect(picture(page, /by destination.*Showing the 8 most frequent of .* values of destination/)).toBeVisible();
	await expect(page.getByRole('list', { name: 'Legend: destination' }).getByRole('listitem')).toHaveCount(8);
});
