import * as z from 'zod/mini';
import { RunState } from './build-run.ts';
import { BuiltBy, datasetStates, OutdatedReason } from './dataset.ts';
import { Id, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** State of a dataset the caller may read, or of the destination of one of the caller's BuildSpecs. */
export const DatasetStatus = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	state: z.enum(datasetStates),
	/** Why it's outdated. Also given while a build is running or after one failed. */
	reasons: z.array(OutdatedReason),
	/** Null if the dataset doesn't exist. */
	version: z.nullable(z.int()),
	updatedAt: z.nullable(Timestamp),
	/** The build that wrote the rows, or the deleted rows. Null if they didn't come from a build. */
	builtBy: z.nullable(BuiltBy),
	/** The version the rows were restored from, or null. */
	restoredFrom: z._default(z.nullable(z.int()), null),
	/** Who deleted the destination, and when. Null if nobody did, or the caller can't see its namespace. */
	deleted: z._default(z.nullable(z.looseObject({ at: Timestamp, by: z.nullable(z.string()) })), null),
	/** Checks the current rows failed at their build. Only warnings, since a failed error check prevents the write. */
	failedChecks: z._default(z.array(z.string()), []),
	/** The caller's BuildSpec with this destination: the one that built it, or else the oldest. */
	buildSpecId: z.nullable(Id),
	/** The build that is in progress, or that failed after the rows were written. */
	lastBuild: z.nullable(
		z.looseObject({
			/** Null if someone else started it. */
			runId: z.nullable(Id),
			state: RunState,
			by: z.string(),
			at: Timestamp,
			/** The failure message, as far as the caller may read it. */
			message: z.nullable(z.string()),
		}),
	),
});
export type DatasetStatus = z.infer<typeof DatasetStatus>;

export const DatasetStatuses = z.looseObject({
	datasets: z.array(DatasetStatus),
	/** Destinations whose state for one of the caller's BuildSpecs differs from the dataset's, since others may write them too. */
	buildSpecs: z._default(z.array(DatasetStatus), []),
});
export type DatasetStatuses = z.infer<typeof DatasetStatuses>;

export const getDatasetStatuses = {
	id: 'getDatasetStatuses',
	summary: 'List the status of every dataset that the caller can read or build',
	tier: 'dataset-status/1',
	method: 'GET',
	path: '/dataset-status',
	status: 200,
	otherStatus: 304,
	etag: 'answered',
	result: DatasetStatuses,
	errors: [],
} as const satisfies Operation;
