import * as z from 'zod/mini';
import { ColumnLineage, Definition, Diagnostic } from './build-spec.ts';
import { Column, DatasetCoordinate } from './dataset.ts';
import { Timestamp, withoutNul } from './ids.ts';
import type { Operation } from './operation.ts';

/** A repository in one of the service's repository folders. */
export const KnownRepository = z.looseObject({ name: z.string() });
export type KnownRepository = z.infer<typeof KnownRepository>;

/** A branch or tag and its commit. */
export const RepositoryRef = z.looseObject({ name: z.string(), commit: z.string() });
export type RepositoryRef = z.infer<typeof RepositoryRef>;

export const RepositoryCommit = z.looseObject({
	/** Full commit id in hex. */
	id: z.string(),
	/** First line of the commit message. */
	message: z.string(),
	author: z.string(),
	at: Timestamp,
});
export type RepositoryCommit = z.infer<typeof RepositoryCommit>;

export const Repository = z.looseObject({
	defaultBranch: z.nullable(z.string()),
	branches: z.array(RepositoryRef),
	tags: z.array(RepositoryRef),
	/** The latest commits of the requested ref or the default branch, newest first. */
	commits: z.array(RepositoryCommit),
	/** Files of the first of these commits that look like manifests, judged by their content. */
	manifests: z.array(z.string()),
});
export type Repository = z.infer<typeof Repository>;

/** An entry at a path of a commit. Equal ids mean equal content. */
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
	/** `unchecked`: it reads a step that has an error, so it can't be checked. */
	state: z.enum(['valid', 'invalid', 'unchecked']),
	/** Steps it reads. */
	reads: z.array(z.string()),
	sources: z.array(DatasetCoordinate),
	columns: z.array(Column),
});
export type PipelineStep = z.infer<typeof PipelineStep>;

/** An output as described in the manifest. A computed output's name and target are templates with columns in braces. */
export const PipelineOutput = z.looseObject({
	name: z.string(),
	kind: z.enum(['declared', 'computed', 'discovered']),
	/** The step that produced it, or whose rows define the outputs. */
	step: z.string(),
	/** Computed outputs: the file with the SELECT. */
	file: z.optional(z.string()),
	/** Absent for discovered outputs. */
	target: z.optional(DatasetCoordinate),
	state: z.enum(['valid', 'invalid', 'unchecked']),
	columns: z.array(Column),
	/** Lineage through all steps. Null if unknown, absent if the service doesn't report it. */
	lineage: z.optional(z.nullable(ColumnLineage)),
});
export type PipelineOutput = z.infer<typeof PipelineOutput>;

/** Without `file`, the position is in the payload. */
export const PipelineDiagnostic = z.extend(Diagnostic, { file: z.optional(z.string()) });
export type PipelineDiagnostic = z.infer<typeof PipelineDiagnostic>;

export const PipelineCheck = z.looseObject({
	/** Null if the payload doesn't lead to a commit. */
	commit: z.nullable(RepositoryCommit),
	/** Content of the commit, sorted by path. */
	entries: z.array(RepositoryEntry),
	truncated: z.boolean(),
	/** The manifest and the files it names, as far as they can be read. */
	files: z.array(RepositoryFile),
	steps: z.array(PipelineStep),
	outputs: z.array(PipelineOutput),
	diagnostics: z.array(PipelineDiagnostic),
});
export type PipelineCheck = z.infer<typeof PipelineCheck>;

const Text = z.string().check(z.minLength(1), z.maxLength(1_000)).register(z.globalRegistry, withoutNul);

export const listRepositories = {
	id: 'listRepositories',
	summary: 'List the service’s local Git repositories',
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
	summary: 'Validate the manifest, statements and templates in a commit without running them',
	tier: 'pipelines/1',
	method: 'POST',
	stores: false,
	path: '/pipelines/check',
	body: Definition,
	status: 200,
	result: PipelineCheck,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;
