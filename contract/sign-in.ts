import * as z from 'zod/mini';

/** Body of `POST /auth/code`, beside (not under) `/api/v1`: the one-time code of an address that the service printed. */
export const SignInCode = z.object({ code: z.string().check(z.maxLength(2_000)) });

/** What a one-time code is exchanged for. `expiresAt` is when the token ends. */
export const IssuedToken = z.looseObject({ token: z.string(), expiresAt: z.string() });
export type IssuedToken = z.infer<typeof IssuedToken>;
