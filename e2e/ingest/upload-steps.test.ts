import { expect, signIn, test } from '../support/journey.ts';
import { drop, rowsOf } from './drop.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('leaving while a file is being sent asks first, and so does another file', async ({ page, ownService }) => {
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
	const dialog = page.getByRole('dialog', { name: 'Leave before long.csv is uploaded?' });
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
