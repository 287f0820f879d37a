import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { Keys } from '../state/keys.ts';
import { signedTexts } from '../state/signed-text.ts';

/** A sign-in in progress, stored in a cookie until the provider redirects back. */
const StoredAttempt = z.object({
	id: z.uuid(),
	/** The console's request, as sent to our sign-in page. */
	search: z.string(),
	/** Milliseconds. */
	expires: z.int(),
});

export interface Attempt extends z.infer<typeof StoredAttempt> {
	readonly state: string;
	readonly nonce: string;
	/** PKCE verifier (RFC 7636). */
	readonly verifier: string;
}

export const attemptMs = 10 * 60_000;

const cookies = signedTexts('oidc-cookie', StoredAttempt);

/** A new attempt, and the signed text for the cookie. State, nonce and verifier are derived from its id, so the cookie doesn't reveal them. */
export function beginAttempt(keys: Pick<Keys, 'links'>, search: string, now: Date): { attempt: Attempt; kept: string } {
	const kept = { id: randomUUID(), search, expires: now.getTime() + attemptMs };
	return { attempt: withSecrets(keys.links, kept), kept: cookies.make(keys, kept) };
}

/** Null if the text wasn't made here, or belongs to another state. Keys may have been rotated since. */
export function readAttempt(keys: Pick<Keys, 'linkSecrets'>, kept: string, state: string, now: Date): Attempt | null {
	const found = cookies.read(keys, kept, now);
	if (found === null) return null;
	const attempt = withSecrets(found.secret, found.value);
	return isSame(state, attempt.state) ? attempt : null;
}

const withSecrets = (secret: Buffer, kept: z.infer<typeof StoredAttempt>): Attempt => ({
	...kept,
	state: derive(secret, 'state', kept.id),
	nonce: derive(secret, 'nonce', kept.id),
	verifier: derive(secret, 'verifier', kept.id),
});

const derive = (secret: Buffer, purpose: string, text: string): string =>
	createHmac('sha256', secret).update(`oidc-${purpose}\0`).update(text).digest('base64url');

function isSame(given: string, expected: string): boolean {
	const [a, b] = [Buffer.from(given), Buffer.from(expected)];
	return a.length === b.length && timingSafeEqual(a, b);
}
