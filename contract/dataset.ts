import * as z from 'zod/mini';
import { foldName, Name, Timestamp } from './ids.ts';
import { NamespacePath } from './namespace.ts';
import type { Operation } from './operation.ts';

/** A dataset's address. Answers are read leniently; what is sent must hold valid names. */
export const DatasetCoordinate = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
});
export type DatasetCoordinate = { owner: string; namespace: string; datasetName: string };

export const NamedDatasetCoordinate = z.object({ owner: Name, namespace: Name, datasetName: Name });

/** A column of a dataset or a result; `type` is the engine's name of it, for example `BIGINT` or `DECIMAL(38,0)`. */
export const Column = z.looseObject({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof Column>;

/** `owner/namespace/dataset`: how the console writes a coordinate. */
export const formatCoordinate = (it: DatasetCoordinate): string => `${it.owner}/${it.namespace}/${it.datasetName}`;

/** A key under which equal coordinates, by the service's comparison of names, are the same. */
export const coordinateKey = (it: DatasetCoordinate): string =>
	[it.owner, it.namespace, it.datasetName].map(foldName).join('/');

const facts = {
	/** Empty where nobody described it. */
	description: z.string(),
	rows: z.int(),
	/** Size of the stored rows. */
	bytes: z.int(),
	/** Goes up by one each time the rows are replaced. */
	version: z.int(),
	/** The build run that wrote the rows; null where something else did. */
	builtBy: z.nullable(z.string()),
	updatedAt: Timestamp,
};

export const DatasetSummary = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	/** How many columns it has. */
	columns: z.int(),
	...facts,
});
export type DatasetSummary = z.infer<typeof DatasetSummary>;

export const DescribedColumn = z.looseObject({ name: z.string(), type: z.string(), description: z.string() });
export type DescribedColumn = z.infer<typeof DescribedColumn>;

export const DatasetSchema = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	/** In the order in which they are shown. */
	columns: z.array(DescribedColumn),
	...facts,
	/** What the caller may do with it, user and token together. */
	access: z.enum(['read', 'write']),
	licence: z.nullable(z.string()),
	source: z.nullable(z.string()),
});
export type DatasetSchema = z.infer<typeof DatasetSchema>;

export const DatasetPath = z.object({ username: Name, namespace: Name, datasetName: Name });

export const listDatasets = {
	id: 'listDatasets',
	summary: 'The datasets of a namespace, by name',
	tier: 'datasets/1',
	method: 'GET',
	path: '/data/{username}/{namespace}',
	params: NamespacePath,
	query: z.object({ limit: z.optional(z.string()), cursor: z.optional(z.string()) }),
	status: 200,
	items: DatasetSummary,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getSchema = {
	id: 'getSchema',
	summary: 'The columns of a dataset and what is known of it',
	tier: 'datasets/1',
	method: 'GET',
	path: '/schema/{username}/{namespace}/{datasetName}',
	params: DatasetPath,
	status: 200,
	result: DatasetSchema,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
