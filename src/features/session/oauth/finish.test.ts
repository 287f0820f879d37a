// @vitest-environment jsdom

import { beforeEach, describe, expect, it } from 'vitest';
import { type Received, type Answer as Reply, startService, unauthorized } from '../../../testing/node/service.ts';
import { useSessionStore } from '../model.ts';
import { restoreSession } from '../session.ts';
import { endSession } from '../sign-out/sign-out.ts';
import type { Answer } from './address.ts';
import { finishAuthorization } from './finish.ts';
import { newState, type Pending, storePending } from './pending.ts';

const me = { id: '1', username: 'demo', name: 'Demo', email: '' };
const given = { access_token: 'good', token_type: 'Bearer', expires_in: 3_600 };

interface Wrong {
	readonly exchange?: Reply;
	readonly trial?: Reply;
}

/** A service that signs in `demo`, with the given faults. */
async function start({ exchange, trial }: Wrong = {}) {
	return await startService(({ path, authorization }: Received): Reply => {
		if (path === '/auth/token') return exchange ?? { status: 200, body: given };
		return trial ?? (authorization === 'Bearer good' ? { status: 200, body: me } : unauthorized);
	});
}

function begin(origin: string, change: Partial<Pending> = {}): Answer {
	const state = newState();
	storePending({
		state,
		nonce: 'n',
		verifier: 'v'.repeat(43),
		at: Date.now(),
		baseUrl: `${origin}/api/v1`,
		serviceName: 'Desk',
		keep: false,
		next: '/runs',
		user: null,
		window: false,
		way: {
			flow: 'code',
			authorizeUrl: `${origin}/auth/authorize`,
			tokenUrl: `${origin}/auth/token`,
			clientId: 'dataset-console',
			redirectUri: 'http://localhost:3000/sign-in',
			issuer: null,
			tellsIssuer: false,
			idToken: false,
		},
		...change,
	});
	return { query: new URLSearchParams({ code: 'c', state }), fragment: new URLSearchParams() };
}

beforeEach(async () => {
	localStorage.clear();
	sessionStorage.clear();
	await restoreSession(false);
});

it('exchanges the code with the parameters of the sign-in, once', async () => {
	const service = await start();
	const answer = begin(service.origin);
	expect(await finishAuthorization(answer)).toMatchObject({ kind: 'signed-in', pending: { next: '/runs' } });
	const [exchange] = service.received;
	expect(Object.fromEntries(new URLSearchParams(exchange?.body))).toEqual({
		grant_type: 'authorization_code',
		code: 'c',
		redirect_uri: 'http://localhost:3000/sign-in',
		client_id: 'dataset-console',
		code_verifier: 'v'.repeat(43),
	});
	expect(exchange?.authorization).toBeUndefined();
	expect(useSessionStore.getState().session).toMatchObject({ token: 'good', username: 'demo', issued: true });
	expect(await finishAuthorization(answer)).toMatchObject({ refusal: { title: 'This sign-in is already complete' } });
	expect(service.received).toHaveLength(2);
});

it('signs in with a token whose expiry is beyond the range of dates', async () => {
	const service = await start({ exchange: { status: 200, body: { ...given, expires_in: 1e15 } } });
	expect(await finishAuthorization(begin(service.origin))).toMatchObject({ kind: 'signed-in' });
	expect(useSessionStore.getState().session).toMatchObject({ token: 'good', expiresAt: null });
});

it('stays signed in on this computer only if that was chosen', async () => {
	const service = await start();
	await finishAuthorization(begin(service.origin));
	expect(JSON.stringify({ ...localStorage })).not.toContain('good');
	await finishAuthorization(begin(service.origin, { keep: true }));
	// A new window shares only local storage.
	sessionStorage.clear();
	await restoreSession(false);
	const { session } = useSessionStore.getState();
	expect(session).toMatchObject({ token: 'good', keep: true });
	if (session !== null) endSession(session, false, null);
	expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('good');
});

describe('rejects the sign-in with a message', () => {
	it.each<[string, Wrong, RegExp]>([
		[
			'if the code is rejected',
			{ exchange: { status: 400, body: { error_code: 'INVALID_GRANT', message: 'The code was used.' } } },
			/Desk didn’t accept the sign-in code. The code was used\..*Sign in again/,
		],
		['if the exchange fails', { exchange: { status: 500, body: 'oops' } }, /Desk didn’t accept the sign-in code/],
		[
			'if the response is unreadable',
			{ exchange: { status: 200, body: '<html>' } },
			/has no token\. Contact your admin/,
		],
		[
			'if the token type isn’t supported',
			{ exchange: { status: 200, body: { ...given, token_type: 'mac' } } },
			/of type "mac"/,
		],
		[
			'if the service rejects the token of its own sign-in',
			{ trial: unauthorized },
			/may be set up for a different sign-in page/,
		],
		[
			'if the token can’t be checked',
			{ trial: { status: 500, body: { error_code: 'INTERNAL', message: 'It broke.' } } },
			/It broke\. \(INTERNAL\)/,
		],
	])('%s', async (_what, wrong, message) => {
		const service = await start(wrong);
		const finished = await finishAuthorization(begin(service.origin));
		expect(finished).toMatchObject({ kind: 'refused', pending: { next: '/runs' } });
		expect(finished.kind === 'refused' && finished.refusal.message).toMatch(message);
		expect(useSessionStore.getState().session).toBeNull();
		expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('good');
	});

	it('if the token endpoint doesn’t respond', async () => {
		// The discard port: nothing responds there.
		const finished = await finishAuthorization(begin('http://127.0.0.1:9'));
		const message = expect.stringMatching(/127\.0\.0\.1:9 isn’t responding/);
		expect(finished).toMatchObject({ kind: 'refused', refusal: { message } });
	});

	it('if someone else signed in than expected', async () => {
		const service = await start();
		const finished = await finishAuthorization(begin(service.origin, { user: 'guest' }));
		expect(finished).toMatchObject({ kind: 'refused', refusal: { title: 'Someone else signed in' } });
		expect(useSessionStore.getState().session).toBeNull();
	});
});
