import { and, eq, isNotNull, or } from 'drizzle-orm';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { notFound, ServiceError } from '../service-error.ts';
import { type Caller, type Role, tokenAllows, tokenAllowsAll, tokenSees } from './access.ts';

/** A namespace that user and token may see. */
export interface VisibleNamespace {
	readonly id: string;
	readonly ownerId: string;
	readonly owner: string;
	readonly name: string;
	readonly createdAt: Date;
	/** What the user is in it; the token may allow less. */
	readonly role: Role;
}

/** The caller's own namespaces first, then those shared with it; each by name. */
export async function visibleNamespaces(db: Db, caller: Caller): Promise<VisibleNamespace[]> {
	const found = await select(db, caller, undefined);
	return found.sort((a, b) => comparePlaces(placeOf(a), placeOf(b)));
}

/** Where a namespace stands among all that its user sees. */
export type NamespacePlace = readonly [owner: string, name: string];

export const placeOf = (it: VisibleNamespace): NamespacePlace => [
	it.role === 'owner' ? '' : foldName(it.owner),
	foldName(it.name),
];

export const comparePlaces = (a: NamespacePlace, b: NamespacePlace): number =>
	compare(a[0], b[0]) || compare(a[1], b[1]);

/** @throws ServiceError NOT_FOUND where there is none, or none that the caller may see */
export async function findNamespace(
	db: Db,
	caller: Caller,
	username: string,
	namespace: string,
): Promise<VisibleNamespace> {
	const named = and(eq(users.folded, foldName(username)), eq(namespaces.folded, foldName(namespace)));
	const [found] = await select(db, caller, named);
	if (found === undefined) throw notFound(`${username}/${namespace}: no such namespace, or you may not see it.`);
	return found;
}

/** @throws ServiceError FORBIDDEN where the caller is not the owner, or its token may not write all of the namespace */
export function assertOwner(caller: Caller, it: VisibleNamespace, deed: string): void {
	const name = `${it.owner}/${it.name}`;
	if (it.role !== 'owner') {
		throw new ServiceError('FORBIDDEN', `Only the owner of ${name} may ${deed}. You are ${article(it.role)} of it.`);
	}
	if (!tokenAllowsAll(caller, 'write', it.owner, it.name)) {
		throw new ServiceError(
			'FORBIDDEN',
			`The access token that you use may not write all of ${name}. Use one that may ${deed}.`,
		);
	}
}

/** @throws ServiceError FORBIDDEN where user or token may not change a dataset of a namespace that they see */
export function assertMayChange(caller: Caller, it: VisibleNamespace, datasetName: string): void {
	const name = `${it.owner}/${it.name}/${datasetName}`;
	if (it.role === 'viewer') {
		throw new ServiceError('FORBIDDEN', `You are a viewer of ${it.owner}/${it.name} and may not change ${name}.`);
	}
	if (!mayChange(caller, it, datasetName)) {
		throw new ServiceError('FORBIDDEN', `The access token that you use may not change ${name}. Use one that may.`);
	}
}

/** Whether user and token may change a dataset. */
export const mayChange = (caller: Caller, it: VisibleNamespace, datasetName: string): boolean =>
	it.role !== 'viewer' && tokenAllows(caller, 'write', { owner: it.owner, namespace: it.name, datasetName });

const article = (role: Role): string => (role === 'editor' ? 'an editor' : 'a viewer');

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

async function select(db: Db, caller: Caller, named: ReturnType<typeof and>): Promise<VisibleNamespace[]> {
	const rows = await db
		.select({
			id: namespaces.id,
			ownerId: namespaces.ownerId,
			owner: users.username,
			name: namespaces.name,
			createdAt: namespaces.createdAt,
			granted: shares.role,
		})
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.leftJoin(shares, and(eq(shares.namespaceId, namespaces.id), eq(shares.userId, caller.userId)))
		.where(and(or(eq(namespaces.ownerId, caller.userId), isNotNull(shares.role)), named));
	const byId = new Map<string, VisibleNamespace>();
	for (const { granted, ...row } of rows) {
		if (!tokenSees(caller, row.owner, row.name)) continue;
		const editor = granted === 'editor' || byId.get(row.id)?.role === 'editor';
		const role = row.ownerId === caller.userId ? 'owner' : editor ? 'editor' : 'viewer';
		byId.set(row.id, { ...row, role });
	}
	return [...byId.values()];
}
