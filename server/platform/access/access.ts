import { and, eq } from 'drizzle-orm';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces, shares } from '../../store/catalog/schema/namespaces.ts';
import type { TokenPermission } from '../../store/catalog/schema/tokens.ts';
import { users } from '../../store/catalog/schema/users.ts';

/** Who is asking, and what the presented token may do at most. */
export interface Caller {
	readonly userId: string;
	readonly username: string;
	readonly name: string;
	readonly email: string;
	readonly tokenId: string;
	/** Null where the token may do all that its user may. */
	readonly permissions: readonly TokenPermission[] | null;
	readonly tokenExpiresAt: Date;
}

export type Role = 'owner' | 'editor' | 'viewer';

export interface ReadableDataset {
	readonly coordinate: DatasetCoordinate;
	readonly namespaceId: string;
	readonly sha256: string;
}

/** What the token allows, whatever its user may do. */
export function tokenAllows(caller: Caller, access: 'read' | 'write', coordinate: DatasetCoordinate): boolean {
	if (caller.permissions === null) return true;
	const matches = (pattern: string, name: string) => pattern === '*' || foldName(pattern) === foldName(name);
	return caller.permissions.some(
		(it) =>
			(access === 'read' || it.access === 'write') &&
			matches(it.username, coordinate.owner) &&
			matches(it.namespace, coordinate.namespace) &&
			matches(it.dataset, coordinate.datasetName),
	);
}

/** Whether the token allows anything at all in a namespace. */
export function tokenSees(caller: Caller, owner: string, namespace: string): boolean {
	const matches = (pattern: string, name: string) => pattern === '*' || foldName(pattern) === foldName(name);
	return (
		caller.permissions === null ||
		caller.permissions.some((it) => matches(it.username, owner) && matches(it.namespace, namespace))
	);
}

/** Whether the token allows something in all of a namespace, also in datasets that are not there yet: no name is `*`. */
export const tokenAllowsAll = (caller: Caller, access: 'read' | 'write', owner: string, namespace: string): boolean =>
	tokenAllows(caller, access, { owner, namespace, datasetName: '*' });

/** The caller's role in a namespace, as a user; null where it has none. */
export async function roleOf(db: Db, caller: Caller, namespace: { id: string; ownerId: string }): Promise<Role | null> {
	if (namespace.ownerId === caller.userId) return 'owner';
	const granted = await db
		.select({ role: shares.role })
		.from(shares)
		.where(and(eq(shares.namespaceId, namespace.id), eq(shares.userId, caller.userId)));
	if (granted.some((it) => it.role === 'editor')) return 'editor';
	return granted.length > 0 ? 'viewer' : null;
}

/** A dataset, if it exists and both user and token may read it. The coordinate is given back as it is written there. */
export async function findReadable(
	db: Db,
	caller: Caller,
	coordinate: DatasetCoordinate,
): Promise<ReadableDataset | null> {
	const [found] = await db
		.select({
			owner: users.username,
			ownerId: users.id,
			namespace: namespaces.name,
			namespaceId: namespaces.id,
			datasetName: datasets.name,
			sha256: datasets.sha256,
		})
		.from(datasets)
		.innerJoin(namespaces, eq(namespaces.id, datasets.namespaceId))
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(
			and(
				eq(users.folded, foldName(coordinate.owner)),
				eq(namespaces.folded, foldName(coordinate.namespace)),
				eq(datasets.folded, foldName(coordinate.datasetName)),
			),
		);
	if (found === undefined || !tokenAllows(caller, 'read', found)) return null;
	if ((await roleOf(db, caller, { id: found.namespaceId, ownerId: found.ownerId })) === null) return null;
	return {
		coordinate: { owner: found.owner, namespace: found.namespace, datasetName: found.datasetName },
		namespaceId: found.namespaceId,
		sha256: found.sha256,
	};
}

/** Whether user and token may still read what a run read, by the namespaces' present names and shares. */
export async function mayReadSource(
	db: Db,
	caller: Caller,
	source: { namespaceId: string | null; dataset: string },
): Promise<boolean> {
	if (source.namespaceId === null) return false;
	const [namespace] = await db
		.select({ id: namespaces.id, ownerId: namespaces.ownerId, name: namespaces.name, owner: users.username })
		.from(namespaces)
		.innerJoin(users, eq(users.id, namespaces.ownerId))
		.where(eq(namespaces.id, source.namespaceId));
	if (namespace === undefined) return false;
	const coordinate = { owner: namespace.owner, namespace: namespace.name, datasetName: source.dataset };
	return tokenAllows(caller, 'read', coordinate) && (await roleOf(db, caller, namespace)) !== null;
}

/** Words for a dataset that is not there for the caller; they do not tell which of the two it is. */
export const unreadable = (coordinate: DatasetCoordinate): string =>
	`${formatCoordinate(coordinate)}: no such dataset, or you may not read it.`;
