import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { Editor } from './support/editor.ts';
import { expect, test } from './support/journey.ts';
import type { Service } from './support/service.ts';

// The service refuses tokens here, and is away while it is started anew.
test.use({ expectedErrors: /401|net::ERR_|Failed to load resource/ });

/** No token that was issued before is good any more: the service is started with new keys. */
async function endAllSignIns(service: Service, meanwhile: () => Promise<void> = async () => {}): Promise<void> {
	await service.kill();
	await rm(path.join(service.dataDir, 'keys'), { recursive: true });
	await meanwhile();
	await service.start();
}

/** Exchanges a printed address for the token that a person could have been given. */
async function issueToken(service: Service, user?: string): Promise<string> {
	const code = new URL(await service.printSignIn(user)).hash.replace('#code=', '');
	const answer = await fetch(`${service.url}/auth/code`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ code }),
	});
	return ((await answer.json()) as { token: string }).token;
}

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your sign-in has ended' });

async function signInAgain(page: Page, token: string): Promise<void> {
	await ended(page).getByLabel('Access token').fill(token);
	await ended(page).getByRole('button', { name: 'Sign in' }).click();
}

test('a sign-in that ends while two tabs are typed in is renewed once for both, and nothing typed is lost', async ({
	page,
	ownService,
}) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	const second = await page.context().newPage();
	await second.goto(`${service.url}/build-specs`);
	await second.getByRole('link', { name: /country_change/ }).click();
	await new Editor(page).replace('select 1 as first_tab');
	await new Editor(second).replace('select 2 as second_tab');

	await endAllSignIns(service, async () => {
		await new Editor(page).replace('select 3 as first_tab');
		await new Editor(second).replace('select 4 as second_tab');
	});
	await expect(ended(page)).toBeVisible();
	await expect(ended(second)).toBeVisible();

	await signInAgain(page, await issueToken(service, 'guest'));
	await expect(ended(page).getByText(/belongs to guest, but this page is demo's/)).toBeVisible();
	await signInAgain(page, await issueToken(service));
	await expect(ended(page)).toBeHidden();
	await expect(ended(second)).toBeHidden();
	// Who typed goes on typing where the caret was.
	await expect(new Editor(page).box).toBeFocused();
	expect(await new Editor(page).text()).toContain('select 3 as first_tab');
	expect(await new Editor(second).text()).toContain('select 4 as second_tab');
	for (const tab of [page, second]) {
		await new Editor(tab).box.focus();
		await tab.keyboard.press('Control+S');
		await expect(tab.getByText('v2', { exact: true })).toBeVisible();
	}
});

test('a save that a sign-in refused asks before it is sent again', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	// No question is on its way when the sign-in ends: the save is the first to meet it.
	const checked = page.waitForResponse((it) => it.request().postData()?.includes('select 1 as mine') === true);
	await new Editor(page).replace('select 1 as mine');
	await checked;
	await endAllSignIns(service);
	await page.keyboard.press('Control+S');
	await expect(ended(page)).toBeVisible();

	// The printed address, opened in another tab, continues this one.
	const other = await page.context().newPage();
	await other.goto(await service.printSignIn());
	await expect(ended(page)).toBeHidden();
	await expect(page.getByText('Save was refused because your sign-in ended')).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Save now' }).click();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	expect(await new Editor(page).text()).toContain('select 1 as mine');
});

test('another person who signs in meanwhile is told about, and sees nothing of mine', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select 1 as private');
	await endAllSignIns(service);
	await new Editor(page).replace('select 2 as private');
	await expect(ended(page)).toBeVisible();

	const other = await page.context().newPage();
	await other.goto(await service.printSignIn('guest'));
	await expect(other.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await expect(other.getByRole('button', { name: /^Account: Guest/ })).toBeVisible();
	await expect(other.getByText(/unsaved draft/)).toHaveCount(0);
	await expect(ended(page).getByText('Another tab signed in as guest')).toBeVisible();
	await ended(page).getByRole('button', { name: 'Sign out' }).click();
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
	await expect(page.getByText('select 2 as private')).toHaveCount(0);
});
