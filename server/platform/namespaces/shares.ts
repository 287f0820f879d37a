import { randomUUID } from 'node:crypto';
import { and, asc, eq } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { foldName, type PageQuery } from '#contract/ids.ts';
import type { NamespacePath } from '#contract/namespace.ts';
import type { ListedShare, NamespaceShare, ShareChange } from '#contract/permission.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import { accessLog } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { findNamespace, type VisibleNamespace, withArticle } from '../access/namespace-access.ts';
import { findUser, noUser } from '../access/users.ts';
import { assertUnrestricted, type Caller } from '../core/caller.ts';
import { mapPage, type Page, pageByTime } from '../core/page.ts';
import { conflict, forbidden, invalid, notFound } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

const granter = alias(users, 'granter');

/** Who has which access to a namespace of the caller's, by name. */
export async function listShares(platform: Platform, caller: Caller, path: NamespacePath): Promise<ListedShare[]> {
	const { db } = platform.catalog;
	const namespace = await findAdministered(db, caller, path);
	const rows = await db
		.select({ username: users.username, role: shares.role, grantedAt: shares.grantedAt, grantedBy: granter.username })
		.from(shares)
		.innerJoin(users, eq(users.id, shares.userId))
		.innerJoin(granter, eq(granter.id, shares.grantedBy))
		.where(eq(shares.namespaceId, namespace.id))
		.orderBy(asc(users.folded), asc(shares.role));
	return rows.map((row) => ({ ...row, grantedAt: row.grantedAt.toISOString() }));
}

export async function grantShareTo(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	share: NamespaceShare,
): Promise<ListedShare> {
	const { userId, changed } = await platform.catalog.write(async (tx) => {
		const namespace = await findAdministered(tx, caller, path);
		await inTurn(tx, namespace);
		const user = await findUser(tx, share.username);
		if (user === null) {
			const message = noUser(share.username);
			throw invalid([{ code: 'NOT_FOUND', path: 'username', message }]);
		}
		if (user.id === namespace.ownerId) {
			const message = `${user.username} is the owner and already has full access.`;
			throw invalid([{ code: 'INVALID_VALUE', path: 'username', message }]);
		}
		const held = isHeld(namespace.id, user.id);
		const before = await tx.select().from(shares).where(held).for('update');
		if (before.length === 1 && before[0]?.role === share.role) return { userId: user.id, changed: false };
		const now = platform.now();
		await tx.delete(shares).where(held);
		const grant = { namespaceId: namespace.id, userId: user.id, role: share.role, grantedBy: caller.userId };
		await tx.insert(shares).values({ ...grant, grantedAt: now });
		await record(tx, caller, 'share-granted', namespace, user.id, share.role, now);
		return { userId: user.id, changed: before.length > 0 };
	});
	if (changed) platform.revocations.user(userId);
	const all = await listShares(platform, caller, path);
	const granted = all.find((candidate) => foldName(candidate.username) === foldName(share.username));
	if (granted === undefined)
		throw notFound(`${share.username}’s access was revoked in the meantime. To restore it, share the namespace again.`);
	return granted;
}

/** Revokes access. Requests, streams and signed URLs that depend on it end immediately. */
export async function revokeShare(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	share: NamespaceShare,
): Promise<void> {
	const userId = await platform.catalog.write(async (tx) => {
		const namespace = await findAdministered(tx, caller, path);
		await inTurn(tx, namespace);
		const user = await findUser(tx, share.username);
		const name = `${namespace.owner}/${namespace.name}`;
		const held = user && (await tx.select().from(shares).where(isHeld(namespace.id, user.id)).for('update'));
		if (user === null || !held?.[0]) throw notFound(`${share.username} has no access to ${name}.`);
		if (!held.some((candidate) => candidate.role === share.role)) {
			throw notFound(`${user.username} is ${withArticle(held[0]?.role)} of ${name}, not ${withArticle(share.role)}.`);
		}
		await tx.delete(shares).where(and(isHeld(namespace.id, user.id), eq(shares.role, share.role)));
		await record(tx, caller, 'share-revoked', namespace, user.id, share.role, platform.now());
		return user.id;
	});
	platform.revocations.user(userId);
}

export async function leaveNamespace(platform: Platform, caller: Caller, path: NamespacePath): Promise<void> {
	assertUnrestricted(caller, 'leave a namespace');
	await platform.catalog.write(async (tx) => {
		const namespace = await findNamespace(tx, caller, path.username, path.namespace);
		if (namespace.role === 'owner') {
			throw conflict(
				`${namespace.owner}/${namespace.name} belongs to you, so you can’t leave it. You can delete it instead.`,
			);
		}
		await inTurn(tx, namespace);
		const held = await tx.delete(shares).where(isHeld(namespace.id, caller.userId)).returning({ role: shares.role });
		for (const { role } of held) {
			await record(tx, caller, 'share-left', namespace, caller.userId, role, platform.now());
		}
	});
	platform.revocations.user(caller.userId);
}

const by = alias(users, 'by_user');

/** Changes of shares in a namespace of the caller's, newest first. */
export async function listShareChanges(
	platform: Platform,
	caller: Caller,
	path: NamespacePath,
	query: PageQuery,
): Promise<Page<ShareChange>> {
	const { db } = platform.catalog;
	const page = pageByTime(query, 100, [accessLog.at, accessLog.id]);
	const namespace = await findAdministered(db, caller, path);
	const rows = await db
		.select({ log: accessLog, username: users.username, by: by.username })
		.from(accessLog)
		.innerJoin(users, eq(users.id, accessLog.subjectId))
		.innerJoin(by, eq(by.id, accessLog.byUserId))
		.where(and(eq(accessLog.namespaceId, namespace.id), page.where))
		.orderBy(...page.order)
		.limit(page.most);
	return mapPage(
		page.of(rows, ({ log }) => [log.at, log.id]),
		({ log: { at, action, role }, ...names }) => ({ at: at.toISOString(), action, role: role ?? 'viewer', ...names }),
	);
}

async function findAdministered(db: Db, caller: Caller, path: NamespacePath): Promise<VisibleNamespace> {
	const namespace = await findNamespace(db, caller, path.username, path.namespace);
	if (namespace.role !== 'owner') {
		const name = `${namespace.owner}/${namespace.name}`;
		throw forbidden(`Only ${namespace.owner}, the owner of ${name}, can see and change its shares.`);
	}
	assertUnrestricted(caller, 'see or change shares');
	return namespace;
}

/** Serializes changes of a namespace's shares, because a transaction can't wait for a row that another one is about to insert. */
async function inTurn(tx: Db, { id }: VisibleNamespace): Promise<void> {
	await tx.select({ id: namespaces.id }).from(namespaces).where(eq(namespaces.id, id)).for('no key update');
}

const isHeld = (namespaceId: string, userId: string) =>
	and(eq(shares.namespaceId, namespaceId), eq(shares.userId, userId));

async function record(
	tx: Db,
	caller: Caller,
	action: 'share-granted' | 'share-revoked' | 'share-left',
	namespace: VisibleNamespace,
	subjectId: string,
	role: NamespaceShare['role'],
	at: Date,
): Promise<void> {
	await tx.insert(accessLog).values({
		id: randomUUID(),
		at,
		action,
		byUserId: caller.userId,
		byTokenId: caller.tokenId,
		namespaceId: namespace.id,
		namespace: `${namespace.owner}/${namespace.name}`,
		subjectId,
		role,
	});
}
