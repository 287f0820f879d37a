import * as z from 'zod/mini';
import { consolePath, readJson, removeText, writeText } from '../../../storage/web-storage.ts';
import { waitingPathKey } from './address.ts';

/** How a service signs people in on pages of its own. */
const SignInMethod = z.object({
	flow: z.enum(['code', 'implicit']),
	authorizeUrl: z.string(),
	/** Where a code is exchanged; null with the implicit flow. */
	tokenUrl: z.nullable(z.string()),
	clientId: z.string(),
	redirectUri: z.string(),
	/** Who answers (RFC 9207); null where the service does not say. */
	issuer: z.nullable(z.string()),
	/** The service promises that each answer names the issuer. */
	tellsIssuer: z.boolean(),
	/** Whether an id token is asked for, which repeats the nonce. */
	idToken: z.boolean(),
});
export type SignInMethod = z.infer<typeof SignInMethod>;

/** A sign-in that was begun in this tab and waits for its answer. */
const Pending = z.object({
	state: z.string(),
	nonce: z.string(),
	/** PKCE (RFC 7636); null with the implicit flow. */
	verifier: z.nullable(z.string()),
	/** When it was begun, ms since 1970. */
	at: z.number(),
	baseUrl: z.string(),
	serviceName: z.string(),
	keep: z.boolean(),
	/** Path of this console to go on to. */
	next: z.string(),
	/** Who has to sign in; null for anybody. */
	user: z.nullable(z.string()),
	/** The window was opened for this alone, by a page that waits. */
	window: z.boolean(),
	way: SignInMethod,
});
export type Pending = z.infer<typeof Pending>;

/** How long an answer is waited for, ms. */
export const longestWait = 15 * 60_000;

/** What became of a state that was made in this browser. */
export type StateMark = 'begun' | 'used';

const Marks = z.record(z.string(), z.object({ mark: z.enum(['begun', 'used']), at: z.number() }));

const pendingKey = () => `dataset-console/authorisation/1${consolePath()}`;
const marksKey = () => `dataset-console/authorisation-states/1${consolePath()}`;

/** The first part of a state names it; what follows is the secret, which only the tab has. */
const nameOf = (state: string): string => state.split('.')[0] ?? '';

export const toBase64Url = (bytes: Uint8Array): string =>
	btoa(String.fromCharCode(...bytes))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');

export const newSecret = (): string => toBase64Url(crypto.getRandomValues(new Uint8Array(32)));

export const newState = (): string => `${newSecret().slice(0, 10)}.${newSecret()}`;

/** Keeps a sign-in for its answer: in this tab alone, and one at a time. @returns whether this browser could */
export function keepPending(pending: Pending): boolean {
	mark(pending.state, 'begun', pending.at);
	const isKept = writeText('session', pendingKey(), JSON.stringify(pending));
	return isKept && writeText('session', waitingPathKey(), new URL(pending.way.redirectUri).pathname);
}

/** The sign-in that waits, once: whatever comes of the answer, the next one finds nothing. */
export function takePending(): Pending | null {
	const pending = readJson('session', pendingKey(), Pending) ?? null;
	removeText('session', pendingKey());
	removeText('session', waitingPathKey());
	return pending;
}

/** What this browser, in whichever tab, knows of a state; null where it made none of that name. */
export const markOf = (state: string): StateMark | null => marks()[nameOf(state)]?.mark ?? null;

export const markUsed = (state: string): void => mark(state, 'used', Date.now());

function mark(state: string, value: StateMark, at: number): void {
	const recent = Object.entries(marks()).filter(([, known]) => at - known.at < 2 * longestWait);
	const next = { ...Object.fromEntries(recent), [nameOf(state)]: { mark: value, at } };
	writeText('local', marksKey(), JSON.stringify(next));
}

const marks = (): z.infer<typeof Marks> => readJson('local', marksKey(), Marks) ?? {};
