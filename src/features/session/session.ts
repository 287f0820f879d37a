import { getMe } from '#contract/user.ts';
import { ApiError } from '../../api/api-error.ts';
import { call } from '../../api/http.ts';
import { exchangeCode } from '../../api/sign-in.ts';
import { type Session, useSessionStore } from './model.ts';
import { openSessionChannel, type SessionChannel, type SessionMessage } from './session-channel.ts';
import { forgetSession, keepSession, keptSession } from './session-keeping.ts';

/** How long a new tab waits for another tab to hand over its session, ms. */
const askFor = 150;

/** A service to sign in to. `keep`: stay signed in on this computer, beyond the window. */
export interface Target {
	readonly baseUrl: string;
	readonly serviceName: string;
	readonly keep: boolean;
}

let channel: SessionChannel | null = null;

/** Tokens that were signed out in any tab: another tab may still hand one over that it has not heard of yet. */
const ended = new Set<string>();

/**
 * Takes up what was kept, or else asks the other tabs of this console. Call once, before anything else needs the session.
 * @param ask whether to wait for other tabs; not when the person is about to sign in anyway
 */
export async function restoreSession(ask: boolean): Promise<void> {
	channel?.close();
	channel = openSessionChannel(hear);
	const kept = keptSession();
	if (kept !== null) {
		keepSession(kept);
		take(kept);
		return;
	}
	take(null);
	if (!ask) return;
	channel.say({ type: 'ask' });
	await handedOver();
}

/**
 * Signs in with a token that someone was given. The token is tried before it is kept.
 * @throws ApiError when the service refuses it or cannot be reached
 */
export async function signInWithToken(target: Target, token: string, expiresAt: string | null = null): Promise<void> {
	const user = await call(getMe, {}, { as: { baseUrl: target.baseUrl, token } });
	const current = useSessionStore.getState();
	if (current.refused && current.session !== null && user.username !== current.session.username) {
		throw otherPerson(user.username, current.session.username);
	}
	begin({ ...target, token, expiresAt, username: user.username });
}

/** Signs in with the one-time code of a printed address. @throws ApiError */
export async function signInWithCode(target: Target, code: string): Promise<void> {
	const issued = await exchangeCode(target.baseUrl, code);
	const user = await call(getMe, {}, { as: { baseUrl: target.baseUrl, token: issued.token } });
	begin({ ...target, token: issued.token, expiresAt: issued.expiresAt, username: user.username });
}

/** Ends the session in every tab. */
export function signOut(): void {
	const { session } = useSessionStore.getState();
	end();
	if (session === null) return;
	const { baseUrl, username, token } = session;
	channel?.say({ type: 'signed-out', baseUrl, username, token });
}

/**
 * The service refused a token: nothing on the page is lost, the person is asked to sign in again, unless another tab has
 * done so meanwhile.
 */
export function refuseToken(token: string): void {
	ended.add(token);
	const { session, refused } = useSessionStore.getState();
	if (session?.token !== token || refused) return;
	useSessionStore.setState({ refused: true });
	channel?.say({ type: 'ask' });
}

function begin(session: Session): void {
	ended.delete(session.token);
	keepSession(session);
	take(session);
	channel?.say({ type: 'signed-in', session });
}

function end(): void {
	const { session } = useSessionStore.getState();
	if (session !== null) ended.add(session.token);
	forgetSession();
	take(null);
}

const take = (session: Session | null): void => useSessionStore.setState({ session, refused: false, other: null });

function hear(message: SessionMessage): void {
	const { session, refused } = useSessionStore.getState();
	switch (message.type) {
		case 'ask':
			if (session !== null && !refused) channel?.say({ type: 'here', session });
			return;
		case 'here':
			// Tabs that have something that works need nothing.
			if (!ended.has(message.session.token) && (session === null || refused)) adopt(message.session);
			return;
		case 'signed-in':
			ended.delete(message.session.token);
			if (session === null || isSamePerson(session, message.session)) adopt(message.session);
			else if (refused) useSessionStore.setState({ other: message.session.username });
			return;
		case 'signed-out':
			ended.add(message.token);
			if (session !== null && isSamePerson(session, message)) end();
			return;
	}
}

/** A tab takes over what another one has, a newer token included, but never as someone else. */
function adopt(offered: Session): void {
	const { session } = useSessionStore.getState();
	if (session !== null && !isSamePerson(session, offered)) return;
	keepSession(offered);
	take(offered);
}

interface Person {
	readonly baseUrl: string;
	readonly username: string;
}

const isSamePerson = (a: Person, b: Person): boolean => a.baseUrl === b.baseUrl && a.username === b.username;

function handedOver(): Promise<void> {
	return new Promise((resolve) => {
		const done = () => {
			clearTimeout(timer);
			stop();
			resolve();
		};
		const timer = setTimeout(done, askFor);
		const stop = useSessionStore.subscribe((state) => {
			if (state.session !== null) done();
		});
	});
}

const otherPerson = (given: string, expected: string): ApiError =>
	new ApiError({
		kind: 'refused',
		status: 403,
		code: 'OTHER_PERSON',
		message: `This token belongs to ${given}, but this page is ${expected}'s. Use a token of ${expected}, or sign out first.`,
		subErrors: [],
		requestId: null,
		operation: getMe.id,
	});
