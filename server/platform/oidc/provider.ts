import type { Configuration } from 'openid-client';
import type { OidcSettings } from '../../settings/settings.ts';
import type { Platform } from '../state/platform.ts';
import type { Attempt } from './attempt.ts';
import { refusalOf } from './refusal.ts';

export const callbackPath = '/auth/callback';

/** What the provider says about somebody, in the ID token and at its userinfo endpoint. */
export type Claims = Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string };

const timeoutSeconds = 10;
const toleranceSeconds = 30;
/** How long what the provider says about itself counts. */
const discoveredMs = 60 * 60_000;

export type Provider = ReturnType<typeof createProvider>;

/** The OpenID Connect provider of the settings. What it says about itself is read when somebody first signs in. */
export function createProvider(
	{ settings: { publicUrl }, now }: Pick<Platform, 'settings' | 'now'>,
	oidc: OidcSettings,
) {
	let found: { readonly config: Promise<Configuration>; readonly at: number } | null = null;
	const redirectUri = publicUrl + callbackPath;

	/** The package and the provider's metadata: neither is loaded before somebody needs them. */
	const open = async () => {
		const client = await import('openid-client');
		if (found === null || now().getTime() - found.at > discoveredMs) {
			const secret = oidc.clientSecret ?? undefined;
			const auth = secret === undefined ? client.None() : client.ClientSecretBasic(secret);
			// Settings allow plain HTTP on this machine alone. The signature counts, also where TLS would do.
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
		/** Where the browser is sent. @throws SignInRefusal */
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
		/** Who came back: the code is exchanged, and the ID token checked. @throws SignInRefusal */
		async claimsOf({ state, nonce, verifier }: Attempt, search: string): Promise<Claims> {
			const { client, config } = await open();
			try {
				const tokens = await client.authorizationCodeGrant(config, new URL(redirectUri + search), {
					...{ expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true },
				});
				const claims = tokens.claims();
				if (claims === undefined) throw new Error('The ID token is missing.');
				if (config.serverMetadata().userinfo_endpoint === undefined) return claims;
				const info = await client.fetchUserInfo(config, tokens.access_token, claims.sub);
				// Whether an address is verified says whoever names it.
				const verified = info.email === undefined ? {} : { email_verified: undefined };
				// Who says so, and of whom, was verified in the ID token alone.
				return { ...claims, ...verified, ...info, iss: claims.iss, sub: claims.sub };
			} catch (error) {
				throw refusalOf(error);
			}
		},
	};
}
