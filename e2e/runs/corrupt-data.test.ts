import { damageObjects } from '../../server/testing/corruption/damage.ts';
import { Editor } from '../support/editor.ts';
import { Grid } from '../support/grid.ts';
import { expect, test } from '../support/journey.ts';

// Corrupt data returns 500, which browsers report.
test.use({ expectedErrors: /500 \(Internal Server Error\)/ });

test('reports corrupt data wherever it would appear, and shows none of it', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select * from aviation.flights');
	await page.getByRole('button', { name: /^Preview/ }).click();
	await new Grid(page).expectRows(20_000);
	const workbench = page.url();
	const dataset = `${service.url}/namespaces/demo/aviation/flights`;
	await page.goto(dataset);
	await new Grid(page, /flights/).expectRows(20_000);

	await damageObjects(service.dataDir, 'flip');
	const flights = page.getByText('This dataset’s data is corrupt');
	const values = page.getByRole('gridcell').filter({ hasText: /\S/ });
	await page.getByRole('button', { name: 'Export' }).click();
	await page.getByRole('dialog', { name: 'Export' }).getByRole('button', { name: 'Export CSV' }).click();
	// The export reports it, unless the page notices first.
	await expect(
		page
			.getByRole('dialog', { name: 'Export' })
			.getByText(/is corrupt/)
			.or(flights)
			.first(),
	).toBeVisible();
	for (const view of ['', '?view=profile']) {
		await page.goto(dataset + view);
		await expect(flights).toBeVisible();
		await expect(values).toHaveCount(0);
	}

	await page.goto(workbench);
	await expect(
		page.getByText(
			/^Output ".+" from the preview of demo\/aviation\/airport_delays \(run .+\) is corrupt: .+ Run the preview again\./,
		),
	).toBeVisible();
	await expect(values).toHaveCount(0);
	await page.getByRole('button', { name: /^Preview/ }).click();
	const failed = page.getByRole('alert').filter({ hasText: 'This preview failed' });
	await expect(failed).toContainText(/Data in demo\/aviation\/(flights|airports) is corrupt/);
});
