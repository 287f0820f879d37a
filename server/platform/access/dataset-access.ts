import { and, eq } from 'drizzle-orm';
import { type DatasetCoordinate, type DatasetPath, formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { namespaces } from '../../store/catalog/schema/namespaces.ts';
import { type Caller, type ReadableDataset, tokenAllows } from '../core/caller.ts';
import { forbidden, notFound } from '../core/service-error.ts';
import { isNamed, type VisibleNamespace, visibleNamespaces } from './namespace-access.ts';

export type DatasetRow = typeof datasets.$inferSelect;

export interface FoundDataset {
	readonly namespace: VisibleNamespace;
	readonly row: DatasetRow;
}

export const coordinateIn = ({ owner, name }: VisibleNamespace, datasetName: string): DatasetCoordinate => ({
	owner,
	namespace: name,
	datasetName,
});

export const coordinateOf = ({ namespace, row }: FoundDataset): DatasetCoordinate => coordinateIn(namespace, row.name);

export const mayRead = (caller: Caller, namespace: VisibleNamespace, datasetName: string): boolean =>
	tokenAllows(caller, 'read', coordinateIn(namespace, datasetName));

export function readableAmong(
	caller: Caller,
	visible: readonly VisibleNamespace[],
	rows: readonly DatasetRow[],
): FoundDataset[] {
	const byId = new Map(visible.map((namespace) => [namespace.id, namespace]));
	return rows.flatMap((row) => {
		const namespace = byId.get(row.namespaceId);
		return namespace !== undefined && mayRead(caller, namespace, row.name) ? [{ namespace, row }] : [];
	});
}

async function lookUp(db: Db, caller: Caller, coordinate: DatasetCoordinate): Promise<FoundDataset | null> {
	const [namespace] = await visibleNamespaces(db, caller, isNamed(coordinate.owner, coordinate.namespace));
	if (namespace === undefined) return null;
	const isWanted = and(eq(datasets.namespaceId, namespace.id), eq(datasets.folded, foldName(coordinate.datasetName)));
	const rows = await db.select().from(datasets).where(isWanted);
	return readableAmong(caller, [namespace], rows)[0] ?? null;
}

/** @throws ServiceError NOT_FOUND if it doesn't exist or the caller may not read it */
export async function findDataset(db: Db, caller: Caller, path: DatasetPath): Promise<FoundDataset> {
	const coordinate = { owner: path.username, namespace: path.namespace, datasetName: path.datasetName };
	const found = await lookUp(db, caller, coordinate);
	if (found === null) throw notFound(unreadable(coordinate));
	return found;
}

/** A dataset, if it exists and both user and token may read it. Keeps the coordinate's spelling. */
export async function findReadable(
	db: Db,
	caller: Caller,
	coordinate: DatasetCoordinate,
): Promise<ReadableDataset | null> {
	const found = await lookUp(db, caller, coordinate);
	return found && toReadable(found);
}

export const toReadable = (found: FoundDataset): ReadableDataset => ({
	coordinate: coordinateOf(found),
	namespaceId: found.namespace.id,
	sha256: found.row.sha256,
});

/** A dataset that a run read, under its namespace's current name, if user and token may still read it. */
export async function findSource(
	db: Db,
	caller: Caller,
	{ namespaceId, dataset }: { readonly namespaceId: string | null; readonly dataset: string },
): Promise<DatasetCoordinate | null> {
	if (namespaceId === null) return null;
	const [namespace] = await visibleNamespaces(db, caller, eq(namespaces.id, namespaceId));
	if (namespace === undefined || !mayRead(caller, namespace, dataset)) return null;
	return coordinateIn(namespace, dataset);
}

/** The message for a dataset that doesn't exist or may not be read; it doesn't reveal which. */
export const unreadable = (coordinate: DatasetCoordinate): string =>
	`${formatCoordinate(coordinate)} doesn’t exist, or you don’t have access to it. Check the name, or ask its owner for access.`;

/** The id of the namespace to write a dataset to, which need not exist yet. @throws ServiceError NOT_FOUND, FORBIDDEN */
export async function assertMayWriteDataset(db: Db, caller: Caller, target: DatasetCoordinate): Promise<string> {
	const name = `${target.owner}/${target.namespace}`;
	const [namespace] = await visibleNamespaces(db, caller, isNamed(target.owner, target.namespace));
	if (namespace === undefined || !tokenAllows(caller, 'read', target)) {
		throw notFound(
			`Can’t write to ${formatCoordinate(target)}: the namespace ${name} doesn’t exist, or you don’t have access to it. Create the namespace, or choose another destination.`,
		);
	}
	if (namespace.role === 'viewer') {
		throw forbidden(
			`You can read the namespace ${name} but not change it. Ask its owner to make you an editor, or choose another destination.`,
		);
	}
	if (tokenAllows(caller, 'write', target)) return namespace.id;
	throw forbidden(`Your access token can’t write to ${formatCoordinate(target)}. Use a token with write access.`);
}
