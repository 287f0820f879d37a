import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';
import type { Platform } from '../state/platform.ts';

/** Revokes all tokens of a user; `forgetUser` then ends what rests on them. */
export async function endTokensOf(tx: Db, userId: string, now: Date): Promise<void> {
	await tx
		.update(tokens)
		.set({ revokedAt: now })
		.where(and(eq(tokens.userId, userId), isNull(tokens.revokedAt)));
}

/** Makes every process read a user's rights again. @param isLess what goes on for long ends, too */
export function forgetUser(
	{ tokens, revocations }: Pick<Platform, 'tokens' | 'revocations'>,
	userId: string,
	isLess: boolean,
): void {
	tokens.forgetAll();
	if (isLess) revocations.user(userId);
}
