import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AuthorizationServer, TokenResponse } from '#contract/sign-in.ts';
import { hashPassphrase } from '../../platform/access/passphrase.ts';
import { signInAddress } from '../../platform/access/sign-in-code.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

const passphrase = 'correct horse battery';
let service: TestService;
let base: string;
beforeAll(async () => {
	service = await createTestService({ consoleOrigins: ['https://console.example.org'], coreOnly: true });
	base = service.settings.publicUrl;
	const kept = await hashPassphrase(passphrase);
	await service.platform.catalog.write((tx) =>
		tx.update(users).set({ passphrase: kept }).where(eq(users.username, 'demo')),
	);
});
afterAll(() => service.close());

const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const implicit = { response_type: 'token', client_id: 'dataset-console', state: 'st&te', scope: 'openid' };
const withCode = { ...implicit, response_type: 'code', code_challenge: challenge, code_challenge_method: 'S256' };
const pageAt = (params: Record<string, string>) =>
	`${base}/auth/authorize?${new URLSearchParams({ redirect_uri: `${base}/sign-in`, ...params })}`;
const send = (address: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
	Promise.resolve(
		service.app.fetch(
			new Request(address, {
				method: 'POST',
				body: new URLSearchParams(fields),
				headers: { origin: base, ...headers },
			}),
		),
	);

async function fill(params: Record<string, string>, fields: Record<string, string>): Promise<Response> {
	const shown = await service.request('GET', pageAt(params));
	const form = /name="form" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
	const cookie = (shown.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	return send(pageAt(params), { form, ...fields }, { cookie });
}
const signIn = (params: Record<string, string>) => fill(params, { username: 'Demo', passphrase });
const locationOf = (answer: Response): URL => {
	expect(answer.status).toBe(303);
	return new URL(answer.headers.get('location') ?? '');
};
const partsOf = (answer: Response) => new URLSearchParams(locationOf(answer).hash.slice(1));
const exchange = (fields: Record<string, string>) =>
	send(`${base}/auth/token`, {
		grant_type: 'authorization_code',
		client_id: 'dataset-console',
		redirect_uri: `${base}/sign-in`,
		code_verifier: verifier,
		...fields,
	});
const codeOf = async () => locationOf(await signIn(withCode)).searchParams.get('code') ?? '';
const me = (token: string) => service.request('GET', '/user/me', { token });

describe('the implicit flow', () => {
	test('returns a token in the fragment with the state unchanged', async () => {
		const parts = partsOf(await signIn(implicit));
		expect(Object.fromEntries(parts)).toMatchObject({ token_type: 'Bearer', state: 'st&te', iss: base });
		expect(parts.get('expires_in')).toBe('43200');
		expect(await (await me(parts.get('access_token') ?? '')).json()).toMatchObject({ username: 'demo' });
	});

	test('returns an ID token with user and nonce, which isn’t accepted as an access token', async () => {
		const parts = partsOf(await signIn({ ...implicit, response_type: 'token id_token', nonce: 'n-1' }));
		const keys = await service.json<JSONWebKeySet>('GET', `${base}/auth/keys`);
		const idToken = parts.get('id_token') ?? '';
		const { payload } = await jwtVerify(idToken, createLocalJWKSet(keys), {
			issuer: base,
			audience: 'dataset-console',
		});
		const half = createHash('sha256')
			.update(parts.get('access_token') ?? '')
			.digest()
			.subarray(0, 16);
		expect(payload).toMatchObject({ nonce: 'n-1', preferred_username: 'demo', at_hash: half.toString('base64url') });
		expect((await me(idToken)).status).toBe(401);
	});
});

describe('an authorization code', () => {
	test('is exchanged once with its verifier; a second use revokes the token', async () => {
		const code = await codeOf();
		const given = TokenResponse.parse(await (await exchange({ code })).json());
		expect([given.token_type, (await me(given.access_token)).status]).toEqual(['Bearer', 200]);
		const again = await exchange({ code });
		expect([again.status, await again.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
		expect((await me(given.access_token)).status).toBe(401);
	});

	test('is exchanged by only one of two concurrent requests, and its token is revoked', async () => {
		const code = await codeOf();
		const answers = await Promise.all([exchange({ code }), exchange({ code })]);
		expect(answers.map((response) => response.status).sort()).toEqual([200, 400]);
		const given = TokenResponse.parse(await answers.find((response) => response.ok)?.json());
		expect((await me(given.access_token)).status).toBe(401);
	});

	test.each([
		['another verifier', { code_verifier: 'w'.repeat(43) }],
		['another redirect URI', { redirect_uri: 'https://console.example.org/sign-in' }],
		['a made-up code', { code: 'made.up' }],
	])('is rejected with %s, and can’t be used again', async (_, wrong) => {
		const code = await codeOf();
		const answer = await exchange({ code, ...wrong });
		expect([answer.status, await answer.json()]).toMatchObject([400, { error: 'invalid_grant' }]);
		if (!('code' in wrong)) expect((await exchange({ code })).status).toBe(400);
	});

	test('expires after a minute', async () => {
		const code = await codeOf();
		service.wait(61_000);
		expect((await exchange({ code })).status).toBe(400);
	});

	test('isn’t issued without a challenge', async () => {
		const { code_challenge: _, ...plain } = withCode;
		const back = locationOf(await service.request('GET', pageAt(plain)));
		expect(Object.fromEntries(back.searchParams)).toMatchObject({ error: 'invalid_request', state: 'st&te' });
	});
});

describe('an invalid request', () => {
	test.each([
		['a foreign redirect URI', { redirect_uri: 'https://evil.example/sign-in' }],
		['another path', { redirect_uri: 'https://console.example.org/sign-in/x' }],
		['a longer host', { redirect_uri: 'https://console.example.org.evil.example/sign-in' }],
		['a JavaScript URL', { redirect_uri: 'javascript:alert(1)//' }],
		['another client', { client_id: 'somebody' }],
	])('with %s isn’t redirected', async (_, wrong) => {
		const answer = await service.request('GET', pageAt({ ...implicit, ...wrong }));
		expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
		expect(await answer.text()).not.toContain('<form');
		expect((await send(pageAt({ ...implicit, ...wrong }), { username: 'demo', passphrase })).status).toBe(400);
	});

	test('with two redirect URIs is rejected', async () => {
		const address = `${pageAt(implicit)}&redirect_uri=https%3A%2F%2Fevil.example%2Fsign-in`;
		expect((await service.request('GET', address)).status).toBe(400);
	});

	test.each([
		[{ response_type: 'password' }, 'unsupported_response_type'],
		[{ response_type: 'id_token token' }, 'invalid_request'],
		[{ response_type: 'id_token token', scope: '', nonce: 'n' }, 'invalid_scope'],
		[{ state: '' }, 'invalid_request'],
		[{ prompt: 'none' }, 'login_required'],
	])('is reported to the console: %j', async (wrong, error) => {
		const back = locationOf(await service.request('GET', pageAt({ ...implicit, ...wrong })));
		expect(new URLSearchParams(back.hash.slice(1) || back.search).get('error')).toBe(error);
	});
});

describe('the sign-in page', () => {
	test('has a strict content policy, isn’t cached and escapes its input', async () => {
		const shown = await service.request('GET', pageAt({ ...implicit, login_hint: '"><script>alert(1)</script>' }));
		const html = await shown.text();
		expect(html).not.toContain('<script');
		expect(html).toContain('&#34;&#62;&#60;script');
		const policy = shown.headers.get('content-security-policy') ?? '';
		expect(policy).toContain("default-src 'none'");
		expect(policy).toContain("frame-ancestors 'none'");
		expect(policy).not.toContain('unsafe');
		const style = /<style>([^<]*)<\/style>/.exec(html)?.[1] ?? '';
		expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
		expect(shown.headers.get('cache-control')).toBe('no-store');
		expect(shown.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Strict/);
	});

	test('accepts only the form that it showed this browser for this request', async () => {
		const fields = { username: 'demo', passphrase };
		expect((await send(pageAt(implicit), fields)).status).toBe(400);
		const shown = await service.request('GET', pageAt(implicit));
		const form = /name="form" value="([^"]+)"/.exec(await shown.text())?.[1] ?? '';
		const cookie = (shown.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
		expect((await send(pageAt(implicit), { form, ...fields })).status).toBe(400);
		expect((await send(pageAt({ ...implicit, state: 'other' }), { form, ...fields }, { cookie })).status).toBe(400);
		const foreign = await send(pageAt(implicit), { form, ...fields }, { cookie, origin: 'https://evil.example' });
		expect(foreign.status).toBe(403);
		expect((await send(pageAt(implicit), { form, ...fields }, { cookie })).status).toBe(303);
	});

	test('shows the same error for an unknown user, and keeps the name but not the passphrase', async () => {
		const answer = await fill(implicit, { username: 'demo', passphrase: 'wrong-one' });
		const html = await answer.text();
		expect([answer.status, html.includes('role="alert"'), html.includes('value="demo"')]).toEqual([401, true, true]);
		expect(html).not.toContain('wrong-one');
		const unknown = await (await fill(implicit, { username: 'nobody', passphrase: 'wrong-one' })).text();
		expect(/role="alert">.*<\/p>/.exec(unknown)?.[0]).toBe(/role="alert">.*<\/p>/.exec(html)?.[0]);
	});

	test('records a user’s failed sign-ins in the audit log', async () => {
		await fill(implicit, { username: 'demo', passphrase: 'wrong-two' });
		const denied = () => service.platform.catalog.db.select().from(auditLog).where(eq(auditLog.outcome, 'denied'));
		await expect
			.poll(denied)
			.toContainEqual(expect.objectContaining({ actor: 'demo', action: 'signIn', detail: 'incorrect passphrase' }));
		expect(JSON.stringify(await denied())).not.toContain('wrong-two');
	});

	test('accepts a sign-in link as one-time code, once', async () => {
		const address = signInAddress(service.platform.keys, base, 'guest', service.platform.now());
		const parts = partsOf(await fill(implicit, { code: ` ${address} ` }));
		expect(await (await me(parts.get('access_token') ?? '')).json()).toMatchObject({ username: 'guest' });
		expect((await fill(implicit, { code: address })).status).toBe(401);
	});

	test('returns to the console without a token if canceled', async () => {
		const parts = partsOf(await fill(implicit, { cancel: 'yes' }));
		expect([parts.get('error'), parts.get('state'), parts.get('access_token')]).toEqual([
			'access_denied',
			'st&te',
			null,
		]);
	});
});

test('throttles wrong passphrases for a user, then allows another attempt', async () => {
	const guess = () => fill(implicit, { username: 'guest', passphrase: 'guess' });
	// Concurrently: on a busy machine, the throttle could allow more attempts between sequential ones.
	const guesses = async () => (await Promise.all(Array.from({ length: 12 }, guess))).map(({ status }) => status);
	const statuses = await guesses();
	expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(5);
	expect(statuses).toContain(429);
	expect((await signIn(implicit)).status).toBe(303);
	service.wait(3_000);
	expect((await guess()).status).toBe(401);
	expect(await guesses()).toContain(429);
});

test('wrong codes from an unknown address (unconfigured proxy) don’t lock others out', async () => {
	for (let n = 0; n < 31; n++) expect((await fill(implicit, { code: 'a guess' })).status).toBe(401);
	expect((await signIn(implicit)).status).toBe(303);
});

test('serves its metadata at both well-known URLs, even if only the core is offered', async () => {
	for (const prefix of ['/.well-known', '/auth/.well-known']) {
		const metadata = AuthorizationServer.parse(
			await service.json('GET', `${base}${prefix}/oauth-authorization-server`),
		);
		expect(metadata).toMatchObject({ issuer: base, authorization_endpoint: `${base}/auth/authorize` });
		expect(metadata.code_challenge_methods_supported).toEqual(['S256']);
	}
});
