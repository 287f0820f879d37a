import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Keys } from '../state/keys.ts';
import { signedTexts } from '../state/signed-text.ts';

/** The signed contents of an authorization code. */
const Claim = z.object({
	/** Also the id of the token it's exchanged for, so that a second use can revoke that token. */
	id: z.uuid(),
	userId: z.uuid(),
	redirectUri: z.string(),
	challenge: z.string(),
	nonce: z.nullable(z.string()),
	openid: z.boolean(),
	/** Milliseconds. */
	expires: z.int(),
});
export type CodeClaim = z.infer<typeof Claim>;

const codeMs = 60_000;
const codes = signedTexts('authorisation-code', Claim);

/** A code valid for one minute. It contains nothing secret, but can't be forged. */
export function makeCode(keys: Pick<Keys, 'links'>, claim: Omit<CodeClaim, 'id' | 'expires'>, now: Date): string {
	const whole: CodeClaim = { ...claim, id: randomUUID(), expires: now.getTime() + codeMs };
	return codes.make(keys, whole);
}

/** Null if a code wasn't made here, or is too old. */
export function readCode(keys: Pick<Keys, 'linkSecrets'>, code: string, now: Date): CodeClaim | null {
	const claim = codes.read(keys, code, now)?.value;
	return claim === undefined || claim.expires <= now.getTime() ? null : claim;
}
