import { capitalize } from '../../../lib/format.ts';
import type { Refusal } from '../model.ts';
import { claimsOf } from '../token-expiry.ts';
import type { Answer } from './address.ts';
import { longestWait, type Pending, type StateMark } from './pending.ts';

/** The result of a response: a token, or a code to exchange. */
export type Grant = TokenGrant | { readonly kind: 'code'; readonly code: string };

export interface TokenGrant {
	readonly kind: 'token';
	readonly token: string;
	/** Ms since 1970. */
	readonly expiresAt: number | null;
}

/** A sign-in that was aborted for security or by the service. */
export class SignInRefused extends Error {
	override readonly name = 'SignInRefused';
	readonly refusal: Refusal;

	constructor(title: string, message: string) {
		super(message);
		this.refusal = { title, message };
	}
}

export interface Known {
	readonly pending: Pending | null;
	/** What this browser knows about the response's state. */
	readonly mark: StateMark | null;
	readonly now: number;
}

const again = 'You aren’t signed in. Start over on this page.';

function refuse(title: string, message: string, next = ` ${again}`): never {
	throw new SignInRefused(title, message + next);
}

function refuseIncomplete(serviceName: string, what: 'token' | 'code' | 'ID token'): never {
	const message = `${serviceName} returned no ${what}. Sign in again.`;
	refuse('The response is incomplete', message, ' If this keeps happening, contact your admin.');
}

/**
 * Validates an authorization response before anything is done with it: first whether it belongs to this tab, then its
 * content (RFC 6749, sections 4.1.2 and 4.2.2; RFC 9207; RFC 9700, section 4).
 * @throws SignInRefused
 */
export function judgeAnswer(answer: Answer, { pending, mark, now }: Known): Grant {
	const names = [...answer.query.keys(), ...answer.fragment.keys()];
	const doubled = names.find((name, index) => names.indexOf(name) !== index);
	const one = (name: string): string | null => answer.query.get(name) ?? answer.fragment.get(name);
	const state = one('state');
	if (!state) {
		refuse(
			'This sign-in link isn’t valid',
			'The link has no "state" parameter, so it doesn’t belong to a sign-in that this console started.',
		);
	}
	if (pending === null || pending.state !== state) refuseState(mark);
	if (now - pending.at > longestWait || pending.at > now + 60_000) {
		const minutes = longestWait / 60_000;
		refuse('This sign-in took too long', `You have to complete sign-in within ${minutes} minutes.`);
	}
	if (doubled !== undefined)
		refuse('This sign-in link isn’t valid', `"${visible(doubled)}" appears more than once in the link.`);
	judgeIssuer(one('iss'), pending);
	const error = one('error');
	if (error !== null) refuseError(error, one('error_description'), pending);
	return pending.way.flow === 'code' ? judgeCode(answer, pending) : judgeToken(answer, pending, now);
}

function refuseState(mark: StateMark | null): never {
	if (mark === 'used') {
		refuse(
			'This sign-in is already complete',
			'A sign-in works only once. You may have reopened this page from your browser history.',
			' Start over on this page.',
		);
	}
	if (mark === 'begun') {
		refuse(
			'This sign-in was started in another tab',
			'Continue in that tab. If you started a newer sign-in, use the newer one.',
			'',
		);
	}
	refuse(
		'This sign-in wasn’t started in this tab',
		'If someone sent you this link, they may be trying to sign you in as someone else.',
	);
}

function judgeIssuer(iss: string | null, { way, serviceName }: Pending): void {
	if (way.issuer === null || iss === way.issuer || (iss === null && !way.tellsIssuer)) return;
	const who = iss === null ? 'doesn’t name its issuer' : `comes from ${visible(iss)}`;
	refuse(
		iss === null ? 'Couldn’t verify where this sign-in came from' : 'This sign-in came from another server',
		`The response was ignored because it ${who}. Responses for ${serviceName} must come from ${way.issuer}.`,
	);
}

const errors: Readonly<Record<string, string>> = {
	server_error: 'the service’s sign-in failed. Try again, or contact your admin if it keeps failing',
	temporarily_unavailable: 'sign-in is temporarily unavailable. Try again later',
	unauthorized_client: 'this console isn’t registered there. Ask your admin to register it',
	invalid_scope: 'it doesn’t support the scope "openid". Use an access token, or contact your admin',
	unsupported_response_type:
		'it doesn’t support this type of sign-in. Use an access token, or ask your admin to correct config.json',
	invalid_request: 'it rejected the request as invalid. Use an access token, or contact your admin',
	login_required: 'it requires you to sign in on its page. Try again',
};

