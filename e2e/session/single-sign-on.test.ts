import { oidcClient, startOidcProvider } from '../../server/testing/oidc-provider.ts';
import { axeOf } from '../support/axe.ts';
import { expect, signIn, test } from '../support/journey.ts';
import { freePort, serviceOrigins } from '../support/service.ts';

// A disabled user is refused.
test.use({ expectedErrors: /40[13]/ });

test('a user signs in with a real OpenID Connect provider, is disabled, and is then refused', async ({
	page,
	another,
	ownService,
}) => {
	const port = await freePort();
	const provider = await startOidcProvider([`http://127.0.0.1:${port}/auth/callback`]);
	serviceOrigins.add(provider.issuer);
	try {
		const service = await ownService([
			...['--port', String(port), '--passphrases', 'false', '--oidc-label', 'Sign in with Example'],
			...['--oidc-issuer', provider.issuer, '--oidc-client-id', oidcClient.id],
			...['--oidc-client-secret', oidcClient.secret],
		]);
		const ann = await (await another()).newPage();
		await ann.goto(`${service.url}/runs?state=failed`);
		await ann.getByRole('button', { name: 'Continue to sign-in page' }).click();
		await expect(ann.getByLabel('Passphrase')).toHaveCount(0);
		await ann.getByRole('link', { name: 'Sign in with Example' }).click();
		await ann.getByLabel('Account').fill('ann');
		await ann.getByRole('button', { name: 'Continue' }).click();
		await expect(ann.getByRole('heading', { name: /^Runs/, level: 1 })).toBeVisible();
		expect(ann.url()).toBe(`${service.url}/runs?state=failed`);

		await ann.getByRole('button', { name: /^Account/ }).click();
		await expect(ann.getByRole('dialog', { name: 'Account' })).toContainText('Ann Lee');
		await ann.getByRole('dialog', { name: 'Account' }).getByRole('button', { name: 'Sign out' }).click();
		await expect(ann.getByRole('button', { name: 'Continue to sign-in page' })).toBeVisible();

		await signIn(page, service);
		await page.goto(`${service.url}/access?view=users`);
		const row = page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: 'Ann Lee' });
		await expect(row).toContainText('ann@example.org');
		await row.getByRole('button', { name: 'Actions for ann' }).click();
		await page.getByRole('menuitem', { name: 'Disable…' }).click();
		await page.getByRole('button', { name: 'Disable user' }).click();
		await expect(row).toContainText('Disabled');

		await ann.getByRole('button', { name: 'Continue to sign-in page' }).click();
		await ann.getByRole('link', { name: 'Sign in with Example' }).click();
		await expect(ann.getByRole('alert')).toContainText('ann is disabled on this service.');
		expect((await axeOf(ann).analyze()).violations).toEqual([]);

		await page.goto(`${service.url}/activity?view=audit`);
		const log = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
		await expect(log.filter({ hasText: 'Created user' })).toContainText('ann');
		const refused = log.filter({ hasText: 'Signed in' }).filter({ hasText: 'Denied' });
		await expect(refused).toContainText('ann is disabled on this service.');
	} finally {
		await provider.stop();
	}
});
