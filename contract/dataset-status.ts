import * as z from 'zod/mini';
import { RunState } from './build-run.ts';
import { BuiltBy, datasetStates, OutdatedReason } from './dataset.ts';
import { Id, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** How far a dataset is that the caller may read, or that a BuildSpec of the caller's would make. */
export const DatasetStatus = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	state: z.enum(datasetStates),
	/** Why it is outdated; also where a build of it is in progress or has failed. */
	reasons: z.array(OutdatedReason),
	/** Null where there is no such dataset. */
	version: z.nullable(z.int()),
	updatedAt: z.nullable(Timestamp),
	/** The build that wrote the rows, or had written those that were deleted; null where something else did. */
	builtBy: z.nullable(BuiltBy),
	/** The version whose rows were restored; null where the rows came otherwise. */
	restoredFrom: z._default(z.nullable(z.int()), null),
	/** Who deleted a destination that is gone, and when; null where nobody did, or the caller can't see its namespace. */
	deleted: z._default(z.nullable(z.looseObject({ at: Timestamp, by: z.nullable(z.string()) })), null),
	/** Names of checks that the rows did not pass when they were built: warnings, since a failed error keeps rows out. */
	failedChecks: z._default(z.array(z.string()), []),
	/** The caller's BuildSpec whose destination it is: the one that built it, else the oldest. */
	buildSpecId: z.nullable(Id),
	/** The build of it that is in progress, or that failed after the rows were written. */
	lastBuild: z.nullable(
		z.looseObject({
			/** Null where somebody else started it. */
			runId: z.nullable(Id),
			state: RunState,
			by: z.string(),
			at: Timestamp,
			/** What the caller may read of why it failed. */
			message: z.nullable(z.string()),
		}),
	),
});
export type DatasetStatus = z.infer<typeof DatasetStatus>;

export const DatasetStatuses = z.looseObject({
	datasets: z.array(DatasetStatus),
	/** Destinations as far as one BuildSpec of the caller's has got with them, where that isn't what their datasets say: others may write them too. */
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
