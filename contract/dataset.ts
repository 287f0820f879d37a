import * as z from 'zod/mini';
import type { Coordinate } from './coordinate.ts';
import { DescriptionText, Id, integer, Name, PageQuery, Timestamp, VersionNumber, withoutNul } from './ids.ts';
import { NamespacePath } from './namespace.ts';
import type { Operation } from './operation.ts';

export { coordinateKey, formatCoordinate, joinNames, splitNames } from './coordinate.ts';

/** A dataset's address. Parsed leniently in responses; requests need valid names. */
export const DatasetCoordinate = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
});
export type DatasetCoordinate = Coordinate;

export const NamedDatasetCoordinate = z.object({ owner: Name, namespace: Name, datasetName: Name });

/** A column of a dataset or result. `type` is the engine's name, such as `BIGINT` or `DECIMAL(38,0)`. */
export const Column = z.looseObject({ name: z.string(), type: z.string() });
export type Column = z.infer<typeof Column>;

const facts = {
	description: z.string(),
	rows: z.int(),
	bytes: z.int(),
	/** Increases by one each time the rows are replaced. */
	version: z.int(),
	updatedAt: Timestamp,
};

/** How a dataset's rows relate to its sources. If several apply, the last in this list wins. */
export const datasetStates = [
	'current',
	'never-built',
	'deleted',
	'outdated',
	'failed',
	'building',
	'corrupt',
] as const;
export type DatasetState = (typeof datasetStates)[number];

/** Why rows are out of date. */
export const outdatedKinds = [
	'build-spec-changed',
	'source-changed',
	'source-outdated',
	'source-missing',
	'wiped',
	'rows-changed',
	'former-name',
	'built-by-another',
] as const;

export const OutdatedReason = z.looseObject({
	kind: z.enum(outdatedKinds),
	/** Version of the BuildSpec that produced the rows, and its current version. Null for other reasons. */
	builtVersion: z.nullable(z.int()),
	currentVersion: z.nullable(z.int()),
	/** The source concerned. Null if there is none or the caller may not read it. For `wiped`, the source that was wiped. */
	source: z.nullable(DatasetCoordinate),
	/** `source-changed`: the version the source was restored to. Absent if it has newer rows. */
	restoredVersion: z.optional(z.int()),
	/** `former-name`: the old name of the source that the code still uses. */
	formerName: z.optional(z.string()),
});
export type OutdatedReason = z.infer<typeof OutdatedReason>;

/** Absent if the service doesn't support `dataset-status/1`. */
const stateFacts = { state: z.optional(z.enum(datasetStates)), reasons: z.optional(z.array(OutdatedReason)) };

/** The build that wrote a dataset's current rows. */
export const BuiltBy = z.looseObject({
	runId: Id,
	/** Null if the run didn't belong to a BuildSpec. */
	buildSpecId: z.nullable(Id),
	version: z.nullable(z.int()),
	at: Timestamp,
	by: z.string(),
});
export type BuiltBy = z.infer<typeof BuiltBy>;

export const RestoredFrom = z.looseObject({ version: z.int(), at: Timestamp, by: z.nullable(z.string()) });

export const DatasetSummary = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	columns: z.int(),
	...facts,
	/** The build that wrote the rows. Null if they didn't come from a build, absent if the service doesn't report it. */
	builtBy: z.optional(z.nullable(BuiltBy)),
	...stateFacts,
});
export type DatasetSummary = z.infer<typeof DatasetSummary>;

export const DescribedColumn = z.looseObject({ name: z.string(), type: z.string(), description: z.string() });
export type DescribedColumn = z.infer<typeof DescribedColumn>;

export const DatasetSchema = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	/** In display order. */
	columns: z.array(DescribedColumn),
	...facts,
	/** The caller's access: the rights of both user and token. */
	access: z.enum(['read', 'write']),
	/** Null if the rows didn't come from a build. */
	builtBy: z.nullable(BuiltBy),
	/** Null if the rows weren't restored from a version. Absent if the service doesn't report it. */
	restored: z.optional(z.nullable(RestoredFrom)),
	...stateFacts,
	licence: z.nullable(z.string()),
	source: z.nullable(z.string()),
	/** Contact for questions. Absent if the service stores neither contacts nor license changes. */
	contact: z.optional(z.nullable(z.string())),
});
export type DatasetSchema = z.infer<typeof DatasetSchema>;

