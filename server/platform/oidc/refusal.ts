import type { ClientError } from 'openid-client';

interface RefusalFacts {
	readonly status?: 401 | 403 | 502;
	readonly username?: string;
	readonly claimed?: string;
	readonly cause?: unknown;
}

/** Why a sign-in with the provider failed; the message is for the user. */
export class SignInRefusal extends Error {
	override name = 'SignInRefusal';
	/** The authenticated user; empty if there is none. */
	readonly username: string;
	/** The provider's unverified name for the user, for the audit log; empty if unknown. */
	readonly claimed: string;
	/** 401: not authenticated. 403: authenticated, but not allowed to sign in. 502: the provider failed. */
	readonly status: 401 | 403 | 502;
	constructor(message: string, { status = 401, username = '', claimed = username, cause }: RefusalFacts = {}) {
		super(message, { cause });
		this.username = username;
		this.claimed = claimed;
		this.status = status;
	}
}

/** A failure between us and the provider. Its cause only goes to the log, because it may contain what the provider sent. */
export function refusalOf(error: unknown): SignInRefusal {
	if (error instanceof SignInRefusal) return error;
	const refuse = (message: string, status: 401 | 502 = 401) => new SignInRefusal(message, { status, cause: error });
	const { code = '', error: named, message = '' } = Object(error) as Partial<ClientError> & { error?: string };
	if (code === 'OAUTH_AUTHORIZATION_RESPONSE_ERROR') {
		if (named === 'access_denied')
			return refuse(
				'The sign-in was canceled or denied at the identity provider. Sign in again, or ask your admin for access.',
			);
		return refuse(`The identity provider ended the sign-in (${named}). Try again.`);
	}
	if (code === 'OAUTH_RESPONSE_BODY_ERROR') {
		if (named === 'invalid_grant')
			return refuse('The identity provider’s code was already used or has expired. Sign in again.');
		if (named === 'invalid_client') {
			return refuse(
				'The identity provider rejects this service’s client ID or secret. Ask your admin to check them.',
				502,
			);
		}
		return refuse(`The identity provider ended the sign-in (${named}). Try again.`, 502);
	}
	const about = claimIn(error);
	if (about === 'exp')
		return refuse(
			'The identity provider’s ID token has expired. Sign in again. If the problem persists, ask your admin to check the clocks of both servers.',
		);
	if (about === 'iat' || about === 'nbf') {
		return refuse(
			'The identity provider’s ID token isn’t valid yet. Ask your admin to check the clocks of both servers.',
		);
	}
	if (about === 'nonce')
		return refuse('The identity provider’s ID token belongs to another sign-in (wrong nonce). Sign in again.');
	if (about === 'aud' || about === 'azp')
		return refuse(
			'The identity provider’s ID token is for another client (wrong audience). Ask your admin to check --oidc-client-id.',
		);
	if (about === 'iss')
		return refuse('The response comes from another identity provider (wrong issuer). Sign in again.');
	if (about === 'issuer') {
		return refuse(
			'The identity provider’s issuer differs from the one in the settings. Ask your admin to check --oidc-issuer.',
			502,
		);
	}
	if (about === 'sub')
		return refuse('The identity provider’s responses are about two different users (wrong subject). Sign in again.');
	if (/signature/i.test(message) || code === 'OAUTH_KEY_SELECTION_FAILED') {
		return refuse(
			'The signature of the identity provider’s ID token isn’t valid. Sign in again. If the problem persists, contact your admin.',
		);
	}
	if (error instanceof TypeError || code === 'OAUTH_TIMEOUT' || code === 'OAUTH_ABORT') {
		return refuse('Couldn’t reach the identity provider. Try again in a moment.', 502);
	}
	return refuse(
		'The identity provider returned an invalid response. Try again. If the problem persists, contact your admin.',
		502,
	);
}

function claimIn(error: unknown): string | null {
	for (let at = error; at instanceof Error; at = at.cause) {
		if (/"iss" \(issuer\) (response parameter|missing)|parameter "iss"/.test(at.message)) return 'iss';
		const found = Object(at.cause) as { claim?: string; attribute?: string };
		if (found.claim !== undefined || found.attribute !== undefined) return found.claim ?? found.attribute ?? null;
	}
	return null;
}
