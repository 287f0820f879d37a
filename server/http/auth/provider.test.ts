import { createHash } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TokenResponse } from '#contract/sign-in.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { OidcSettings } from '../../settings/settings.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '../../testing/oidc-provider.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let provider: OidcProvider;
/** For what changes nothing that others meet. */
let shared: TestService;
const services: TestService[] = [];
beforeAll(async () => {
	provider = await startOidcProvider(['http://127.0.0.1:8750/auth/callback']);
	shared = await open();
});
afterAll(async () => {
	for (const service of services) await service.close();
	await provider.stop();
});

function settingsFor(flags: readonly string[] = [], issuer = provider.issuer): OidcSettings {
	const given = ['--oidc-issuer', issuer, '--oidc-client-id', oidcClient.id, '--oidc-client-secret', oidcClient.secret];
	const { oidc } = readSettings([...given, ...flags], {}).settings;
	if (oidc === null) throw new Error('No provider was set.');
	return oidc;
}

async function open(oidc = settingsFor(), overrides: Parameters<typeof createTestService>[0] = {}) {
	const service = await createTestService({ oidc, ...overrides });
	services.push(service);
	return service;
}

const verifier = 'v'.repeat(43);
const consoleRequest = (service: TestService) =>
	new URLSearchParams({
		...{ response_type: 'code', client_id: 'dataset-console', state: 'of-the-console', scope: 'openid' },
		...{ redirect_uri: `${service.settings.publicUrl}/sign-in`, code_challenge_method: 'S256' },
		code_challenge: createHash('sha256').update(verifier).digest('base64url'),
	});

/** Opens the sign-in page, takes the provider's button, signs in there, and stops at the address that leads back to the service. */
async function comeBack(service: TestService, account: string, change: (address: URL) => void = () => {}) {
	const browser = createBrowser(service);
	const page = await browser.get(`${service.settings.publicUrl}/auth/authorize?${consoleRequest(service)}`);
	const href = /<a class="button main" href="([^"]+)"/.exec(await page.text())?.[1] ?? '';
	const leave = await browser.get(service.settings.publicUrl + href.replaceAll('&#38;', '&'));
	const there = new URL(leave.headers.get('location') ?? '');
	change(there);
	const form = await browser.follow(there.href, (address) => address.pathname.startsWith('/interaction/'));
	const sent = await browser.post(form.href, { account });
	const back = await browser.follow(
		sent.headers.get('location') ?? '',
		(address) => address.pathname === '/auth/callback',
	);
	return { browser, back };
}

/** The message of the page that the callback answers with. */
async function refusalAt(browser: TestBrowser, back: URL, status: number): Promise<string> {
	const answer = await browser.get(back.href);
	const html = await answer.text();
	expect(answer.status, html).toBe(status);
	return /role="alert">(?:<span[^>]*>!<\/span> )?([^<]*)</.exec(html)?.[1] ?? '';
}

async function signIn(service: TestService, account: string): Promise<string> {
	const { browser, back } = await comeBack(service, account);
	const answer = await browser.get(back.href);
	const location = new URL(answer.headers.get('location') ?? '');
	expect([answer.status, location.searchParams.get('state')]).toEqual([303, 'of-the-console']);
	const exchanged = await browser.post(`${service.settings.publicUrl}/auth/token`, {
		...{ grant_type: 'authorization_code', client_id: 'dataset-console', code_verifier: verifier },
		...{ redirect_uri: `${service.settings.publicUrl}/sign-in`, code: location.searchParams.get('code') ?? '' },
	});
	return TokenResponse.parse(await exchanged.json()).access_token;
}
const whoIs = (service: TestService, token: string) => service.json<object>('GET', '/user/me', { token });
const entries = (service: TestService) =>
	service.platform.catalog.db.select().from(auditLog).orderBy(desc(auditLog.at));
const lastEntry = async (service: TestService) => (await entries(service))[0];

describe('a first sign-in', () => {
	test('creates the user, and the next one finds it again', async () => {
		const service = await open();
		const first = await whoIs(service, await signIn(service, 'ann'));
		expect(first).toMatchObject({ username: 'ann', name: 'Ann Lee', email: 'ann@example.org', admin: false });
		expect(await whoIs(service, await signIn(service, 'ann'))).toEqual(first);
		const log = await entries(service);
		expect(log.map(({ action, actor }) => `${actor} ${action}`)).toEqual([
			'ann signIn',
			'ann signIn',
			'ann createUser',
		]);
	});

	test('never takes over a user of the same name or address', async () => {
		const service = await open();
		expect(await whoIs(service, await signIn(service, 'eve'))).toMatchObject({ username: 'demo-2', email: '' });
		expect(await whoIs(service, await signIn(service, 'twin'))).toMatchObject({ username: 'guest-2' });
	});

	test('takes over a user with the same verified address where that is set', async () => {
		const service = await open(settingsFor(['--oidc-link-emails']));
		expect(await whoIs(service, await signIn(service, 'twin'))).toMatchObject({ username: 'guest' });
		expect(await whoIs(service, await signIn(service, 'eve'))).toMatchObject({ username: 'demo-2' });
	});

	test('makes an admin of whom the provider says so, until it says so no more', async () => {
		const service = await open(settingsFor(['--oidc-admins', 'groups=data-admins']));
		const token = await signIn(service, 'ann');
		expect(await whoIs(service, token)).toMatchObject({ username: 'ann', admin: true });
		const edit = { displayName: 'Bob', admin: true, disabled: false };
		expect(await whoIs(service, await signIn(service, 'bob'))).toMatchObject({ admin: false });
		expect((await service.request('PUT', '/users/bob', { token, body: edit })).status).toBe(200);
		expect(await whoIs(service, await signIn(service, 'bob'))).toMatchObject({ admin: false });
	});
});

