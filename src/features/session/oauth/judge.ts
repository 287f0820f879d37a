import { capitalize } from '../../../lib/format.ts';
import type { Refusal } from '../model.ts';
import { claimsOf } from '../token-expiry.ts';
import type { Answer } from './address.ts';
import { longestWait, type Pending, type StateMark } from './pending.ts';

/** What an answer gives: a token, or a code that has to be exchanged first. */
export type Grant = TokenGrant | { readonly kind: 'code'; readonly code: string };

export interface TokenGrant {
	readonly kind: 'token';
	readonly token: string;
	/** Ms since 1970. */
	readonly expiresAt: number | null;
}

/** A sign-in that is not gone on with. */
export class SignInRefused extends Error {
	override readonly name = 'SignInRefused';
	readonly refusal: Refusal;

	constructor(title: string, message: string) {
		super(message);
		this.refusal = { title, message };
	}
}

/** What is known where the answer arrives. */
export interface Known {
	/** The sign-in that waited in this tab. */
	readonly pending: Pending | null;
	/** What this browser knows of the answer's state. */
	readonly mark: StateMark | null;
	readonly now: number;
}

const again = 'No one was signed in. Sign in again from here.';

function refuse(title: string, message: string, next = ` ${again}`): never {
	throw new SignInRefused(title, message + next);
}

/**
 * Judges what came back from a service's pages before anything is done with it: whose answer it is first, then what it says
 * (RFC 6749, sections 4.1.2 and 4.2.2; RFC 9207; RFC 9700, section 4).
 * @throws SignInRefused
 */
export function judgeAnswer(answer: Answer, { pending, mark, now }: Known): Grant {
	const names = [...answer.query.keys(), ...answer.fragment.keys()];
	const doubled = names.find((name, index) => names.indexOf(name) !== index);
	const one = (name: string): string | null => answer.query.get(name) ?? answer.fragment.get(name);
	const state = one('state');
	if (!state) {
		refuse('This sign-in link isn’t valid', 'It has no state, by which an answer is known. It was not asked for here.');
	}
	if (pending === null || pending.state !== state) refuseState(mark);
	if (now - pending.at > longestWait || pending.at > now + 60_000) {
		const minutes = longestWait / 60_000;
		refuse(
			'This sign-in took too long',
			`Its answer came more than ${minutes} minutes after it was begun, so it is not used.`,
		);
	}
	if (doubled !== undefined) refuse('The answer contradicts itself', `"${visible(doubled)}" is there more than once.`);
	judgeIssuer(one('iss'), pending);
	const error = one('error');
	if (error !== null) refuseError(error, one('error_description'), pending);
	return pending.way.flow === 'code' ? judgeCode(answer, pending) : judgeToken(answer, pending, now);
}

function refuseState(mark: StateMark | null): never {
	if (mark === 'used') {
		refuse(
			'This answer was used already',
			'An answer counts once; this page was perhaps opened again from the history.',
		);
	}
	if (mark === 'begun') {
		refuse(
			'This sign-in was begun in another tab',
			'Its answer counts only there, or another one was begun here since.',
		);
	}
	refuse(
		'This sign-in was not begun here',
		'This browser did not ask for it. If someone sent you this address, they may want you to work as someone else.',
	);
}

function judgeIssuer(iss: string | null, { way, serviceName }: Pending): void {
	if (way.issuer === null || iss === way.issuer || (iss === null && !way.tellsIssuer)) return;
	const who = iss === null ? 'does not say who answers' : `comes from ${visible(iss)}`;
	refuse('Someone else answered', `The answer ${who}, and ${serviceName} signs in as ${way.issuer}. It is not used.`);
}

const errors: Readonly<Record<string, string>> = {
	server_error: 'its sign-in failed. Try again; if it stays so, tell an administrator',
	temporarily_unavailable: 'sign-in is unavailable there at the moment. Try again in a while',
	unauthorized_client: 'this console may not sign people in there. An administrator has to allow it',
	invalid_scope: 'it does not know the scope "openid". Use an access token, or ask an administrator',
	unsupported_response_type: 'it does not offer this kind of sign-in. Use an access token, or correct config.json',
	invalid_request: 'it did not understand the request. Use an access token, or tell an administrator',
	login_required: 'it wants you to sign in on its page. Try again',
};

