import { expect, signIn, test } from '../support/journey.ts';
import { drop } from './drop.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

test('counts the values that saving would remove, and keeps them if their column is skipped', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const save = (name: string) => page.getByRole('button', { name, exact: true });
	await page.goto(`${service.url}/ingest?to=demo/nature/stock`);
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('stock');
	await drop(page, 'stock.csv', 'id,price,note\n1,5,a\n2,6,b\n3,7,c\n');
	await save('Create dataset with 3 rows').click();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('link', { name: 'Add rows' }).click();
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('stock');
	await drop(page, 'update.csv', 'id,price,note\n1,,x\n2,6,\n');
	const mode = page.getByLabel('demo/nature/stock already exists');
	await mode.selectOption('Add or update rows by key');
	await expect(page.getByText('2 existing values will be removed')).toBeVisible();
	await expect(page.getByText('price: 1 value')).toBeVisible();
	await page.getByRole('button', { name: 'Skip note' }).click();
	await expect(page.getByText('1 existing value will be removed')).toBeVisible();
	await expect(page.getByLabel('Save note')).not.toBeChecked();
	await expect(page.getByText('1 unchanged')).toBeVisible();
	await page.getByRole('button', { name: 'Skip price' }).click();
	// nothing is left to save, and counts of zero aren't shown
	await expect(save('Save without changes')).toBeVisible();
	await mode.selectOption('Replace all 3 rows');
	await expect(page.getByText('The dataset will lose 2 columns: price, note')).toBeVisible();
	await expect(page.getByText('Replacing all rows removes 6 values in these columns.')).toBeVisible();
	await expect(page.getByText(/ unchanged/)).toHaveCount(0);

	// while another destination is typed, using it is the primary action
	const isFilled = (name: string) =>
		expect.poll(async () => save(name).evaluate((button) => (button as HTMLElement).dataset.variant));
	await page.getByRole('button', { name: 'Change destination…' }).click();
	await isFilled('Use this destination').toBe('default');
	await page.getByLabel('Dataset', { exact: true }).fill('other');
	await isFilled('Use this destination').toBe('filled');
	await isFilled('Replace 3 rows with 2').toBe('default');
	await page.getByRole('button', { name: 'Use this destination' }).click();
	await save('Create dataset with 2 rows').click();
	await expect(page.getByText('2 rows saved to demo/nature/other')).toBeVisible();
});

test('lists likely encodings first, and finds others by typing', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	const cities = Buffer.from('id,city\n1,Ko\xccice\n2,Trnava\n3,\xaeilina\n4,Nov\xe9 Z\xe1mky\n', 'latin1');
	await page.locator('input[type=file]').setInputFiles({ name: 'cities.csv', mimeType: 'text/csv', buffer: cities });
	const encoding = page.getByRole('combobox', { name: 'Encoding' });
	await encoding.click();
	const options = page.getByRole('listbox', { name: 'Encoding' }).getByRole('option');
	await expect(page.getByText('Likely', { exact: true })).toBeVisible();
	await expect(options).toHaveCount(27);
	await encoding.fill('central');
	await expect(options).toHaveText(['Windows-1250 (Central European)', 'ISO-8859-2 (Central European)']);
	await encoding.press('Enter');
	await expect(encoding).toHaveValue('Windows-1250 (Central European)');
	await page.getByRole('button', { name: 'Create dataset with 4 rows' }).click();
	await expect(page.getByText('4 rows saved to demo/nature/cities')).toBeVisible();
});