/** All operators except `isNull` and `notNull` take a value. `in` takes a list, which may contain null. */
export const filterOperators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'isNull', 'notNull'] as const;

/**
 * One condition on a column; conditions are combined with AND. Numbers may be sent as text. A date compared with a
 * timestamp means the whole day in UTC.
 */
export interface RowFilter {
	readonly column: string;
	readonly op: (typeof filterOperators)[number];
	readonly value?: unknown;
}

/** Maximum rows per response. */
export const maxRowsAtOnce = 10_000;

export const DatasetRows = z.looseObject({
	columns: z.array(Column),
	/** May be fewer than requested to limit the response size; continue after the last one. */
	rows: z.array(z.record(z.string(), z.unknown())),
	/** Row count, after the filter if there is one. */
	total: z.int(),
});
export type DatasetRows = z.infer<typeof DatasetRows>;

export const DatasetPath = z.object({ username: Name, namespace: Name, datasetName: Name });
export type DatasetPath = z.infer<typeof DatasetPath>;

export const listDatasets = {
	id: 'listDatasets',
	summary: 'List the datasets of a namespace, sorted by name',
	tier: 'datasets/1',
	method: 'GET',
	path: '/data/{username}/{namespace}',
	params: NamespacePath,
	query: PageQuery,
	status: 200,
	items: DatasetSummary,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getSchema = {
	id: 'getSchema',
	summary: 'Get a dataset with its columns',
	tier: 'datasets/1',
	method: 'GET',
	path: '/schema/{username}/{namespace}/{datasetName}',
	params: DatasetPath,
	/** `version`: an earlier version, while the service keeps it (`dataset-versions/1`). */
	query: z.object({ version: z.optional(VersionNumber) }),
	status: 200,
	result: DatasetSchema,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getRows = {
	id: 'getRows',
	summary: 'List dataset rows, sorted and filtered, with exact numbers',
	tier: 'dataset-rows/1',
	method: 'GET',
	path: '/data/{username}/{namespace}/{datasetName}',
	params: DatasetPath,
	query: z.object({
		offset: z.optional(z.string().register(z.globalRegistry, integer(0, Number.MAX_SAFE_INTEGER))),
		limit: z.optional(z.string().register(z.globalRegistry, integer(1, maxRowsAtOnce))),
		/** Comma-separated `column` or `-column`. A name that contains a comma is in double quotes. */
		sort: z.optional(z.string()),
		/** A JSON array of `RowFilter`. */
		filter: z.optional(z.string()),
		/** An earlier version, while the service keeps it (`dataset-versions/1`). */
		version: z.optional(VersionNumber),
	}),
	status: 200,
	result: DatasetRows,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;

export const deleteDataset = {
	id: 'deleteDataset',
	summary: 'Delete a dataset with its rows, descriptions and links',
	tier: 'datasets/1',
	method: 'DELETE',
	path: '/data/{username}/{namespace}/{datasetName}',
	params: DatasetPath,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

/** Maximum length of a license or contact, in UTF-16 code units. */
export const maxNoteLength = 1_000;
const Note = z.string().check(z.maxLength(maxNoteLength)).register(z.globalRegistry, withoutNul);

/** Absent members stay unchanged; an empty string deletes the current one. */
export const Descriptions = z.object({
	description: z.optional(DescriptionText),
	/** By column name. */
	columns: z.optional(z.record(z.string(), DescriptionText)),
	licence: z.optional(Note),
	contact: z.optional(Note),
});
export type Descriptions = z.infer<typeof Descriptions>;

export const describeDataset = {
	id: 'describeDataset',
	summary: 'Describe a dataset and its columns',
	tier: 'datasets/1',
	method: 'PUT',
	path: '/schema/{username}/{namespace}/{datasetName}/description',
	params: DatasetPath,
	body: Descriptions,
	status: 200,
	result: DatasetSchema,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

/** All columns of the dataset, each exactly once. */
export const SortOrder = z.looseObject({ order: z.array(z.string()) });
export type SortOrder = z.infer<typeof SortOrder>;

export const putSortOrder = {
	id: 'putSortOrder',
	summary: 'Set the column order of a dataset',
	tier: 'core',
	method: 'PUT',
	path: '/schema/{username}/{namespace}/{datasetName}/sort-order',
	params: DatasetPath,
	body: z.object({ order: z.array(z.string()) }),
	status: 200,
	result: SortOrder,
	resultUnstated: true,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;
