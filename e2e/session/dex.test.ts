import type { Page } from '@playwright/test';
import { dexClient, dexUser, findDex, startDex } from '../../server/testing/dex.ts';
import { axeOf } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { freePort, type Service, serviceOrigins } from '../support/service.ts';

const program = findDex();

// A user is refused; Dex's form requests an icon that doesn't exist.
test.use({ expectedErrors: /40[1346]|502|Failed to load resource/ });
test.skip(program === null, 'Dex is neither on the PATH nor named by TEST_DEX.');

let port: number;
let dex: Awaited<ReturnType<typeof startDex>>;
test.beforeEach(async () => {
	port = await freePort();
	dex = await startDex(program ?? '', `http://127.0.0.1:${port}/auth/callback`);
	serviceOrigins.add(new URL(dex.issuer).origin);
});
test.afterEach(() => dex.stop());

const flags = ({ issuer = dex.issuer } = {}): string[] => [
	...['--port', String(port), '--oidc-label', 'Sign in with Dex', '--oidc-issuer', issuer],
	...['--oidc-client-id', dexClient.id, '--oidc-client-secret', dexClient.secret],
];

async function openSignIn(page: Page, service: Service) {
	await page.goto(service.url);
	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	return page.getByRole('link', { name: 'Sign in with Dex' });
}

async function fillDexForm(page: Page): Promise<void> {
	await page.locator('input[name="login"]').fill(dexUser.email);
	await page.locator('input[name="password"]').fill(dexUser.password);
	await page.locator('button[type="submit"]').click();
}

test('a user signs in through Dex, is disabled, and is then refused', async ({ page, another, ownService }) => {
	const service = await ownService(flags());
	const ann = await (await another()).newPage();
	await ann.goto(`${service.url}/runs?state=failed`);
	await ann.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await ann.getByRole('link', { name: 'Sign in with Dex' }).click();
	await fillDexForm(ann);
	await expect(ann.getByRole('heading', { name: /^Runs/, level: 1 })).toBeVisible();
	expect(ann.url()).toBe(`${service.url}/runs?state=failed`);

	await ann.getByRole('button', { name: /^Account/ }).click();
	await ann.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
	await expect(ann.getByRole('button', { name: 'Continue to sign-in page' })).toBeVisible();
	await signIn(page, service);
	await page.goto(`${service.url}/access?view=users`);
	const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: dexUser.email });
	await row.getByRole('button', { name: 'Actions for ann' }).click();
	await page.getByRole('menuitem', { name: 'Disable…' }).click();
	await page.getByRole('button', { name: 'Disable user' }).click();
	await expect(row).toContainText('Disabled');
	await (await openSignIn(ann, service)).click();
	await fillDexForm(ann);
	await expect(ann.getByRole('alert')).toContainText('ann is disabled on this service.');
});

test('rejects a Dex response that belongs to another sign-in or was already used', async ({ page, ownService }) => {
	const service = await ownService(flags());
	const link = await openSignIn(page, service);

	// The browser keeps this sign-in, but Dex signs a token for another one.
	const href = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
	const sent = await page.context().request.get(href, { maxRedirects: 0 });
	const there = new URL(sent.headers().location ?? '');
	there.searchParams.set('nonce', 'of-another-sign-in');
	await page.goto(there.href);
	await fillDexForm(page);
	await expect(page.getByRole('alert')).toContainText('belongs to another sign-in (wrong nonce)');
	expect((await axeOf(page).analyze()).violations).toEqual([]);

	// The same page allows another attempt, without the console.
	const returned = page.waitForRequest((request) => request.url().startsWith(`${service.url}/auth/callback`));
	await page.getByRole('link', { name: 'Sign in with Dex' }).click();
	await expect(page.locator('input[name="login"]')).toBeVisible();
	const cookies = await page.context().cookies();
	await fillDexForm(page);
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	const used = (await returned).url();
	await page.goto(used);
	await expect(page.getByRole('heading', { name: 'This sign-in can’t be completed' })).toBeVisible();
	await page.context().addCookies(cookies);
	await page.goto(used);
	await expect(page.getByRole('alert')).toContainText('This response was already used.');
});

test('rejects a Dex token that has expired by the service’s clock', async ({ page, ownService }) => {
	const service = await ownService(flags(), 2 * 24 * 60 * 60_000);
	await (await openSignIn(page, service)).click();
	await fillDexForm(page);
	await expect(page.getByRole('alert')).toContainText('The identity provider’s ID token has expired.');
});

test('rejects a provider whose issuer differs from the settings before anybody types', async ({ page, ownService }) => {
	const service = await ownService(flags({ issuer: dex.issuer.replace('127.0.0.1', 'localhost') }));
	await (await openSignIn(page, service)).click();
	await expect(page.getByRole('alert')).toContainText('issuer differs from the one in the settings');
	expect(new URL(page.url()).origin).toBe(service.url);
});
