import type { Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';
import { searches } from '../support/searches.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and commands' });

test('finds what newcomers type among the first five results, using only the keyboard', async ({ signedIn: page }) => {
	const missed: string[] = [];
	for (const [typed, wanted] of searches) {
		await page.keyboard.press('Control+K');
		const box = palette(page).getByRole('combobox');
		await expect(box).toBeFocused();
		await page.keyboard.type(typed);
		const options = palette(page).getByRole('option');
		const first = async () => (await options.allInnerTexts()).slice(0, 5).map((text) => text.replaceAll(/\s+/g, ' '));
		const isFound = async () => (await first()).some((text) => wanted.test(text));
		const isThere = expect.poll(isFound, { timeout: 5_000 }).toBe(true);
		await isThere.catch(async () => missed.push(`${typed}: ${(await first()).join(' | ')}`));
		await page.keyboard.press('Escape');
		await expect(palette(page)).toHaveCount(0);
	}
	expect(missed).toEqual([]);
});

test('finds a setting, a column and a question by search', async ({ signedIn: page }) => {
	const search = async (text: string) => {
		await page.keyboard.press('Control+K');
		await expect(palette(page).getByRole('combobox')).toBeFocused();
		await page.keyboard.type(text);
	};
	await search('dark');
	await expect(palette(page).getByRole('option', { selected: true })).toContainText('Use dark theme');
	await page.keyboard.press('Enter');
	await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');

	// Filters narrow the results to what the service knows; matches are highlighted.
	await search('type:column owner:me magnitde');
	const first = palette(page).getByRole('option').first();
	await expect(first).toContainText('demo/nature/earthquakes');
	await expect(first.locator('mark').first()).toHaveText('magnitude');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: /earthquakes/ })).toBeVisible();
	await expect(page).toHaveURL(/view=columns/);

	// Recently opened pages are suggested before anything is typed, except the current one.
	await page.goto(new URL('/build-specs', page.url()).href);
	await expect(page.getByRole('heading', { level: 1, name: /BuildSpecs/ })).toBeVisible();
	await page.keyboard.press('Control+K');
	await expect(palette(page).getByRole('group').first()).toContainText('demo/nature/earthquakes');
	await page.keyboard.press('Escape');

	await search('How many airports are in Alaska?');
	const ask = palette(page).getByRole('option', { name: 'Ask agent: How many airports are in Alaska?' });
	await expect(ask).toBeVisible();
	await ask.click();
	await expect(page.getByRole('heading', { level: 1, name: 'Agents' })).toBeVisible();
	await expect(page.getByText('How many airports are in Alaska?')).toBeVisible();
});

test('the results page lists everything by kind, and its URL restores it', async ({ signedIn: page }) => {
	await page.keyboard.press('Control+K');
	await expect(palette(page).getByRole('combobox')).toBeFocused();
	await page.keyboard.type('airport');
	await palette(page).getByRole('option', { name: 'All results for "airport"' }).click();
	await expect(page.getByRole('heading', { level: 1, name: /^Search/ })).toBeVisible();
	const kinds = page.getByRole('navigation', { name: 'Result types' });
	await expect(kinds.getByRole('link', { name: /^All/ })).toHaveAttribute('aria-current', 'true');
	await kinds.getByRole('link', { name: /^BuildSpecs/ }).click();
	const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
	await expect(results.first()).toContainText('BuildSpec');
	await expect(results.filter({ hasText: 'airport_delays' }).first()).toContainText(/Line \d+/);
	await page.reload();
	await expect(results.first()).toContainText('BuildSpec');
	await expect(page.getByRole('searchbox', { name: 'Search query' })).toHaveValue('airport');
	await results.filter({ hasText: 'airport_delays' }).first().getByRole('link').click();
	await expect(page.getByRole('heading', { level: 1, name: /airport_delays/ })).toBeVisible();
});

test('the results page includes the docs, and can be filtered to them', async ({ signedIn: page }) => {
	await page.goto(new URL('/search?q=backup', page.url()).href);
	const kinds = page.getByRole('navigation', { name: 'Result types' });
	const docs = page.getByRole('list', { name: 'Docs' }).getByRole('listitem');
	await expect(docs.first()).toContainText('Backup and restore');
	await kinds.getByRole('link', { name: /^Docs/ }).click();
	const results = page.getByRole('list', { name: 'Results' }).getByRole('listitem');
	await expect(results.first()).toContainText('Backup and restore');

	const field = page.getByRole('searchbox', { name: 'Search query' });
	await field.fill('type:docs');
	await expect(results).toHaveText([/^Tutorial/, ...Array.from({ length: 12 }, () => /./)]);
	await field.fill('type:docs rotate keys');
	await expect(results.first()).toContainText(/rotate/i);
	await results.first().getByRole('link').click();
	await expect(page.locator('article :focus')).toBeVisible();
});

test.describe(() => {
	test.use({ expectedErrors: /ERR_CONNECTION_FAILED .*\/search\?|status of 404 .*\/nothing/ });
	test('"All results" keeps the search filters, and a failed search still lists known results', async ({
		signedIn: page,
	}) => {
		const search = async (text: string) => {
			await page.keyboard.press('Control+K');
			await expect(palette(page).getByRole('combobox')).toBeFocused();
			await page.keyboard.type(text);
		};
		await search('owner:nobody airport');
		await expect(palette(page).getByText('No results for "owner:nobody airport".')).toBeVisible();
		await palette(page).getByRole('option', { name: 'All results for "owner:nobody airport"' }).click();
		await expect(page.getByRole('searchbox', { name: 'Search query' })).toHaveValue('owner:nobody airport');
		await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeAttached();

		// A page that doesn't exist isn't listed as recently opened.
		await page.goto(new URL('/namespaces/demo/aviation', page.url()).href);
		await expect(page.getByRole('heading', { level: 1, name: 'demo/aviation' })).toBeVisible();
		await page.goto(new URL('/namespaces/demo/aviation/nothing', page.url()).href);
		await expect(page.getByText('Dataset not found')).toBeVisible();
		await page.goto(new URL('/runs', page.url()).href);
		await expect(page.getByRole('heading', { level: 1, name: 'Runs' })).toBeVisible();
		await search('');
		await expect(palette(page).getByRole('option', { name: 'demo/aviation', exact: false }).first()).toBeVisible();
		await expect(palette(page).getByText('demo/aviation/nothing')).toHaveCount(0);
		await page.keyboard.press('Escape');

		await page.route(/\/search\?/, (route) => route.abort('connectionfailed'));
		await search('airports');
		await expect(palette(page).getByRole('option', { name: /^demo\/aviation\/airports/ })).toBeVisible();
	});
});
