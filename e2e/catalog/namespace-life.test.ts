import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

// Deleting a non-empty namespace is refused, and a deleted one isn't found.
test.use({ expectedErrors: /404|409|Failed to load resource/ });

test('a namespace is created, described, found by its description, and deleted once it’s empty', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/namespaces`);
	await page.getByRole('button', { name: 'Create namespace' }).click();
	await page.getByRole('dialog').getByLabel('Name').fill('hydrology');
	await page.getByRole('dialog').getByRole('button', { name: 'Create namespace' }).click();
	await expect(page.getByRole('heading', { name: 'demo/hydrology', level: 1 })).toBeVisible();

	await page.getByRole('button', { name: 'Add description' }).click();
	const field = page.getByRole('textbox', { name: 'Description' });
	await expect(field).toBeFocused();
	await field.fill('Gauges of rivers and lakes');
	// Unsaved text survives a reload.
	await page.reload();
	await expect(field).toHaveValue('Gauges of rivers and lakes');
	await page.getByRole('button', { name: 'Save description', exact: true }).click();
	await expect(page.getByText('Gauges of rivers and lakes')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Edit description' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(field).toHaveValue('Gauges of rivers and lakes');
	await page.keyboard.press('Escape');
	await expect(field).toBeHidden();

	await page.goto(`${service.url}/namespaces`);
	await page.getByLabel('Filter by name, owner or description').fill('gauges');
	await expect(page.getByRole('link', { name: 'hydrology', exact: true })).toBeVisible();
	await page.keyboard.press('ControlOrMeta+k');
	await page.keyboard.type('rivers');
	await expect(page.getByRole('option', { name: /hydrology.*Gauges of rivers/ })).toBeVisible();
	await page.keyboard.press('Enter');
	await expect(page).toHaveURL(/\/namespaces\/demo\/hydrology/);

	// Its contents prevent deletion.
	await page.goto(`${service.url}/namespaces/demo/nature?view=settings`);
	await expect(page.getByText('The namespace still has 3 datasets. Delete them first')).toBeVisible();
	await expect(page.getByRole('button', { name: 'Delete namespace…' })).toBeDisabled();

	await page.goto(`${service.url}/namespaces/demo/hydrology?view=settings`);
	await page.getByRole('button', { name: 'Delete namespace…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Delete this namespace?' });
	await expect(dialog.getByText('None of your BuildSpecs')).toBeVisible();
	const confirm = dialog.getByRole('button', { name: 'Delete namespace' });
	await expect(confirm).toBeDisabled();
	await dialog.getByLabel('Type demo/hydrology to confirm').fill('demo/hydrology');
	// Someone starts an upload into it in the meantime, and the error says so.
	const body = { mode: 'create', mapping: [{ from: 'a', column: 'a' }] };
	const target = { owner: 'demo', namespace: 'hydrology', datasetName: 'levels' };
	const api = await apiOf(page);
	const { id } = await api.ask<{ id: string }>('POST', '/ingestions', { ...body, target });
	await confirm.click();
	await expect(dialog.getByText('demo/hydrology still has an upload in progress.')).toBeVisible();
	await api.ask('DELETE', `/ingestions/${id}`);
	await confirm.click();
	await expect(page.getByRole('heading', { name: 'Namespaces', level: 1 })).toBeVisible();
	await expect(page.getByRole('link', { name: /hydrology/ })).toBeHidden();
});
