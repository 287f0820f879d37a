import * as z from 'zod/mini';
import { consolePath, readJson, removeText, writeText } from '../../../storage/web-storage.ts';
import { waitingPathKey } from './address.ts';

/** How a service signs users in on its own pages. */
const SignInMethod = z.object({
	flow: z.enum(['code', 'implicit']),
	authorizeUrl: z.string(),
	/** Token endpoint; null for the implicit flow. */
	tokenUrl: z.nullable(z.string()),
	clientId: z.string(),
	redirectUri: z.string(),
	/** Expected issuer (RFC 9207); null if the service doesn't state it. */
	issuer: z.nullable(z.string()),
	/** Whether the service guarantees to name the issuer in every response. */
	tellsIssuer: z.boolean(),
	/** Whether to request an id token, which repeats the nonce. */
	idToken: z.boolean(),
});
export type SignInMethod = z.infer<typeof SignInMethod>;

/** A sign-in started in this tab that waits for its response. */
const Pending = z.object({
	state: z.string(),
	nonce: z.string(),
	/** PKCE (RFC 7636); null for the implicit flow. */
	verifier: z.nullable(z.string()),
	/** Start time, ms since 1970. */
	at: z.number(),
	baseUrl: z.string(),
	serviceName: z.string(),
	keep: z.boolean(),
	/** Path of this console to continue at. */
	next: z.string(),
	/** The required user, or null. */
	user: z.nullable(z.string()),
	/** Whether the window was opened only for this, by a waiting page. */
	window: z.boolean(),
	way: SignInMethod,
});
export type Pending = z.infer<typeof Pending>;

/** How long a response is awaited, in ms. */
export const longestWait = 15 * 60_000;

export type StateMark = 'begun' | 'used';

const Marks = z.record(z.string(), z.object({ mark: z.enum(['begun', 'used']), at: z.number() }));

const pendingKey = () => `dataset-console/authorisation/1${consolePath()}`;
const marksKey = () => `dataset-console/authorisation-states/1${consolePath()}`;

/** The first part of a state is its name; the rest is the secret, which only the tab has. */
const nameOf = (state: string): string => state.split('.')[0] ?? '';

export const toBase64Url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');

export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

export const newState = (): string => `${newSecret().slice(0, 10)}.${newSecret()}`;

/** Stores a pending sign-in, in this tab only, one at a time. @returns whether the browser could store it */
export function storePending(pending: Pending): boolean {
	mark(pending.state, 'begun', pending.at);
	const isKept = writeText('session', pendingKey(), JSON.stringify(pending));
	return isKept && writeText('session', waitingPathKey(), new URL(pending.way.redirectUri).pathname);
}

/** Removes and returns the pending sign-in. It can be used only once, whatever the response. */
export function takePending(): Pending | null {
	const pending = readJson('session', pendingKey(), Pending) ?? null;
	removeText('session', pendingKey());
	removeText('session', waitingPathKey());
	return pending;
}

/** What any tab of this browser knows about a state; null if it wasn't created here. */
export const markOf = (state: string): StateMark | null => marks()[nameOf(state)]?.mark ?? null;

export const markUsed = (state: string): void => mark(state, 'used', Date.now());

function mark(state: string, value: StateMark, at: number): void {
	const recent = Object.entries(marks()).filter(([, known]) => at - known.at < 2 * longestWait);
	const next = { ...Object.fromEntries(recent), [nameOf(state)]: { mark: value, at } };
	writeText('local', marksKey(), JSON.stringify(next));
}

const marks = (): z.infer<typeof Marks> => readJson('local', marksKey(), Marks) ?? {};
