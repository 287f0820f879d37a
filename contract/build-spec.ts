import * as z from 'zod/mini';
import { Column, DatasetCoordinate, NamedDatasetCoordinate } from './dataset.ts';
import { Id, PageQuery, Timestamp, Uuid, VersionNumber, withoutNul } from './ids.ts';
import type { Operation } from './operation.ts';

export const BuildSpec = z.looseObject({
	id: Id,
	owner: z.string(),
	version: z.int(),
	sources: z.array(DatasetCoordinate),
	destination: DatasetCoordinate,
	code: z.looseObject({ payload: z.string() }),
	createdAt: Timestamp,
	updatedAt: Timestamp,
});
export type BuildSpec = z.infer<typeof BuildSpec>;

/** Longest `code.payload`, in UTF-16 code units. */
export const maxPayloadLength = 1_000_000;
export const maxSources = 100;

const Code = z.object({
	payload: z.string().check(z.maxLength(maxPayloadLength)).register(z.globalRegistry, withoutNul),
});
const Sources = z.array(NamedDatasetCoordinate).check(z.maxLength(maxSources));

/** The edit body: all three members are required (docs/decisions/0003). */
export const BuildSpecEdit = z.object({ sources: Sources, destination: NamedDatasetCoordinate, code: Code });
export type BuildSpecEdit = z.infer<typeof BuildSpecEdit>;

/** A definition as a flat record: the members of `code` next to the others. */
export type DefinitionFields = Omit<BuildSpecEdit, 'code'> & BuildSpecEdit['code'];

/** An edit body whose destination may be absent, for worksheet queries and checks. */
export const Definition = z.object({
	sources: Sources,
	destination: z.optional(NamedDatasetCoordinate),
	code: Code,
});
export type Definition = z.infer<typeof Definition>;

export const RunDefinition = z.looseObject({
	sources: z.array(DatasetCoordinate),
	destination: z.optional(DatasetCoordinate),
	code: z.looseObject({ payload: z.string() }),
});

export const BuildSpecVersion = z.looseObject({
	version: z.int(),
	createdAt: Timestamp,
	author: z.string(),
	/** From the embedded service: `created`, `edited`, `renamed` or `restored`. */
	change: z.string(),
	/** The version's name and note. Absent or empty if there are none. */
	name: z.optional(z.string()),
	message: z.optional(z.string()),
});
export type BuildSpecVersion = z.infer<typeof BuildSpecVersion>;

const note = (longest: number) => z.string().check(z.maxLength(longest)).register(z.globalRegistry, withoutNul);

export const maxVersionName = 80;
export const maxVersionMessage = 2_000;

/** Absent members stay unchanged; empty ones are removed. */
export const VersionNote = z.object({
	name: z.optional(note(maxVersionName)),
	message: z.optional(note(maxVersionMessage)),
});
export type VersionNote = z.infer<typeof VersionNote>;

export const DeletedBuildSpec = z.extend(BuildSpec, {
	deletedAt: Timestamp,
	/** When it and its versions are purged. */
	goneAt: Timestamp,
});
export type DeletedBuildSpec = z.infer<typeof DeletedBuildSpec>;

/**
 * 1-based lines and columns in UTF-16 code units. `endColumn` is exclusive. An empty range at the start means that the
 * position is unknown.
 */
export const Diagnostic = z.looseObject({
	severity: z.enum(['error', 'warning', 'info']),
	message: z.string(),
	line: z.int(),
	column: z.int(),
	endLine: z.int(),
	endColumn: z.int(),
	suggestions: z.array(z.string()),
});
export type Diagnostic = z.infer<typeof Diagnostic>;

export const SourceColumn = z.looseObject({ dataset: DatasetCoordinate, column: z.string() });
export type SourceColumn = z.infer<typeof SourceColumn>;

/**
 * `copied`: values of one column, unchanged. `computed`: from the values of `from`. `unknown`: some of `from`, it isn't
 * known which.
 */
export const lineageKinds = ['copied', 'computed', 'unknown'] as const;

export const ColumnOrigin = z.looseObject({
	column: z.string(),
	kind: z.enum(lineageKinds),
	from: z.array(SourceColumn),
});
export type ColumnOrigin = z.infer<typeof ColumnOrigin>;

export const ColumnLineage = z.looseObject({
	columns: z.array(ColumnOrigin),
	/** Columns used only to select or order rows: in conditions, joins and sorting. */
	alsoRead: z.array(SourceColumn),
});
export type ColumnLineage = z.infer<typeof ColumnLineage>;

