import { expect, signIn, test } from '../support/journey.ts';
import { drop } from './drop.ts';

// A dataset to be created is requested before it exists, and a PDF isn't a table.
test.use({ expectedErrors: /status of 404 .*\/schema\/|status of 400 .*\/review/ });

test('resolves what a file leaves unclear before saving anything', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	const choose = async (to: string, name: string, text: string) => {
		await page.goto(`${service.url}/ingest?to=demo/nature${to}`);
		await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
		await drop(page, name, text);
	};

	// a line of NDJSON is corrected as text
	await choose('', 'events.ndjson', '{"id":1,"kind":"a"}\n{"id":2,"kind":}\n{"id":3,"kind":"c"}\n');
	const line = page
		.getByRole('region', { name: 'Lines that couldn’t be parsed' })
		.getByLabel('Line 2', { exact: true });
	await line.fill('{"id":2,"kind":"b"}');
	await line.press('Enter');
	await page.getByRole('button', { name: 'Create dataset with 3 rows' }).click();
	await expect(page.getByText('3 rows saved to demo/nature/events')).toBeVisible();

	// tabs stay in a corrected line, and a total is left out only on request
	await choose('', 'stock.tsv', 'sku\tname\tcount\na\tapple pie\t3\nb\tpear\t4\textra\nc\tplum\t5\nTotal\t\t12\n');
	await expect(line).toHaveCount(0);
	const long = page.getByLabel('Line 3', { exact: true });
	await expect(long).toHaveValue('b\tpear\t4\textra');
	await long.fill('b\tpear tart\t4');
	await long.press('Enter');
	await page.getByLabel('Totals, notes and units').selectOption('Skip rows');
	await page.getByRole('button', { name: 'Create dataset with 3 rows' }).click();
	await expect(page.getByText('3 rows saved to demo/nature/stock')).toBeVisible();

	// another table in the file is read by its own names
	await choose('', 'report.csv', 'day,sold\n2024-01-05,3\n2024-01-06,4\n\nsupplier,city\nACME,Bonn\n');
	await expect(page.getByText('rows 3–4 (another table: "supplier, city")')).toBeVisible();
	await page.getByLabel('Table starts in').selectOption('Line 5');
	await expect(page.getByLabel('Save supplier')).toBeChecked();
	await page.getByRole('button', { name: 'Create dataset with 1 row' }).click();
	await expect(page.getByText('1 row saved to demo/nature/report')).toBeVisible();

	// rows without a key are named
	await choose('/stock', 'update.csv', 'sku,count\na,10\n,11\nd,12\n');
	await page.getByLabel('demo/nature/stock already exists').selectOption('Add or update rows by key');
	await page.getByRole('combobox', { name: 'Key columns' }).click();
	await page.getByRole('listbox', { name: 'Key columns' }).getByRole('option', { name: 'sku' }).click();
	await page.keyboard.press('Escape');
	await expect(page.getByText('1 row has no value in a key column', { exact: true })).toBeVisible();
	await expect(page.getByText('Row 2 (line 3)')).toBeVisible();
	await page.getByLabel('Skip this row').check();
	await page.getByRole('button', { name: 'Add 1 row, update 1' }).click();
	await expect(page.getByText('1 row updated and 1 added in demo/nature/stock')).toBeVisible();

	// a replacement says which types change
	await choose('/stock', 'stock.csv', 'sku,name,count\na,apple pie,many\nb,pear,few\n');
	await page.getByLabel('demo/nature/stock already exists').selectOption('Replace all 4 rows');
	await expect(page.getByText('1 column changes its type')).toBeVisible();
	await expect(page.getByText('count: BIGINT → VARCHAR')).toBeVisible();

	// a PDF can't be read as a table
	await choose('', 'scan.csv', '%PDF-1.7\0\n');
	await expect(page.getByText('The file is a PDF. Upload a table as CSV')).toBeVisible();
	// neither trying again nor another destination would help
	await expect(page.getByRole('button', { name: 'Choose another file' })).toBeVisible();
	await expect(page.getByRole('button', { name: /^(Try again|Change destination)/ })).toHaveCount(0);
	await expect(page.getByLabel('Delimiter')).toHaveCount(0);
	await expect(page.getByText('Couldn’t read scan.csv')).toBeVisible();
	await expect(page.getByText('Nothing was saved, and the file isn’t kept.')).toBeVisible();
	await page.getByRole('button', { name: 'Choose another file' }).click();
	await expect(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
	await expect(page.getByText('scan.csv isn’t saved yet')).toHaveCount(0);

	// a file that other options could read can be continued after a reload
	await choose('', 'words.csv', 'only\n');
	await expect(page.getByText('Couldn’t read the file')).toBeVisible();
	await expect(page).toHaveURL(/upload=/);
	await page.reload();
	await page.getByLabel('Delimiter').selectOption('One value per line');
	await expect(page.getByRole('heading', { name: 'words.csv into demo/nature/words' })).toBeVisible();
});
