import type { Description } from '#contract/description.ts';
import type { ApiError } from '../../api/api-error.ts';
import { closeDrafts, removeDrafts, reopenDrafts } from '../../storage/drafts.ts';
import { changeProfile, findProfile, latestProfile, noteProfile, signedOutAt } from '../../storage/profiles.ts';
import { isSamePerson, type Person, type Session, scopeOf, useSessionStore } from './model.ts';
import { openSessionChannel, type SessionChannel, type SessionMessage } from './session-channel.ts';
import {
	countsStill,
	forgetInTab,
	forgetOnComputer,
	keepSession,
	keptInTab,
	keptOnComputer,
	leftPerson,
	markLeft,
} from './session-storage.ts';

/** How long a new tab waits for another tab to hand over its session, ms. */
const askFor = 150;

/** Longest time that an active tab takes to receive a message of another one, ms. */
const heardWithin = 5_000;

let channel: SessionChannel | null = null;

/** Tokens that were signed out in any tab: another tab may still hand one over that it has not heard of yet. */
const ended = new Set<string>();

/**
 * What this tab asked the others for: whose session it takes at once, and what else was offered. A busy tab answers late:
 * after the waiting any offer will do, until the person has signed in.
 */
let asking: { preferred: Person | null; readonly only: boolean; readonly offers: Session[] } | null = null;

/**
 * Takes up what was kept, or else asks the other tabs of this console. Call once, before anything else needs the session.
 * @param ask whether to wait for other tabs; not when the person is about to sign in anyway
 * @param wanted whose session the address asks for; null where it names nobody
 */
export async function restoreSession(ask: boolean, wanted: Person | null = null): Promise<void> {
	channel?.close();
	channel = openSessionChannel(hear);
	// A signed-out tab does not become somebody else when it is reloaded.
	const who = wanted ?? leftPerson();
	const own = keptInTab();
	const isWanted = own !== null && (wanted === null || isSamePerson(own, wanted));
	const person = who ?? latestPerson();
	const kept = isWanted ? own : person === null ? null : keptOnComputer(person);
	if (kept !== null) {
		take(keepSession(kept));
		return;
	}
	take(null);
	if (ask) await handedOver(who);
	// The tab stays who it is until the other one has signed in.
	if (useSessionStore.getState().session === null && own !== null) take(own);
}

/**
 * Ends somebody's session in every tab of theirs, this one included where it is one.
 * @param remove whether what the browser keeps for them goes, too
 * @param token of theirs that this tab knows; another one is withdrawn by the tab that has it
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
 * The service refused a token: nothing on the page is lost, the person is asked to sign in again, unless another tab has
 * done so meanwhile.
 */
export function refuseToken(token: string, refusal?: ApiError): void {
	ended.add(token);
	const { session, refused } = useSessionStore.getState();
	if (session?.token !== token || refused) return;
	useSessionStore.setState({ refused: true, refusal });
	say({ type: 'ask', who: { baseUrl: session.baseUrl, username: session.username } });
}

/** Notes that this tab is in use, so that a new one starts with its profile; ends a session that was signed out while the tab was suspended. */
export function noteUse(): void {
	const { session } = useSessionStore.getState();
	if (session === null) return;
	if (countsStill(session)) noteProfile(scopeOf(session), session.serviceName);
	else end(session);
}

/** From now on this tab, and every other one of the same person, works with this session. */
export function beginSession(session: Session): void {
	ended.delete(session.token);
	const { session: before } = useSessionStore.getState();
	const agentTokens = isSamePerson(before, session) ? before?.agentTokens : undefined;
	const begun = keepSession({ ...session, since: afterSignOut(session), ...(agentTokens && { agentTokens }) });
	take(begun);
	say({ type: 'signed-in', session: begun });
}

/** Keeps what changed in the session of this tab, here and in every other tab of the same person. */
export function changeSession(session: Session): void {
	const next = keepSession(session);
	useSessionStore.setState({ session: next });
	say({ type: 'signed-in', session: next });
}

/** Now, but after the last sign-out even where the clock was set back. */
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
			if (ended.has(message.session.token) || !countsStill(message.session)) return;
			// A tab with a working session needs no other.
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
			// The tab that was asked knew of another token, or of none.
			if (!refused && session.token !== message.token) revoke(session, undefined);
			return;
	}
}

/** A tab takes over what another one has, a newer token included, but never as someone else, nor what was signed out since. */
function adopt(offered: Session): void {
	const { session } = useSessionStore.getState();
	if (!countsStill(offered)) return;
	if (session !== null && !isSamePerson(session, offered)) return;
	take(keepSession(offered));
}

/** A tab that was signed out goes on by itself as nobody else; a fresh one as whoever there is. */
function mayBecome(offered: Person): boolean {
	const left = leftPerson();
	return left === null || isSamePerson(left, offered);
}

/** The preferred one is taken at once; of others, the first one when the preferred does not answer. */
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
 * Ends a token at its service, where the service ends tokens. One that somebody was given is theirs to end: it may be at work
 * elsewhere.
 * @param description of the service, where it was read
 */
export function revoke(session: Session, description: Description | null | undefined): void {
	if (session.issued !== true) return;
	import('./revoke-token.ts').then((module) => module.revokeAtService(session, description)).catch(() => {});
}

/** @param isShared whether what all tabs share goes, too; asked again when the code for that is here */
function forget(person: Person, isShared: () => boolean): void {
	const scope = scopeOf(person);
	closeDrafts(scope);
	if (isShared()) removeDrafts(scope);
	import('../../storage/kept-work.ts')
		.then((kept) => (isShared() ? kept.removeKept(scope) : kept.removeKeptInTab(scope)))
		.catch(() => {});
}

/**
 * Whether what the browser keeps is still what it was at a sign-out: a tab that was put aside hears of one when it is awake
 * again. By then the tab that was asked has removed everything; what there is was made since.
 */
const isRecent = (person: Person, outAt: number): boolean =>
	Date.now() - outAt < heardWithin && (findProfile(scopeOf(person))?.usedAt ?? 0) <= outAt;
