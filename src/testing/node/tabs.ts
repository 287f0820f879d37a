import { onTestFinished, vi } from 'vitest';
import { type Answer, type Received, startService, unauthorized } from './service.ts';

export const me = { id: '1', username: 'demo', name: 'Demo', email: '' };

/** Responds to `good` tokens with the demo user, and to the code `fresh` with a good token. */
function answer({ path, authorization, body }: Received): Answer {
	if (path === '/auth/code') {
		return JSON.parse(body).code === 'fresh'
			? { status: 200, body: { token: 'good', expiresAt: '2030-01-01T00:00:00.000Z' } }
			: {
					status: 401,
					body: { error_code: 'UNAUTHORIZED', message: 'This sign-in link was already used. Run npm run sign-in.' },
				};
	}
	if (authorization === 'Bearer good' || authorization === 'Bearer renewed') return { status: 200, body: me };
	return authorization === 'Bearer other' ? { status: 200, body: { ...me, username: 'guest' } } : unauthorized;
}

/** A tab with its own modules and session storage. The broadcast channel and local storage are shared. */
export async function openTab() {
	vi.resetModules();
	sessionStorage.clear();
	const [session, signIn, signOut, model, code, load] = await Promise.all([
		import('../../features/session/session.ts'),
		import('../../features/session/sign-in.ts'),
		import('../../features/session/sign-out/sign-out.ts'),
		import('../../features/session/model.ts'),
		import('../../features/session/sign-in/sign-in-code.ts'),
		import('../../features/session/sign-in/load-sign-in.ts'),
	]);
	const store = model.useSessionStore;
	const leave = () => {
		const current = store.getState().session;
		if (current !== null) signOut.endSession(current, false, null);
	};
	return { ...session, ...signIn, ...signOut, ...code, ...load, store, signOut: leave };
}

/** Closes the channels that tabs open, so that tabs of one test don't react to those of the next. */
function closeChannelsAfterTest(): void {
	const Channel = globalThis.BroadcastChannel;
	const opened: BroadcastChannel[] = [];
	globalThis.BroadcastChannel = class extends Channel {
		constructor(name: string) {
			super(name);
			opened.push(this);
		}
	};
	onTestFinished(() => {
		for (const channel of opened) channel.close();
		globalThis.BroadcastChannel = Channel;
	});
}

/** A service that tabs sign in to. Call it first in a test. */
export const startForTabs = async () => {
	closeChannelsAfterTest();
	const service = await startService(answer);
	return { service, target: { baseUrl: service.baseUrl, serviceName: 'Test', keep: false } };
};
