import type { Page } from '@playwright/test';
import { apiOf } from '../support/api.ts';
import { expectClean } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';
import { drop } from './drop.ts';

// A dataset to be created is requested before it exists, and a save that no longer does what was shown is refused.
test.use({ expectedErrors: /status of 404 .*\/schema\/|status of 412 .*\/commit/ });

/** Uploads a file into a dataset, up to its review. */
async function review(page: Page, service: Service, dataset: string, text: string, mode?: string): Promise<void> {
	await page.goto(`${service.url}/ingest?to=demo/nature/${dataset}`);
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue(dataset);
	await drop(page, 'file.csv', text);
	await expect(page.getByRole('heading', { name: `file.csv into demo/nature/${dataset}` })).toBeVisible();
	if (mode !== undefined) await page.getByLabel(`demo/nature/${dataset} already exists`).selectOption(mode);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('asks again if another tab changes what saving a reviewed file would do', async ({ page, ownService }) => {
	test.slow();
	const service = await ownService();
	await signIn(page, service);
	await review(page, service, 'stock', 'id,price\n1,5\n2,6\n');
	await button(page, 'Create dataset with 2 rows').click();
	await expect(page.getByText('2 rows saved to demo/nature/stock')).toBeVisible();
	const other = await page.context().newPage();

	// an update of a row that another tab has added in the meantime
	await review(page, service, 'stock', 'id,price\n1,7\n3,8\n', 'Add or update rows by key');
	await expect(button(page, 'Add 1 row, update 1')).toBeVisible();
	await review(other, service, 'stock', 'id,price\n3,9\n', 'Add rows');
	await button(other, 'Add 1 row').click();
	await expect(other.getByText('1 row saved to demo/nature/stock')).toBeVisible();
	await button(page, 'Add 1 row, update 1').click();
	await expect(page.getByText('demo/nature/stock changed while you were reviewing')).toBeVisible();
	await expect(
		page.getByText('Nothing was saved. Reviewed: Add 1 row, update 1. Now: Update 2 rows.', { exact: false }),
	).toBeVisible();
	await expect(page.getByRole('link', { name: 'Show what changed' })).toHaveAttribute('href', /stock/);
	await expectClean(page, 'outdated review');
	await button(page, 'Update 2 rows').click();
	await expect(page.getByText('2 rows updated in demo/nature/stock')).toBeVisible();

	// rows that are only added don't depend on others that were added
	await review(page, service, 'stock', 'id,price\n4,1\n5,2\n', 'Add rows');
	await review(other, service, 'stock', 'id,price\n6,3\n', 'Add rows');
	await button(other, 'Add 1 row').click();
	await expect(other.getByText('1 row saved to demo/nature/stock')).toBeVisible();
	await button(page, 'Add 2 rows').click();
	await expect(page.getByText('2 rows saved to demo/nature/stock')).toBeVisible();

	// a replacement of rows, some of which another tab has removed
	await review(page, service, 'stock', 'id,price\n1,1\n', 'Replace all 6 rows');
	await expect(button(page, 'Replace 6 rows with 1')).toBeVisible();
	const { ask } = await apiOf(other);
	await ask('POST', '/data/demo/nature/stock/versions/1/restore');
	await button(page, 'Replace 6 rows with 1').click();
	await expect(page.getByText('Now: Replace 2 rows with 1.', { exact: false })).toBeVisible();
	await button(page, 'Replace 2 rows with 1').click();
	await expect(page.getByText('1 row saved to demo/nature/stock')).toBeVisible();
});

test('notices a dataset created or deleted in another tab, and lets two tabs review the same file', async ({
	page,
	ownService,
}) => {
	test.slow();
	const service = await ownService();
	await signIn(page, service);
	const other = await page.context().newPage();
	await review(page, service, 'fresh', 'id,price\n1,5\n');
	await review(other, service, 'fresh', 'id,price\n2,6\n');
	await button(other, 'Create dataset with 1 row').click();
	await expect(other.getByText('1 row saved to demo/nature/fresh')).toBeVisible();
	await button(page, 'Create dataset with 1 row').click();
	await expect(page.getByText('demo/nature/fresh was created while you were reviewing')).toBeVisible();
	await expect(page.getByLabel('demo/nature/fresh already exists')).toHaveValue('append');
	await button(page, 'Add 1 row').click();
	await expect(page.getByText('1 row saved to demo/nature/fresh')).toBeVisible();

	// both tabs review the same file; each saves what it shows
	await review(page, service, 'fresh', 'id,price\n3,7\n', 'Add rows');
	await expect(button(page, 'Add 1 row')).toBeVisible();
	await other.goto(page.url());
	await other.getByLabel('demo/nature/fresh already exists').selectOption('Replace all 2 rows');
	await expect(button(other, 'Replace 2 rows with 1')).toBeVisible();
	await button(page, 'Add 1 row').click();
	await expect(page.getByText('1 row saved to demo/nature/fresh')).toBeVisible();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await expect(page.getByText('3 rows').first()).toBeVisible();

	await review(page, service, 'fresh', 'id,price\n4,8\n', 'Replace all 3 rows');
	await expect(button(page, 'Replace 3 rows with 1')).toBeVisible();
	const { ask } = await apiOf(other);
	await ask('DELETE', '/data/demo/nature/fresh');
	await button(page, 'Replace 3 rows with 1').click();
	await expect(page.getByText('demo/nature/fresh was deleted while you were reviewing')).toBeVisible();
	await button(page, 'Create dataset with 1 row').click();
	await expect(page.getByText('1 row saved to demo/nature/fresh')).toBeVisible();
});
