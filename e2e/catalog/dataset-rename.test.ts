import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

// The dataset isn't found under its former name.
test.use({ expectedErrors: /404|Failed to load resource/ });

test('renaming a dataset shows the impact first, and offers a draft that fixes code with the old name', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const api = await apiOf(page);
	await page.goto(`${service.url}/namespaces/demo/nature/earthquakes?view=columns`);
	await page.getByRole('button', { name: 'Actions for this dataset' }).click();
	await page.getByRole('menuitem', { name: 'Rename…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Rename demo/nature/earthquakes' });
	await expect(dialog.getByText('demo/nature/quakes_daily. The sources are updated')).toBeVisible();
	const broken = dialog.getByRole('list', { name: 'Code that uses the name' });
	await expect(broken.getByText('demo/nature/quakes_daily')).toBeVisible();
	const name = dialog.getByLabel('New name');
	await expect(name).toHaveValue('earthquakes');
	const submit = dialog.getByRole('button', { name: 'Rename dataset' });
	await expect(submit).toBeDisabled();
	await name.fill('quakes_daily');
	await name.fill('field_notes');
	await expect(dialog.getByText('demo/nature already has a dataset named "field_notes".')).toBeVisible();
	await name.fill('shocks');
	await submit.click();

	const result = page.getByRole('dialog', { name: /was renamed to demo\/nature\/shocks/ });
	await expect(page).toHaveURL(/\/namespaces\/demo\/nature\/shocks\?view=columns/);
	const offer = result.getByRole('article', { name: 'demo/nature/quakes_daily' });
	await offer.getByRole('button', { name: 'Show change' }).click();
	await offer.getByRole('button', { name: 'Save as draft' }).click();
	await expect(offer.getByText('Saved as draft')).toBeVisible();
	await result.getByRole('button', { name: 'Close' }).last().click();
	await expect(page.getByRole('heading', { name: 'demo/nature/shocks', level: 1 })).toBeVisible();

	const { items } = await api.ask<{ items: { destination: { datasetName: string }; sources: object[] }[] }>(
		'GET',
		'/build-specs',
	);
	const daily = items.find(({ destination }) => destination.datasetName === 'quakes_daily');
	expect(daily?.sources).toEqual([{ owner: 'demo', namespace: 'nature', datasetName: 'shocks' }]);

	// Earlier activity is still there, under the new name.
	await page.getByRole('tab', { name: 'Activity' }).click();
	await expect(page.getByRole('row', { name: /Renamed dataset/ })).toBeVisible();
	await page.getByRole('tab', { name: 'History' }).click();
	await expect(page.getByText(/version 1/i).first()).toBeVisible();

	// License and contact are edited in place.
	await page.getByRole('tab', { name: 'About' }).click();
	await page.getByRole('button', { name: 'Add contact' }).click();
	await page.getByRole('textbox', { name: 'Contact' }).fill('seismology@example.org');
	await page.keyboard.press('Enter');
	await expect(page.getByText('seismology@example.org')).toBeVisible();
	await page.getByRole('button', { name: 'Edit license' }).click();
	await page.getByRole('textbox', { name: 'License' }).fill('CC BY 4.0');
	await page.getByRole('button', { name: 'Save license', exact: true }).click();
	await expect(page.getByRole('button', { name: 'Edit license' })).toBeFocused();
	await page.reload();
	await expect(page.getByText('CC BY 4.0')).toBeVisible();
});
