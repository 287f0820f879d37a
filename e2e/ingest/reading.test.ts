import { expect, signIn, test } from '../support/journey.ts';
import { drop } from './drop.ts';

// A dataset to be created is requested before it exists.
test.use({ expectedErrors: /status of 404 .*\/schema\// });

test('shows the progress of reading a large file, also after a reload, and stops on request', async ({
	page,
	ownService,
}) => {
	test.slow();
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/ingest?to=demo/nature`);
	await expect(page.getByLabel('Namespace')).toHaveValue('demo/nature');
	const records = Array.from({ length: 800_000 }, (_, id) => `{"id":${id},"kg":"${id % 90},5 kg"}`);
	await drop(page, 'parcels.ndjson', records.join('\n'));
	const reading = page.getByRole('group', { name: 'Reading the file' });
	const percent = reading.getByText(/^Reading rows: [1-9]\d? %$/);
	await expect(percent).toBeVisible({ timeout: 30_000 });
	await page.reload();
	await expect(percent).toBeVisible({ timeout: 30_000 });
	await reading.getByRole('button', { name: 'Stop reading' }).click();
	await expect(page.getByText('parcels.ndjson isn’t saved yet')).toBeVisible();
	await page.getByRole('button', { name: 'Continue with parcels.ndjson' }).click();
	await expect(percent).toBeVisible({ timeout: 30_000 });
	await expect(page.getByRole('button', { name: 'Create dataset with 800,000 rows' })).toBeVisible({ timeout: 60_000 });
});