function refuseError(error: string, description: string | null, { serviceName }: Pending): never {
	if (error === 'access_denied') {
		const message = `${serviceName} denied the sign-in. Nothing has changed here.`;
		refuse('The sign-in was left', message, '');
	}
	const known = Object.hasOwn(errors, error) ? errors[error] : undefined;
	const reason = known === undefined ? `It answered "${visible(error)}".` : `${capitalize(known)}.`;
	const details = description ? ` It says: "${visible(description)}"` : '';
	refuse(`${serviceName} did not sign you in`, reason, details);
}

function judgeCode({ query, fragment }: Answer, { serviceName }: Pending): Grant {
	if (query.has('access_token') || fragment.has('access_token')) refuseMixed(serviceName);
	const code = query.get('code');
	if (!code) refuse('The answer holds no code', `${serviceName} sent you back without one.`);
	return { kind: 'code', code };
}

function judgeToken({ query, fragment }: Answer, pending: Pending, now: number): Grant {
	const { serviceName, way } = pending;
	if (query.has('code') || fragment.has('code')) refuseMixed(serviceName);
	if (query.has('access_token')) {
		const message = `${serviceName} put it into the address's query, which servers write down, instead of behind the "#". It is not used; withdraw it if you can.`;
		refuse('The token came where others can read it', message, '');
	}
	judgeIdToken(fragment.get('id_token'), way.idToken, pending, now);
	return judgeTokenResponse(Object.fromEntries(fragment), serviceName, now);
}

/** The last moment that a date can say, ms since 1970. */
const lastTime = 8.64e15;

/** A token as either flow gives it; `expires_in` in seconds. @throws SignInRefused */
export function judgeTokenResponse(
	response: { access_token?: string; token_type?: string; expires_in?: string | number | undefined },
	serviceName: string,
	now: number,
): TokenGrant {
	const { access_token: token, token_type: type, expires_in: expiresIn = '' } = response;
	if (!token) refuse('The answer holds no token', `${serviceName} sent you back without one.`);
	if (type?.toLowerCase() !== 'bearer') {
		const kind = type ? `of the kind "${visible(type)}"` : 'of no stated kind';
		const message = `${serviceName} gave a token ${kind}; the console works with bearer tokens. It is not used. Tell an administrator.`;
		refuse('This kind of token cannot be used', message, '');
	}
	if (!/^[\x21-\x7e]+$/.test(token)) refuse('The token is damaged', 'It has characters that no token has.');
	const seconds = Number(expiresIn);
	const hasExpiry = expiresIn !== '' && Number.isFinite(seconds);
	if (hasExpiry && seconds <= 0) refuse('The token has ended already', `${serviceName} gave one that lasts no longer.`);
	const expiresAt = now + seconds * 1_000;
	return { kind: 'token', token, expiresAt: hasExpiry && expiresAt <= lastTime ? expiresAt : null };
}

/**
 * What the id token has to repeat (OpenID Connect Core, sections 3.2.2.11 and 3.1.3.7). The console believes nothing else of
 * it: who somebody is the service says when the access token is tried.
 * @throws SignInRefused
 */
export function judgeIdToken(
	idToken: string | null | undefined,
	isExpected: boolean,
	{ nonce, way, serviceName }: Pick<Pending, 'nonce' | 'way' | 'serviceName'>,
	now: number,
): void {
	if (!idToken) {
		if (!isExpected) return;
		refuse('The answer is incomplete', `${serviceName} was asked for an id token and sent none.`);
	}
	const claims = claimsOf(idToken);
	if (claims === null) refuse('The id token cannot be read', `What ${serviceName} sent is none.`);
	if (claims.nonce !== nonce)
		refuse('The answer is for another sign-in', 'Its id token does not repeat what this sign-in was begun with.');
	if (way.issuer !== null && claims.iss !== way.issuer)
		refuse('Someone else answered', `The id token comes from ${visible(String(claims.iss))}.`);
	if (![claims.aud].flat().includes(way.clientId))
		refuse('The answer is for another program', 'Its id token was not made for this console.');
	if (typeof claims.exp === 'number' && claims.exp * 1_000 < now - 60_000)
		refuse('The id token has ended', 'The clock of this computer may be wrong.');
}

function refuseMixed(serviceName: string): never {
	refuse(
		'The answer is of another kind than was asked for',
		`${serviceName} mixed a code and a token, or sent one for the other. Neither is used.`,
	);
}

/** What others wrote: short, on one line, and without what hides or turns text. */
const visible = (text: string): string =>
	text
		.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
		.trim()
		.slice(0, 200);
