import * as z from 'zod/mini';
import { ColumnLineage, Definition, Diagnostic } from './build-spec.ts';
import { Column, DatasetCoordinate } from './dataset.ts';
import { Timestamp, withoutNul } from './ids.ts';
import type { Operation } from './operation.ts';

/** A repository that lies in one of the folders that the service reads repositories from. */
export const KnownRepository = z.looseObject({ name: z.string() });
export type KnownRepository = z.infer<typeof KnownRepository>;

/** A branch or a tag, and the commit that it names. */
export const RepositoryRef = z.looseObject({ name: z.string(), commit: z.string() });
export type RepositoryRef = z.infer<typeof RepositoryRef>;

export const RepositoryCommit = z.looseObject({
	/** Its full id, in hex. */
	id: z.string(),
	/** First line of what was written about it. */
	message: z.string(),
	author: z.string(),
	at: Timestamp,
});
export type RepositoryCommit = z.infer<typeof RepositoryCommit>;

export const Repository = z.looseObject({
	defaultBranch: z.nullable(z.string()),
	branches: z.array(RepositoryRef),
	tags: z.array(RepositoryRef),
	/** The last commits of the ref that was asked for, or of the default branch, newest first. */
	commits: z.array(RepositoryCommit),
	/** Paths of files of the first of these commits that are manifests by what they hold. */
	manifests: z.array(z.string()),
});
export type Repository = z.infer<typeof Repository>;

/** Something at a path of a commit. Equal ids stand for equal content. */
export const RepositoryEntry = z.looseObject({
	path: z.string(),
	kind: z.enum(['file', 'link', 'submodule']),
	id: z.string(),
});
export type RepositoryEntry = z.infer<typeof RepositoryEntry>;

export const RepositoryFile = z.looseObject({ path: z.string(), text: z.string() });
export type RepositoryFile = z.infer<typeof RepositoryFile>;

export const PipelineStep = z.looseObject({
	name: z.string(),
	file: z.string(),
	/** `unchecked`: it reads a step with an error, so nothing can be said about it. */
	state: z.enum(['valid', 'invalid', 'unchecked']),
	/** Names of the steps that it reads. */
	reads: z.array(z.string()),
	/** The sources that it reads. */
	sources: z.array(DatasetCoordinate),
	columns: z.array(Column),
});
export type PipelineStep = z.infer<typeof PipelineStep>;

/** An output as the manifest describes it: name and target of a computed one are templates with columns in braces. */
export const PipelineOutput = z.looseObject({
	name: z.string(),
	kind: z.enum(['declared', 'computed', 'discovered']),
	/** The step whose result it is, or for whose rows there is one each. */
	step: z.string(),
	/** Of a computed output: the file with its SELECT. */
	file: z.optional(z.string()),
	/** Absent for a discovered output. */
	target: z.optional(DatasetCoordinate),
	state: z.enum(['valid', 'invalid', 'unchecked']),
	columns: z.array(Column),
	/** Where its columns come from, through all steps; null where that isn't known, absent where the service doesn't tell. */
	lineage: z.optional(z.nullable(ColumnLineage)),
});
export type PipelineOutput = z.infer<typeof PipelineOutput>;

/** Without `file` the position is in the payload. */
export const PipelineDiagnostic = z.extend(Diagnostic, { file: z.optional(z.string()) });
export type PipelineDiagnostic = z.infer<typeof PipelineDiagnostic>;

export const PipelineCheck = z.looseObject({
	/** Null where the payload leads to no commit. */
	commit: z.nullable(RepositoryCommit),
	/** What the commit holds, in the order of their paths. */
	entries: z.array(RepositoryEntry),
	/** Whether the commit holds more than is listed. */
	truncated: z.boolean(),
	/** The manifest and the files that it names, as far as they can be read. */
	files: z.array(RepositoryFile),
	steps: z.array(PipelineStep),
	outputs: z.array(PipelineOutput),
	diagnostics: z.array(PipelineDiagnostic),
});
export type PipelineCheck = z.infer<typeof PipelineCheck>;

const Text = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);

export const listRepositories = {
	id: 'listRepositories',
	summary: 'List the repositories in the service’s repository folders',
	tier: 'pipelines/1',
	method: 'GET',
	path: '/pipelines/repositories',
	status: 200,
	items: KnownRepository,
	errors: ['FORBIDDEN'],
} as const satisfies Operation;

export const readRepository = {
	id: 'readRepository',
	summary: 'List the branches, tags, recent commits and manifests of a repository',
	tier: 'pipelines/1',
	method: 'POST',
	stores: false,
	path: '/pipelines/repository',
	body: z.object({ repository: Text, ref: z.optional(Text) }),
	status: 200,
	result: Repository,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const readPipelineFile = {
	id: 'readPipelineFile',
	summary: 'Get the text of a file in a commit',
	tier: 'pipelines/1',
	method: 'POST',
	stores: false,
	path: '/pipelines/file',
	body: z.object({ repository: Text, ref: Text, path: Text }),
	status: 200,
	result: RepositoryFile,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const checkPipeline = {
	id: 'checkPipeline',
	summary: 'Validate the manifest, statements and templates of a pipeline’s commit without running them',
	tier: 'pipelines/1',
	method: 'POST',
	stores: false,
	path: '/pipelines/check',
	body: Definition,
	status: 200,
	result: PipelineCheck,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;
