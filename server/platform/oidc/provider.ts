import type { Configuration } from 'openid-client';
import type { OidcSettings } from '../../settings/settings.ts';
import type { Platform } from '../state/platform.ts';
import type { Attempt } from './attempt.ts';
import { refusalOf } from './refusal.ts';

export const callbackPath = '/auth/callback';

/** The provider's claims about a user, from the ID token and its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

const timeoutSeconds = 10;
const toleranceSeconds = 30;
/** How long the provider's metadata is cached. */
const discoveredMs = 60 * 60_000;

export type Provider = ReturnType<typeof createProvider>;

/** The configured OpenID Connect provider. Its metadata is read when somebody first signs in. */
export function createProvider(
	{ settings: { publicUrl }, now }: Pick<Platform, 'settings' | 'now'>,
	oidc: OidcSettings,
) {
	let found: { readonly config: Promise<Configuration>; readonly at: number } | null = null;
	const redirectUri = publicUrl + callbackPath;

	/** The package and the provider's metadata, loaded on first use. */
	const open = async () => {
		const client = await import('openid-client');
		if (found === null || now().getTime() - found.at > discoveredMs) {
			const secret = oidc.clientSecret ?? undefined;
			const auth = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
			// Settings allow plain HTTP only on this machine. Signatures are checked even where TLS would suffice.
			const insecure = oidc.issuer.startsWith('http:') ? [client.allowInsecureRequests] : [];
			const execute = [client.enableNonRepudiationChecks, ...insecure];
			const options = { execute, timeout: timeoutSeconds };
			const metadata = { [client.clockTolerance]: toleranceSeconds };
			const config = client.discovery(new URL(oidc.issuer), oidc.clientId, metadata, auth, options);
			found = { config, at: now().getTime() };
		}
		const asked = found;
		const config = await asked.config.catch((error: unknown) => {
			if (found === asked) found = null;
			throw refusalOf(error);
		});
		return { client, config };
	};

	return {
		settings: oidc,
		/** The URL to redirect the browser to. @throws SignInRefusal */
		async addressFor({ state, nonce, verifier }: Attempt): Promise<string> {
			const { client, config } = await open();
			return client.buildAuthorizationUrl(config, {
				redirect_uri: redirectUri,
				scope: oidc.scopes,
				state,
				nonce,
				code_challenge: await client.calculatePKCECodeChallenge(verifier),
				code_challenge_method: 'S256',
				...(oidc.prompt === 'default' ? {} : { prompt: oidc.prompt }),
			}).href;
		},
		/** The claims of the user who came back: exchanges the code and validates the ID token. @throws SignInRefusal */
		async claimsOf({ state, nonce, verifier }: Attempt, search: string): Promise<Claims> {
			const { client, config } = await open();
			try {
				const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + search), {
					...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
				});
				const claims = tokens.claims();
				if (claims === undefined) throw new Error('The identity provider’s response has no ID token.');
				if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
				const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
				// `email_verified` must come from the same source as the address.
				const verified = info.email === undefined ? {} : { email_verified: undefined };
				// Only the ID token's issuer and subject were verified.
				return { ...claims, ...verified, ...info, iss: claims.iss, sub: claims.sub };
			} catch (error) {
				throw refusalOf(error);
			}
		},
	};
}
