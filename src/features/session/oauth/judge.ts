import type { Refusal } from '../model.ts';
import { claimsOf } from '../token-expiry.ts';
import type { Answer } from './address.ts';
import { longestWait, type Pending, type StateMark } from './pending.ts';

/** What an answer gives: a token, or a code that has to be exchanged first. Times in ms since 1970. */
export type Grant =
	| { readonly kind: 'token'; readonly token: string; readonly expiresAt: number | null }
	| { readonly kind: 'code'; readonly code: string };

export type Judged = Grant | { readonly kind: 'refused'; readonly refusal: Refusal };

/** What is known where the answer arrives. */
export interface Known {
	/** The sign-in that waited in this tab. */
	readonly pending: Pending | null;
	/** What this browser knows of the answer's state. */
	readonly mark: StateMark | null;
	readonly now: number;
}

const again = 'Nobody was signed in by it. Sign in again from here.';

/**
 * Judges what came back from a service's pages before anything is done with it: whose answer it is first, then what it says
 * (RFC 6749, sections 4.1.2 and 4.2.2; RFC 9207; RFC 9700, section 4).
 */
export function judgeAnswer(answer: Answer, { pending, mark, now }: Known): Judged {
	const doubled = [...answer.query.keys(), ...answer.fragment.keys()].find(
		(key, index, all) => all.indexOf(key) !== index,
	);
	const one = (name: string): string | null => answer.query.get(name) ?? answer.fragment.get(name);
	const state = one('state');
	if (state === null || state === '') {
		return refused(
			'This address belongs to no sign-in',
			`It has no state, by which an answer is known. It was not asked for here. ${again}`,
		);
	}
	if (pending === null || pending.state !== state) return refuseState(mark);
	if (now - pending.at > longestWait || pending.at > now + 60_000) {
		const minutes = longestWait / 60_000;
		return refused(
			'This sign-in took too long',
			`Its answer came more than ${minutes} minutes after it was begun, so it is not used. ${again}`,
		);
	}
	if (doubled !== undefined) {
		return refused('The answer contradicts itself', `"${visible(doubled)}" is there more than once. ${again}`);
	}
	const foreign = judgeIssuer(one('iss'), pending);
	if (foreign !== null) return foreign;
	const error = one('error');
	if (error !== null) return refuseError(error, one('error_description'), pending);
	return pending.way.flow === 'code' ? judgeCode(answer, pending) : judgeToken(answer, pending, now);
}

function refuseState(mark: StateMark | null): Judged {
	if (mark === 'used') {
		return refused(
			'This answer was used already',
			`An answer counts once; this page was perhaps opened again from the history. ${again}`,
		);
	}
	if (mark === 'begun') {
		return refused(
			'This sign-in was begun in another tab',
			`Its answer counts only there, or another one was begun here since. ${again}`,
		);
	}
	return refused(
		'This sign-in was not begun here',
		`This browser did not ask for it. If somebody sent you this address, they may want you to work as somebody else. ${again}`,
	);
}

function judgeIssuer(iss: string | null, { way, serviceName }: Pending): Judged | null {
	if (way.issuer === null || (iss === null && !way.tellsIssuer)) return null;
	if (iss === way.issuer) return null;
	const who = iss === null ? 'does not say who answers' : `comes from ${visible(iss)}`;
	return refused(
		'Somebody else answered',
		`The answer ${who}, and ${serviceName} signs in as ${way.issuer}. It is not used. ${again}`,
	);
}

const errors: Readonly<Record<string, string>> = {
	server_error: 'its sign-in failed. Try again; if it stays so, tell whoever runs the service',
	temporarily_unavailable: 'it signs nobody in at the moment. Try again in a while',
	unauthorized_client: 'this console may not sign people in there. Whoever runs the service has to allow it',
	invalid_scope: 'it does not know the scope "openid". Use an access token, or ask whoever runs the service',
	unsupported_response_type: 'it does not offer this kind of sign-in. Use an access token, or correct config.json',
	invalid_request: 'it did not understand the request. Use an access token, or tell whoever runs the service',
	login_required: 'it wants you to sign in on its page. Try again',
};

function refuseError(error: string, description: string | null, { serviceName }: Pending): Judged {
	if (error === 'access_denied') {
		return refused(
			'The sign-in was left',
			`${serviceName} was told not to sign you in, or does not let you in. Nothing has changed here.`,
		);
	}
	const known = Object.hasOwn(errors, error) ? errors[error] : undefined;
	const said = description === null || description === '' ? '' : ` It says: "${visible(description)}"`;
	return refused(
		`${serviceName} did not sign you in`,
		`${known === undefined ? `It answered "${visible(error)}".` : `${capital(known)}.`}${said}`,
	);
}

