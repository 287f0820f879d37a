// @vitest-environment jsdom

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { revokeToken } from '#contract/token.ts';
import { startService } from '../../testing/node/service.ts';
import { me, openTab, startForTabs } from '../../testing/node/tabs.ts';

beforeEach(() => {
	localStorage.clear();
	history.replaceState(null, '', '/');
});

afterEach(() => {
	sessionStorage.clear();
});

describe('removing a profile', () => {
	/** Signs in and returns the tab's stored state, like a suspended tab that receives no messages. */
	async function signInAndSuspend() {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken({ ...target, keep: true }, 'good');
		const { session } = tab.store.getState();
		if (session === null) throw new Error('No one was signed in.');
		return { tab, session, target, kept: { ...sessionStorage } as Record<string, string> };
	}

	it('signs its other tabs out and leaves no token or name behind', async () => {
		const { tab, session } = await signInAndSuspend();
		const other = await openTab();
		await other.restoreSession(false);
		other.forgetProfile(session, null);
		await vi.waitFor(() => expect(tab.store.getState().session).toBeNull());
		expect(JSON.stringify({ ...localStorage })).not.toMatch(/good|demo/);
	});

	it.each(['', ' even after the same user signed in again'])(
		'doesn’t restore the session in a suspended tab%s',
		async (again) => {
			const { session, target, kept } = await signInAndSuspend();
			const other = await openTab();
			await other.restoreSession(false);
			other.forgetProfile(session, null);
			if (again !== '') await other.signInWithToken(target, 'renewed');
			const back = await openTab();
			for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
			await back.restoreSession(false);
			expect(back.store.getState().session).toBeNull();
			expect(JSON.stringify({ ...sessionStorage })).not.toContain('good');
			other.signOut();
		},
	);

	it('lets a suspended tab use a later sign-in kept on this computer', async () => {
		const { session, target, kept } = await signInAndSuspend();
		const other = await openTab();
		await other.restoreSession(false);
		other.forgetProfile(session, null);
		await other.signInWithToken({ ...target, keep: true }, 'renewed');
		const back = await openTab();
		for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value);
		await back.restoreSession(false);
		expect(back.store.getState().session).toMatchObject({ token: 'renewed' });
		// An open tab gets focus before it receives a message.
		back.store.setState({ session });
		back.noteUse();
		expect(back.store.getState().session).toBeNull();
		const next = await openTab();
		await next.restoreSession(false);
		expect(next.store.getState().session).toMatchObject({ token: 'renewed' });
		next.signOut();
	});

	it('revokes the token through the tab that has it', async () => {
		const token = `e30.${btoa(JSON.stringify({ jti: 'tok_1' }))}.s`;
		const paths = { [revokeToken.path]: { delete: { 'x-console-extension': revokeToken.tier } } };
		const service = await startService(({ method, path }) => {
			if (path.endsWith('/openapi.json')) return { status: 200, body: { openapi: '3.1.0', paths } };
			return method === 'DELETE' ? { status: 204 } : { status: 200, body: me };
		});
		const tab = await openTab();
		await tab.restoreSession(false);
		const target = { baseUrl: service.baseUrl, serviceName: 'Test', keep: false };
		await tab.signInWithGrant(target, { token, expiresAt: null }, null);
		const other = await openTab();
		await other.restoreSession(false);
		other.forgetProfile({ baseUrl: service.baseUrl, username: 'demo' }, undefined);
		const methods = () => service.received.map((received) => received.method);
		await vi.waitFor(() => expect(methods()).toContain('DELETE'), { timeout: 10_000 });
		const ending = service.received.find((received) => received.method === 'DELETE');
		expect(ending).toMatchObject({ path: '/api/v1/user/tokens/tok_1', authorization: `Bearer ${token}` });
		expect(tab.store.getState().session).toBeNull();
	});

	it('signs out a suspended tab as soon as it’s used', async () => {
		const { tab, session } = await signInAndSuspend();
		const profiles = await import('../../storage/profiles.ts');
		const scope = { service: session.baseUrl, user: session.username };
		profiles.removeProfile(scope);
		tab.noteUse();
		expect(tab.store.getState().session).toBeNull();
		expect(profiles.findProfile(scope)).toBeNull();
	});
});

