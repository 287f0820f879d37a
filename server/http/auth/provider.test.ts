import { createHash } from 'node:crypto';
import { desc } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { TokenResponse } from '#contract/sign-in.ts';
import { runAdminCommand } from '../../platform/access/administration.ts';
import { userOf } from '../../platform/oidc/user-of.ts';
import { readSettings } from '../../settings/read-settings.ts';
import type { OidcSettings } from '../../settings/settings.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { userIdentities, users } from '../../store/catalog/schema/users.ts';
import { createBrowser, type TestBrowser } from '../../testing/browser.ts';
import { type OidcProvider, oidcClient, startOidcProvider } from '../../testing/oidc-provider.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let provider: OidcProvider;
/** For tests that don't affect each other. */
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

/** Opens the sign-in page, follows the provider's button, signs in there, and stops at the URL that leads back to the service. */
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

describe('a sign-in', () => {
	test('creates the user, and the next one finds them again', async () => {
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

	test('never takes over a user with the same name or email address', async () => {
		const service = await open();
		expect(await whoIs(service, await signIn(service, 'eve'))).toMatchObject({ username: 'demo-2', email: '' });
		expect(await whoIs(service, await signIn(service, 'twin'))).toMatchObject({ username: 'guest-2' });
	});

	test('takes over a user with the same verified email address if configured', async () => {
		const service = await open(settingsFor(['--oidc-link-emails']));
		expect(await whoIs(service, await signIn(service, 'twin'))).toMatchObject({ username: 'guest' });
		expect(await whoIs(service, await signIn(service, 'eve'))).toMatchObject({ username: 'demo-2' });
	});

	test('finds the user again if the configured or stored issuer has a trailing slash', async () => {
		const service = await open();
		const first = await whoIs(service, await signIn(service, 'ann'));
		const { catalog } = service.platform;
		const kept = async () => (await catalog.db.select().from(userIdentities))[0]?.issuer;
		expect(await kept()).toBe(provider.issuer);
		const formerly = `${provider.issuer}/`;
		await catalog.write((tx) => tx.update(userIdentities).set({ issuer: formerly }));
		const person = { issuer: provider.issuer, subject: 'ann', username: 'ann', name: '', email: '', admin: null };
		const { user, change } = await catalog.write((tx) =>
			userOf(tx, { ...settingsFor(), issuer: formerly }, person, service.platform.now()),
		);
		expect([user.username, change]).toEqual([(first as { username: string }).username, 'none']);
		expect(await kept()).toBe(provider.issuer);
	});

	test('updates a changed name, also for existing tokens', async () => {
		const service = await open();
		const token = await signIn(service, 'ann');
		await service.platform.catalog.write((tx) => tx.update(users).set({ name: 'Ann Before' }));
		service.platform.tokens.forgetAll();
		expect(await whoIs(service, token)).toMatchObject({ name: 'Ann Before' });
		await signIn(service, 'ann');
		expect(await whoIs(service, token)).toMatchObject({ name: 'Ann Lee' });
	});

	test('makes a user an admin only if the provider says so', async () => {
		const service = await open(settingsFor(['--oidc-admins', 'groups=data-admins']));
		const token = await signIn(service, 'ann');
		expect(await whoIs(service, token)).toMatchObject({ username: 'ann', admin: true });
		const edit = { displayName: 'Bob', admin: true, disabled: false };
		expect(await whoIs(service, await signIn(service, 'bob'))).toMatchObject({ admin: false });
		expect((await service.request('PUT', '/users/bob', { token, body: edit })).status).toBe(200);
		expect(await whoIs(service, await signIn(service, 'bob'))).toMatchObject({ admin: false });
	});
});

describe('a sign-in is rejected', () => {
	test('if the response comes from another issuer', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		back.searchParams.set('iss', 'https://evil.example');
		expect(await refusalAt(browser, back, 401)).toContain('wrong issuer');
		expect(await lastEntry(service)).toMatchObject({ action: 'signIn', outcome: 'denied' });
	});

	test('if the provider’s issuer differs from the configured one', async () => {
		const service = await open(settingsFor([], provider.issuer.replace('127.0.0.1', 'localhost')));
		const browser = createBrowser(service);
		const page = await browser.get(`${service.settings.publicUrl}/auth/provider?${consoleRequest(service)}`);
		expect([page.status, await page.text()]).toEqual([502, expect.stringContaining('issuer differs')]);
	});

	test('if the ID token has another nonce', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann', ({ searchParams }) => searchParams.set('nonce', 'other'));
		expect(await refusalAt(browser, back, 401)).toContain('wrong nonce');
	});

	test('with another state or in another browser', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		expect(await refusalAt(createBrowser(service), back, 400)).toContain('another browser');
		back.searchParams.set('state', 'x'.repeat(43));
		expect(await refusalAt(browser, back, 400)).toContain('another browser');
	});

	test('with an expired ID token', async () => {
		await provider.restart(-2 * 3_600_000);
		try {
			const service = shared;
			const { browser, back } = await comeBack(service, 'ann');
			expect(await refusalAt(browser, back, 401)).toContain('ID token has expired');
		} finally {
			await provider.restart();
		}
	});

	test('if it takes too long', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'ann');
		service.wait(11 * 60_000);
		expect(await refusalAt(browser, back, 401)).toContain('longer than 10 minutes');
	});

	test('with a used response, even if it’s sent twice at the same time', async () => {
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

	test('with the code of another sign-in', async () => {
		const service = shared;
		const [theirs, own] = [await comeBack(service, 'bob'), await comeBack(service, 'ann')];
		own.back.searchParams.set('code', theirs.back.searchParams.get('code') ?? '');
		expect(await refusalAt(own.browser, own.back, 401)).toContain('already used or has expired');
	});

	test('if the user is disabled', async () => {
		const service = await open();
		await signIn(service, 'ann');
		const edit = { displayName: 'Ann', admin: false, disabled: true };
		expect((await service.request('PUT', '/users/ann', { as: 'demo', body: edit })).status).toBe(200);
		const { browser, back } = await comeBack(service, 'ann');
		expect(await refusalAt(browser, back, 403)).toBe(
			'Your account ann is disabled on this service. Ask your admin to enable it.',
		);
		expect(await lastEntry(service)).toMatchObject({ actor: 'ann', action: 'signIn', outcome: 'denied' });
	});

	test('if the email address has another domain or isn’t verified', async () => {
		const service = await open(settingsFor(['--oidc-email-domains', 'example.org']));
		const sam = await comeBack(service, 'sam');
		expect(await refusalAt(sam.browser, sam.back, 403)).toBe(
			'Users with an email address at elsewhere.test can’t sign in to this service. Use another account, or contact your admin.',
		);
		const eve = await comeBack(service, 'eve');
		expect(await refusalAt(eve.browser, eve.back, 403)).toContain('no verified email address');
	});

	test('if the keys it started with were removed, but not if they were only rotated', async () => {
		const service = await open();
		const { browser, back } = await comeBack(service, 'ann');
		await service.platform.keys.rotate(service.platform.now(), false);
		expect((await browser.get(back.href)).status).toBe(303);
		const later = await comeBack(service, 'ann');
		await service.platform.keys.rotate(service.platform.now(), true);
		expect(await refusalAt(later.browser, later.back, 400)).toContain('another browser');
	});

	test('if the request is too long for a cookie', async () => {
		const request = consoleRequest(shared);
		const address = `${shared.settings.publicUrl}/auth/provider`;
		const browser = createBrowser(shared);
		request.set('login_hint', 'a'.repeat(1_000));
		expect((await browser.get(`${address}?${request}`)).status).toBe(303);
		for (const name of ['state', 'nonce']) request.set(name, 'a'.repeat(1_000));
		const answer = await browser.get(`${address}?${request}`);
		expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
	});

	test('and its cookie is deleted', async () => {
		const { browser, back } = await comeBack(shared, 'ann');
		back.searchParams.set('iss', 'https://evil.example');
		const answer = await browser.get(back.href);
		expect(answer.headers.getSetCookie().join()).toMatch(/^dataset-console-oidc-[^=]+=;/);
		expect(await refusalAt(browser, back, 400)).toContain('another browser');
	});

	test('and recorded as unknown, at most once a minute until the provider confirms the user', async () => {
		const service = await open(settingsFor(['--oidc-email-domains', 'example.org']));
		const { browser, back } = await comeBack(service, 'ann');
		back.searchParams.set('iss', 'https://evil.example');
		for (let attempt = 1; attempt <= 5; attempt++) expect((await browser.copy().get(back.href)).status).toBe(401);
		const refused = async () => (await entries(service)).filter(({ outcome }) => outcome === 'denied');
		expect(await refused()).toMatchObject([{ actor: 'unknown', resource: '' }]);
		service.wait(61_000);
		expect((await browser.copy().get(back.href)).status).toBe(401);
		expect((await refused())[0]?.detail).toContain('4 earlier failed sign-ins weren’t recorded.');
		const sam = await comeBack(service, 'sam');
		await refusalAt(sam.browser, sam.back, 403);
		expect((await refused())[0]).toMatchObject({ actor: 'unknown', resource: 'sam@elsewhere.test' });
	});

	test('if the user cancels or the provider can’t be reached', async () => {
		const service = shared;
		const { browser, back } = await comeBack(service, 'nobody');
		expect(await refusalAt(browser, back, 401)).toContain('canceled or denied at the identity provider');
		const other = await comeBack(service, 'ann');
		await provider.stop();
		try {
			expect(await refusalAt(other.browser, other.back, 502)).toContain('Couldn’t reach the identity provider');
		} finally {
			await provider.restart();
		}
	});
});

