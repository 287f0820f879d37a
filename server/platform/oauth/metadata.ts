import type { AuthorizationServer } from '#contract/sign-in.ts';
import type { Platform } from '../state/platform.ts';

/** What a client needs to sign users in (RFC 8414). */
export const metadataOf = ({ settings: { publicUrl } }: Pick<Platform, 'settings'>): AuthorizationServer => ({
	issuer: publicUrl,
	authorization_endpoint: `${publicUrl}/auth/authorize`,
	token_endpoint: `${publicUrl}/auth/token`,
	jwks_uri: `${publicUrl}/auth/keys`,
	response_types_supported: ['code', 'token', 'id_token token'],
	response_modes_supported: ['query', 'fragment'],
	grant_types_supported: ['authorization_code', 'implicit'],
	code_challenge_methods_supported: ['S256'],
	token_endpoint_auth_methods_supported: ['none'],
	scopes_supported: ['openid'],
	authorization_response_iss_parameter_supported: true,
});

/** Public keys that verify ID tokens (RFC 7517). */
export const keySetOf = ({ keys, now }: Pick<Platform, 'keys' | 'now'>) => ({
	keys: keys.verifying(now()).map((key) => ({ ...key.jwk, kid: key.id, alg: 'ES256', use: 'sig' })),
});
