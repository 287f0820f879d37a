import { expect, signIn, test } from '../support/journey.ts';
import { drop, rowsOf } from './drop.ts';

// A dataset to be created is requested before it exists, and after it was deleted.
test.use({ expectedErrors: /status of 404 .*\/(schema\/|namespaces\/|data\/|links\?)/ });

test('undoing an upload into a new namespace leaves nothing behind', async ({ page, ownService }) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await page.getByLabel('Namespace').selectOption('New namespace…');
	await page.getByLabel('Name of the new namespace').fill('trial');
	await drop(page, 'levels.csv', rowsOf(4));
	await page.getByRole('button', { name: 'Create dataset with 4 rows' }).click();
	// the dataset was looked up before it existed, so nothing is said about it until it's read again
	const reads: (() => void)[] = [];
	await page.route('**/schema/**', (route) => {
		reads.push(() => void route.continue().catch(() => undefined));
	});
	await page.getByRole('link', { name: 'Open ingestion' }).click();
	await expect.poll(() => reads.length).toBeGreaterThan(0);
	await expect(page.getByText('doesn’t exist anymore', { exact: false })).toHaveCount(0);
	await page.unroute('**/schema/**');
	for (const go of reads) go();
	await expect(page.getByText('This ingestion created the dataset', { exact: false })).toBeVisible();
	await page.getByRole('link', { name: 'delete the dataset' }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete this dataset?' });
	await dialog.getByRole('button', { name: 'Cancel' }).click();
	await expect(dialog).toBeHidden();
	await expect(page).toHaveURL(`${service.url}/namespaces/demo/trial/levels`);
	await page.goBack();
	await page.getByRole('link', { name: 'delete the dataset' }).click();
	await dialog.getByRole('textbox').fill('levels');
	await dialog.getByRole('button', { name: 'Delete dataset' }).click();
	await page.getByRole('link', { name: 'delete it in its settings' }).click();
	await page.getByRole('button', { name: 'Delete namespace…' }).click();
	const last = page.getByRole('dialog', { name: 'Delete this namespace?' });
	await last.getByRole('textbox').fill('demo/trial');
	await last.getByRole('button', { name: 'Delete namespace' }).click();
	await expect(page).toHaveURL(`${service.url}/namespaces`);
	await expect(page.getByRole('link', { name: 'trial' })).toHaveCount(0);
});
