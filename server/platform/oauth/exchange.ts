import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { consoleClientId } from '#contract/console-client.ts';
import type { TokenResponse } from '#contract/sign-in.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { markUsed } from '../access/sign-in.ts';
import { issueSignIn } from '../access/token-admin.ts';
import { revokeToken } from '../access/tokens.ts';
import type { Platform } from '../state/platform.ts';
import { type CodeClaim, readCode } from './authorization-code.ts';
import { idToken } from './id-token.ts';

/** An error of the token endpoint (RFC 6749, section 5.2). */
export class OAuthError extends Error {
	override name = 'OAuthError';
	readonly error: 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';
	constructor(error: OAuthError['error'], message: string) {
		super(message);
		this.error = error;
	}
}

/** Exchanges a code for a token; a second use revokes the first token (RFC 6749, section 4.1.2). @throws OAuthError */
export async function exchangeAuthorization(platform: Platform, form: URLSearchParams): Promise<TokenResponse> {
	const given = (name: string): string => {
		const [value, ...more] = form.getAll(name);
		if (value === undefined || value === '' || more.length > 0) {
			throw new OAuthError('invalid_request', `${name} must be given exactly once.`);
		}
		return value;
	};
	if (given('grant_type') !== 'authorization_code') {
		throw new OAuthError('unsupported_grant_type', 'grant_type must be authorization_code.');
	}
	if (given('client_id') !== consoleClientId)
		throw new OAuthError('invalid_client', `client_id must be ${consoleClientId}.`);
	const [code, redirectUri, verifier] = [given('code'), given('redirect_uri'), given('code_verifier')];
	const now = platform.now();
	const claim = readCode(platform.keys, code, now);
	if (claim === null)
		throw new OAuthError('invalid_grant', 'This code isn’t from this service, or is older than a minute.');
	const challenge = createHash('sha256').update(verifier).digest('base64url');
	const belongs = claim.redirectUri === redirectUri && claim.challenge === challenge;
	// In one transaction with the token, so that a second use finds the token to revoke. A refused exchange uses up the code too.
	const outcome = await platform.catalog.write(async (tx) => {
		if (!(await markUsed(tx, claim.id, new Date(claim.expires), now))) return 'used';
		return belongs ? issueFor(platform, tx, claim) : 'foreign';
	});
	if (outcome === 'used') {
		await revokeToken(platform, claim.id);
		throw new OAuthError('invalid_grant', 'This code was already used, so its token has been revoked.');
	}
	if (outcome === 'foreign') {
		throw new OAuthError('invalid_grant', 'redirect_uri or code_verifier doesn’t match the authorization.');
	}
	if (outcome === null) throw new OAuthError('invalid_grant', 'This account is disabled. Ask your admin to enable it.');
	return outcome;
}

/** Null if the user was disabled in the meantime. */
async function issueFor(platform: Platform, tx: Db, claim: CodeClaim): Promise<TokenResponse | null> {
	const isActive = and(eq(users.id, claim.userId), isNull(users.disabledAt));
	const [user] = await tx.select().from(users).where(isActive);
	if (user === undefined) return null;
	const { token, expiresAt } = await issueSignIn(platform, tx, user, claim.id);
	const about = { nonce: claim.nonce, accessToken: token, expiresAt };
	return {
		access_token: token,
		token_type: 'Bearer',
		expires_in: platform.settings.tokenSeconds,
		...(claim.openid ? { scope: 'openid', id_token: await idToken(platform, user, about) } : {}),
	};
}
