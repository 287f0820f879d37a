import { and, asc, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { type Caller, tokenAllows, tokenAllowsAll, tokenSees } from '../core/caller.ts';
import { forbidden, notFound } from '../core/service-error.ts';

export interface VisibleNamespace {
	readonly id: string;
	readonly ownerId: string;
	readonly owner: string;
	readonly name: string;
	readonly description: string;
	readonly createdAt: Date;
	/** The user's role in it; the token may allow less. */
	readonly role: 'owner' | 'editor' | 'viewer';
}

/** The caller's own namespaces, then those shared with it; both by name. */
export async function visibleNamespaces(db: Db, caller: Caller, where?: SQL): Promise<VisibleNamespace[]> {
	const rows = await db
		.select({
			id: namespaces.id,
			ownerId: namespaces.ownerId,
			owner: users.username,
			name: namespaces.name,
			description: namespaces.description,
			createdAt: namespaces.createdAt,
			granted: shares.role,
		})
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(shares, and(eq(shares.namespaceId, namespaces.id), eq(shares.userId, caller.userId)))
		.where(and(or(eq(namespaces.ownerId, caller.userId), isNotNull(shares.role)), where));
	const byId = new Map<string, VisibleNamespace>();
	for (const { granted, ...row } of rows) {
		if (!tokenSees(caller, row.owner, row.name)) continue;
		const isEditor = granted === 'editor' || byId.get(row.id)?.role === 'editor';
		const role = row.ownerId === caller.userId ? 'owner' : isEditor ? 'editor' : 'viewer';
		byId.set(row.id, { ...row, role });
	}
	return [...byId.values()].sort((a, b) => compareSortKeys(sortKeyOf(a), sortKeyOf(b)));
}

type NamespaceSortKey = readonly [owner: string, name: string];

export const sortKeyOf = (namespace: VisibleNamespace): NamespaceSortKey => [
	namespace.role === 'owner' ? '' : foldName(namespace.owner),
	foldName(namespace.name),
];

export const compareSortKeys = (a: NamespaceSortKey, b: NamespaceSortKey): number =>
	compare(a[0], b[0]) || compare(a[1], b[1]);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** The condition for a namespace's name, in queries that join namespaces with their owners. */
export const isNamed = (owner: string, namespace: string) =>
	and(eq(users.folded, foldName(owner)), eq(namespaces.folded, foldName(namespace)));

/** @throws ServiceError NOT_FOUND if it doesn't exist or the caller may not see it */
export async function findNamespace(
	db: Db,
	caller: Caller,
	username: string,
	namespace: string,
): Promise<VisibleNamespace> {
	const [found] = await visibleNamespaces(db, caller, isNamed(username, namespace));
	if (found === undefined)
		throw notFound(
			`${username}/${namespace} doesn’t exist, or you don’t have access to it. Check the name, or ask its owner for access.`,
		);
	return found;
}

/** @throws ServiceError FORBIDDEN if the caller isn't the owner, or its token may not write to the whole namespace */
export function assertOwner(caller: Caller, namespace: VisibleNamespace, action: string): void {
	const name = `${namespace.owner}/${namespace.name}`;
	if (namespace.role !== 'owner') {
		throw forbidden(`Only the owner of ${name} can ${action}. You’re ${withArticle(namespace.role)}.`);
	}
	if (!tokenAllowsAll(caller, 'write', namespace.owner, namespace.name)) {
		throw forbidden(
			`Your access token can’t write to all of ${name}. Use a token with write access to the whole namespace.`,
		);
	}
}

/** @throws ServiceError FORBIDDEN if user or token may not change a dataset in a namespace that they see */
export function assertMayChange(caller: Caller, namespace: VisibleNamespace, datasetName: string): void {
	const name = `${namespace.owner}/${namespace.name}/${datasetName}`;
	if (namespace.role === 'viewer') {
		throw forbidden(
			`You’re a viewer of ${namespace.owner}/${namespace.name}, so you can’t change ${name}. Ask the owner to make you an editor.`,
		);
	}
	if (!mayChange(caller, namespace, datasetName)) {
		throw forbidden(`Your access token can’t change ${name}. Use a token with write access.`);
	}
}

export const mayChange = (caller: Caller, namespace: VisibleNamespace, datasetName: string): boolean =>
	namespace.role !== 'viewer' &&
	tokenAllows(caller, 'write', { owner: namespace.owner, namespace: namespace.name, datasetName });

export const withArticle = (role: string | undefined): string => (role === 'editor' ? 'an editor' : 'a viewer');

/** Locks a namespace until the transaction ends, so that no build or upload into it starts or writes. */
export async function lockNamespace(tx: Db, id: string): Promise<string | null> {
	const [found] = await tx
		.select({ name: namespaces.name })
		.from(namespaces)
		.where(eq(namespaces.id, id))
		.for('update');
	return found?.name ?? null;
}

/** Locks namespaces against wipes and renames until the transaction ends. Lock them before their contents to avoid deadlocks. */
export async function holdNamespaces(tx: Db, ids: readonly string[]): Promise<void> {
	await tx
		.select({ id: namespaces.id })
		.from(namespaces)
		.where(inArray(namespaces.id, [...new Set(ids)]))
		.orderBy(asc(namespaces.id))
		.for('key share');
}
