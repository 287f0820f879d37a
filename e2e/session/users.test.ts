import { apiOf } from '../support/api.ts';
import { Editor } from '../support/editor.ts';
import { expect, signIn, test } from '../support/journey.ts';

// A user is disabled while signed in, and the dataset to be built doesn't exist yet.
test.use({ expectedErrors: /40[14]/ });

test('an admin invites a user, who signs in, is granted a namespace, builds, and is disabled', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await signIn(page, service);
	await page.goto(`${service.url}/access?view=users`);
	await page.getByRole('button', { name: 'Invite user…' }).click();
	await page.getByLabel('Username').fill('ada');
	await page.getByLabel('Full name').fill('Ada Lovelace');
	await page.getByRole('button', { name: 'Create invitation' }).click();
	const address = await page.getByLabel('Invitation link').inputValue();
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

	await ada.goto(`${service.url}/build-specs/new`);
	await ada.getByRole('button', { name: 'Add source' }).click();
	await ada.getByRole('combobox', { name: 'Source to add' }).fill('demo/aviation/airports');
	await ada.getByRole('option', { name: 'demo/aviation/airports', exact: true }).click();
	await ada.getByRole('combobox', { name: 'Destination' }).fill('demo/aviation/counted');
	await ada.getByRole('combobox', { name: 'Destination' }).press('Tab');
	await new Editor(ada).replace('SELECT count(*) AS airports FROM aviation.airports');
	await ada.getByRole('button', { name: /^Create BuildSpec/ }).click();
	await expect(ada.getByRole('heading', { level: 1, name: 'demo/aviation/counted' })).toBeVisible();
	await ada.getByRole('button', { name: 'Build…', exact: true }).click();
	await ada.getByRole('dialog').getByRole('button', { name: 'Build demo/aviation/counted' }).click();
	await expect(ada.getByText(/demo\/aviation\/counted is now dataset version 1: 1 row/)).toBeVisible();
	// Two pages that stay open: one with rows, one with unsaved code.
	await new Editor(ada).replace('SELECT 1 AS typed_before_the_end');
	const rows = await ada.context().newPage();
	await rows.goto(`${service.url}/namespaces/demo/aviation/counted`);
	await expect(rows.getByRole('grid')).toContainText('3,376');
	const { statusOf } = await apiOf(ada);

	await page.goto(`${service.url}/access?view=users`);
	await row.getByRole('button', { name: 'Actions for ada' }).click();
	await page.getByRole('menuitem', { name: 'Disable…' }).click();
	await page.getByRole('button', { name: 'Disable user' }).click();
	await expect(row).toContainText('Disabled');
	expect(await statusOf('GET', '/build-specs')).toBe(401);
	expect(await statusOf('DELETE', '/data/demo/aviation/counted')).toBe(401);
	// Neither page can continue, whatever is tried, and typed text isn't lost.
	await ada.getByRole('button', { name: 'Save', exact: true }).click();
	await expect(ada.getByRole('dialog', { name: 'You no longer have access' })).toContainText(
		'Your account ada is disabled on this service. Ask your admin to enable it.',
	);
	await rows.reload();
	await expect(rows.getByText(/^(You no longer have access|Your session expired|Continue to)/).first()).toBeVisible();
	await expect(rows.getByRole('grid')).toHaveCount(0);

	await page.goto(`${service.url}/activity?view=audit`);
	const log = page.getByRole('table', { name: 'Audit log' });
	const steps = [
		['Saved BuildSpec', 'ada', 'Denied'],
		['Deleted dataset', 'demo/aviation/counted', 'Denied'],
		['Updated user', 'disabled', 'demo'],
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
