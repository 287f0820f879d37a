import { newSecret, newState, type Pending, storePending, toBase64Url } from './pending.ts';

export type Wanted = Omit<Pending, 'state' | 'nonce' | 'verifier' | 'at'>;

/**
 * Starts a sign-in on the service's pages.
 * @returns the URL to open; its response belongs to this tab
 * @throws Error if this browser can't store tab data, since a forged response couldn't be detected
 */
export async function beginAuthorization(wanted: Wanted, now = Date.now()): Promise<string> {
	const { way } = wanted;
	const verifier = way.flow === 'code' ? newSecret() : null;
	const pending = { ...wanted, state: newState(), nonce: newSecret(), verifier, at: now };
	const challenge = verifier === null ? null : await challengeOf(verifier);
	if (!storePending(pending)) {
		throw new Error(
			'Sign-in needs storage, which this browser blocks for this site. Allow this site to store data, then try again.',
		);
	}
	return addressOf(pending, challenge);
}

/** RFC 6749, sections 4.1.1 and 4.2.1; RFC 7636, section 4.3; OpenID Connect Core, section 3.2.2.1. */
export function addressOf({ way, state, nonce, user }: Pending, challenge: string | null): string {
	const url = new URL(way.authorizeUrl);
	const members = {
		response_type: way.flow === 'code' ? 'code' : way.idToken ? 'id_token token' : 'token',
		client_id: way.clientId,
		redirect_uri: way.redirectUri,
		scope: 'openid',
		state,
		nonce,
		...(challenge === null ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
		...(user === null ? {} : { login_hint: user }),
	};
	for (const [name, value] of Object.entries(members)) url.searchParams.set(name, value);
	return url.href;
}

async function challengeOf(verifier: string): Promise<string> {
	const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
	return toBase64Url(new Uint8Array(hash));
}
