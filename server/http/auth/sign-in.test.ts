import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import { IssuedToken } from '#contract/sign-in.ts';
import { User } from '#contract/user.ts';
import { signInAddress } from '../../platform/access/sign-in-code.ts';
import { revokeToken } from '../../platform/access/tokens.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService();
});
afterAll(() => service.close());

const codeFor = async (username: string, at = service.platform.now()) => {
	const address = new URL(signInAddress(service.platform.keys, service.settings.publicUrl, username, at));
	return address.hash.slice('#code='.length);
};
const exchange = (code: string, headers: Record<string, string> = {}) =>
	service.request('POST', `${service.settings.publicUrl}/auth/code`, { body: { code }, headers });
const refusal = async (answer: Response): Promise<ErrorResponse> => {
	expect(answer.status).toBe(401);
	const error = (await answer.json()) as ErrorResponse;
	expect(error.error_code).toBe('UNAUTHORIZED');
	return error;
};

describe('a sign-in link', () => {
	test('returns a token for its user that is valid for 12 hours', async () => {
		const answer = await exchange(await codeFor('demo'));
		expect(answer.status).toBe(200);
		const { token, expiresAt } = IssuedToken.parse(await answer.json());
		const hours = (Date.parse(expiresAt) - service.platform.now().getTime()) / 3_600_000;
		expect(hours).toBeCloseTo(12, 1);
		const me = User.parse(await service.json('GET', '/user/me', { token }));
		expect(me).toMatchObject({ username: 'demo', name: 'Demo User', email: 'demo@example.org' });
	});

	test('works once, even if sent twice at the same time', async () => {
		const code = await codeFor('demo');
		const answers = await Promise.all([exchange(code), exchange(code)]);
		expect(answers.map((response) => response.status).sort()).toEqual([200, 401]);
		expect((await refusal(await exchange(code))).message).toContain('already used');
	});

	test('expires after 15 minutes', async () => {
		const old = new Date(service.platform.now().getTime() - 15 * 60_000 - 1_000);
		expect((await refusal(await exchange(await codeFor('demo', old)))).message).toContain('expired');
	});

	test('is rejected for an unknown user, naming them', async () => {
		expect((await refusal(await exchange(await codeFor('nobody')))).message).toContain(
			'The user "nobody" doesn’t exist',
		);
	});

	test('is rejected if it’s forged', async () => {
		for (const code of ['', 'x', 'a.b.c'])
			expect((await refusal(await exchange(code))).message).toContain('isn’t a sign-in link');
		const accessToken = await service.tokenFor('demo');
		expect((await refusal(await exchange(accessToken))).message).toContain('isn’t a sign-in link');
	});

	test('is rejected from pages of other origins', async () => {
		const code = await codeFor('demo');
		const foreign = await exchange(code, { origin: 'http://evil.example' });
		expect(foreign.status).toBe(403);
		expect((await exchange(code, { origin: service.settings.publicUrl })).status).toBe(200);
	});
});

describe('an access token', () => {
	test('is required, except for the OpenAPI document', async () => {
		for (const [method, path] of [
			['GET', '/user/me'],
			['GET', '/build-specs'],
			['POST', '/preview-runs'],
			['GET', '/build-runs/5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01/outputs'],
			['DELETE', '/build-runs/5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01'],
		] as const) {
			const answer = await service.request(method, path);
			expect(answer.headers.get('www-authenticate')).toBe('Bearer');
			await refusal(answer);
		}
		expect((await service.request('GET', '/openapi.json')).status).toBe(200);
	});

	test('is rejected if it’s malformed, a sign-in code or Basic credentials', async () => {
		const code = await codeFor('demo');
		for (const token of ['x', 'a.b.c', code]) await refusal(await service.request('GET', '/user/me', { token }));
		await refusal(await service.request('GET', '/user/me', { headers: { authorization: 'Basic eDp5' } }));
	});

	test('is rejected as soon as it’s revoked', async () => {
		const token = await service.tokenFor('demo');
		expect((await service.request('GET', '/user/me', { token })).status).toBe(200);
		const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
		await revokeToken(service.platform, claims.jti);
		expect((await refusal(await service.request('GET', '/user/me', { token }))).message).toContain('revoked');
	});

	test('is rejected once it has expired, even if it was used before', async () => {
		const token = await service.tokenFor('demo');
		expect((await service.request('GET', '/user/me', { token })).status).toBe(200);
		service.wait(12 * 3_600_000 + 1_000);
		expect((await refusal(await service.request('GET', '/user/me', { token }))).message).toContain('expired');
		service.wait(-12 * 3_600_000 - 1_000);
	});
});
