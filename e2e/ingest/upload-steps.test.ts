import { expect, signIn, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';
import { drop, rowsOf } from './drop.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('uploads a file from the palette to the last opened namespace using only the keyboard', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await expect(page.getByRole('link', { name: 'Upload data' })).toBeVisible();
	await page.goto(`${service.url}/home`);
	await expect(page.getByRole('link', { name: 'Upload data' }).first()).toBeVisible();
	await page.keyboard.press('Control+K');
	await page.getByRole('combobox', { name: 'Search and commands' }).fill('upload data');
	await expect(page.getByRole('option', { name: 'Upload data', exact: true })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('combobox', { name: 'Namespace' })).toHaveValue('demo/nature');
	await tabTo(page, 'Choose file');
	const choosing = page.waitForEvent('filechooser');
	await page.keyboard.press('Enter');
	await (await choosing).setFiles(fileOf('levels.csv', rowsOf(40, { 4: 'soon' })));
	await expect(page.getByRole('heading', { name: 'levels.csv into demo/nature/levels' })).toBeVisible();
	await tabTo(page, 'taken_on: soon');
	await page.keyboard.type('2024-03-14');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('button', { name: 'Create dataset with 40 rows' })).toHaveAttribute(
		'aria-disabled',
		'false',
	);
	await tabTo(page, 'Create dataset with 40 rows');
	await page.keyboard.press('Enter');
	await expect(page.getByRole('link', { name: 'Open dataset' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByRole('heading', { level: 1, name: 'levels' })).toBeVisible();
});

test('asks before leaving or taking another file while a file is being sent', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces/demo/nature`);
	await page.getByRole('link', { name: 'Upload data' }).click();
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	let send = () => {};
	const isHeld = new Promise<void>((resolve) => {
		send = resolve;
	});
	await page.route('**/pieces/2?*', async (route) => {
		await isHeld;
		await route.continue();
	});
	const rows = 300_000;
	await page.locator('input[type=file]').setInputFiles(fileOf('long.csv', rowsOf(rows)));
	await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
	const dialog = page.getByRole('dialog', { name: 'Leave before long.csv is fully uploaded?' });
	for (const leave of ['Home', 'Ingest']) {
		await page.getByRole('link', { name: leave, exact: true }).click();
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await expect(dialog).toBeHidden();
	}
	await page.goBack();
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	const asked = page.waitForEvent('dialog');
	await page.evaluate(() => setTimeout(() => location.reload()));
	const question = await asked;
	expect(question.type()).toBe('beforeunload');
	await question.dismiss();

	await drop(page, 'other.csv', rowsOf(3));
	await expect(page.getByText('This stops the upload of long.csv.')).toBeVisible();
	await page.getByRole('button', { name: 'Don’t upload' }).click();
	send();
	await expect(page.getByRole('button', { name: 'Create dataset with 300,000 rows' })).toBeVisible({ timeout: 60_000 });

	// the whole file is with the service, so leaving loses nothing
	await page.getByRole('link', { name: 'Home', exact: true }).click();
	await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible();
});

test('offers no more choices in the form once the upload of a dropped file starts', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature/stock`);
	await expect(page.getByLabel('Dataset', { exact: true })).toHaveValue('stock');
	await drop(page, 'stock.csv', 'id,price\n1,5\n2,6\n');
	await page.getByRole('button', { name: 'Create dataset with 2 rows' }).click();
	await page.getByRole('link', { name: 'Open dataset' }).click();
	await page.getByRole('link', { name: 'Add rows' }).click();
	const mode = page.getByLabel('demo/nature/stock already exists');
	await expect(mode).toHaveValue('append');
	const atRequest = await page.evaluateHandle(() => {
		const seen: boolean[] = [];
		const request = window.fetch;
		window.fetch = (...sent) => {
			const address = sent[0] instanceof Request ? sent[0].url : String(sent[0]);
			if (address.includes('/schema/')) seen.push(document.querySelector('option[value="upsert"]') !== null);
			return request(...sent);
		};
		return seen;
	});
	await drop(page, 'update.csv', 'id,price\n1,7\n');
	await expect(page.getByRole('heading', { name: 'update.csv into demo/nature/stock' })).toBeVisible();
	await mode.selectOption('Add or update rows by key');
	await expect(page.getByRole('button', { name: 'Update 1 row' })).toBeVisible();
	expect((await atRequest.jsonValue())[0]).toBe(false);
});
