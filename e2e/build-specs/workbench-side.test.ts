import { axeOf } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

test('the side panel shows sources with sample values, versions and comparable runs, also on a phone', async ({
	page,
	ownService,
}) => {
	// Its runs are counted, so it needs its own service.
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	const editor = new Editor(page);
	await editor.ready();
	const side = page.getByRole('region', { name: 'Side panel' });
	const flights = side.getByRole('list', { name: 'Columns of demo/aviation/flights' });
	await expect(side.getByText(/^20,000 rows, changed/)).toBeVisible();
	// the range of all 20,000 values, and the most frequent ones
	await expect(flights.getByRole('listitem').filter({ hasText: 'delay' })).toContainText('INTEGER-59 … 522');
	await expect(flights.getByRole('listitem').filter({ hasText: 'origin' })).toContainText('DFW, ORD, ATL, …');
	await expect(flights.getByRole('listitem').filter({ hasText: 'departure' })).toContainText('2001-01-01 … 2001-03-31');

	// a name is inserted at the cursor
	await editor.replace('select ');
	await flights.getByRole('button', { name: 'delay' }).press('Enter');
	await expect(editor.box).toBeFocused();
	await page.keyboard.type(' from aviation.flights limit 7');
	await page.keyboard.press('Control+Enter');
	await new Grid(page).expectRows(7);

	const border = page.getByRole('separator', { name: 'Code and side panel' });
	const before = Number(await border.getAttribute('aria-valuenow'));
	await border.focus();
	await page.keyboard.press('Shift+ArrowLeft');
	await expect(border).toHaveAttribute('aria-valuenow', String(before - 10));
	await side.getByRole('tab', { name: 'Sources' }).focus();
	await page.keyboard.press('ArrowRight');
	await expect(side.getByText(/^delay/).first()).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(side.getByText(/^No checks yet/)).toBeVisible();
	await page.keyboard.press('ArrowRight');
	await expect(side.getByText('stored in this browser, based on version 1')).toBeVisible();
	await expect(side.getByRole('list', { name: 'Versions' })).toContainText('v1created by demo, current version');
	await page.keyboard.press('ArrowRight');
	const runs = side.getByRole('list', { name: 'Runs of this BuildSpec' });
	await expect(runs.getByRole('listitem')).toHaveCount(1);
	await expect(runs).toContainText('shown below');

	await editor.replace('select delay from aviation.flights limit 9');
	await page.keyboard.press('Control+Enter');
	await new Grid(page).expectRows(9);
	await expect(runs.getByRole('listitem')).toHaveCount(2);
	await expect(runs.getByRole('link', { name: /^Compare .* with the run shown$/ })).toHaveCount(1);
	expect((await axeOf(page).analyze()).violations).toEqual([]);

	// the tab is in the address; the position of the divider is remembered
	await page.reload();
	await expect(runs.getByRole('listitem')).toHaveCount(2);
	await expect(border).toHaveAttribute('aria-valuenow', String(before - 10));
	await page.getByRole('button', { name: 'Hide side panel' }).click();
	await expect(side).toHaveCount(0);
	await page.reload();
	await editor.ready();
	await expect(side).toHaveCount(0);
	await page.getByRole('button', { name: 'Show side panel' }).click();

	await page.setViewportSize({ width: 390, height: 844 });
	await page.getByRole('tab', { name: 'Code', exact: true }).click();
	await expect(side).toHaveCount(0);
	await page.getByRole('tab', { name: 'Sources' }).click();
	await expect(editor.box).toBeHidden();
	await expect(flights).toBeVisible();
	expect((await axeOf(page).analyze()).violations).toEqual([]);

	await page.setViewportSize({ width: 1280, height: 800 });
	await page.getByRole('tab', { name: 'Runs' }).click();
	await runs.getByRole('link', { name: /^Compare / }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Compare runs' })).toBeVisible();
	await expect(page.getByText(/2 rows added/)).toBeVisible();

	// from a run, any other of the same destination
	await page.goto(new URL('/runs', page.url()).href);
	await page.getByRole('table', { name: 'Runs' }).getByRole('link').nth(1).click();
	await page.getByRole('button', { name: 'Compare with…' }).click();
	await page.getByRole('menuitem', { name: /9 rows/ }).click();
	await expect(page.getByText(/2 rows added/)).toBeVisible();
});

test('remembers the side panel’s tab for BuildSpecs and for worksheets', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Editor(page).ready();
	const tab = (name: string) => page.getByRole('tablist', { name: 'Side panel' }).getByRole('tab', { name });
	await tab('Versions').click();
	await expect(page).toHaveURL(/side=versions/);
	await page.getByRole('link', { name: 'BuildSpecs', exact: true }).first().click();
	await page
		.getByRole('link', { name: /quakes_daily/ })
		.first()
		.click();
	await expect(tab('Versions')).toHaveAttribute('aria-selected', 'true');
	await expect(page).not.toHaveURL(/side=/);
	await tab('Sources').click();
	await page.reload();
	await expect(tab('Sources')).toHaveAttribute('aria-selected', 'true');
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await tab('History').click();
	await page.getByRole('link', { name: 'BuildSpecs', exact: true }).first().click();
	await page.getByRole('link', { name: 'Worksheets', exact: true }).click();
	await expect(tab('History')).toHaveAttribute('aria-selected', 'true');
});
