import { expect, test } from '../support/journey.ts';

test('page help links to its guide, which links to other guides', async ({ signedIn: page }) => {
	await page.getByRole('link', { name: 'Ingest', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Ingest' })).toBeVisible();
	await page.getByRole('button', { name: 'Page help' }).click();
	const help = page.getByRole('dialog', { name: 'Page help' });
	await expect(help).toContainText('nothing is written until you save');
	await help.getByRole('link', { name: 'Read guide' }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Ingestion' })).toBeVisible();
	const guides = page.getByRole('navigation', { name: 'Guides' });
	await expect(guides.getByRole('link', { name: 'Ingestion' })).toHaveAttribute('aria-current', 'page');
	await guides.getByRole('link', { name: 'Run the service' }).click();
	const guide = page.getByRole('article');
	await guide
		.getByRole('link', { name: /deployment/i })
		.first()
		.click();
	await expect(page.getByRole('heading', { level: 1, name: 'Deployment' })).toBeVisible();
	await page.goto(page.url().replace(/\/docs\/.*/, '/docs/nothing'));
	await expect(page.getByText('The guide "nothing" doesn’t exist')).toBeVisible();
	await page.getByRole('link', { name: 'Show all guides' }).click();
	await expect(page.getByText('Set up models', { exact: false })).toBeVisible();
});

test('the palette finds docs by their text, and opens them at the heading', async ({ signedIn: page }) => {
	await page.keyboard.press('Control+K');
	await expect(page.getByRole('combobox', { name: 'Search and commands' })).toBeFocused();
	await page.keyboard.type('type:docs decimal comma');
	await page
		.getByRole('option', { name: /^Instructions/ })
		.first()
		.click();
	await expect(page.getByRole('heading', { level: 1, name: 'Ingestion' })).toBeVisible();
	await expect(page.getByRole('article').getByRole('heading', { name: 'Instructions' })).toBeFocused();
});
