import { expect, it } from 'vitest';
import type { Refusal } from '../model.ts';
import { judgeAnswer, judgeIdToken, judgeTokenResponse, SignInRefused } from './judge.ts';
import { longestWait, type Pending, type StateMark } from './pending.ts';

const now = Date.UTC(2030, 0, 1);
const issuer = 'https://data.example.org';
const way = {
	flow: 'implicit',
	authorizeUrl: `${issuer}/auth/authorize`,
	tokenUrl: null,
	clientId: 'dataset-console',
	redirectUri: 'https://console.example.org/sign-in',
	issuer,
	tellsIssuer: true,
	idToken: true,
} as const;
const implicit: Pending = {
	state: 's.1',
	nonce: 'n-1',
	verifier: null,
	at: now - 30_000,
	baseUrl: `${issuer}/api/v1`,
	serviceName: 'Data desk',
	keep: false,
	next: '/runs',
	user: null,
	window: false,
	way,
};
const code: Pending = { ...implicit, verifier: 'v', way: { ...way, flow: 'code', tokenUrl: `${issuer}/auth/token` } };

const jwt = (claims: object): string => `e30.${btoa(JSON.stringify(claims)).replaceAll('=', '')}.x`;
const claims = { nonce: 'n-1', iss: issuer, aud: 'dataset-console', exp: now / 1_000 + 60 };
const token = {
	access_token: 'tok',
	token_type: 'Bearer',
	expires_in: '60',
	state: 's.1',
	iss: issuer,
	id_token: jwt(claims),
};
const withCode = { code: 'c', state: 's.1', iss: issuer };

interface Case {
	readonly pending?: Pending | null;
	readonly mark?: StateMark | null;
	readonly query?: Record<string, string> | string;
	readonly fragment?: Record<string, string> | string;
}

const judge = ({ pending = implicit, mark = 'begun', query = {}, fragment = {} }: Case) =>
	judgeAnswer(
		{ query: new URLSearchParams(query), fragment: new URLSearchParams(fragment) },
		{ pending, mark: mark ?? null, now },
	);

function refusalOf(act: () => unknown): Refusal {
	try {
		act();
	} catch (error) {
		if (error instanceof SignInRefused) return error.refusal;
	}
	throw new Error('It was not refused.');
}

it('accepts a requested token or code', () => {
	expect(judge({ fragment: token })).toEqual({ kind: 'token', token: 'tok', expiresAt: now + 60_000 });
	expect(judge({ pending: code, query: withCode })).toEqual({ kind: 'code', code: 'c' });
	const bare = { ...implicit, way: { ...way, issuer: null, tellsIssuer: false, idToken: false } };
	const least = { access_token: 'tok', token_type: 'bearer', state: 's.1' };
	expect(judge({ pending: bare, fragment: least })).toMatchObject({ token: 'tok', expiresAt: null });
});

const without = (name: keyof typeof token) => Object.fromEntries(Object.entries(token).filter(([key]) => key !== name));
const doubled = `${new URLSearchParams(token)}&access_token=other`;

it.each<[string, Case, RegExp]>([
	['without a state', { fragment: without('state') }, /has no "state" parameter/],
	[
		'with an unknown state',
		{ pending: null, mark: null, fragment: token },
		/wasn’t started in this tab.*someone sent you/,
	],
	['with another sign-in’s state', { fragment: { ...token, state: 'x.9' }, mark: null }, /wasn’t started in this tab/],
	['that was already used', { pending: null, mark: 'used', fragment: token }, /already complete/],
	['for another tab', { pending: null, mark: 'begun', fragment: token }, /another tab/],
	['that took too long', { pending: { ...implicit, at: now - longestWait - 1 }, fragment: token }, /15 minutes/],
	['after the clock was set back', { pending: { ...implicit, at: now + 3_600_000 }, fragment: token }, /too long/],
	['after the user canceled', { query: { error: 'access_denied', state: 's.1', iss: issuer } }, /canceled/],
	[
		'with another error',
		{ query: { error: 'server_error', error_description: 'Out\u202e of\norder', state: 's.1', iss: issuer } },
		/Data desk didn’t sign you in.*The service’s sign-in failed.*"Out of order"/,
	],
	['with an error named constructor', { query: { error: 'constructor', state: 's.1', iss: issuer } }, /"constructor"/],
	['with an error but no state', { query: { error: 'access_denied' }, pending: null, mark: null }, /no "state"/],
	[
		'with an error from another issuer',
		{ query: { error: 'server_error', state: 's.1', iss: 'https://evil.example' } },
		/evil/,
	],
	['with a token of another type', { fragment: { ...token, token_type: 'mac' } }, /of type "mac"/],
	['with a token without a type', { fragment: without('token_type') }, /unknown type/],
	['without a token', { fragment: without('access_token') }, /returned no token/],
	['with an invalid token', { fragment: { ...token, access_token: 'a\u0000b' } }, /invalid/],
	['with an expired token', { fragment: { ...token, expires_in: '0' } }, /already expired/],
	['with both a token and a code', { fragment: { ...token, code: 'c' } }, /both a code and a token, or one instead/],
	['with a code instead of a token', { query: withCode }, /both a code and a token, or one instead/],
	['with a token instead of a code', { pending: code, fragment: token }, /both a code and a token, or one instead/],
	['without a code', { pending: code, query: { state: 's.1', iss: issuer } }, /returned no code/],
	['with a repeated parameter', { fragment: doubled }, /"access_token" appears more than once/],
	['with a state in both URL parts', { query: { state: 's.1' }, fragment: token }, /"state" appears more than once/],
	['with the token in the query', { query: token }, /query string, which servers log/],
	['of another issuer', { fragment: { ...token, iss: 'https://evil.example' } }, /comes from https:\/\/evil\.example/],
	['without an issuer', { fragment: without('iss') }, /doesn’t name its issuer/],
	['without an ID token', { fragment: without('id_token') }, /returned no ID token/],
	['with an invalid ID token', { fragment: { ...token, id_token: 'x.y' } }, /Invalid ID token/],
	['for another nonce', { fragment: { ...token, id_token: jwt({ ...claims, nonce: 'n-2' }) } }, /for another sign-in/],
	['with another issuer’s ID token', { fragment: { ...token, id_token: jwt({ ...claims, iss: 'x' }) } }, /issued by x/],
	['for another app', { fragment: { ...token, id_token: jwt({ ...claims, aud: ['x'] }) } }, /another app/],
	['with an expired ID token', { fragment: { ...token, id_token: jwt({ ...claims, exp: 1 }) } }, /clock/],
])('rejects a response %s', (_what, given, words) => {
	const refusal = refusalOf(() => judge(given));
	const text = `${refusal.title} ${refusal.message}`;
	expect(text).toMatch(words);
	expect(text).not.toMatch(/tok\b(?!en)|undefined|null/);
});

it('checks the response of a code exchange the same way', () => {
	const given = { access_token: 'tok', token_type: 'bearer', expires_in: 60 };
	expect(() => judgeTokenResponse({ ...given, token_type: 'DPoP' }, 'Data desk', now)).toThrow(SignInRefused);
	expect(judgeTokenResponse(given, 'Data desk', now)).toMatchObject({ expiresAt: now + 60_000 });
	const other = jwt({ ...claims, nonce: 'other' });
	expect(() => judgeIdToken(other, false, code, now)).toThrow(SignInRefused);
	expect(() => judgeIdToken(undefined, false, code, now)).not.toThrow();
});