function refuseError(error: string, description: string | null, { serviceName }: Pending): never {
	if (error === 'access_denied') {
		const message = `${serviceName} didn’t sign you in. Sign in again, or contact your admin.`;
		refuse('Sign-in canceled or denied', message, '');
	}
	const known = Object.hasOwn(errors, error) ? errors[error] : undefined;
	const reason =
		known === undefined
			? `It returned the error "${visible(error)}". Try again, or contact your admin.`
			: `${capitalize(known)}.`;
	const details = description ? ` Details: "${visible(description)}"` : '';
	refuse(`${serviceName} didn’t sign you in`, reason, details);
}

function judgeCode({ query, fragment }: Answer, { serviceName }: Pending): Grant {
	if (query.has('access_token') || fragment.has('access_token')) refuseMixed(serviceName);
	const code = query.get('code');
	if (!code) refuseIncomplete(serviceName, 'code');
	return { kind: 'code', code };
}

function judgeToken({ query, fragment }: Answer, pending: Pending, now: number): Grant {
	const { serviceName, way } = pending;
	if (query.has('code') || fragment.has('code')) refuseMixed(serviceName);
	if (query.has('access_token')) {
		const message = `${serviceName} put the token in the URL’s query string, which servers log, instead of after the "#". The token was ignored. Revoke it if you can.`;
		refuse('The token was sent in the query string', message, '');
	}
	judgeIdToken(fragment.get('id_token'), way.idToken, pending, now);
	return judgeTokenResponse(Object.fromEntries(fragment), serviceName, now);
}

/** The latest valid time of a Date, ms since 1970. */
const lastTime = 8.64e15;

/** Validates a token response of either flow; `expires_in` in seconds. @throws SignInRefused */
export function judgeTokenResponse(
	response: { access_token?: string; token_type?: string; expires_in?: string | number | undefined },
	serviceName: string,
	now: number,
): TokenGrant {
	const { access_token: token, token_type: type, expires_in: expiresIn = '' } = response;
	if (!token) refuseIncomplete(serviceName, 'token');
	if (type?.toLowerCase() !== 'bearer') {
		const kind = type ? `of type "${visible(type)}"` : 'of unknown type';
		const message = `${serviceName} returned a token ${kind}, but the console needs a bearer token. Contact your admin.`;
		refuse('This type of token isn’t supported', message, '');
	}
	if (!/^[\x21-\x7e]+$/.test(token))
		refuse(
			'Invalid token',
			`${serviceName} returned a token that contains invalid characters. Sign in again, or contact your admin.`,
			'',
		);
	const seconds = Number(expiresIn);
	const hasExpiry = expiresIn !== '' && Number.isFinite(seconds);
	if (hasExpiry && seconds <= 0)
		refuse(
			'The token has already expired',
			`${serviceName} returned an expired token. Sign in again, or contact your admin.`,
			'',
		);
	const expiresAt = now + seconds * 1_000;
	return { kind: 'token', token, expiresAt: hasExpiry && expiresAt <= lastTime ? expiresAt : null };
}

/**
 * Validates the required claims of an id token (OpenID Connect Core, sections 3.2.2.11 and 3.1.3.7). Nothing else in it
 * is trusted: the service identifies the user when the access token is tried.
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
		refuseIncomplete(serviceName, 'ID token');
	}
	const claims = claimsOf(idToken);
	if (claims === null)
		refuse(
			'Invalid ID token',
			`${serviceName} returned an ID token that can’t be read. Sign in again, or contact your admin.`,
			'',
		);
	if (claims.nonce !== nonce)
		refuse('This response is for another sign-in', 'Its ID token doesn’t match this sign-in.');
	if (way.issuer !== null && claims.iss !== way.issuer)
		refuse(
			'This sign-in came from another server',
			`The ID token ${claims.iss === undefined ? 'doesn’t name its issuer' : `was issued by ${visible(String(claims.iss))}`}. It must come from ${way.issuer}.`,
		);
	if (![claims.aud].flat().includes(way.clientId))
		refuse('This response is for another app', 'Its ID token wasn’t issued for this console.');
	if (typeof claims.exp === 'number' && claims.exp * 1_000 < now - 60_000)
		refuse('The ID token has expired', 'Check this computer’s clock, then start over on this page.', '');
}

function refuseMixed(serviceName: string): never {
	refuse(
		'Unexpected sign-in response',
		`${serviceName} returned both a code and a token, or one instead of the other. Contact your admin.`,
		'',
	);
}

/** Untrusted text made safe to display: short, one line, without characters that hide or reverse text. */
const visible = (text: string): string =>
	text
		.replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
		.trim()
		.slice(0, 200);
