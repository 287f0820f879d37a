import type { Page } from '@playwright/test';
import { expectClean } from '../support/axe.ts';
import { Editor } from '../support/editor.ts';
import { expect, test } from '../support/journey.ts';
import { givePassphrase, signInThere } from '../support/service-page.ts';

const account = (page: Page) => page.getByRole('dialog', { name: 'Account' });
const frame = (page: Page) => page.evaluate(() => document.querySelector('[data-color]')?.getAttribute('data-color'));
const listed = (page: Page) => page.getByRole('heading', { name: 'BuildSpecs', level: 1 });
const notKept = (page: Page) => page.getByRole('heading', { name: 'This conversation isn’t in this browser' });
const signInPage = (page: Page) => page.getByRole('heading', { name: /^Sign in/, level: 1 });

async function openAccount(page: Page): Promise<void> {
	await expect(page.getByRole('button', { name: /^Account/ })).toBeVisible();
	await page.keyboard.press('Alt+Shift+P');
	await expect(account(page).getByRole('region', { name: 'Profiles' })).toBeVisible();
}

/** Whether the page contains a text: nothing in this browser may show one person's data to another. */
const isMentioned = async (page: Page, text: string): Promise<boolean> => (await page.content()).includes(text);

test('two profiles in two tabs stay separate, look different, and sign out independently', async ({
	page,
	service,
}) => {
	await givePassphrase(service, 'demo');
	await givePassphrase(service, 'guest');
	await page.goto(await service.printSignIn());
	await page.getByRole('link', { name: /airport_delays/ }).click();
	await new Editor(page).replace('select 1 as of_demo');
	await expect(page.getByText('1 unsaved draft')).toBeVisible();
	await page.goto(`${service.url}/agents`);
	await page
		.getByRole('button', { name: /airports/ })
		.first()
		.click();
	await page.getByRole('button', { name: 'Ask', exact: true }).click();
	await expect(page).toHaveURL(/\/agents\/.+/);
	const conversation = page.url();

	// Another profile, in a separate tab.
	await openAccount(page);
	const second = await page.context().newPage();
	const add = await account(page).getByRole('link', { name: 'Add profile' }).getAttribute('href');
	await second.goto(add ?? '');
	await expect(second.getByRole('heading', { name: 'Add profile' })).toBeVisible();
	await second.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await signInThere(second, 'guest');
	await expect(second.getByRole('button', { name: /^Account: Guest/ })).toBeVisible();
	await expect(second.getByText(/unsaved draft/)).toHaveCount(0);
	await second.goto(`${service.url}/build-specs`);
	await expect(second.getByRole('heading', { name: 'No BuildSpecs yet' })).toBeVisible();
	expect(await isMentioned(second, 'airport_delays')).toBe(false);
	await second.goto(conversation);
	await expect(notKept(second)).toBeVisible();
	expect(await isMentioned(second, 'airports are there')).toBe(false);
	expect(await frame(second)).not.toBe(await frame(page));

	// Names and colors, immediately in every tab.
	await page.goto(`${service.url}/build-specs`);
	await openAccount(page);
	await account(page).getByRole('button', { name: 'Manage profiles…' }).click();
	const profiles = page.getByRole('dialog', { name: 'Profiles' });
	await profiles.getByLabel('Profile name for demo at This machine').fill('Production');
	await page.keyboard.press('Enter');
	await profiles.getByRole('listitem').first().getByRole('radio', { name: 'red' }).check();
	await expectClean(page, 'profiles');
	await page.keyboard.press('Escape');
	await expect(page.getByRole('button', { name: 'Account: Demo User, Production' })).toBeVisible();
	expect(await frame(page)).toBe('red');

	// A third tab switches between profiles by keyboard, without signing in.
	const third = await page.context().newPage();
	await third.goto(`${service.url}/build-specs`);
	await expect(third.getByRole('button', { name: /^Account: Demo/ })).toBeVisible();
	await openAccount(third);
	await expectClean(third, 'account');
	await account(third)
		.getByRole('link', { name: /^Production/ })
		.focus();
	await third.keyboard.press('ArrowDown');
	await third.keyboard.press('Enter');
	await expect(third.getByRole('button', { name: /^Account: Guest/ })).toBeVisible();
	await openAccount(third);
	await account(third)
		.getByRole('link', { name: /^Production/ })
		.click();
	await expect(third.getByRole('button', { name: /^Account: Demo/ })).toBeVisible();
	await expect(third.getByText('1 unsaved draft')).toBeVisible();

	// Signing out keeps drafts, ends the session in both of demo's tabs and leaves guest's alone.
	await signOut(page, 'Keep them in this browser', 'Sign out');
	await expect(signInPage(page)).toBeVisible();
	await expect(signInPage(third)).toBeVisible();
	await page.reload();
	await expect(signInPage(page)).toBeVisible();
	await second.goto(`${service.url}/build-specs`);
	await expect(second.getByRole('button', { name: /^Account: Guest/ })).toBeVisible();

	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await signInThere(page, 'demo');
	await expect(page.getByText('1 unsaved draft')).toBeVisible();
	await expect(third.getByRole('button', { name: /^Account: Demo/ })).toBeVisible();

	await signOut(page, 'Delete them', 'Delete 1 unsaved draft and 1 conversation and sign out');
	await expect(signInPage(third)).toBeVisible();
	await page.goto(await service.printSignIn());
	await expect(listed(page)).toBeVisible();
	await expect(page.getByText(/unsaved draft/)).toHaveCount(0);
	await page.goto(conversation);
	await expect(notKept(page)).toBeVisible();
	expect(await isMentioned(page, 'airports are there')).toBe(false);
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('of_demo');
});

async function signOut(page: Page, choice: string, button: string): Promise<void> {
	await openAccount(page);
	await account(page).getByRole('button', { name: 'Sign out' }).click();
	const dialog = page.getByRole('dialog', { name: 'Sign out demo?' });
	await expect(dialog.getByText(/demo has work in this browser: 1 unsaved draft and 1 conversation\./)).toBeVisible();
	await dialog.getByRole('radio', { name: choice }).check();
	await expectClean(page, 'sign out');
	await dialog.getByRole('button', { name: button, exact: true }).click();
}
