import { readFile } from 'node:fs/promises';
import { expectClean } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { drop, rowsOf } from './drop.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

test('skipped rows and lines can be corrected and added after the file was saved', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	await drop(page, 'levels.csv', `${rowsOf(40, { 4: 'soon', 9: 'soon' })}41,2024-03-11\n`);
	await page.getByLabel('2 values in taken_on don’t fit DATE').selectOption('Skip all 2 rows');
	await page.getByLabel('Skip this line').check();
	await page.getByRole('button', { name: 'Create dataset with 38 rows' }).click();
	await page.getByRole('link', { name: '3 rows were skipped' }).click();

	// every skipped row is listed with all its values, also those with the same invalid value
	const skipped = page.getByRole('region', { name: 'Skipped rows' });
	await expect(skipped.getByLabel('reading of row 5')).toHaveValue('5');
	await expect(skipped.getByLabel('level of row 5')).toHaveValue('4.25');
	await expect(skipped.getByLabel('reading of row 10')).toHaveValue('10');
	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Download as CSV' }).click(),
	]);
	expect(await readFile(await download.path(), 'utf8')).toContain('\r\n5,soon,4.25,,5,');
	await expectClean(page, 'skipped rows');

	// a line that still can't be parsed isn't sent
	const review = page.getByRole('button', { name: /^Review .*corrected rows?$/ });
	await skipped.getByLabel('Line 42').fill('41,2024-03-11,');
	await skipped.getByLabel('taken_on of row 5').fill('2024-03-14');
	await page.keyboard.press('Tab');
	await expect(review).toHaveText('Review 2 corrected rows');
	await skipped.getByLabel('Line 42').fill('41');
	await page.keyboard.press('Tab');
	await expect(skipped.getByText('The line has 1 value instead of 3.')).toBeVisible();
	await expect(review).toHaveAttribute('aria-disabled', 'true');
	// typed text counts even before the cell loses the focus
	await skipped.getByLabel('Line 42').fill('41,2024-03-11,');
	await expect(review).toHaveAttribute('aria-disabled', 'false');
	// edits are kept when the page is left
	await page.reload();
	await expect(skipped.getByLabel('taken_on of row 5')).toHaveValue('2024-03-14');
	await review.click();
	await expect(
		page.getByRole('heading', { name: /^levels corrected rows \w+\.csv into demo\/nature\/levels$/ }),
	).toBeVisible();
	await page.getByRole('button', { name: 'Add 2 rows' }).click();
	await expect(page.getByText('2 rows saved to demo/nature/levels')).toBeVisible();
	await expect(page.getByRole('region', { name: 'Saved columns' })).toContainText('DATE');
	await page.getByRole('link', { name: 'Open ingestion' }).click();
	await expect(page.getByRole('heading', { name: 'Ingestion into levels' })).toBeVisible();

	// the first ingestion links to the one that added its rows
	await page.goto(`${service.url}/ingest/ingestions`);
	await page.getByRole('link', { name: 'demo/nature/levels' }).last().click();
	await expect(page.getByText(/^2 corrected rows were added/)).toBeVisible();
	await expect(skipped.getByLabel('taken_on of row 5')).toHaveValue('soon');

	// the dataset's ingestions say what each did, unseen ones first
	await page.goto(`${service.url}/namespaces/demo/nature/levels?view=ingestions`);
	const ingestions = page.getByRole('table', { name: 'Ingestions into this dataset' });
	await expect(ingestions.getByRole('row').nth(1)).toContainText('2 new');
	await expect(ingestions.getByRole('row').nth(1).getByRole('link', { name: 'Version 2' })).toBeVisible();
	await ingestions.getByRole('row').nth(1).getByRole('button', { name: 'Mark as seen' }).click();
	await expect(ingestions.getByRole('row').nth(1)).toContainText('38 new');
	await expectClean(page, 'ingestions of a dataset');
	await page.getByRole('button', { name: 'Mark all as seen' }).click();
	await expect(page.getByRole('button', { name: 'Mark all as seen' })).toBeDisabled();
});

test('hides unfinished uploads from the list, and discards them together', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	for (const name of ['first', 'second']) {
		await page.goto(`${service.url}/ingest?to=demo/nature`);
		await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
		await drop(page, `${name}.csv`, rowsOf(3));
		await expect(page.getByRole('button', { name: 'Create dataset with 3 rows' })).toBeVisible();
	}
	await page.goto(`${service.url}/ingest/ingestions`);
	await expect(page.getByText('No finished ingestions yet')).toBeVisible();
	// each is listed, and continued where it was left, also from the page of its namespace
	await expect(page.getByText('second.csv isn’t saved yet')).toBeVisible();
	await page.getByRole('link', { name: 'Continue with first.csv' }).click();
	await expect(page.getByRole('heading', { name: 'first.csv into demo/nature/first' })).toBeVisible();
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await expect(page.getByRole('link', { name: 'Continue with first.csv' })).toBeVisible();
	await page.goto(`${service.url}/namespaces/demo/aviation`);
	await expect(page.getByRole('link', { name: 'Upload data' })).toBeVisible();
	await expect(page.getByText('isn’t saved yet')).toHaveCount(0);
	await page.goto(`${service.url}/ingest/ingestions`);
	await page.getByLabel('Show unfinished and canceled (2)').check();
	await expect(page.getByRole('link', { name: 'demo/nature/first' })).toBeVisible();
	await page.getByRole('button', { name: 'Discard 2 unfinished uploads…' }).click();
	await page.getByRole('button', { name: 'Discard uploads' }).click();
	await expect(page.getByText('Unfinished', { exact: true })).toHaveCount(0);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
	await expect(page.getByText('isn’t saved yet')).toHaveCount(0);
});
