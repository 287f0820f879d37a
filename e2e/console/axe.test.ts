import type { Page } from '@playwright/test';
import { expectClean, type Scheme } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';
import { openPage, pagesOfSample } from '../support/pages.ts';
import { watchSettling } from '../support/settled.ts';

// A build's sheet requests a dataset that doesn't exist yet, and one page an ingestion that doesn't exist.
test.use({ expectedErrors: /404 \(Not Found\)/ });

/** Narrowing a page doesn't change its colors, so dark is only checked with everything else (`npm run accessibility`). */
const viewports: readonly { width: number; height: number; schemes: readonly Scheme[] }[] = [
	{ width: 1440, height: 900, schemes: ['light', 'dark'] },
	{ width: 390, height: 844, schemes: process.env.WHOLE === '1' ? ['light', 'dark'] : ['light'] },
];

async function check(page: Page, what: string): Promise<void> {
	for (const { width, height, schemes } of viewports) {
		await page.setViewportSize({ width, height });
		await expectClean(page, `${what}, ${width} px`, schemes);
		const wide = await page.evaluate(() => document.documentElement.scrollWidth);
		expect(wide, `${what}: width of the page`).toBeLessThanOrEqual(width);
	}
	await page.setViewportSize({ width: 1440, height: 900 });
}

test.beforeEach(async ({ page }) => {
	// Checks each page in two widths, in light and in dark.
	test.setTimeout(420_000);
	// A page that is being narrowed is checked once it has settled.
	await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('no page has axe violations or is wider than the window, in a wide or narrow window', async ({
	page,
	ownService,
}) => {
	// Only the sample, without changes by other journeys.
	const service = await ownService();
	await page.goto(service.signInAddress());
	await expect(page.getByRole('link', { name: /airport_delays/ })).toBeVisible();
	const settled = watchSettling(page);
	for (const known of await pagesOfSample(page)) {
		await openPage(page, known);
		await settled(known.path);
		await check(page, known.path);
	}
});

test('no further page state has axe violations, in a wide or narrow window', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(`${service.url}/sign-in`);
	await expect(page.getByLabel('Access token')).toBeVisible();
	await check(page, 'sign-in');
	await page.getByLabel('Service', { exact: true }).selectOption({ label: 'Another service…' });
	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await expect(page.getByText('Enter a URL such as', { exact: false })).toBeVisible();
	await check(page, 'sign-in with a typed URL');
	await page.goto(`${service.url}/sign-in?code=abc&state=made.up`);
	await expect(page.getByText('This sign-in wasn’t started in this tab')).toBeVisible();
	await check(page, 'sign-in with a rejected response');
	await page.goto(await service.printSignIn());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).ready();
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(220);
	await check(page, 'BuildSpec with a preview');
	await page.getByRole('button', { name: 'Build…' }).click();
	await expect(page.getByRole('dialog', { name: /^Build .* with BuildSpec version/ })).toBeVisible();
	await check(page, 'build dialog');
	await page.goto(`${service.url}/runs`);
	await page
		.getByRole('link', { name: /airport_delays/ })
		.first()
		.click();
	await new Grid(page).expectRows(220);
	await page.getByRole('tab', { name: 'Chart' }).click();
	await expect(page.getByRole('img', { name: /The numbers are in the table/ })).toBeVisible();
	await check(page, 'chart');
	await page.goto(`${service.url}/ingest`);
	await page.getByLabel('Paste a table or text').fill('id,seen\n1, 05.03.2024\n2,2024-03-25\n3\n');
	await page.getByRole('button', { name: 'Read pasted text' }).click();
	await expect(page.getByText('2 records loaded')).toBeVisible();
	await page.getByRole('button', { name: 'Preview', exact: true }).click();
	await expect(page.getByRole('insertion').first()).toBeVisible();
	await check(page, 'Ingest, with a preview');
	await page.goto(`${service.url}/links`);
	await page.getByRole('link', { name: /routes.origin/ }).click();
	await expect(page.getByText('303 of 303 values', { exact: false })).toBeVisible();
	await check(page, 'Links with the evidence of one');
	await page.goto(`${service.url}/links?view=graph&lineage=1`);
	// On a phone the whole graph is so small that only a focused card shows more than its outline.
	const card = page.getByRole('button', { name: /^(airports|countr|flights|routes|us_states|bird_strikes)/ });
	await expect(card.first()).toBeVisible();
	await check(page, 'link graph with lineage');
	await page.goto(
		`${service.url}/links/new?from=demo/geography/us_states&fromColumn=capital_latitude&to=demo/aviation/airports&toColumn=latitude&match=GeoMatch`,
	);
	await expect(page.getByRole('slider', { name: 'Maximum match distance' })).toBeVisible();
	await check(page, 'link builder with a map');
});