function judgeCode({ query, fragment }: Answer, { serviceName }: Pending): Judged {
	if (query.has('access_token') || fragment.has('access_token')) return refuseMixed(serviceName);
	const code = query.get('code');
	if (code === null || code === '') {
		return refused('The answer holds no code', `${serviceName} sent you back without one. ${again}`);
	}
	return { kind: 'code', code };
}

function judgeToken({ query, fragment }: Answer, pending: Pending, now: number): Judged {
	const { serviceName, way } = pending;
	if (query.has('code') || fragment.has('code')) return refuseMixed(serviceName);
	if (query.has('access_token')) {
		return refused(
			'The token came where others can read it',
			`${serviceName} put it into the address's query, which servers write down, instead of behind the "#". It is not used; withdraw it if you can.`,
		);
	}
	const idToken = judgeIdToken(fragment.get('id_token'), way.idToken, pending, now);
	if (idToken !== null) return idToken;
	return judgeTokenParts(
		fragment.get('access_token'),
		fragment.get('token_type'),
		fragment.get('expires_in'),
		serviceName,
		now,
	);
}

/** The last moment that a date can say, ms since 1970. */
const lastTime = 8.64e15;

/** A token as either flow gives it. @param expiresIn seconds */
export function judgeTokenParts(
	token: string | null,
	type: string | null,
	expiresIn: string | number | null,
	serviceName: string,
	now: number,
): Judged {
	if (token === null || token === '') {
		return refused('The answer holds no token', `${serviceName} sent you back without one. ${again}`);
	}
	if (type?.toLowerCase() !== 'bearer') {
		const what = type === null || type === '' ? 'of no stated kind' : `of the kind "${visible(type)}"`;
		return refused(
			'This kind of token cannot be used',
			`${serviceName} gave a token ${what}; the console works with bearer tokens. It is not used. Tell whoever runs the service.`,
		);
	}
	if (!/^[\x21-\x7e]+$/.test(token)) {
		return refused('The token is damaged', `It has characters that no token has. ${again}`);
	}
	const seconds = Number(expiresIn);
	const hasExpiry = expiresIn !== null && expiresIn !== '' && Number.isFinite(seconds);
	if (hasExpiry && seconds <= 0) {
		return refused('The token has ended already', `${serviceName} gave one that lasts no longer. ${again}`);
	}
	const expiresAt = now + seconds * 1_000;
	return { kind: 'token', token, expiresAt: hasExpiry && expiresAt <= lastTime ? expiresAt : null };
}

/**
 * What the id token has to repeat (OpenID Connect Core, sections 3.2.2.11 and 3.1.3.7). The console believes nothing else of
 * it: who somebody is the service says when the access token is tried.
 * @returns null where nothing is wrong with it
 */
export function judgeIdToken(
	idToken: string | null,
	isExpected: boolean,
	{ nonce, way, serviceName }: Pick<Pending, 'nonce' | 'way' | 'serviceName'>,
	now: number,
): Judged | null {
	if (idToken === null || idToken === '') {
		if (!isExpected) return null;
		return refused('The answer is incomplete', `${serviceName} was asked for an id token and sent none. ${again}`);
	}
	const claims = claimsOf(idToken);
	if (claims === null) return refused('The id token cannot be read', `What ${serviceName} sent is none. ${again}`);
	if (claims.nonce !== nonce) {
		return refused(
			'The answer is for another sign-in',
			`Its id token does not repeat what this sign-in was begun with. ${again}`,
		);
	}
	if (way.issuer !== null && claims.iss !== way.issuer) {
		return refused('Somebody else answered', `The id token comes from ${visible(String(claims.iss))}. ${again}`);
	}
	if (![claims.aud].flat().includes(way.clientId)) {
		return refused('The answer is for another program', `Its id token was not made for this console. ${again}`);
	}
	if (typeof claims.exp === 'number' && claims.exp * 1_000 < now - 60_000) {
		return refused('The id token has ended', `The clock of this computer may be wrong. ${again}`);
	}
	return null;
}

const refuseMixed = (serviceName: string): Judged =>
	refused(
		'The answer is of another kind than was asked for',
		`${serviceName} mixed a code and a token, or sent one for the other. Neither is used. ${again}`,
	);

const refused = (title: string, message: string): Judged => ({ kind: 'refused', refusal: { title, message } });

/** What others wrote: short, on one line, and without what hides or turns text. */
const visible = (text: string): string =>
	text
		.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
		.trim()
		.slice(0, 200);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
