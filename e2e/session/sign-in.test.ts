import { expect, test } from '../support/journey.ts';

test('a printed URL signs in, and its code is removed from the address bar', async ({ page, service }) => {
	const address = await service.printSignIn('guest');
	await page.goto(address);
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	expect(page.url()).not.toContain('code');
	await page.reload();
	await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	await page.goBack();
	expect(page.url()).not.toContain('code=');
});

test.describe('with a used URL', () => {
	test.use({ expectedErrors: /401/ });
	test('explains why it doesn’t sign in again', async ({ page, service, another }) => {
		const address = await service.printSignIn('guest');
		await page.goto(address);
		await expect(page.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
		const second = await (await another()).newPage();
		await second.goto(address);
		await expect(second.getByText(/already used/i)).toBeVisible();
	});
});

test.describe('with an invalid token', () => {
	test.use({ expectedErrors: /401/ });
	test('shows that the token isn’t accepted, and stores nothing', async ({ page, service }) => {
		await page.goto(`${service.url}/build-specs`);
		await page.getByLabel('Access token').fill('not-a-token');
		await page.getByRole('button', { name: 'Sign in' }).click();
		await expect(page.getByText(/doesn’t accept this token/i).first()).toBeVisible();
		await page.reload();
		await expect(page.getByLabel('Access token')).toBeVisible();
	});
});

test('a second tab shares the session, and signing out ends both and revokes the token', async ({
	signedIn: page,
	service,
}) => {
	const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/user/me'));
	await page.reload();
	const authorization = (await (await asked).allHeaders()).authorization ?? '';
	expect(authorization).toMatch(/^Bearer ./);
	const token = authorization.slice('Bearer '.length);
	const second = await page.context().newPage();
	await second.goto(`${service.url}/build-specs`);
	await expect(second.getByRole('heading', { name: 'BuildSpecs', level: 1 })).toBeVisible();
	expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(token);
	await page.getByRole('button', { name: /^Account/ }).click();
	await page.getByRole('button', { name: 'Sign out' }).click();
	await expect(page.getByLabel('Access token')).toBeVisible();
	await expect(second.getByLabel('Access token')).toBeVisible();
	const asAgain = () =>
		fetch(`${service.url}/api/v1/user/me`, { headers: { authorization } }).then((response) => response.status);
	await expect.poll(asAgain).toBe(401);
	await expect(page.getByText('still accepts the token')).toHaveCount(0);
	expect(service.output()).not.toContain(token);
});
