import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, signIn, test } from '../support/journey.ts';

const delays = (minutes: number) => `select a.iata, a.name, a.state, count(*) flights,
  round(avg(f.delay), 2) avg_delay_min,
  round(100.0 * count(*) filter (f.delay > ${minutes}) / count(*), 1) pct_late
from aviation.flights f
join aviation.airports a on f.origin = a.iata
group by all
order by flights desc`;

async function open(page: Page, name: string): Promise<void> {
	await page
		.getByRole('link', { name: new RegExp(name) })
		.first()
		.click();
	await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
}

test.describe('when the service is killed', () => {
	// The page sends requests while the service is down.
	test.use({ expectedErrors: /net::ERR_/, savesData: false });
	test('a BuildSpec that was edited, previewed and saved is still there after the restart', async ({
		page,
		ownService,
	}) => {
		const service = await ownService();
		const editor = new Editor(page);
		const grid = new Grid(page);

		await signIn(page, service);
		expect(page.url()).not.toContain('code=');
		await open(page, 'airport_delays');
		await editor.replace(delays(30));
		await expect(page.getByText('draft', { exact: false }).first()).toBeVisible();

		await page.getByRole('button', { name: 'Preview' }).click();
		await grid.expectRows(220);
		await expect(grid.row(1).filter({ hasText: /^DFW$/ })).toBeVisible();
		await expect(grid.row(1).filter({ hasText: /^1,103$/ })).toBeVisible();

		await expect(page.getByText('v1', { exact: true })).toBeVisible();
		await page.keyboard.press('Control+S');
		await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();

		await page.reload();
		await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
		expect(await editor.text()).toContain('f.delay > 30');

		await service.kill();
		await service.start();
		await page.reload();
		await expect(page.getByRole('link', { name: 'v2', exact: true })).toBeVisible();
		expect(await editor.text()).toContain('f.delay > 30');
	});
});

test('marks broken code at its line with the engine’s message, and keeps showing the last rows', async ({
	signedIn: page,
}) => {
	const editor = new Editor(page);
	const grid = new Grid(page);
	await open(page, 'airport_delays');
	await editor.replace(delays(15));
	await page.getByRole('button', { name: 'Preview' }).click();
	await grid.expectRows(220);

	await editor.replace(delays(15).replace('round(avg(f.delay), 2)', 'round(avgg(f.delay), 2)'));
	await page.getByRole('button', { name: 'Preview' }).click();
	await expect(page.getByText(/avgg does not exist/i).first()).toBeVisible();
	await expect(page.getByText(/line 2/i).first()).toBeVisible();
	await expect(page.locator('.squiggly-error')).toBeVisible();
	await expect(page.getByText(/older|earlier/i).first()).toBeVisible();
	await grid.expectRows(220);
});

test('previews and saves exactly what is in the editor, however soon the shortcut follows', async ({
	page,
	ownService,
}) => {
	await page.goto((await ownService()).signInAddress());
	const editor = new Editor(page);
	const grid = new Grid(page);
	await open(page, 'country_change');
	for (let number = 1; number <= 8; number += 1) {
		await editor.replace(`select ${number} as n`);
		await page.keyboard.press('Control+Enter');
		await expect(grid.row(1).filter({ hasText: new RegExp(`^${number}$`) })).toBeVisible();
	}
	for (let version = 2; version <= 6; version += 1) {
		await editor.replace(`select 'version ${version}' as text`);
		await page.keyboard.press('Control+S');
		await expect(page.getByRole('link', { name: `v${version}`, exact: true })).toBeVisible();
		await expect(page.getByText('draft', { exact: true })).toHaveCount(0);
	}
	await page.reload();
	expect(await editor.text()).toContain("select 'version 6' as text");
	await expect(page.getByTitle('The code or its sources have changed since this preview')).toBeVisible();
});

test('a BuildSpec opens with its latest preview even if the URL names none', async ({ signedIn: page }) => {
	const grid = new Grid(page);
	await open(page, 'capital_nearest_airport');
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await grid.expectRows(50);
	await page.getByRole('link', { name: 'BuildSpecs' }).first().click();
	await open(page, 'capital_nearest_airport');
	await grid.expectRows(50);
});
