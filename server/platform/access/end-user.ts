import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';
import type { Platform } from '../state/platform.ts';

/** Revokes all tokens of a user; call `forgetUser` afterwards to end requests that use them. */
export async function endTokensOf(tx: Db, userId: string, now: Date): Promise<void> {
	await tx
		.update(tokens)
		.set({ revokedAt: now })
		.where(and(eq(tokens.userId, userId), isNull(tokens.revokedAt)));
}

/** Makes every process reload a user's rights. @param isLess whether to end long-running requests too */
export function forgetUser(
	{ tokens, revocations }: Pick<Platform, 'tokens' | 'revocations'>,
	userId: string,
	isLess: boolean,
): void {
	tokens.forgetAll();
	if (isLess) revocations.user(userId);
}
