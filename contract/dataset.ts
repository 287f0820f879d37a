import * as z from 'zod/mini';
import {
	DescriptionText,
	foldName,
	Id,
	integer,
	Name,
	PageQuery,
	Timestamp,
	VersionNumber,
	withoutNul,
} from './ids.ts';
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

/** `owner/namespace/dataset`: how the console writes a coordinate. A slash in a name, which some services allow, becomes `\/`. */
export const formatCoordinate = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	joinNames([owner, namespace, datasetName]);

/** Names as `formatCoordinate` writes them. */
export const joinNames = (names: readonly string[]): string =>
	names.map((name) => name.replace(/[\\/]/g, '\\$&')).join('/');

/** The names in a text that `joinNames` wrote, or somebody typed: three where it is a coordinate. */
export function splitNames(text: string): string[] {
	if (!text.includes('\\')) return text.split('/');
	const names = [''];
	for (const [token] of text.matchAll(/\\[\\/]|./gs)) {
		if (token === '/') names.push('');
		else names[names.length - 1] += token.length > 1 ? token.slice(1) : token;
	}
	return names;
}

/** A key under which equal coordinates, by the service's comparison of names, are the same. */
export const coordinateKey = (coordinate: DatasetCoordinate): string => foldName(formatCoordinate(coordinate));

const facts = {
	/** Empty where nobody described it. */
	description: z.string(),
	rows: z.int(),
	/** Size of the stored rows. */
	bytes: z.int(),
	/** Goes up by one each time the rows are replaced. */
	version: z.int(),
	updatedAt: Timestamp,
};

/** How the rows of a dataset stand to what they are made of; the first that holds, from the end of the list on. */
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

/** Why rows are older than what they are made of. */
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
	/** The version of the BuildSpec that made the rows, and the one that it is at; null where the reason is another. */
	builtVersion: z.nullable(z.int()),
	currentVersion: z.nullable(z.int()),
	/** The source that the reason is about; null where it is about none, or the caller may not read it. `wiped` has one where its rows were. */
	source: z.nullable(DatasetCoordinate),
	/** `source-changed`: the version that the source was restored to; absent where it has newer rows. */
	restoredVersion: z.optional(z.int()),
	/** `former-name`: how the code of the BuildSpec still names the source. */
	formerName: z.optional(z.string()),
});
export type OutdatedReason = z.infer<typeof OutdatedReason>;

/** Absent from answers of services that do not tell (`dataset-status/1`). */
const stateFacts = { state: z.optional(z.enum(datasetStates)), reasons: z.optional(z.array(OutdatedReason)) };

/** Which build wrote the rows that a dataset holds. */
export const BuiltBy = z.looseObject({
	runId: Id,
	/** Null where the BuildSpec was not known to the run. */
	buildSpecId: z.nullable(Id),
	version: z.nullable(z.int()),
	at: Timestamp,
	by: z.string(),
});
export type BuiltBy = z.infer<typeof BuiltBy>;

/** Which earlier version's rows a dataset was given back. */
export const RestoredFrom = z.looseObject({ version: z.int(), at: Timestamp, by: z.nullable(z.string()) });

export const DatasetSummary = z.looseObject({
	owner: z.string(),
	namespace: z.string(),
	datasetName: z.string(),
	columns: z.int(),
	...facts,
	/** The build that wrote the rows; null where something else did, absent where the service does not tell. */
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
	/** In the order in which they are shown. */
	columns: z.array(DescribedColumn),
	...facts,
	/** What the caller may do with it, user and token together. */
	access: z.enum(['read', 'write']),
	/** The build that wrote the rows; null where something else did. */
	builtBy: z.nullable(BuiltBy),
	/** Null where the rows came otherwise than by restoring a version; absent where the service does not tell. */
	restored: z.optional(z.nullable(RestoredFrom)),
	...stateFacts,
	licence: z.nullable(z.string()),
	source: z.nullable(z.string()),
	/** Whom to ask about it; absent where the service keeps neither contacts nor changes of licenses. */
	contact: z.optional(z.nullable(z.string())),
});
export type DatasetSchema = z.infer<typeof DatasetSchema>;

/** How a value is compared; all but `isNull` and `notNull` take one, `in` a list of them in which null may be too. */
export const filterOperators = ['=', '!=', '<', '<=', '>', '>=', 'contains', 'in', 'isNull', 'notNull'] as const;

/** One condition on a column, joined by and; numbers may be sent as text, and a date compared with a timestamp is the whole day in UTC. */
export interface RowFilter {
	readonly column: string;
	readonly op: (typeof filterOperators)[number];
	readonly value?: unknown;
}

/** Most rows of one answer. */
export const maxRowsAtOnce = 10_000;

export const DatasetRows = z.looseObject({
	columns: z.array(Column),
	/** Fewer than asked for where they would be too large together: read on behind the last one. */
	rows: z.array(z.record(z.string(), z.unknown())),
	/** How many rows there are, with the filter where one is given. */
	total: z.int(),
});
export type DatasetRows = z.infer<typeof DatasetRows>;

export const DatasetPath = z.object({ username: Name, namespace: Name, datasetName: Name });
export type DatasetPath = z.infer<typeof DatasetPath>;

export const listDatasets = {
	id: 'listDatasets',
	summary: 'List the datasets of a namespace, by name',
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
	/** With `version`, an earlier one as long as the service keeps it (`dataset-versions/1`). */
	query: z.object({ version: z.optional(VersionNumber) }),
	status: 200,
	result: DatasetSchema,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getRows = {
	id: 'getRows',
	summary: 'List rows of a dataset, sorted and filtered, with exact numbers',
	tier: 'dataset-rows/1',
	method: 'GET',
	path: '/data/{username}/{namespace}/{datasetName}',
	params: DatasetPath,
	query: z.object({
		offset: z.optional(z.string().register(z.globalRegistry, integer(0, Number.MAX_SAFE_INTEGER))),
		limit: z.optional(z.string().register(z.globalRegistry, integer(1, maxRowsAtOnce))),
		/** `column` or `-column`, comma-separated; a name with a comma in it stands in double quotes. */
		sort: z.optional(z.string()),
		/** A JSON array of `RowFilter`. */
		filter: z.optional(z.string()),
		/** An earlier version, as long as the service keeps it (`dataset-versions/1`). */
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

/** Longest license or contact, in UTF-16 code units. */
export const maxNoteLength = 1_000;
const Note = z.string().check(z.maxLength(maxNoteLength)).register(z.globalRegistry, withoutNul);

/** What is absent stays as it is; an empty text removes what was written. */
export const Descriptions = z.object({
	description: z.optional(DescriptionText),
	/** By the columns' names. */
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

/** All columns of the dataset, each once. */
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
