import type { Page } from '@playwright/test';
import { startForeignService } from '../support/foreign-service.ts';
import { expect, test } from '../support/journey.ts';
import { freePort, type Service } from '../support/service.ts';
import { givePassphrase, passphrase, signInThere } from '../support/service-page.ts';

test.beforeAll(async ({ service }) => await givePassphrase(service, 'demo'));

/** Every URL that the browser requested. */
function watchAddresses(page: Page): { asked: string[]; callbacks: string[] } {
	const seen = { asked: [] as string[], callbacks: [] as string[] };
	page.on('request', (request) => seen.asked.push(request.url()));
	page.on('response', async (response) => {
		const location = (await response.allHeaders().catch(() => ({}) as Record<string, string>)).location;
		if (location?.includes('state=')) seen.callbacks.push(location);
	});
	return seen;
}

const listed = (page: Page) => page.getByRole('heading', { name: 'BuildSpecs', level: 1 });

test('a code with PKCE signs in once, returns to the page, and leaves no code in the URL', async ({
	page,
	service,
}) => {
	const seen = watchAddresses(page);
	await page.goto(`${service.url}/runs?state=failed`);
	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await expect(page.getByText(`You’ll return to ${service.url}`)).toBeVisible();
	expect(new URL(page.url()).searchParams.get('code_challenge_method')).toBe('S256');
	expect(new URL(page.url()).searchParams.get('response_type')).toBe('code');
	await signInThere(page, 'demo');
	await expect(page.getByRole('heading', { name: /^Runs/, level: 1 })).toBeVisible();
	expect(page.url()).toBe(`${service.url}/runs?state=failed`);
	await expect.poll(() => seen.callbacks).toHaveLength(1);
	const [callback = ''] = seen.callbacks;
	const code = new URL(callback).searchParams.get('code') ?? '';
	expect(code).not.toBe('');
	// Only the callback's URL contained the code, and no other request.
	expect(seen.asked.filter((value) => value.includes(encodeURIComponent(code)) || value.includes(code))).toEqual([
		callback,
	]);
	expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage }))).not.toContain(code);

	await page.getByRole('button', { name: /^Account/ }).click();
	const account = page.getByRole('dialog', { name: 'Account' });
	await expect(account.getByText(/Expires in 1[12] hours/)).toBeVisible();
	await page.keyboard.press('Escape');
	await page.goto(callback);
	await expect(page.getByText('This sign-in is already complete')).toBeVisible();
	await expect(page.getByRole('link', { name: 'Continue as demo at This machine' })).toBeVisible();
	expect(page.url()).toBe(`${service.url}/sign-in`);
});

test('explains a sign-in response that is unrequested, from another tab or canceled', async ({ page, service }) => {
	await page.goto(`${service.url}/sign-in?code=abc&state=made.up`);
	await expect(page.getByText('This sign-in wasn’t started in this tab')).toBeVisible();
	await expect(page.getByText(/they may be trying to sign you in as someone else/)).toBeVisible();
	expect(page.url()).toBe(`${service.url}/sign-in`);
	await page.goto(`${service.url}/sign-in#access_token=abc&token_type=Bearer`);
	await expect(page.getByText('This sign-in link isn’t valid')).toBeVisible();
	expect(new URL(page.url()).hash).toBe('');

	await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
	await expect(page.getByLabel('Passphrase')).toBeVisible();
	const state = new URL(page.url()).searchParams.get('state') ?? '';
	const other = await page.context().newPage();
	await other.goto(`${service.url}/sign-in?code=abc&state=${encodeURIComponent(state)}`);
	await expect(other.getByText('This sign-in was started in another tab')).toBeVisible();
	await other.close();
	await page.getByRole('button', { name: 'Go back without signing in' }).click();
	await expect(page.getByText('Sign-in canceled')).toBeVisible();
});

/** A console hosted elsewhere, with its services in `config.json`. */
async function configure(page: Page, services: readonly object[]): Promise<void> {
	await page.context().route('**/config.json', (route) => route.fulfill({ json: { title: 'Data desk', services } }));
}

test('the implicit flow signs in using only the keyboard, and leaves no token in the URL', async ({
	page,
	service,
}) => {
	await configure(page, [{ name: 'Local', baseUrl: '/api/v1', authUrl: '/auth/authorize' }]);
	const seen = watchAddresses(page);
	await page.goto(`${service.url}/build-specs`);
	await expect(page.getByRole('button', { name: 'Continue to sign-in page' })).toBeEnabled();
	await page.getByLabel('Service', { exact: true }).focus();
	for (let press = 0; press < 2; press += 1) await page.keyboard.press('Tab');
	await expect(page.getByRole('button', { name: 'Continue to sign-in page' })).toBeFocused();
	await page.keyboard.press('Enter');
	await expect(page.getByLabel('Username')).toBeFocused();
	expect(new URL(page.url()).searchParams.get('response_type')).toBe('token');
	await page.keyboard.type('demo');
	await page.keyboard.press('Tab');
	await page.keyboard.type(passphrase);
	await page.keyboard.press('Enter');
	await expect(listed(page)).toBeVisible();
	expect(page.url()).toBe(`${service.url}/build-specs`);
	await expect.poll(() => seen.callbacks).toHaveLength(1);
	const [callback = ''] = seen.callbacks;
	const token = new URLSearchParams(new URL(callback).hash.slice(1)).get('access_token') ?? '';
	expect(token).not.toBe('');
	expect(seen.asked.filter((value) => value.includes(token) && !value.startsWith(`${service.url}/sign-in#`))).toEqual(
		[],
	);
	await page.goBack();
	expect(page.url()).not.toContain(token);
	await page.goto(callback);
	await expect(page.getByText('This sign-in is already complete')).toBeVisible();
});

test.describe('with a third-party service', () => {
	// There is no /openapi.json, which the browser reports.
	test.use({ expectedErrors: /404/ });

	test('signs in with the authorization URL from the configuration', async ({ page, ownService }) => {
		const port = await freePort();
		const foreign = await startForeignService(`http://127.0.0.1:${port}`);
		const own: Service = await ownService(['--port', String(port), '--service', `Foreign=${foreign.url}/api/v1`]);
		await configure(page, [
			{
				name: 'Foreign',
				baseUrl: `${foreign.url}/api/v1`,
				authUrl: `${foreign.url}/authorize?tenant=7`,
				clientId: 'desk',
			},
		]);
		await page.goto(`${own.url}/build-specs`);
		await page.getByRole('button', { name: 'Continue to sign-in page' }).click();
		await page.getByRole('link', { name: 'Be Ann' }).click();
		await expect(page.getByRole('link', { name: /totals/ })).toBeVisible();
		expect(foreign.authorized).toMatchObject([
			{ client_id: 'desk', tenant: '7', response_type: 'token', scope: 'openid' },
		]);
		await page.getByRole('link', { name: 'No extensions' }).click();
		await expect(page.getByText('This service supports only core features')).toBeVisible();
		await page.goto('about:blank');
		await foreign.close();
	});
});
