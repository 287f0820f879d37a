import * as z from 'zod/mini';
import { BuiltBy, Column, DatasetPath, DatasetSchema } from './dataset.ts';
import { Id, PageQuery, Timestamp, VersionNumber } from './ids.ts';
import type { Operation } from './operation.ts';

/** What made a version: rows that came with the dataset, a build, an ingestion, an earlier version, or a wipe that left the columns. */
export const versionCauses = ['created', 'build', 'ingestion', 'restored', 'wiped'] as const;

export const DatasetVersion = z.looseObject({
	version: z.int(),
	at: Timestamp,
	/** Who made it; null where that was nobody, or is not known any more. */
	by: z.nullable(z.string()),
	cause: z.enum(versionCauses),
	/** The run that wrote the rows; null where none did. */
	runId: z.nullable(Id),
	rows: z.int(),
	bytes: z.int(),
	/** As they are stored. */
	columns: z.array(Column),
	/** The build that wrote the rows, as long as its run is kept. */
	builtBy: z.nullable(BuiltBy),
	/** The version whose rows were restored. */
	restoredFrom: z.nullable(z.int()),
	/** Checks of its build that did not pass; absent where the service doesn't tell. */
	failedChecks: z.optional(z.int()),
});
export type DatasetVersion = z.infer<typeof DatasetVersion>;

export const listDatasetVersions = {
	id: 'listDatasetVersions',
	summary: 'List the kept versions of a dataset, newest first',
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
