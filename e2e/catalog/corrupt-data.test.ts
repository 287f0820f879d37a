import { damageObjects } from '../../server/testing/corruption/damage.ts';
import { expect, test } from '../support/journey.ts';

test.describe(() => {
	// The browser reports refused rows too.
	test.use({ expectedErrors: /500/ });

	test('reports corrupt data on its dataset and on the service page, and how to recover it', async ({
		page,
		ownService,
	}) => {
		const service = await ownService();
		await page.goto(service.signInAddress());
		await expect(page.getByRole('link', { name: /quakes_daily/ })).toBeVisible();
		await damageObjects(service.dataDir, 'flip');
		const dataset = `${service.url}/namespaces/demo/geography/countries`;
		await page.goto(dataset);
		await expect(page.getByText('This dataset’s data is corrupt')).toBeVisible();
		await expect(page.getByText(/Upload the data again|Build the dataset again/)).toBeVisible();
		await expect(page.getByText(/corrupt/)).toHaveCount(1);
		await page.goto(`${service.url}/service`);
		await expect(page.getByText(/stored items? (is|are) corrupt/)).toBeVisible();
		await page.getByRole('link', { name: 'demo/geography/countries' }).click();
		await expect(page.getByText('This dataset’s data is corrupt')).toBeVisible();
	});
});
