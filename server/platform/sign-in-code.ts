import { randomUUID } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { issuer } from './issuer.ts';
import type { Keys } from './keys.ts';
import { ServiceError } from './service-error.ts';

const audience = 'dataset-console/sign-in';
const codeMinutes = 15;

export interface SignInClaim {
	readonly id: string;
	readonly username: string;
	readonly expiresAt: Date;
}

/** An address that signs a user in once, within 15 minutes. The code is in the fragment: it is sent to no server by itself. */
export async function signInAddress(
	keys: Pick<Keys, 'signing'>,
	publicUrl: string,
	username: string,
	now: Date,
): Promise<string> {
	const code = await new SignJWT()
		.setProtectedHeader({ alg: 'ES256', typ: 'JWT' })
		.setIssuer(issuer)
		.setAudience(audience)
		.setSubject(username)
		.setJti(randomUUID())
		.setIssuedAt(now)
		.setExpirationTime(new Date(now.getTime() + codeMinutes * 60_000))
		.sign(keys.signing);
	return `${publicUrl}/sign-in#code=${code}`;
}

/** @throws ServiceError UNAUTHORIZED when a code is malformed, not ours, or expired */
export async function readSignInCode(keys: Pick<Keys, 'verifying'>, code: string, now: Date): Promise<SignInClaim> {
	try {
		const { payload } = await jwtVerify(code, keys.verifying, {
			issuer,
			audience,
			algorithms: ['ES256'],
			requiredClaims: ['jti', 'sub', 'exp'],
			currentDate: now,
		});
		return {
			id: payload.jti ?? '',
			username: payload.sub ?? '',
			expiresAt: new Date((payload.exp ?? 0) * 1000),
		};
	} catch (error) {
		const why =
			error instanceof errors.JWTExpired
				? `This sign-in address has expired: it is good for ${codeMinutes} minutes.`
				: 'This is not a sign-in address of this service.';
		throw new ServiceError('UNAUTHORIZED', `${why} ${askForAnother}`);
	}
}

export const askForAnother = 'Ask for another with: npm run sign-in';
