import { readFile } from 'node:fs/promises';
import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A user tries something forbidden.
test.use({ expectedErrors: /40[34]/ });

test('an admin filters and exports the audit log, and an owner sees their dataset’s entries', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	const guest = await (await another()).newPage();
	await guest.goto(await service.printSignIn('guest'));
	await expect(guest.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	const { statusOf } = await apiOf(guest);
	expect(await statusOf('DELETE', '/data/demo/aviation/airports')).toBe(403);
	const owner = await apiOf(page);
	await owner.ask('PUT', '/schema/demo/aviation/airports/description', { description: 'All airports' });

	await page.getByRole('link', { name: 'Activity', exact: true }).click();
	await page.getByRole('tab', { name: 'Audit log' }).click();
	const table = page.getByRole('table', { name: 'Audit log' });
	await expect(page.getByText('Everyone’s changes')).toBeVisible();
	const denied = table.getByRole('row').filter({ hasText: 'Denied' });
	await expect(denied).toHaveCount(1);
	await expect(denied).toContainText('Deleted dataset');
	await expect(denied).toContainText('demo/aviation/airports');
	await expect(denied).toContainText('guest');
	await page.getByRole('textbox', { name: 'User', exact: true }).fill('guest');
	await expect(table.getByRole('row').filter({ hasText: 'demo' }).filter({ hasText: 'Done' })).toHaveCount(0);
	await page.getByLabel('Outcome', { exact: true }).selectOption('Denied');
	await expect(table.getByRole('row')).toHaveCount(2);
	await page.reload();
	await expect(page.getByRole('textbox', { name: 'User', exact: true })).toHaveValue('guest');
	await expect(table.getByRole('row')).toHaveCount(2);
	const download = page.waitForEvent('download');
	await page.getByRole('button', { name: 'Export CSV' }).click();
	const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n');
	expect(lines).toHaveLength(2);
	expect(lines[1]).toContain(',guest,deleteDataset,demo/aviation/airports,,denied,FORBIDDEN,');

	await page.goto(`${service.url}/namespaces/demo/aviation/airports`);
	await page.getByRole('tab', { name: 'Activity' }).click();
	await expect(table.getByRole('row')).toHaveCount(3);
	await page.getByLabel('Action', { exact: true }).selectOption('Edited dataset details');
	await expect(page).toHaveURL(/view=activity/);
	await expect(table.getByRole('row')).toHaveCount(2);

	await guest.goto(`${service.url}/activity?view=audit`);
	await expect(guest.getByText('Your changes and changes to your namespaces')).toBeVisible();
	const own = guest.getByRole('table', { name: 'Audit log' });
	await expect(own).toContainText('Denied');
	await expect(own).not.toContainText('All airports');
	await guest.goto(`${service.url}/namespaces/demo/aviation/airports`);
	await expect(guest.getByRole('tab', { name: 'Activity' })).toHaveCount(0);
});
