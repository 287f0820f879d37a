import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { foldName, type PageQuery } from '#contract/ids.ts';
import type { InvitedUser, ListedUser, NewUser, UserEdit } from '#contract/user-admin.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { auditLog } from '../../store/catalog/schema/audit.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { tokens } from '../../store/catalog/schema/tokens.ts';
import { invitations, userIdentities, users } from '../../store/catalog/schema/users.ts';
import { assertUnrestricted, type Caller } from '../core/caller.ts';
import { mapPage, type Page, pageByTime } from '../core/page.ts';
import { conflict, forbidden, notFound } from '../core/service-error.ts';
import { assertStorable } from '../core/storable.ts';
import type { Platform } from '../state/platform.ts';
import { endTokensOf, forgetUser } from './end-user.ts';
import { newInvitation } from './invitation.ts';
import { noUser } from './users.ts';

/** All users, oldest first. */
export async function listUsers(platform: Platform, caller: Caller, query: PageQuery): Promise<Page<ListedUser>> {
	assertAdmin(caller, 'list users');
	const page = pageByTime(query, 100, [users.createdAt, users.id], 'oldest first');
	const rows = await select(platform.catalog.db, platform.now())
		.where(page.where)
		.orderBy(...page.order)
		.limit(page.most);
	return mapPage(
		page.of(rows, ({ user }) => [user.createdAt, user.id]),
		present,
	);
}

/** Adds a user, who chooses a passphrase at the invitation URL. Users who haven't done so yet can be invited again. */
export async function inviteUser(platform: Platform, caller: Caller, wanted: NewUser): Promise<InvitedUser> {
	assertAdmin(caller, 'invite users');
	const { username, displayName = '', email = '', admin = false } = wanted;
	assertStorable('body', wanted);
	const now = platform.now();
	const invitation = newInvitation(platform, now);
	return platform.catalog.write(async (tx) => {
		const row = { id: randomUUID(), username, folded: foldName(username), name: displayName, email, admin };
		const [added] = await tx
			.insert(users)
			.values({ ...row, createdAt: now })
			.onConflictDoNothing()
			.returning({ id: users.id });
		const userId = added?.id ?? (await invitedBefore(tx, username));
		if (added === undefined)
			await tx.update(users).set({ name: displayName, email, admin }).where(eq(users.id, userId));
		await tx.delete(invitations).where(eq(invitations.userId, userId));
		await tx.insert(invitations).values({ userId, hash: invitation.hash, expiresAt: invitation.expiresAt });
		return { ...(await find(tx, username, now)), invitationUrl: invitation.url };
	});
}

/** A user who was invited and has never signed in, by any method. */
async function invitedBefore(tx: Db, username: string): Promise<string> {
	const isNew = and(
		isNull(users.passphrase),
		isNull(users.disabledAt),
		isNull(tokens.id),
		isNull(userIdentities.userId),
	);
	const [user] = await tx
		.select({ id: users.id })
		.from(users)
		.innerJoin(invitations, eq(invitations.userId, users.id))
		.leftJoin(tokens, eq(tokens.userId, users.id))
		.leftJoin(userIdentities, eq(userIdentities.userId, users.id))
		.where(and(eq(users.folded, foldName(username)), isNew));
	if (user === undefined) throw conflict(`The user "${username}" already exists. Choose another name.`);
	return user.id;
}

/** Changes a user. A disabled user loses all tokens immediately and keeps their namespaces. */
export async function updateUser(
	platform: Platform,
	caller: Caller,
	username: string,
	wanted: UserEdit,
): Promise<ListedUser> {
	assertAdmin(caller, 'change users');
	assertStorable('body', wanted);
	const now = platform.now();
	const { user, id, isLess } = await platform.catalog.write(async (tx) => {
		// Locked, so that two admins demoting each other don't both see another admin.
		const admins = await tx
			.select({ id: users.id })
			.from(users)
			.where(and(eq(users.admin, true), isNull(users.disabledAt)))
			.orderBy(users.id)
			.for('update');
		const [before] = await tx
			.select()
			.from(users)
			.where(eq(users.folded, foldName(username)))
			.for('update');
		if (before === undefined) throw notFound(noUser(username));
		const isLast = admins.length === 1 && admins[0]?.id === before.id;
		if (isLast && (wanted.disabled || !wanted.admin)) {
			throw conflict(`${before.username} is the only admin. Make another user an admin first.`);
		}
		const disabledAt = wanted.disabled ? (before.disabledAt ?? now) : null;
		await tx
			.update(users)
			.set({ name: wanted.displayName, admin: wanted.admin, disabledAt })
			.where(eq(users.id, before.id));
		if (wanted.disabled) {
			await endTokensOf(tx, before.id, now);
			await tx.delete(invitations).where(eq(invitations.userId, before.id));
		}
		const isLess = wanted.disabled || (before.admin && !wanted.admin);
		return { user: await find(tx, username, now), id: before.id, isLess };
	});
	forgetUser(platform, id, isLess);
	return user;
}

/** @throws ServiceError FORBIDDEN */
function assertAdmin(caller: Caller, action: string): void {
	if (!caller.admin) throw forbidden(`Only admins can ${action}.`);
	assertUnrestricted(caller, action);
}

function select(db: Db, now: Date) {
	const inForce = and(eq(tokens.userId, users.id), isNull(tokens.revokedAt), gt(tokens.expiresAt, now));
	return db
		.select({
			user: users,
			invitedUntil: invitations.expiresAt,
			tokens: db.$count(tokens, inForce),
			namespaces: db.$count(namespaces, eq(namespaces.ownerId, users.id)),
			lastSeenAt: sql<
				string | null
			>`(select max(${auditLog.at}) from ${auditLog} where ${auditLog.actorId} = ${users.id})`,
		})
		.from(users)
		.leftJoin(invitations, and(eq(invitations.userId, users.id), gt(invitations.expiresAt, now)))
		.$dynamic();
}

async function find(db: Db, username: string, now: Date): Promise<ListedUser> {
	const [row] = await select(db, now).where(eq(users.folded, foldName(username)));
	if (row === undefined) throw notFound(noUser(username));
	return present(row);
}

const present = ({ user, ...row }: Awaited<ReturnType<typeof select>>[number]): ListedUser => ({
	username: user.username,
	displayName: user.name,
	email: user.email,
	admin: user.admin,
	disabled: user.disabledAt !== null,
	createdAt: user.createdAt.toISOString(),
	lastSeenAt: row.lastSeenAt === null ? null : new Date(row.lastSeenAt).toISOString(),
	tokens: row.tokens,
	namespaces: row.namespaces,
	invitedUntil: row.invitedUntil?.toISOString() ?? null,
});
