import type { Description } from '#contract/description.ts';
import type { ApiError } from '../../api/api-error.ts';
import { closeDrafts, removeDrafts, reopenDrafts } from '../../storage/drafts.ts';
import { changeProfile, findProfile, latestProfile, noteProfile, signedOutAt } from '../../storage/profiles.ts';
import { isSamePerson, type Person, type Session, scopeOf, useSessionStore } from './model.ts';
import { openSessionChannel, type SessionChannel, type SessionMessage } from './session-channel.ts';
import {
	forgetInTab,
	forgetOnComputer,
	isSessionValid,
	markLeft,
	sessionInTab,
	sessionOnComputer,
	signedOutPerson,
	storeSession,
} from './session-storage.ts';

/** How long a new tab waits for another to hand over its session, in ms. */
const askFor = 150;

/** Maximum delivery time of a message to an active tab, in ms. */
const heardWithin = 5_000;

let channel: SessionChannel | null = null;

/** Tokens signed out in any tab. Another tab that hasn't been notified may still offer one. */
const ended = new Set<string>();

/**
 * What this tab asked others for: the preferred user, and other offers. A busy tab responds late, so after the wait any
 * offer is accepted until the user signs in.
 */
let asking: { preferred: Person | null; readonly only: boolean; readonly offers: Session[] } | null = null;

/**
 * Restores a stored session, or asks other tabs. Call it once, before anything needs the session.
 * @param ask whether to wait for other tabs, unless the user is about to sign in anyway
 * @param wanted the user in the URL, or null
 */
export async function restoreSession(ask: boolean, wanted: Person | null = null): Promise<void> {
	channel?.close();
	channel = openSessionChannel(hear);
	// A signed-out tab doesn't become another user when reloaded.
	const who = wanted ?? signedOutPerson();
	const own = sessionInTab();
	const isWanted = own !== null && (wanted === null || isSamePerson(own, wanted));
	const person = who ?? latestPerson();
	const kept = isWanted ? own : person === null ? null : sessionOnComputer(person);
	if (kept !== null) {
		take(storeSession(kept));
		return;
	}
	take(null);
	if (ask) await handedOver(who);
	// The tab keeps its user until the other one has signed in.
	if (useSessionStore.getState().session === null && own !== null) take(own);
}

/**
 * Ends a user's session in all their tabs, including this one.
 * @param remove whether to also delete their data in this browser
 * @param token known to this tab; a tab with another one revokes that itself
 */
export function signOutPerson(person: Person, remove: boolean, token: string | null): void {
	const { session } = useSessionStore.getState();
	const own = session !== null && isSamePerson(session, person);
	const { baseUrl, username } = person;
	const at = afterSignOut(person);
	changeProfile(scopeOf(person), { signedOutAt: at });
	channel?.say({ type: 'signed-out', baseUrl, username, token, remove, at });
	if (remove) forget(person, () => true);
	forgetOnComputer(person);
	if (own) end(session);
}

/**
 * Called when the service rejects a token. The page keeps its state and asks the user to sign in again, unless another
 * tab already did.
 */
export function refuseToken(token: string, refusal?: ApiError): void {
	ended.add(token);
	const { session, refused } = useSessionStore.getState();
	if (session?.token !== token || refused) return;
	useSessionStore.setState({ refused: true, refusal });
	say({ type: 'ask', who: { baseUrl: session.baseUrl, username: session.username } });
}

/**
 * Records that this tab is in use, so a new tab starts with its profile. Ends a session signed out while the tab was
 * suspended.
 */
export function noteUse(): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	if (isSessionValid(session)) noteProfile(scopeOf(session), session.serviceName);
	else end(session);
}

/** Makes this tab and the user's other tabs use this session. */
export function beginSession(session: Session): void {
	ended.delete(session.token);
	const { session: before } = useSessionStore.getState();
	const agentTokens = isSamePerson(before, session) ? before?.agentTokens : undefined;
	const begun = storeSession({ ...session, since: afterSignOut(session), ...(agentTokens && { agentTokens }) });
	take(begun);
	say({ type: 'signed-in', session: begun });
}

/** Stores a change of this tab's session, here and in the user's other tabs. */
export function changeSession(session: Session): void {
	const next = storeSession(session);
	useSessionStore.setState({ session: next });
	say({ type: 'signed-in', session: next });
}