export const CheckResult = z.looseObject({
	diagnostics: z.array(Diagnostic),
	columns: z.array(Column),
	/** Null if the code has an error or isn't SQL. Absent if the service doesn't report lineage. */
	lineage: z.optional(z.nullable(ColumnLineage)),
});
export type CheckResult = z.infer<typeof CheckResult>;

const BuildSpecId = z.object({ buildSpecId: Uuid });

export const listBuildSpecs = {
	id: 'listBuildSpecs',
	summary: 'List the caller’s BuildSpecs',
	tier: 'core',
	method: 'GET',
	path: '/build-specs',
	status: 200,
	items: BuildSpec,
	errors: [],
} as const satisfies Operation;

export const getBuildSpec = {
	id: 'getBuildSpec',
	summary: 'Get a BuildSpec, with its version as the ETag',
	tier: 'core',
	method: 'GET',
	path: '/build-specs/{buildSpecId}',
	params: BuildSpecId,
	etag: 'answered',
	status: 200,
	result: BuildSpec,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const updateBuildSpec = {
	id: 'updateBuildSpec',
	summary: 'Replace the definition of a BuildSpec with a new version',
	tier: 'core',
	method: 'PUT',
	path: '/build-specs/{buildSpecId}',
	params: BuildSpecId,
	body: BuildSpecEdit,
	etag: 'guards',
	status: 200,
	result: BuildSpec,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'VERSION_CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const deleteBuildSpec = {
	id: 'deleteBuildSpec',
	summary: 'Delete a BuildSpec and its versions',
	tier: 'core',
	method: 'DELETE',
	path: '/build-specs/{buildSpecId}',
	params: BuildSpecId,
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

export const createBuildSpec = {
	id: 'createBuildSpec',
	summary: 'Create a BuildSpec',
	tier: 'build-spec-create/1',
	method: 'POST',
	path: '/build-specs',
	body: BuildSpecEdit,
	etag: 'answered',
	status: 201,
	result: BuildSpec,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const listBuildSpecVersions = {
	id: 'listBuildSpecVersions',
	summary: 'List the versions of a BuildSpec, newest first',
	tier: 'build-spec-versions/1',
	method: 'GET',
	path: '/build-specs/{buildSpecId}/versions',
	params: BuildSpecId,
	query: PageQuery,
	status: 200,
	items: BuildSpecVersion,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

export const getBuildSpecVersion = {
	id: 'getBuildSpecVersion',
	summary: 'Get a version of a BuildSpec',
	tier: 'build-spec-versions/1',
	method: 'GET',
	path: '/build-specs/{buildSpecId}/versions/{version}',
	params: z.object({
		buildSpecId: Uuid,
		version: VersionNumber,
	}),
	status: 200,
	result: BuildSpec,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const describeBuildSpecVersion = {
	id: 'describeBuildSpecVersion',
	summary: 'Set the name and message of a BuildSpec version',
	tier: 'version-notes/1',
	method: 'PUT',
	path: '/build-specs/{buildSpecId}/versions/{version}/note',
	params: z.object({ buildSpecId: Uuid, version: VersionNumber }),
	body: VersionNote,
	status: 200,
	result: BuildSpecVersion,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const listDeletedBuildSpecs = {
	id: 'listDeletedBuildSpecs',
	summary: 'List the caller’s deleted BuildSpecs, newest first',
	tier: 'build-spec-undelete/1',
	method: 'GET',
	path: '/deleted-build-specs',
	status: 200,
	items: DeletedBuildSpec,
	errors: [],
} as const satisfies Operation;

export const undeleteBuildSpec = {
	id: 'undeleteBuildSpec',
	summary: 'Restore a deleted BuildSpec with its versions and checks',
	tier: 'build-spec-undelete/1',
	method: 'POST',
	path: '/deleted-build-specs/{buildSpecId}/restore',
	params: BuildSpecId,
	status: 200,
	result: BuildSpec,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

export const checkBuildSpec = {
	id: 'checkBuildSpec',
	summary: 'Validate a definition without saving or running it',
	tier: 'build-spec-check/1',
	method: 'POST',
	stores: false,
	path: '/build-specs/check',
	body: Definition,
	status: 200,
	result: CheckResult,
	errors: ['VALIDATION_FAILED', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;