describe('a tab that learns late that a user’s data was removed', () => {
	const draft = { text: { sources: [], destination: '', payload: 'x' }, baseVersion: 1, baseEtag: null, at: 1 };

	/** Suspends the next opened tab until the returned function is called: it receives no messages. */
	function suspendNextTab(): () => void {
		const waiting: (() => void)[] = [];
		let isSuspended = true;
		class Held extends BroadcastChannel {
			override set onmessage(hear: (event: MessageEvent) => void) {
				this.addEventListener('message', (event) => {
					const act = () => hear(event as MessageEvent);
					if (isSuspended) waiting.push(act);
					else act();
				});
			}
		}
		vi.stubGlobal('BroadcastChannel', Held);
		onTestFinished(() => void vi.unstubAllGlobals());
		return () => {
			isSuspended = false;
			for (const act of waiting) act();
		};
	}

	it('keeps data stored since, and saves drafts again', async () => {
		const { target } = await startForTabs();
		const scope = { service: target.baseUrl, user: 'demo' };
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken({ ...target, keep: true }, 'good');
		const atWork = { ...sessionStorage };
		const wakeUp = suspendNextTab();
		const sleeping = await openTab();
		Object.assign(sessionStorage, atWork);
		await sleeping.restoreSession(false);
		const [drafts, layouts] = await Promise.all([
			import('../../storage/drafts.ts'),
			import('../../storage/grid-layouts.ts'),
		]);
		drafts.storeDraft(scope, 'of before', draft);
		const { session } = tab.store.getState();
		if (session === null) throw new Error('No one was signed in.');
		tab.endSession(session, true, null);
		// The other tab has counted the data first, and has removed it by then.
		await import('../../storage/local-data.ts');
		expect(drafts.listDrafts(scope)).toEqual([]);
		await tab.signInWithToken({ ...target, keep: true }, 'renewed');
		drafts.storeDraft(scope, 'since', draft);
		layouts.storeGridLayout({ ...scope, rows: 'a/b' }, { order: ['x'], pinned: [], hidden: [], widths: [] });
		sessionStorage.setItem(`dataset-console/question/${target.baseUrl}/demo/new`, 'of before');

		wakeUp();
		await vi.waitFor(() => expect(sleeping.store.getState().session).toMatchObject({ token: 'renewed' }));
		// Removal would be done by now, here and in the suspended tab.
		await import('../../storage/local-data.ts');
		expect(JSON.stringify({ ...sessionStorage })).not.toContain('of before');
		expect(drafts.storeDraft(scope, 'later', draft)).toEqual({ kept: true });
		expect(
			drafts
				.listDrafts(scope)
				.map((draft) => draft.id)
				.sort(),
		).toEqual(['later', 'since']);
		expect(layouts.readGridLayout({ ...scope, rows: 'a/b' })).not.toBeNull();
		const next = await openTab();
		await next.restoreSession(false);
		expect(next.store.getState().session).toMatchObject({ token: 'renewed' });
		next.signOut();
	});

	it.each([
		['now', 0, []],
		['a minute ago', 60_000, ['d']],
	])('removes only drafts older than the removal: %s', async (_when, ago, left) => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken(target, 'good');
		const drafts = await import('../../storage/drafts.ts');
		const scope = { service: target.baseUrl, user: 'guest' };
		drafts.storeDraft(scope, 'd', draft);
		const channel = new BroadcastChannel('dataset-console/session/1/');
		onTestFinished(() => channel.close());
		const out = { type: 'signed-out', baseUrl: target.baseUrl, token: null, at: Date.now() - ago };
		channel.postMessage({ ...out, username: 'guest', remove: true });
		channel.postMessage({ ...out, username: 'demo', remove: false });
		await vi.waitFor(() => expect(tab.store.getState().session).toBeNull());
		expect(drafts.listDrafts(scope).map((draft) => draft.id)).toEqual(left);
	});
});

describe('a clock that was set back', () => {
	it('neither ends a new sign-in nor keeps one that was signed out', async () => {
		const { target } = await startForTabs();
		const tab = await openTab();
		await tab.restoreSession(false);
		await tab.signInWithToken(target, 'good');
		tab.signOut();
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 });
		onTestFinished(() => void vi.useRealTimers());
		await tab.signInWithToken(target, 'good');
		tab.noteUse();
		const { session } = tab.store.getState();
		expect(session).toMatchObject({ token: 'good' });
		if (session === null) return;
		for (const leave of [tab.signOut, () => tab.forgetProfile(session, null)]) {
			await tab.signInWithToken(target, 'good');
			const before = tab.store.getState();
			leave();
			// A tab that received no message finds out when it gets focus.
			tab.store.setState(before);
			tab.noteUse();
			expect(tab.store.getState().session).toBeNull();
		}
	});
});