/** The current time, but later than the last sign-out even if the clock was set back. */
const afterSignOut = (person: Person): number => Math.max(Date.now(), signedOutAt(scopeOf(person)) + 1);

function end(session: Session): void {
	ended.add(session.token);
	markLeft(session);
	forgetInTab();
	take(null);
}

function take(session: Session | null): void {
	asking = null;
	if (session !== null) {
		reopenDrafts(scopeOf(session));
		noteProfile(scopeOf(session), session.serviceName);
	}
	useSessionStore.setState({ session, refused: false, other: null });
}

const say = (message: SessionMessage): void => channel?.say(message);

function hear(message: SessionMessage): void {
	const { session, refused } = useSessionStore.getState();
	switch (message.type) {
		case 'ask':
			if (session === null || refused) return;
			if (message.who === null || isSamePerson(message.who, session)) say({ type: 'here', session });
			return;
		case 'here':
			if (ended.has(message.session.token) || !isSessionValid(message.session)) return;
			// A tab with a valid session needs no other.
			if (session !== null) {
				if (refused) adopt(message.session);
			} else consider(message.session);
			return;
		case 'signed-in':
			ended.delete(message.session.token);
			if (session !== null ? isSamePerson(session, message.session) : mayBecome(message.session)) {
				adopt(message.session);
			} else if (refused) useSessionStore.setState({ other: message.session.username });
			return;
		case 'signed-out':
			if (message.token !== null) ended.add(message.token);
			if (message.remove) forget(message, () => isRecent(message, message.at));
			if (session === null || !isSamePerson(session, message)) return;
			end(session);
			// The other tab knew a different token, or none.
			if (!refused && session.token !== message.token) revoke(session, undefined);
			return;
	}
}

/** Takes over another tab's session, including a newer token, but never of another user or one signed out since. */
function adopt(offered: Session): void {
	const { session } = useSessionStore.getState();
	if (!isSessionValid(offered)) return;
	if (session !== null && !isSamePerson(session, offered)) return;
	take(storeSession(offered));
}

/** A signed-out tab only becomes its former user; a new one, anyone. */
function mayBecome(offered: Person): boolean {
	const left = signedOutPerson();
	return left === null || isSamePerson(left, offered);
}

/** The preferred user is accepted at once; otherwise the first offer after the wait. */
function consider(offered: Session): void {
	if (asking === null) return;
	if (asking.preferred === null || isSamePerson(asking.preferred, offered)) adopt(offered);
	else if (!asking.only) asking.offers.push(offered);
}

async function handedOver(who: Person | null): Promise<void> {
	const current = { preferred: who ?? latestPerson(), only: who !== null, offers: [] as Session[] };
	asking = current;
	say({ type: 'ask', who });
	await new Promise<void>((resolve) => {
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
	if (!current.only) current.preferred = null;
	const [first] = current.offers;
	if (useSessionStore.getState().session === null && first !== undefined) adopt(first);
}

function latestPerson(): Person | null {
	const latest = latestProfile();
	return latest === null ? null : { baseUrl: latest.service, username: latest.user };
}

/**
 * Revokes a token, if the service supports it. A pasted token isn't revoked, since it may be in use elsewhere.
 * @param description of the service, if it was read
 */
export function revoke(session: Session, description: Description | null | undefined): void {
	if (session.issued !== true) return;
	import('./revoke-token.ts').then((module) => module.revokeAtService(session, description)).catch(() => {});
}

/** @param isShared whether to delete data shared by all tabs; checked again once the code for that has loaded */
function forget(person: Person, isShared: () => boolean): void {
	const scope = scopeOf(person);
	closeDrafts(scope);
	if (isShared()) removeDrafts(scope);
	import('../../storage/local-data.ts')
		.then((kept) => (isShared() ? kept.removeLocalData(scope) : kept.removeTabData(scope)))
		.catch(() => {});
}

/**
 * Whether the stored data is still that of the sign-out. A suspended tab receives the message only when it resumes; by
 * then the other tab has deleted everything, and any data is newer.
 */
const isRecent = (person: Person, outAt: number): boolean =>
	Date.now() - outAt < heardWithin && (findProfile(scopeOf(person))?.usedAt ?? 0) <= outAt;
