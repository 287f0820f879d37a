import * as z from 'zod/mini';
import { BuiltBy, Column, DatasetPath, DatasetSchema } from './dataset.ts';
import { Id, PageQuery, Timestamp, VersionNumber } from './ids.ts';
import type { Operation } from './operation.ts';

/** What created a version. `wiped`: the rows were deleted, the columns kept. */
export const versionCauses = ['created', 'build', 'ingestion', 'restored', 'wiped'] as const;

export const DatasetVersion = z.looseObject({
	version: z.int(),
	at: Timestamp,
	/** Null if nobody, or no longer known. */
	by: z.nullable(z.string()),
	cause: z.enum(versionCauses),
	/** Null if no run wrote the rows. */
	runId: z.nullable(Id),
	rows: z.int(),
	bytes: z.int(),
	columns: z.array(Column),
	/** The build that wrote the rows, while its run is kept. */
	builtBy: z.nullable(BuiltBy),
	/** The version the rows were restored from. */
	restoredFrom: z.nullable(z.int()),
	/** Number of failed checks of its build. Absent if the service doesn't report it. */
	failedChecks: z.optional(z.int()),
});
export type DatasetVersion = z.infer<typeof DatasetVersion>;

export const listDatasetVersions = {
	id: 'listDatasetVersions',
	summary: 'List the available versions of a dataset, newest first',
	tier: 'dataset-versions/1',
	method: 'GET',
	path: '/data/{username}/{namespace}/{datasetName}/versions',
	params: DatasetPath,
	query: PageQuery,
	status: 200,
	items: DatasetVersion,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const restoreDatasetVersion = {
	id: 'restoreDatasetVersion',
	summary: 'Restore an earlier version of a dataset as a new version',
	tier: 'dataset-versions/1',
	method: 'POST',
	path: '/data/{username}/{namespace}/{datasetName}/versions/{version}/restore',
	params: z.extend(DatasetPath, { version: VersionNumber }),
	stores: false,
	status: 200,
	result: DatasetSchema,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;
