import * as z from 'zod/mini';

/**
 * Body of `POST /auth/code`, next to `/api/v1`, not below it: the one-time code from the address that the service
 * prints at startup.
 */
export const SignInCode = z.object({ code: z.string().check(z.maxLength(2_000)) });

/** What a one-time code is exchanged for. `expiresAt` is the token's expiry. */
export const IssuedToken = z.looseObject({ token: z.string(), expiresAt: z.string() });
export type IssuedToken = z.infer<typeof IssuedToken>;

/** RFC 8414, at `/.well-known/oauth-authorization-server` and at `/auth/.well-known/oauth-authorization-server`. */
export const AuthorizationServer = z.looseObject({
	issuer: z.string(),
	authorization_endpoint: z.string(),
	token_endpoint: z.optional(z.string()),
	jwks_uri: z.optional(z.string()),
	response_types_supported: z.array(z.string()),
	grant_types_supported: z.optional(z.array(z.string())),
	code_challenge_methods_supported: z.optional(z.array(z.string())),
});
export type AuthorizationServer = z.infer<typeof AuthorizationServer>;

/** The token endpoint's response to an authorization code (RFC 6749, section 5.1). `expires_in` is in seconds. */
export const TokenResponse = z.looseObject({
	access_token: z.string(),
	token_type: z.string(),
	expires_in: z.optional(z.number()),
	scope: z.optional(z.string()),
	id_token: z.optional(z.string()),
});
export type TokenResponse = z.infer<typeof TokenResponse>;
