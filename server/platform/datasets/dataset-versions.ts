import { and, desc, eq, lt } from 'drizzle-orm';
import * as z from 'zod/mini';
import { type DatasetPath, type DatasetSchema, formatCoordinate } from '#contract/dataset.ts';
import type { DatasetVersion } from '#contract/dataset-version.ts';
import type { PageQuery } from '#contract/ids.ts';
import { datasets, datasetVersions } from '../../store/catalog/schema/datasets.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { users } from '../../store/catalog/schema/users.ts';
import { coordinateOf, findDataset } from '../access/dataset-access.ts';
import type { Caller } from '../core/caller.ts';
import { type Page, pageOf, readCursor, readLimit } from '../core/page.ts';
import { conflict } from '../core/service-error.ts';
import { failedChecksOf } from '../runs/failed-checks.ts';
import type { Platform } from '../state/platform.ts';
import { findChangeable } from './dataset-changes.ts';
import { presentSchema } from './dataset-list.ts';
import { findVersion, keepVersion } from './kept-versions.ts';

/** The kept versions, newest first. @throws ServiceError NOT_FOUND */
export async function listVersions(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	query: PageQuery,
): Promise<Page<DatasetVersion>> {
	const { db } = platform.catalog;
	const limit = readLimit(query, 100);
	const before = readCursor(query, z.int());
	const { row } = await findDataset(db, caller, path);
	const isWanted = and(
		eq(datasetVersions.datasetId, row.id),
		before === null ? undefined : lt(datasetVersions.version, before),
	);
	const maker = db.select({ id: users.id, by: users.username }).from(users).as('maker');
	const builder = db.select({ id: users.id, by: users.username }).from(users).as('builder');
	const found = await db
		.select({ version: datasetVersions, by: maker.by, run: runs, builder: builder.by })
		.from(datasetVersions)
		.leftJoin(maker, eq(maker.id, datasetVersions.by))
		.leftJoin(runs, eq(runs.id, datasetVersions.builtBy))
		.leftJoin(builder, eq(builder.id, runs.userId))
		.where(isWanted)
		.orderBy(desc(datasetVersions.version))
		.limit(limit + 1);
	const page = pageOf(found, limit, (item) => item.version.version);
	const failed = await failedChecksOf(
		db,
		page.items.flatMap(({ version }) => version.builtBy ?? []),
	);
	return {
		...page,
		items: page.items.map(({ version, by, run, builder }) => ({
			version: version.version,
			at: version.at.toISOString(),
			by,
			cause: version.cause,
			runId: version.builtBy,
			rows: version.rows,
			bytes: version.bytes,
			columns: version.columns,
			builtBy:
				run === null || run.finishedAt === null || builder === null
					? null
					: {
							runId: run.id,
							buildSpecId: run.buildSpecId,
							version: run.version,
							at: run.finishedAt.toISOString(),
							by: builder,
						},
			restoredFrom: version.restoredFrom,
			failedChecks: failed.get(version.builtBy ?? '') ?? 0,
		})),
	};
}

/** Creates a new current version with the rows and columns of an earlier one. Descriptions and links stay. */
export async function restoreVersion(
	platform: Platform,
	caller: Caller,
	path: DatasetPath,
	version: number,
): Promise<DatasetSchema> {
	return platform.catalog.write(async (tx) => {
		const found = await findChangeable(tx, caller, path);
		const name = formatCoordinate(coordinateOf(found));
		if (version === found.row.version) throw conflict(`Version ${version} of ${name} is already the current version.`);
		const { rows, bytes, columns, sha256, builtBy, ...kept } = await findVersion(tx, found, version);
		const columnOrder = kept.columnOrder ?? found.row.columnOrder;
		const now = platform.now();
		const content = { rows, bytes, columns, columnOrder, sha256, builtBy };
		const values = { ...content, version: found.row.version + 1, updatedAt: now };
		await tx.update(datasets).set(values).where(eq(datasets.id, found.row.id));
		await keepVersion(
			tx,
			{ id: found.row.id, ...values },
			{ cause: 'restored', by: caller.userId, at: now, restoredFrom: version },
		);
		return presentSchema(tx, caller, await findDataset(tx, caller, path));
	});
}
