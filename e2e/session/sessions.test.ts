import type { Page } from '@playwright/test';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import type { Service } from '../support/service.ts';
import { endAllSignIns, givePassphrase, signInThere } from '../support/service-page.ts';
import { tokenOf } from '../support/token.ts';

// The service refuses tokens here, and is down during a restart.
test.use({ expectedErrors: /401|net::ERR_|Failed to load resource/ });

/** A token that a person could have been given. */
const issueToken = async (service: Service, user?: string): Promise<string> => tokenOf(await service.printSignIn(user));

const ended = (page: Page) => page.getByRole('dialog', { name: 'Your session expired' });

async function signInAgain(page: Page, token: string): Promise<void> {
	await ended(page)
		.getByLabel(/^Access token/)
		.fill(token);
	await ended(page).getByRole('button', { name: 'Sign in' }).click();
}

test('an expired session is renewed once for three tabs, and nothing typed is lost', async ({ page, ownService }) => {
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	const second = await page.context().newPage();
	await second.goto(`${service.url}/build-specs`);
	await second.getByRole('link', { name: /country_change/ }).click();
	const third = await page.context().newPage();
	await third.goto(`${service.url}/worksheets`);
	const tabs = [page, second, third];
	for (const [index, tab] of tabs.entries()) await new Editor(tab).replace(`select ${index} as before`);

	await endAllSignIns(service, async () => {
		for (const [index, tab] of tabs.entries()) await new Editor(tab).replace(`select ${index} as after`);
	});
	await givePassphrase(service, 'demo');
	for (const tab of tabs) await expect(ended(tab)).toBeVisible();

	await signInAgain(page, await issueToken(service, 'guest'));
	await expect(ended(page).getByText(/belongs to guest, but demo is signed in here/)).toBeVisible();
	// One sign-in on the service's own page in a popup: it closes, and all three tabs continue.
	const opening = page.waitForEvent('popup');
	await ended(page).getByRole('button', { name: 'Continue to sign-in page' }).click();
	const popup = await opening;
	await expect(popup.getByLabel('Username')).toHaveValue('demo');
	await Promise.all([popup.waitForEvent('close'), signInThere(popup, 'demo')]);
	for (const tab of tabs) await expect(ended(tab)).toBeHidden();
	// Typing continues where the caret was.
	await expect(new Editor(page).box).toBeFocused();
	for (const [index, tab] of tabs.entries()) expect(await new Editor(tab).text()).toContain(`select ${index} as after`);
	for (const tab of [page, second]) {
		await new Editor(tab).box.focus();
		await tab.keyboard.press('Control+S');
		await expect(tab.getByText('v2', { exact: true })).toBeVisible();
	}
});

/**
 * Saves, and holds the request until released, so that it meets the service's state at that time.
 * @returns a function that releases it
 */
async function beginSave(page: Page): Promise<() => void> {
	let release = () => {};
	const released = new Promise<void>((resolve) => {
		release = resolve;
	});
	let begin = () => {};
	const begun = new Promise<void>((resolve) => {
		begin = resolve;
	});
	await page.route(/\/api\/v1\/build-specs\//, async (route) => {
		if (route.request().method() === 'PUT') {
			begin();
			await released;
		}
		await route.fallback();
	});
	await page.keyboard.press('Control+S');
	await begun;
	return release;
}

test('asks before resending a save that failed because the session had expired', async ({ page, ownService }) => {
	test.slow();
	const service = await ownService();
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select 1 as mine');
	const letSave = await beginSave(page);
	await endAllSignIns(service);
	letSave();
	await expect(ended(page)).toBeVisible();

	// The printed URL, opened in another tab, continues this one.
	const other = await page.context().newPage();
	await other.goto(await service.printSignIn());
	await expect(ended(page)).toBeHidden();
	await expect(page.getByText('Your changes weren’t saved')).toBeVisible();
	await expect(page.getByText('v1', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Save now' }).click();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	expect(await new Editor(page).text()).toContain('select 1 as mine');

	// Nor is it sent automatically when the same page signs in again, on the service's own page.
	await new Editor(page).replace('select 2 as mine');
	const letSaveAgain = await beginSave(page);
	await endAllSignIns(service);
	await givePassphrase(service, 'demo');
	letSaveAgain();
	await expect(ended(page)).toBeVisible();
	const opening = page.waitForEvent('popup');
	await ended(page).getByRole('button', { name: 'Continue to sign-in page' }).click();
	const popup = await opening;
	await Promise.all([popup.waitForEvent('close'), signInThere(popup, 'demo')]);
	await expect(page.getByText('Your changes weren’t saved')).toBeVisible();
	await expect(page.getByText('v2', { exact: true })).toBeVisible();
	await page.getByRole('button', { name: 'Save now' }).click();
	await expect(page.getByText('v3', { exact: true })).toBeVisible();
});

test('reports that another user signed in, and shows them nothing of mine', async ({ page, ownService }) => {
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
	await expect(ended(page).getByText('Another tab is signed in as guest')).toBeVisible();
	await ended(page).getByRole('button', { name: 'Sign out' }).click();
	const leaving = page.getByRole('dialog', { name: /^Sign out .*\?$/ });
	await expect(leaving.getByText(/demo has work in this browser: 1 unsaved draft\./)).toBeVisible();
	await leaving.getByRole('button', { name: 'Sign out' }).click();
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
	await expect(page.getByText('select 2 as private')).toHaveCount(0);
});
