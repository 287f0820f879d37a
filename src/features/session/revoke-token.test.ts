// @vitest-environment jsdom

import { beforeEach, expect, it, vi } from 'vitest';
import type { Description } from '#contract/description.ts';
import { revokeToken } from '#contract/token.ts';
import { type Answer, startService } from '../../testing/node/service.ts';
import { type Session, useSessionStore } from './model.ts';
import { useRevocation } from './revoke-token.ts';
import { beginSession, refuseToken, restoreSession } from './session.ts';
import { signInWithToken } from './sign-in.ts';
import { endSession } from './sign-out/sign-out.ts';

// The API doesn't define an ID's format.
const id = 'tok_8f3a';
const token = `e30.${btoa(JSON.stringify({ jti: id }))}.s`;
const ending: Description = {
	openapi: '3.1.0',
	paths: { [revokeToken.path]: { delete: { 'x-console-extension': revokeToken.tier } } },
};
const path = `/api/v1/user/tokens/${id}`;

async function signIn(answer: Answer, change: Partial<Session> = {}) {
	const service = await startService(() => answer);
	const { baseUrl } = service;
	const session = { baseUrl, serviceName: 'Desk', token, username: 'demo', expiresAt: '2030-01-01T00:00:00.000Z' };
	beginSession({ ...session, keep: false, issued: true, ...change });
	return { service, session: { ...session, ...change } };
}

beforeEach(async () => {
	localStorage.clear();
	sessionStorage.clear();
	await restoreSession(false);
});

it('revokes the token at sign-out without a message', async () => {
	const { service, session } = await signIn({ status: 204 });
	endSession(session, false, ending);
	expect(useSessionStore.getState().session).toBeNull();
	await vi.waitFor(() => expect(service.received).toHaveLength(1));
	expect(service.received[0]).toMatchObject({ method: 'DELETE', path, authorization: `Bearer ${token}` });
	expect(useRevocation.getState().problem).toBeNull();
});

it('reports until when a token stays valid if the service fails to revoke it', async () => {
	const { session } = await signIn({ status: 500, body: { error_code: 'INTERNAL', message: 'It broke.' } });
	endSession(session, false, ending);
	await vi.waitFor(() => expect(useRevocation.getState().problem?.message).toMatch(/It broke.*Jan 1, 2030.*Access/));
	await signIn({ status: 204 });
	expect(useRevocation.getState().problem).toBeNull();
});

it('reports that the token stays valid if the service doesn’t respond', async () => {
	const { session } = await signIn({ status: 204 }, { baseUrl: 'http://127.0.0.1:9/api/v1' });
	endSession(session, false, ending);
	await vi.waitFor(() => expect(useRevocation.getState().problem?.message).toContain('the service didn’t respond'));
});

it.each<[string, Description | null, Partial<Session>]>([
	['a core-only service', null, {}],
	['a service that can’t revoke tokens', { openapi: '3.1.0', paths: {} }, {}],
	['a pasted token, which may be in use elsewhere', ending, { issued: false }],
])('sends no request for %s', async (_what, description, change) => {
	const { service, session } = await signIn({ status: 204 }, change);
	endSession(session, false, description);
	// Any request would have been sent by now.
	await import('./revoke-token.ts');
	await fetch(`${service.baseUrl}/last`);
	expect(service.received.map((received) => received.path)).toEqual(['/api/v1/last']);
	expect(useRevocation.getState().problem).toBeNull();
});

it('keeps a pasted token that replaced an expired one issued by the sign-in', async () => {
	const me = { id: '1', username: 'demo', name: 'Demo', email: '' };
	const { service } = await signIn({ status: 200, body: me });
	const { session } = useSessionStore.getState();
	if (session === null) throw new Error('No one was signed in.');
	refuseToken(session.token);
	await signInWithToken(session, `e30.${btoa(JSON.stringify({ jti: 'tok_given' }))}.s`);
	endSession(session, false, ending);
	// Any request would have been sent by now.
	await import('./revoke-token.ts');
	await fetch(`${service.baseUrl}/last`);
	expect(service.received.map((received) => `${received.method} ${received.path}`)).toEqual([
		'GET /api/v1/user/me',
		'GET /api/v1/last',
	]);
});
