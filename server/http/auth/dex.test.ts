import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TokenResponse } from '#contract/sign-in.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { createBrowser } from '../../testing/browser.ts';
import { dexClient, dexUser, findDex, startDex } from '../../testing/dex.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

const program = findDex();
const missing = program === null ? ' (not run: Dex is neither on the PATH nor named by TEST_DEX)' : '';

describe.skipIf(program === null)(`a sign-in with Dex${missing}`, () => {
	let dex: Awaited<ReturnType<typeof startDex>>;
	const services: TestService[] = [];
	beforeAll(async () => {
		dex = await startDex(program ?? '', 'http://127.0.0.1:8750/auth/callback');
	});
	afterAll(async () => {
		for (const service of services) await service.close();
		await dex.stop();
	});

	async function open({ issuer = dex.issuer, secret = dexClient.secret as string } = {}): Promise<TestService> {
		const flags = ['--oidc-issuer', issuer, '--oidc-client-id', dexClient.id, '--oidc-client-secret', secret];
		const service = await createTestService({ oidc: readSettings(flags, {}).settings.oidc });
		services.push(service);
		return service;
	}
	const verifier = 'v'.repeat(43);
	const begin = (service: TestService): string => {
		const request = new URLSearchParams({
			...{ response_type: 'code', client_id: 'dataset-console', state: 'of-the-console', scope: 'openid' },
			...{ redirect_uri: `${service.settings.publicUrl}/sign-in`, code_challenge_method: 'S256' },
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
		});
		return `${service.settings.publicUrl}/auth/provider?${request}`;
	};
	async function comeBack(service: TestService, password: string = dexUser.password) {
		const browser = createBrowser(service);
		const form = await browser.follow((await browser.get(begin(service))).headers.get('location') ?? '', (address) =>
			address.pathname.endsWith('/local/login'),
		);
		const sent = await browser.post(form.href, { login: dexUser.email, password });
		if (sent.headers.get('location') === null) return { browser, answer: sent };
		const location = new URL(sent.headers.get('location') ?? '', form).href;
		const back = await browser.follow(location, (address) => address.pathname === '/auth/callback');
		return { browser, answer: await browser.get(back.href) };
	}
	const alertOf = async (answer: Response): Promise<[number, string]> => [
		answer.status,
		/role="alert">(?:<span[^>]*>!<\/span> )?([^<]*)</.exec(await answer.text())?.[1] ?? '',
	];

	it('creates the user, finds them the next time and is rejected once they’re disabled', async () => {
		const service = await open();
		for (let time = 1; time <= 2; time++) {
			const { browser, answer } = await comeBack(service);
			const location = new URL(answer.headers.get('location') ?? '');
			expect([answer.status, location.searchParams.get('state')]).toEqual([303, 'of-the-console']);
			const exchanged = await browser.post(`${service.settings.publicUrl}/auth/token`, {
				...{ grant_type: 'authorization_code', client_id: 'dataset-console', code_verifier: verifier },
				...{ redirect_uri: `${service.settings.publicUrl}/sign-in`, code: location.searchParams.get('code') ?? '' },
			});
			const token = TokenResponse.parse(await exchanged.json()).access_token;
			expect(await service.json('GET', '/user/me', { token })).toMatchObject({
				...{ username: dexUser.username, email: dexUser.email, admin: false },
			});
		}
		const edit = { displayName: 'Ann', admin: false, disabled: true };
		expect((await service.request('PUT', '/users/ann', { as: 'demo', body: edit })).status).toBe(200);
		expect(await alertOf((await comeBack(service)).answer)).toEqual([
			403,
			'Your account ann is disabled on this service. Ask your admin to enable it.',
		]);
	});

	it('stops at Dex’s form if the password is wrong', async () => {
		const { answer } = await comeBack(await open(), 'wrong');
		expect(answer.status).toBe(401);
		expect(await answer.text()).toMatch(/invalid/i);
	});

	it('reports a wrong client secret', async () => {
		const [status, message] = await alertOf((await comeBack(await open({ secret: 'another secret' }))).answer);
		expect([status, message]).toEqual([502, expect.stringContaining('rejects this service’s client ID or secret')]);
	});

	it('reports a different issuer', async () => {
		const service = await open({ issuer: dex.issuer.replace('127.0.0.1', 'localhost') });
		const [status, message] = await alertOf(await createBrowser(service).get(begin(service)));
		expect([status, message]).toEqual([502, expect.stringContaining('issuer differs')]);
	});
});
