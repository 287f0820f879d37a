import { and, eq, lt, ne, sql } from 'drizzle-orm';
import { formatCoordinate } from '#contract/dataset.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { coordinateOf, type DatasetRow, type FoundDataset } from '../access/dataset-access.ts';
import { notFound } from '../core/service-error.ts';
import { noteReleasedRows } from '../parts/object-ownership.ts';

type VersionRow = typeof datasetVersions.$inferSelect;

/** Stores a dataset's current content as a version; call it in the transaction that wrote it. @param by the user's id */
export async function keepVersion(
	tx: Db,
	row: Pick<DatasetRow, 'id' | 'version' | 'rows' | 'bytes' | 'columns' | 'columnOrder' | 'sha256' | 'builtBy'>,
	made: Pick<VersionRow, 'cause' | 'by' | 'at'> & { readonly restoredFrom?: number },
): Promise<void> {
	const { id: datasetId, version, rows, bytes, columns, columnOrder, sha256, builtBy } = row;
	await tx
		.insert(datasetVersions)
		.values({ datasetId, version, rows, bytes, columns, columnOrder, sha256, builtBy, ...made });
}

/** A dataset with the rows and columns of a version. @throws ServiceError NOT_FOUND if that version isn't kept */
export async function atVersion(db: Db, found: FoundDataset, version: number | undefined): Promise<FoundDataset> {
	if (version === undefined || version === found.row.version) return found;
	const { rows, bytes, columns, sha256, builtBy, at, ...kept } = await findVersion(db, found, version);
	const columnOrder = kept.columnOrder ?? found.row.columnOrder;
	return {
		...found,
		row: { ...found.row, version, rows, bytes, columns, columnOrder, sha256, builtBy, updatedAt: at },
	};
}

/** Removes versions that are older than the given time and not among the newest, never the current one. */
export async function removeOldVersions(
	tx: Db,
	keep: { readonly newest: number; readonly since: Date },
	now: Date,
): Promise<void> {
	const rank = sql<number>`row_number() OVER (PARTITION BY ${datasetVersions.datasetId} ORDER BY ${datasetVersions.version} DESC)`;
	const ranked = tx
		.select({
			id: datasetVersions.datasetId,
			version: datasetVersions.version,
			at: datasetVersions.at,
			rank: rank.as('rank'),
		})
		.from(datasetVersions)
		.as('ranked');
	const old = await tx
		.select({ id: ranked.id, version: ranked.version, namespaceId: datasets.namespaceId, dataset: datasets.name })
		.from(ranked)
		.innerJoin(datasets, eq(datasets.id, ranked.id))
		.where(and(sql`${ranked.rank} > ${keep.newest}`, lt(ranked.at, keep.since), ne(ranked.version, datasets.version)));
	for (const { id, version, namespaceId, dataset } of old) {
		const [gone] = await tx
			.delete(datasetVersions)
			.where(and(eq(datasetVersions.datasetId, id), eq(datasetVersions.version, version)))
			.returning({ sha256: datasetVersions.sha256 });
		if (gone !== undefined) await noteReleasedRows(tx, { namespaceId, dataset }, gone.sha256, now);
	}
}

/** @throws ServiceError NOT_FOUND if it isn't kept */
export async function findVersion(db: Db, found: FoundDataset, version: number): Promise<VersionRow> {
	const isWanted = and(eq(datasetVersions.datasetId, found.row.id), eq(datasetVersions.version, version));
	const [row] = await db.select().from(datasetVersions).where(isWanted);
	if (row !== undefined) return row;
	const name = formatCoordinate(coordinateOf(found));
	throw notFound(
		`Version ${version} of ${name} doesn’t exist or was deleted. The current version is ${found.row.version}.`,
	);
}

export const readVersion = ({ version }: { readonly version?: string | undefined }): number | undefined =>
	version === undefined ? undefined : Number(version);
