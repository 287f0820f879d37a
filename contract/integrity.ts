import * as z from 'zod/mini';
import { Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** Stored data found corrupt, if the caller may read it. */
export const CorruptData = z.looseObject({
	kind: z.enum(['dataset', 'output']),
	/** The dataset, or the destination an output previews. Null for a worksheet query. */
	owner: z.nullable(z.string()),
	namespace: z.nullable(z.string()),
	datasetName: z.nullable(z.string()),
	/** The preview run of an output, or the build that wrote a dataset if the caller started it. */
	runId: z.nullable(z.string()),
	/** The BuildSpec that can rebuild it, or null. */
	buildSpecId: z.nullable(z.string()),
	problem: z.enum(['changed', 'missing']),
	foundAt: Timestamp,
});
export type CorruptData = z.infer<typeof CorruptData>;

export const DataVerification = z.looseObject({
	/** When the last full verification finished. */
	verifiedAt: z.nullable(Timestamp),
	corrupt: z.array(CorruptData),
});
export type DataVerification = z.infer<typeof DataVerification>;

export const getDataVerification = {
	id: 'getDataVerification',
	summary: 'List corrupt data, and when all data was last verified',
	tier: 'data-verification/1',
	method: 'GET',
	path: '/data-verification',
	status: 200,
	result: DataVerification,
	errors: [],
} as const satisfies Operation;
