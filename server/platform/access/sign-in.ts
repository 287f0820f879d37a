import { lt } from 'drizzle-orm';
import type { IssuedToken } from '#contract/sign-in.ts';
import type { User } from '#contract/user.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { usedSignInCodes } from '../../store/catalog/schema/tokens.ts';
import { unauthorized } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { askForAnother, readSignInCode } from './sign-in-code.ts';
import { issueSignIn } from './token-admin.ts';
import { findActiveUser } from './users.ts';

/** Exchanges a one-time code for a token. @throws ServiceError UNAUTHORIZED */
export const exchangeCode = (platform: Platform, code: string): Promise<IssuedToken> =>
	platform.catalog.write(async (tx) => issueSignIn(platform, tx, await redeemCode(platform, tx, code)));

/** The user of a one-time code, which is then invalid. @throws ServiceError UNAUTHORIZED */
export async function redeemCode(platform: Platform, tx: Db, code: string): Promise<User> {
	if (!platform.settings.signInLinks)
		throw unauthorized('Sign-in links are turned off on this service. Sign in another way.');
	const now = platform.now();
	const claim = readSignInCode(platform.keys, code, now);
	const user = await findActiveUser(tx, claim.username);
	if (user === null) {
		throw unauthorized(
			`The user "${claim.username}" doesn’t exist or is disabled on this service. Ask your admin for access.`,
		);
	}
	if (!(await markUsed(tx, claim.id, claim.expiresAt, now))) {
		throw unauthorized(`This sign-in link was already used. ${askForAnother}`);
	}
	return user;
}

/** Marks something as used until it would have expired; false if it was used before. */
export async function markUsed(tx: Db, id: string, expiresAt: Date, now: Date): Promise<boolean> {
	const marked = await tx.insert(usedSignInCodes).values({ id, expiresAt }).onConflictDoNothing().returning();
	await tx.delete(usedSignInCodes).where(lt(usedSignInCodes.expiresAt, now));
	return marked.length > 0;
}
