import type { Page } from '@playwright/test';
import { Agents } from '../support/agents.ts';
import { apiOf } from '../support/api.ts';
import { Grid } from '../support/grid.ts';
import { test as base, expect } from '../support/journey.ts';
import { openScriptedModel } from '../support/scripted-model.ts';
import type { Service } from '../support/service.ts';

// Access is revoked here: open pages are refused, and a stream breaks off. A share with an unknown user is tried, and a service is restarted.
base.use({
	expectedErrors:
		/400 \(Bad Request\).*\/shares|40[134]|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_CONNECTION|ERR_FAILED|ERR_ABORTED/,
});

/** A service whose agents wait for a model that never answers. */
const test = base.extend<{ waiting: Service }>({
	waiting: async ({ ownService }, use) => {
		const model = await openScriptedModel();
		await use(await ownService(model.flags));
		await model.close();
	},
});

async function signIn(page: Page, address: string): Promise<void> {
	await page.goto(address);
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
}

test('revoking a share ends running streams, notifies the user, and closes all access', async ({
	page,
	another,
	waiting: service,
}) => {
	await signIn(page, service.signInAddress());
	const guest = await (await another()).newPage();
	await signIn(guest, await service.printSignIn('guest'));
	const { ask, statusOf } = await apiOf(guest);
	const sources = [{ owner: 'demo', namespace: 'aviation', datasetName: 'routes' }];
	const preview = { sources, code: { payload: 'select * from aviation.routes' } };
	const run = await ask<{ id: string }>('POST', '/preview-runs', preview);
	const outputs = `/build-runs/${run.id}/outputs`;
	await expect.poll(async () => await statusOf('GET', outputs)).toBe(200);
	const listed = await ask<{ items: { href: string }[] }>('GET', outputs);
	const link = await ask<{ downloadUrl: string }>('GET', `/${listed.items[0]?.href}`);
	expect((await fetch(link.downloadUrl)).status).toBe(200);

	const panel = new Agents(guest);
	await panel.open('demo/aviation');
	await panel.ask('How late are flights?');
	await expect(panel.answer(1)).toContainText('Working');

	await page.getByRole('link', { name: 'Access', exact: true }).click();
	const shares = page.getByRole('table', { name: 'Shares' });
	const row = shares.getByRole('row').filter({ hasText: 'guest' }).filter({ hasText: 'demo/aviation' });
	await expect(row).toContainText('viewer');
	await row.getByRole('button', { name: /^Actions for/ }).click();
	await page.getByRole('menuitem', { name: 'Revoke…' }).click();
	const sheet = page.getByRole('dialog', { name: 'Revoke guest’s share of demo/aviation' });
	await expect(sheet.getByRole('region', { name: 'Lost access' })).toContainText(/\d datasets with [\d,]+ rows/);
	await expect(sheet.getByRole('region', { name: 'Not visible to you' })).toContainText('Downloaded');
	const withdraw = sheet.getByRole('button', { name: 'Revoke guest’s share' });
	await expect(withdraw).toBeDisabled();
	await sheet.getByLabel('Type guest to confirm').fill('guest');
	await withdraw.click();
	await expect(sheet.getByText('done')).toBeVisible();
	await sheet.getByRole('button', { name: 'Close' }).last().click();

	await panel.state(1, 'Failed');
	await expect(panel.answer(1)).toContainText('your access was changed or revoked');
	const notice = guest.getByText('Your access to demo/aviation was revoked');
	await expect(notice).toBeVisible();
	await guest.goto(`${service.url}/namespaces/demo/aviation`);
	await expect(guest.getByText('Namespace not found')).toBeVisible();
	expect((await fetch(link.downloadUrl)).status).toBe(404);
	expect(await statusOf('GET', outputs)).toBe(404);

	// Sharing again, by keyboard only; the log shows who did it and when.
	await page.goto(`${service.url}/namespaces/demo/aviation?view=shares`);
	await expect(page.getByRole('list').filter({ hasText: 'demo revoked guest’s share (viewer)' })).toBeVisible();
	await page.getByRole('button', { name: 'Share aviation…' }).focus();
	await page.keyboard.press('Enter');
	const dialog = page.getByRole('dialog', { name: 'Share demo/aviation' });
	await expect(dialog.getByRole('combobox', { name: 'User' })).toBeFocused();
	await page.keyboard.type('nobody');
	await page.keyboard.press('Enter');
	await expect(dialog.getByText('This service has no user "nobody". Check the spelling.')).toBeVisible();
	await page.keyboard.press('Control+A');
	await page.keyboard.type('guest');
	await page.keyboard.press('Enter');
	await expect(dialog).toBeHidden();
	await expect(page.getByRole('table', { name: 'Shares' })).toContainText('guest');

	// Without a list, a share is revoked by name, and the console knows what was done from here.
	await service.kill();
	await service.start(['--core-only']);
	await page.goto(`${service.url}/access`);
	await page.reload();
	await expect(page.getByText('This service doesn’t list shares')).toBeVisible();
	await page.getByLabel('Namespace', { exact: true }).selectOption('aviation');
	await page.getByLabel('User', { exact: true }).fill('guest');
	for (const [role, message] of [
		['editor', /guest is a viewer of demo\/aviation, not an editor/],
		['viewer', 'done'],
	] as const) {
		await page.getByLabel('Role').selectOption(role);
		await page.getByRole('button', { name: 'Revoke share…' }).click();
		await page.getByLabel('Type guest to confirm').fill('guest');
		await page.getByRole('button', { name: 'Revoke guest’s share' }).click();
		await expect(page.getByRole('dialog').getByText(message)).toBeVisible();
		await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
	}
	await expect(page.getByRole('region', { name: 'Changes from this browser' })).toContainText(
		'Revoked guest’s access to demo/aviation (viewer)',
	);
});

