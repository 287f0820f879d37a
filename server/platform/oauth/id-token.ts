import { createHash } from 'node:crypto';
import { SignJWT } from 'jose';
import { consoleClientId } from '#contract/console-client.ts';
import type { User } from '#contract/user.ts';
import type { Platform } from '../state/platform.ts';

/** Identifies the signed-in user to a console (OpenID Connect Core, sections 2 and 3.2.2.10). It grants no access. */
export async function idToken(
	platform: Platform,
	user: User,
	{ nonce, accessToken, expiresAt }: { nonce: string | null; accessToken: string; expiresAt: string },
): Promise<string> {
	const { keys, settings } = platform;
	const half = createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url');
	return new SignJWT({
		at_hash: half,
		preferred_username: user.username,
		name: user.name,
		...(nonce === null ? {} : { nonce }),
	})
		.setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: keys.signing.id })
		.setIssuer(settings.publicUrl)
		.setAudience(consoleClientId)
		.setSubject(user.id)
		.setIssuedAt(platform.now())
		.setExpirationTime(new Date(expiresAt))
		.sign(keys.signing.key);
}
