import { apiOf } from '../support/api.ts';
import { expect, signIn, test } from '../support/journey.ts';

// Somebody is disabled while signed in.
test.use({ expectedErrors: /401/ });

test('an admin invites a user, who signs in, is granted a namespace, builds, and is disabled', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/access?view=users`);
	await page.getByRole('button', { name: 'Invite user…' }).click();
	await page.getByLabel('User name').fill('ada');
	await page.getByLabel('Full name').fill('Ada Lovelace');
	await page.getByRole('button', { name: 'Create invitation' }).click();
	const address = await page.getByLabel('Invitation address').inputValue();
	await page.getByRole('button', { name: 'Done' }).click();
	const users = page.getByRole('table', { name: 'Users' });
	const row = users.getByRole('row').filter({ hasText: 'Ada Lovelace' });
	await expect(row).toContainText('Invited');

	const ada = await (await another()).newPage();
	await ada.goto(address);
	await expect(ada.getByRole('heading', { name: 'Welcome, ada' })).toBeVisible();
	await ada.getByLabel('Passphrase', { exact: true }).fill('correct horse');
	await ada.getByLabel('Repeat passphrase').fill('correct horse');
	await ada.getByRole('button', { name: 'Sign in' }).click();
	await expect(ada.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();

	await page.goto(`${service.url}/namespaces/demo/aviation?view=shares`);
	await page.getByRole('button', { name: 'Share aviation…' }).click();
	await page.getByRole('combobox', { name: 'User' }).fill('ad');
	await page.getByRole('option', { name: 'ada' }).click();
	await page.getByRole('radio', { name: 'Editor' }).check();
	await page.getByRole('button', { name: 'Share aviation', exact: true }).click();
	await expect(page.getByRole('table', { name: 'Shares' })).toContainText('ada');

	const { ask, statusOf } = await apiOf(ada);
	const at = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
	const code = { payload: 'SELECT count(*) AS airports FROM aviation.airports' };
	const body = { sources: [at('airports')], destination: at('counted'), code };
	const { id } = await ask<{ id: string }>('POST', '/build-specs', body);
	const run = await ask<{ id: string }>('POST', `/build-specs/${id}/build-runs`);
	const state = async () => (await ask<{ state: string }>('GET', `/build-runs/${run.id}`)).state;
	await expect.poll(state).toBe('succeeded');

	await page.goto(`${service.url}/access?view=users`);
	await row.getByRole('button', { name: 'Actions for ada' }).click();
	await page.getByRole('menuitem', { name: 'Disable…' }).click();
	await page.getByRole('button', { name: 'Disable user' }).click();
	await expect(row).toContainText('Disabled');
	expect(await statusOf('GET', '/build-specs')).toBe(401);
	expect(await statusOf('DELETE', `/build-specs/${id}`)).toBe(401);

	await page.goto(`${service.url}/activity?view=audit`);
	const log = page.getByRole('table', { name: 'Audit log' });
	const steps = [
		['Deleted BuildSpec', 'ada', 'Denied'],
		['Changed user', 'disabled', 'demo'],
		['Started build', 'demo/aviation/counted', 'ada'],
		['Created BuildSpec', 'demo/aviation/counted', 'ada'],
		['Granted access', 'ada as editor', 'demo'],
		['Signed in', 'ada', 'Done'],
		['Accepted invitation', 'ada', 'Done'],
		['Invited user', 'ada', 'demo'],
	];
	for (const texts of steps) {
		const entry = texts.reduce((rows, hasText) => rows.filter({ hasText }), log.getByRole('row'));
		await expect(entry, texts.join(' ')).toHaveCount(1);
	}
});