describe('a sign-in is refused', () => {
	test('with a response of another issuer', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		back.searchParams.set('iss', 'https://evil.example');
		expect(await refusalAt(browser, back, 401)).toContain('wrong issuer');
		expect(await lastEntry(service)).toMatchObject({ action: 'signIn', outcome: 'denied' });
	});

	test('where the provider names another issuer than the settings', async () => {
		const service = await open(settingsFor([], provider.issuer.replace('127.0.0.1', 'localhost')));
		const browser = createBrowser(service);
		const page = await browser.get(`${service.settings.publicUrl}/auth/provider?${consoleRequest(service)}`);
		expect([page.status, await page.text()]).toEqual([502, expect.stringContaining('names another issuer')]);
	});

	test('with an ID token of another nonce', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann', ({ searchParams }) => searchParams.set('nonce', 'other'));
		expect(await refusalAt(browser, back, 401)).toContain('wrong nonce');
	});

	test('with another state, or in another browser', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		expect(await refusalAt(createBrowser(service), back, 400)).toContain('another browser');
		back.searchParams.set('state', 'x'.repeat(43));
		expect(await refusalAt(browser, back, 400)).toContain('another browser');
	});

	test('with an ID token that has expired', async () => {
		await provider.restart(-2 * 3_600_000);
		try {
			const service = shared;
			const { browser, back } = await comeBack(service, 'ann');
			expect(await refusalAt(browser, back, 401)).toContain('ID token has expired');
		} finally {
			await provider.restart();
		}
	});

	test('when it took too long', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		service.wait(11 * 60_000);
		expect(await refusalAt(browser, back, 401)).toContain('longer than 10 minutes');
	});

	test('with a response that was used, also when it is sent twice at once', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		const copy = browser.copy();
		const answers = await Promise.all([browser.get(back.href), copy.get(back.href)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
		const third = await comeBack(service, 'ann');
		const replay = third.browser.copy();
		expect((await third.browser.get(third.back.href)).status).toBe(303);
		expect(await refusalAt(replay, third.back, 401)).toContain('already used');
	});

	test('with a code of another sign-in, used or not', async () => {
		const service = shared;
		const [theirs, own] = [await comeBack(service, 'bob'), await comeBack(service, 'ann')];
		own.back.searchParams.set('code', theirs.back.searchParams.get('code') ?? '');
		expect(await refusalAt(own.browser, own.back, 401)).toContain('already used or has expired');
	});

	test('when the user is disabled', async () => {
		const service = await open();
		await signIn(service, 'ann');
		const edit = { displayName: 'Ann', admin: false, disabled: true };
		expect((await service.request('PUT', '/users/ann', { as: 'demo', body: edit })).status).toBe(200);
		const { browser, back } = await comeBack(service, 'ann');
		expect(await refusalAt(browser, back, 403)).toBe(
			'ann is disabled on this service. Ask an admin to enable this user.',
		);
		expect(await lastEntry(service)).toMatchObject({ actor: 'ann', action: 'signIn', outcome: 'denied' });
	});

	test('when the address is of another domain, or nobody verified it', async () => {
		const service = await open(settingsFor(['--oidc-email-domains', 'example.org']));
		const sam = await comeBack(service, 'sam');
		expect(await refusalAt(sam.browser, sam.back, 403)).toBe(
			'Email addresses of elsewhere.test can’t sign in to this service.',
		);
		const eve = await comeBack(service, 'eve');
		expect(await refusalAt(eve.browser, eve.back, 403)).toContain('no verified email address');
	});

	test('when the person cancels, or the provider can’t be reached', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'nobody');
		expect(await refusalAt(browser, back, 401)).toContain('canceled at the provider');
		const other = await comeBack(service, 'ann');
		await provider.stop();
		try {
			expect(await refusalAt(other.browser, other.back, 502)).toContain('can’t be reached');
		} finally {
			await provider.restart();
		}
	});
});

test('passphrases and sign-in links can be turned off', async () => {
	const service = await open(settingsFor(), { passphrases: false, signInLinks: false });
	const page = `${service.settings.publicUrl}/auth/authorize?${consoleRequest(service)}`;
	const html = await (await createBrowser(service).get(page)).text();
	expect(html).toContain('Sign in with single sign-on');
	expect(html).not.toContain('Passphrase');
	expect(html).not.toContain('One-time code');
	const browser = createBrowser(service);
	const form = /name="form" value="([^"]+)"/.exec(await (await browser.get(page)).text())?.[1] ?? '';
	const answer = await browser.post(page, { form, username: 'demo', passphrase: 'anything' });
	expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('Passphrases are turned off')]);
});
