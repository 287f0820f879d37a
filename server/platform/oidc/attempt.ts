import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Keys } from '../state/keys.ts';

/** A sign-in that was begun in a browser, which keeps it in a cookie until the provider sends the person back. */
const Kept = z.object({
	id: z.uuid(),
	/** The console's request, as it was sent to our sign-in page. */
	search: z.string(),
	/** Milliseconds. */
	expires: z.int(),
});

export interface Attempt extends z.infer<typeof Kept> {
	readonly state: string;
	readonly nonce: string;
	/** Of PKCE (RFC 7636). */
	readonly verifier: string;
}

export const attemptMs = 10 * 60_000;

/** A new attempt, and the signed text that a cookie keeps. State, nonce and verifier are derived from its id: the cookie tells none. */
export function beginAttempt(keys: Pick<Keys, 'links'>, search: string, now: Date): { attempt: Attempt; kept: string } {
	const kept = { id: randomUUID(), search, expires: now.getTime() + attemptMs };
	const body = Buffer.from(JSON.stringify(kept)).toString('base64url');
	return { attempt: withSecrets(keys, kept), kept: `${body}.${derive(keys, 'cookie', body)}` };
}

/** Null where the text was not made here, or belongs to another state. */
export function readAttempt(keys: Pick<Keys, 'links'>, kept: string, state: string): Attempt | null {
	const [body = '', signature = ''] = kept.split('.');
	if (!isSame(signature, derive(keys, 'cookie', body))) return null;
	const attempt = withSecrets(keys, Kept.parse(JSON.parse(Buffer.from(body, 'base64url').toString())));
	return isSame(state, attempt.state) ? attempt : null;
}

const withSecrets = (keys: Pick<Keys, 'links'>, kept: z.infer<typeof Kept>): Attempt => ({
	...kept,
	state: derive(keys, 'state', kept.id),
	nonce: derive(keys, 'nonce', kept.id),
	verifier: derive(keys, 'verifier', kept.id),
});

const derive = ({ links }: Pick<Keys, 'links'>, purpose: string, text: string): string =>
	createHmac('sha256', links).update(`oidc-${purpose}\0`).update(text).digest('base64url');

function isSame(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