test('the provider endpoints list their allowed methods', async () => {
	for (const path of ['/auth/provider', '/auth/callback']) {
		const address = shared.settings.publicUrl + path;
		const answer = await shared.app.fetch(new Request(address, { method: 'POST' }));
		expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
	}
});

test('passphrases and sign-in links can be turned off', async () => {
	const service = await open(settingsFor(), { passphrases: false, signInLinks: false });
	const page = `${service.settings.publicUrl}/auth/authorize?${consoleRequest(service)}`;
	const html = await (await createBrowser(service).get(page)).text();
	expect(html).toContain('Sign in with single sign-on');
	expect(html).not.toContain('Passphrase');
	expect(html).not.toContain('One-time code');
	const invited = await service.json<{ invitationUrl: string }>('POST', '/users', {
		...{ as: 'demo', body: { username: 'new' } },
	});
	const invitation = await createBrowser(service).get(invited.invitationUrl);
	expect([invitation.status, await invitation.text()]).toEqual([
		401,
		expect.stringContaining('Passphrases are turned off'),
	]);
	await expect(runAdminCommand(service.platform, { kind: 'find-user', username: 'demo' })).rejects.toThrow(
		'Sign-in links are turned off',
	);
	const browser = createBrowser(service);
	const form = /name="form" value="([^"]+)"/.exec(await (await browser.get(page)).text())?.[1] ?? '';
	const answer = await browser.post(page, { form, username: 'demo', passphrase: 'anything' });
	expect([answer.status, await answer.text()]).toEqual([401, expect.stringContaining('Passphrases are turned off')]);
});
