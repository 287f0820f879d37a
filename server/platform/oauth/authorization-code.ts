import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { isSigned, type Keys } from '../state/keys.ts';

/** What an authorization code stands for, and what its signature covers. */
const Claim = z.object({
	/** Also the id of the token that it is exchanged for, so that a second use can end that one. */
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

/** A code that is good for a minute. It says nothing secret, but cannot be made elsewhere. */
export function makeCode(keys: Pick<Keys, 'links'>, claim: Omit<CodeClaim, 'id' | 'expires'>, now: Date): string {
	const whole: CodeClaim = { ...claim, id: randomUUID(), expires: now.getTime() + codeMs };
	const body = Buffer.from(JSON.stringify(whole)).toString('base64url');
	return `${body}.${sign(keys.links, body).toString('base64url')}`;
}

/** Null where a code was not made here, or is too old. */
export function readCode(keys: Pick<Keys, 'linkSecrets'>, code: string, now: Date): CodeClaim | null {
	const [body = '', signature = ''] = code.split('.');
	const given = Buffer.from(signature, 'base64url');
	if (!isSigned(given, keys.linkSecrets(now), (secret) => sign(secret, body))) return null;
	const claim = Claim.parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
	return claim.expires <= now.getTime() ? null : claim;
}

/** Under a purpose of its own, so that nothing else that the key signs passes for a code. */
const sign = (secret: Buffer, body: string): Buffer =>
	createHmac('sha256', secret).update('authorisation-code\0').update(body).digest();
