import { authenticate } from '../../platform/access/tokens.ts';
import type { Caller } from '../../platform/core/caller.ts';
import { unauthorized } from '../../platform/core/service-error.ts';
import type { Platform } from '../../platform/state/platform.ts';
import type { ServiceContext } from './service-app.ts';

/** The caller of the bearer token; counts as one of the user's requests. @throws ServiceError UNAUTHORIZED, RATE_LIMITED */
export async function readCaller(platform: Platform, c: ServiceContext): Promise<Caller> {
	const caller = await readCallerAgain(platform, c);
	platform.requestLimit.take(caller.userId);
	await platform.tokenUse(caller.tokenId, c.get('address') ?? '');
	return caller;
}

/** Authenticates again once the body has arrived, which can take minutes; not counted as a request. @throws ServiceError UNAUTHORIZED */
export function readCallerAgain(platform: Platform, c: ServiceContext): Promise<Caller> {
	return authenticate(platform, bearerOf(c));
}

export function bearerOf(c: ServiceContext): string {
	const header = c.req.header('authorization');
	if (header === undefined) {
		throw unauthorized('An access token is required: Authorization: Bearer <token>. Sign in first.');
	}
	const [, token] = /^bearer +([\w.~+/=-]+) *$/i.exec(header) ?? [];
	if (token === undefined) {
		throw unauthorized('The Authorization header must be "Bearer <token>". Sign in again.');
	}
	return token;
}
