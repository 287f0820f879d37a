import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';

/** Creates a user's namespace, or finds it by name. Returns its id. */
export async function ensureNamespace(tx: Db, ownerId: string, name: string, now: Date): Promise<string> {
	const folded = foldName(name);
	await tx.insert(namespaces).values({ id: randomUUID(), ownerId, name, folded, createdAt: now }).onConflictDoNothing();
	const isNamed = and(eq(namespaces.ownerId, ownerId), eq(namespaces.folded, folded));
	const [found] = await tx.select({ id: namespaces.id }).from(namespaces).where(isNamed);
	if (found === undefined) throw new Error(`Namespace ${name} doesn’t exist and couldn’t be created.`);
	return found.id;
}

/** The id of a namespace by its current name, regardless of access; null if it doesn't exist. */
export async function namespaceIdOf(db: Db, path: { owner: string; namespace: string }): Promise<string | null> {
	const [found] = await db
		.select({ id: namespaces.id })
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(and(eq(users.folded, foldName(path.owner)), eq(namespaces.folded, foldName(path.namespace))));
	return found?.id ?? null;
}

/** Shares a namespace with a user; an existing grant stays as it is. */
export async function grantShare(tx: Db, grant: typeof shares.$inferInsert): Promise<void> {
	await tx.insert(shares).values(grant).onConflictDoNothing();
}
