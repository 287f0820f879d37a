import { lt } from 'drizzle-orm';
import type { IssuedToken } from '#contract/sign-in.ts';
import { usedSignInCodes } from '../store/catalog/schema/tokens.ts';
import type { Platform } from './platform.ts';
import { ServiceError } from './service-error.ts';
import { askForAnother, readSignInCode } from './sign-in-code.ts';
import { issueToken } from './tokens.ts';
import { findUser } from './users.ts';

/**
 * Exchanges a one-time code for a token of its user.
 * @throws ServiceError UNAUTHORIZED when the code is malformed, expired or used, or its user unknown
 */
export async function exchangeCode(platform: Platform, code: string): Promise<IssuedToken> {
	const now = platform.now();
	const claim = readSignInCode(platform.keys, code, now);
	return platform.catalog.write(async (tx) => {
		const user = await findUser(tx, claim.username);
		if (user === null) {
			throw new ServiceError('UNAUTHORIZED', `There is no user "${claim.username}" on this service. ${askForAnother}`);
		}
		const marked = await tx
			.insert(usedSignInCodes)
			.values({ id: claim.id, expiresAt: claim.expiresAt })
			.onConflictDoNothing()
			.returning();
		if (marked.length === 0) {
			throw new ServiceError('UNAUTHORIZED', `This sign-in address was used already. ${askForAnother}`);
		}
		await tx.delete(usedSignInCodes).where(lt(usedSignInCodes.expiresAt, now));
		return issueToken(platform, tx, {
			userId: user.id,
			name: 'Sign-in',
			permissions: null,
			seconds: platform.settings.tokenSeconds,
		});
	});
}
