import * as z from 'zod/mini';
import { place, readText, removeText, writeText } from '../../../storage/web-storage.ts';
import { waitingPathKey } from './address.ts';

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
	way: z.object({
		flow: z.enum(['code', 'implicit']),
		authorizeUrl: z.string(),
		tokenUrl: z.nullable(z.string()),
		clientId: z.string(),
		redirectUri: z.string(),
		issuer: z.nullable(z.string()),
		tellsIssuer: z.boolean(),
		idToken: z.boolean(),
	}),
});
export type Pending = z.infer<typeof Pending>;

/** How long an answer is waited for, ms. */
export const longestWait = 15 * 60_000;

/** What became of a state that was made in this browser. */
export type StateMark = 'begun' | 'used';

const Marks = z.record(z.string(), z.object({ mark: z.enum(['begun', 'used']), at: z.number() }));

const pendingKey = () => `dataset-console/authorisation/1${place()}`;
const marksKey = () => `dataset-console/authorisation-states/1${place()}`;

/** The first part of a state names it; what follows is the secret, which only the tab has. */
const nameOf = (state: string): string => state.split('.')[0] ?? '';

export const newSecret = (): string =>
	btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replaceAll('=', '');

export const newState = (): string => `${newSecret().slice(0, 10)}.${newSecret()}`;

/** Keeps a sign-in for its answer: in this tab alone, and one at a time. @returns whether this browser could */
export function keepPending(pending: Pending): boolean {
	mark(pending.state, 'begun', pending.at);
	const isKept = writeText('session', pendingKey(), JSON.stringify(pending));
	return isKept && writeText('session', waitingPathKey(), new URL(pending.way.redirectUri).pathname);
}

/** The sign-in that waits, once: whatever comes of the answer, the next one finds nothing. */
export function takePending(): Pending | null {
	const text = readText('session', pendingKey());
	removeText('session', pendingKey());
	removeText('session', waitingPathKey());
	try {
		return Pending.safeParse(JSON.parse(text ?? 'null')).data ?? null;
	} catch {
		return null;
	}
}

/** What this browser, in whichever tab, knows of a state; null where it made none of that name. */
export const markOf = (state: string): StateMark | null => marks()[nameOf(state)]?.mark ?? null;

export const markUsed = (state: string): void => mark(state, 'used', Date.now());

function mark(state: string, value: StateMark, at: number): void {
	const recent = Object.entries(marks()).filter(([, it]) => at - it.at < 2 * longestWait);
	writeText(
		'local',
		marksKey(),
		JSON.stringify({ ...Object.fromEntries(recent), [nameOf(state)]: { mark: value, at } }),
	);
}

function marks(): z.infer<typeof Marks> {
	try {
		return Marks.safeParse(JSON.parse(readText('local', marksKey()) ?? '{}')).data ?? {};
	} catch {
		return {};
	}
}
