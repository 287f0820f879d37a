import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, isNull } from 'drizzle-orm';
import type { Db } from '../../store/catalog/catalog.ts';
import { invitations, users } from '../../store/catalog/schema/users.ts';
import { invalid, unauthorized } from '../core/service-error.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { hashPassphrase, passphraseLength } from './passphrase.ts';
import { signInAddress } from './sign-in-code.ts';

const lifetimeMs = 7 * 86_400_000;

/** The stored form of an invitation, and its URL, which is shown once. The key is in the query string, which isn't logged. */
export function newInvitation({ settings }: Pick<Platform, 'settings'>, now: Date) {
	const key = randomBytes(32).toString('base64url');
	return {
		hash: hashOf(key),
		expiresAt: new Date(now.getTime() + lifetimeMs),
		url: `${settings.publicUrl}/auth/invitation?key=${key}`,
	};
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('base64url');

/** The invited user. @throws ServiceError UNAUTHORIZED if the invitation was used, replaced or has expired, or isn't valid here */
export async function findInvited({ settings, now }: Pick<Platform, 'settings' | 'now'>, db: Db, key: string) {
	if (!settings.passphrases) {
		throw unauthorized('Passphrases are turned off on this service. Choose another way on its sign-in page.');
	}
	const [found] = await db
		.select({ userId: users.id, username: users.username })
		.from(invitations)
		.innerJoin(users, eq(users.id, invitations.userId))
		.where(and(eq(invitations.hash, hashOf(key)), gt(invitations.expiresAt, now()), isNull(users.disabledAt)));
	if (found !== undefined) return found;
	throw unauthorized(
		'This invitation has been used or replaced, has expired, or isn’t for this service. Ask your admin for a new one.',
	);
}

/** Sets the invited user's passphrase, and returns a URL that signs them in. @throws ServiceError UNAUTHORIZED, VALIDATION_FAILED */
export async function acceptInvitation(platform: Platform, key: string, passphrase: string): Promise<string> {
	const { signInLinks, publicUrl } = platform.settings;
	const now = platform.now();
	await findInvited(platform, platform.catalog.db, key);
	const { least, most } = passphraseLength;
	if (passphrase.length < least || passphrase.length > most) {
		const message = `Use a passphrase of ${least} to ${most} characters.`;
		throw invalid([{ code: 'INVALID_VALUE', path: 'passphrase', message }]);
	}
	// Outside the transaction, because hashing is deliberately slow.
	const kept = await hashPassphrase(passphrase);
	return platform.catalog.write(async (tx) => {
		const { userId, username } = await findInvited(platform, tx, key);
		const used = await tx
			.delete(invitations)
			.where(eq(invitations.hash, hashOf(key)))
			.returning();
		if (used.length === 0) await findInvited(platform, tx, key);
		await tx.update(users).set({ passphrase: kept }).where(eq(users.id, userId));
		await recordAudit(tx, {
			...{ at: now, actorId: userId, actor: username, action: 'acceptInvitation', resource: username },
			...{ detail: '', outcome: 'done' },
		});
		return signInLinks ? signInAddress(platform.keys, publicUrl, username, now) : `${publicUrl}/sign-in`;
	});
}
