// @vitest-environment jsdom

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab, startForTabs } from '../../testing/node/tabs.ts';

beforeEach(() => {
	localStorage.clear();
	history.replaceState(null, '', '/');
});

afterEach(() => {
	sessionStorage.clear();
});

describe('signing in with a token', () => {
	it('keeps the token in this tab only, after the service accepted it', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken(target, 'good');
		expect(tab.store.getState()).toMatchObject({ session: { username: 'demo', token: 'good' }, refused: false });
		expect(JSON.stringify({ ...sessionStorage })).toContain('good');
		expect(JSON.stringify({ ...localStorage })).not.toContain('good');
		tab.signOut();
	});

	it('stores nothing if the token is rejected', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await expect(tab.signInWithToken({ ...target, keep: true }, 'bad')).rejects.toMatchObject({ status: 401 });
		expect(tab.store.getState().session).toBeNull();
		expect(sessionStorage).toHaveLength(0);
		expect(localStorage).toHaveLength(0);
	});

	it('survives closing the window if the user chose to stay signed in', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken({ ...target, keep: true }, 'good');
		// A new window shares only local storage.
		const next = await openTab();
		await next.restoreSession(false);
		expect(next.store.getState().session).toMatchObject({ token: 'good', username: 'demo' });
		next.signOut();
		expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('good');
	});

	it('doesn’t claim to stay signed in if the browser’s storage is full', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		for (let length = 4_000_000; length >= 1; length = Math.floor(length / 2)) {
			try {
				localStorage.setItem(`full ${length}`, 'x'.repeat(length));
			} catch {
				// The next one is shorter.
			}
		}
		await tab.signInWithToken({ ...target, keep: true }, 'good');
		expect(tab.store.getState().session).toMatchObject({ token: 'good', keep: false });
		expect(JSON.stringify({ ...sessionStorage })).toContain('good');
		localStorage.clear();
		tab.signOut();
	});

	it('accepts only the same user’s token after the session expired', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken(target, 'good');
		tab.refuseToken('another token');
		expect(tab.store.getState().refused).toBe(false);
		tab.refuseToken('good');
		expect(tab.store.getState().refused).toBe(true);
		await expect(tab.signInWithToken(target, 'other')).rejects.toThrow('guest');
		await tab.signInWithToken(target, 'renewed');
		expect(tab.store.getState()).toMatchObject({ session: { token: 'renewed' }, refused: false });
		tab.signOut();
	});
});

describe('tabs', () => {
	it('share the session with a new tab and sign out together', async () => {
		const { target } = await startForTabs();
		const first = await openTab();
		await first.restoreSession(false);
		await first.signInWithToken(target, 'good');
		const second = await openTab();
		await second.restoreSession(true);
		expect(second.store.getState().session).toMatchObject({ token: 'good', username: 'demo' });
		second.signOut();
		await vi.waitFor(() => expect(first.store.getState().session).toBeNull());
		expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('good');
	});

	it('waiting for a sign-in pick up one from another tab', async () => {
		const { target } = await startForTabs();
		const first = await openTab();
		await first.restoreSession(true);
		const second = await openTab();
		await second.restoreSession(true);
		await second.signInWithToken(target, 'good');
		await vi.waitFor(() => expect(first.store.getState().session).toMatchObject({ token: 'good' }));
		second.signOut();
		await vi.waitFor(() => expect(first.store.getState().session).toBeNull());
	});
});

describe('a sign-in link', () => {
	async function open(code: string, next: string) {
		const { service } = await startForTabs();
		history.replaceState(null, '', `/sign-in?next=${encodeURIComponent(next)}#code=${code}`);
		const tab = await openTab();
		await tab.restoreSession(false);
		expect(tab.takeCodeFromAddress()).toBe(true);
		const queryClient = new QueryClient();
		queryClient.setQueryData(['config'], {
			title: 'Test',
			services: [{ name: 'Test', baseUrl: service.baseUrl, authUrl: null }],
			problem: null,
		});
		const request = new Request(location.href);
		const outcome = await tab.loadSignIn(queryClient)({
			request,
			url: new URL(location.href),
			params: {},
			pattern: '/sign-in',
			context: {} as never,
		});
		return { service, tab, outcome };
	}

	it('removes its code from the URL, signs in and continues to the page', async () => {
		const { service, tab, outcome } = await open('fresh', '/runs?state=failed');
		expect(location.href).not.toContain('fresh');
		expect(location.hash).toBe('');
		expect(tab.store.getState().session).toMatchObject({ username: 'demo', expiresAt: '2030-01-01T00:00:00.000Z' });
		expect(outcome).toBeInstanceOf(Response);
		expect((outcome as Response).headers.get('Location')).toBe('/runs?state=failed');
		expect(service.received.map((received) => received.path)).toEqual(['/auth/code', '/api/v1/user/me']);
		expect(service.received[0]?.authorization).toBeUndefined();
		tab.signOut();
	});

	it('explains that it was already used and how to get another', async () => {
		const { tab, outcome } = await open('used', '//evil.example');
		expect(tab.store.getState().session).toBeNull();
		const problem = { message: expect.stringMatching(/already used.*npm run sign-in/) };
		expect(outcome).toMatchObject({ next: '/', problem });
	});
});