test('a token restricted to one dataset shows its limits, and gives no other access', async ({
	signedIn: page,
	another,
	service,
}) => {
	await page.goto(`${service.url}/access?view=tokens`);
	await page.getByRole('button', { name: 'Create token…' }).click();
	const dialog = page.getByRole('dialog', { name: 'Create token' });
	await dialog.getByLabel('Name', { exact: true }).fill('Only flights');
	await dialog.getByLabel('Namespace 1').fill('demo/aviation');
	await dialog.getByLabel('Dataset 1').fill('flights');
	await dialog.getByLabel('Dataset 1').press('Tab');
	await dialog.getByRole('button', { name: 'Create token' }).click();
	const made = page.getByRole('dialog', { name: 'Token "Only flights" created' });
	await expect(made).toBeVisible();
	await page.keyboard.press('Escape');
	const token = await made.getByLabel('Token', { exact: true }).inputValue();
	await made.getByRole('link', { name: 'Show permissions' }).click();

	await expect(page.getByRole('heading', { name: 'Only flights', level: 1 })).toBeVisible();
	const cells = (dataset: string) =>
		page
			.getByRole('row')
			.filter({ has: page.getByRole('rowheader', { name: dataset, exact: true }) })
			.getByRole('cell')
			.allInnerTexts();
	await expect.poll(() => cells('flights')).toEqual(['yes', 'no', 'entry 1']);
	expect(await cells('airports')).toEqual(['no', 'no', 'no entry']);
	expect(await cells('datasets not listed here, including future ones')).toEqual(['no', 'no', 'no entry']);
	await page.getByRole('combobox', { name: 'Dataset' }).fill('demo/aviation/airports');
	await expect(page.getByText('No, this token can’t read demo/aviation/airports')).toBeVisible();
	await page.getByRole('combobox', { name: 'Dataset' }).fill('demo/aviation/flights');
	await expect(page.getByText('Entry 1 (demo/aviation/flights): read.')).toBeVisible();

	const narrow = await (await another()).newPage();
	await narrow.goto(`${service.url}/sign-in`);
	await narrow.getByLabel('Access token').fill(token);
	await narrow.getByRole('button', { name: 'Sign in' }).click();
	await expect(narrow.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await narrow.goto(`${service.url}/namespaces/demo/aviation/flights`);
	await new Grid(narrow).expectRows(20_000);
	await narrow.goto(`${service.url}/namespaces/demo/aviation/airports`);
	await expect(narrow.getByText('Dataset not found')).toBeVisible();
	await narrow.goto(`${service.url}/access?view=mine`);
	await expect(narrow.getByText('This token is restricted', { exact: false })).toBeVisible();
	await narrow.goto(`${service.url}/access?view=tokens`);
	await expect(narrow.getByText(/restricted and can’t list tokens/).first()).toBeVisible();
	const panel = new Agents(narrow);
	await panel.open('aviation');
	await panel.ask('How many airports are there in each country?');
	await panel.state(1, 'Not answered');
	await expect(panel.answer(1).getByRole('grid')).toHaveCount(0);
	await panel.open('geography');
	await panel.ask('How many states are there?');
	const refused = narrow.getByRole('article').filter({ hasText: 'How many states are there?' });
	await expect(refused.getByText('Failed', { exact: true })).toBeVisible();
	await expect(refused).toContainText('The namespace "geography" doesn’t exist, or you don’t have access to it.');
	await expect(narrow.getByRole('grid')).toHaveCount(0);

	await page.getByRole('button', { name: 'Revoke token…' }).click();
	await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
	await expect(page.getByRole('table', { name: 'Tokens' })).not.toContainText('Only flights');
	await expect(page.getByRole('region', { name: 'Changes to your tokens' })).toContainText(
		'demo revoked "Only flights"',
	);
	await narrow.goto(`${service.url}/namespaces`);
	await expect(narrow.getByRole('dialog', { name: 'Your session expired' })).toBeVisible();
});

test('a guest’s permissions follow the share: none, then viewer, then editor', async ({
	page,
	another,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).waitFor();
	const { ask } = await apiOf(page);
	const guest = await (await another()).newPage();
	await guest.goto(await service.printSignIn('guest'));
	await guest.getByRole('heading', { level: 1 }).waitFor();
	const shares = '/permissions/namespaces/demo/aviation/shares';
	const answers = async (access: 'read' | 'write') => {
		await guest.goto(`${service.url}/access?view=mine`);
		await guest.getByRole('combobox', { name: 'Access' }).selectOption(access);
		await guest.getByRole('combobox', { name: 'Dataset' }).fill('demo/aviation/flights');
		return guest.getByText(/(Yes, this token can|No, this token can’t) (read|write to) demo\/aviation\/flights/);
	};
	await ask('DELETE', shares, { username: 'guest', role: 'viewer' });
	await expect(await answers('read')).toHaveText(/^No/);
	await expect(await answers('write')).toHaveText(/^No/);
	await expect(guest.getByText('has no access to demo/aviation')).toBeVisible();
	await ask('PUT', shares, { username: 'guest', role: 'viewer' });
	await expect(await answers('read')).toHaveText(/^Yes/);
	await expect(await answers('write')).toHaveText(/^No/);
	await ask('PUT', shares, { username: 'guest', role: 'editor' });
	await expect(await answers('write')).toHaveText(/^Yes/);
	await guest.getByRole('combobox', { name: 'Dataset' }).fill('demo/nature/earthquakes');
	await expect(guest.getByText('No, this token can’t write to demo/nature/earthquakes')).toBeVisible();
});
