import * as z from 'zod/mini';
import { Definition, RunDefinition } from './build-spec.ts';
import { DatasetCoordinate } from './dataset.ts';
import { Id, PageQuery, segment, Timestamp, Uuid, Version } from './ids.ts';
import type { Operation } from './operation.ts';

export const RunState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
export type RunState = z.infer<typeof RunState>;

/** Why a run failed. `line` and `column` count from 1 in UTF-16 code units of the run's code, or are null. */
export const RunError = z.looseObject({
	code: z.string(),
	message: z.string(),
	line: z.nullable(z.int()),
	column: z.nullable(z.int()),
	/** The file of a GitPipeline's repository that the place is in; absent where the place is in the payload. */
	file: z.optional(z.string()),
});
export type RunError = z.infer<typeof RunError>;

/** A dataset as a build run wrote it: its version and size then. */
export const WrittenDataset = z.looseObject({
	coordinate: DatasetCoordinate,
	version: z.int(),
	rows: z.int(),
	bytes: z.int(),
});
export type WrittenDataset = z.infer<typeof WrittenDataset>;

export const RunCommit = z.looseObject({
	/** Its full id, in hex. */
	id: z.string(),
	/** As the payload names it: a branch, a tag or the commit's own id. */
	ref: z.string(),
	/** First line of what was written about it. */
	message: z.optional(z.string()),
	at: Timestamp,
});
export type RunCommit = z.infer<typeof RunCommit>;

/** A step of a GitPipeline's run. */
export const RunStep = z.looseObject({
	name: z.string(),
	file: z.string(),
	/** `waiting` also where the run ended before it. */
	state: z.enum(['waiting', 'running', 'succeeded', 'failed']),
	rows: z.nullable(z.int()),
	bytes: z.nullable(z.int()),
	startedAt: z.nullable(Timestamp),
	finishedAt: z.nullable(Timestamp),
});
export type RunStep = z.infer<typeof RunStep>;

export const BuildRun = z.looseObject({
	id: Id,
	kind: z.enum(['preview', 'build']),
	pipeline: z.enum(['code-blob', 'git']),
	state: RunState,
	/** Null for a worksheet's query. */
	buildSpecId: z.nullable(Id),
	/** The saved version that ran, or that an unsaved draft began from; null for a worksheet's query. */
	version: z.nullable(z.int()),
	draft: z.boolean(),
	definition: RunDefinition,
	createdAt: Timestamp,
	startedAt: z.nullable(Timestamp),
	finishedAt: z.nullable(Timestamp),
	/** Rows and bytes of all outputs together; null until the run succeeded. */
	rows: z.nullable(z.int()),
	bytes: z.nullable(z.int()),
	error: z.nullable(RunError),
	by: z.string(),
	/** What a build run wrote: all of it in one step, the destination first. Null until it succeeded, and for a preview. */
	wrote: z.optional(z.nullable(z.array(WrittenDataset))),
	/** Null until the commit is known, and for a run without a repository. */
	commit: z.optional(z.nullable(RunCommit)),
	/** The steps of a GitPipeline; null until its manifest is read, and for a run without one. */
	steps: z.optional(z.nullable(z.array(RunStep))),
	/** The last step that ran, where the preview was of a part of the pipeline. */
	upTo: z.optional(z.nullable(z.string())),
	/** How much of it is done, 0 to 100, where the engine says so; null before, and once it ended. */
	progress: z.optional(z.nullable(z.number())),
	/** How many checks did not pass of what it made; absent where the service has no checks. */
	failedChecks: z.optional(z.int()),
	/** The plan that the run is the first step of; only in the answer to its start. */
	planId: z.optional(Id),
});
export type BuildRun = z.infer<typeof BuildRun>;

export const LogItem = z.looseObject({
	at: Timestamp,
	level: z.enum(['info', 'warning', 'error']),
	message: z.string(),
	/** The step of a GitPipeline that it is about. */
	step: z.optional(z.string()),
});
export type LogItem = z.infer<typeof LogItem>;

/** One per destination slot of a code-blob preview. `href` is relative to `{base_url}`, or to its origin with a leading `/`. */
export const BuildRunOutputSummary = z.looseObject({
	datasetName: z.string(),
	owner: z.string(),
	namespace: z.string(),
	href: z.string(),
});
export type BuildRunOutputSummary = z.infer<typeof BuildRunOutputSummary>;

/** One per produced output of a GitPipeline preview. */
export const BuildRunPipelineOutput = z.looseObject({
	name: z.string(),
	target: z.optional(DatasetCoordinate),
	downloadUrl: z.string(),
	/** Some services leave it out, and the address is then used until it is refused. */
	expiresAt: z._default(Timestamp, ''),
	/** `declared` and `computed` outputs have a target, `discovered` ones have none. */
	kind: z.optional(z.string()),
	/** The step whose result it is; absent for a computed output. */
	step: z.optional(z.string()),
	rows: z.optional(z.int()),
	bytes: z.optional(z.int()),
});
export type BuildRunPipelineOutput = z.infer<typeof BuildRunPipelineOutput>;

export const BuildRunOutput = z.union([BuildRunPipelineOutput, BuildRunOutputSummary]);
export type BuildRunOutput = z.infer<typeof BuildRunOutput>;

/** What an output's `href` answers. */
export const OutputLink = z.looseObject({ downloadUrl: z.string(), expiresAt: Timestamp });
export type OutputLink = z.infer<typeof OutputLink>;

/** An operator of the plan that a run's statement was carried out by, as the engine measured it. */
export const PlanOperator = z.looseObject({
	/** The engine's name of it: `HASH_JOIN`. */
	name: z.string(),
	/** Place of the operator that takes its rows; null for the last one. */
	parent: z.nullable(z.int()),
	/** Of the operator alone, added up over all threads, in ms. */
	ms: z.number(),
	/** Rows that it gave, and those that it read from storage. */
	rows: z.int(),
	scanned: z.int(),
	/** What it works on: a table, conditions, columns; the engine's own words. */
	details: z.array(z.looseObject({ name: z.string(), value: z.string() })),
});
export type PlanOperator = z.infer<typeof PlanOperator>;

export const RunPlan = z.looseObject({
	/** From the statement's first call to its end, ms. */
	ms: z.number(),
	/** An operator comes after the one that takes its rows. */
	operators: z.array(PlanOperator),
});
export type RunPlan = z.infer<typeof RunPlan>;

const BuildRunId = z.object({ buildRunId: Uuid });

export const listOutputs = {
	id: 'listOutputs',
	summary: 'List the outputs of a preview run',
	tier: 'core',
	method: 'GET',
	path: '/build-runs/{buildRunId}/outputs',
	params: BuildRunId,
	status: 200,
	items: BuildRunOutput,
	errors: ['NOT_FOUND', 'OUTPUTS_NOT_READY', 'RUN_FAILED', 'RUN_CANCELLED'],
} as const satisfies Operation;

/** Where the embedded service's `href` leads; the console follows the `href` and does not build this path. */
export const getOutputLink = {
	id: 'getOutputLink',
	summary: 'Get a temporary download address for an output',
	tier: 'core',
	method: 'GET',
	path: '/build-runs/{buildRunId}/outputs/{output}',
	params: z.object({ buildRunId: Uuid, output: z.string().register(z.globalRegistry, segment) }),
	status: 200,
	result: OutputLink,
	errors: ['NOT_FOUND', 'OUTPUTS_NOT_READY', 'RUN_FAILED', 'RUN_CANCELLED'],
} as const satisfies Operation;

/** `upTo`: the last step of a GitPipeline that is to run. */
export const PreviewQuery = z.object({ upTo: z.optional(z.string()) });

export const startScratchRun = {
	id: 'startScratchRun',
	summary: 'Preview an unsaved definition',
	tier: 'scratch-runs/1',
	method: 'POST',
	path: '/preview-runs',
	query: PreviewQuery,
	body: Definition,
	status: 202,
	result: BuildRun,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

const BuildRequest = z.object({
	/** Refuse to build anything but this saved version, with VERSION_CONFLICT. */
	version: z.optional(Version),
	/** Then build everything that reads what it writes, in order (`build-plans/1`). */
	downstream: z.optional(z.boolean()),
});

export const startBuildRun = {
	id: 'startBuildRun',
	summary: 'Build a saved BuildSpec, which creates or replaces its destination dataset',
	tier: 'build-runs/1',
	method: 'POST',
	path: '/build-specs/{buildSpecId}/build-runs',
	params: z.object({ buildSpecId: Uuid }),
	body: BuildRequest,
	bodyOptional: true,
	status: 202,
	result: BuildRun,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'VERSION_CONFLICT', 'PAYLOAD_TOO_LARGE', 'DATA_CORRUPT'],
} as const satisfies Operation;

export const listRuns = {
	id: 'listRuns',
	summary: 'List runs, newest first',
	tier: 'runs/1',
	method: 'GET',
	path: '/build-runs',
	query: z.extend(PageQuery, { buildSpecId: z.optional(Uuid) }),
	status: 200,
	items: BuildRun,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;

export const getRun = {
	id: 'getRun',
	summary: 'Get a run',
	tier: 'runs/1',
	method: 'GET',
	path: '/build-runs/{buildRunId}',
	params: BuildRunId,
	status: 200,
	result: BuildRun,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const getRunLog = {
	id: 'getRunLog',
	summary: 'List the log entries of a run, oldest first',
	tier: 'runs/1',
	method: 'GET',
	path: '/build-runs/{buildRunId}/log',
	params: BuildRunId,
	status: 200,
	items: LogItem,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const getRunPlan = {
	id: 'getRunPlan',
	summary: 'Get the query plan of a run, with the time and rows of each operator',
	tier: 'run-plans/1',
	method: 'GET',
	path: '/build-runs/{buildRunId}/plan',
	params: BuildRunId,
	status: 200,
	result: RunPlan,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const cancelRun = {
	id: 'cancelRun',
	summary: 'Cancel a run that hasn’t ended',
	tier: 'runs/1',
	method: 'DELETE',
	path: '/build-runs/{buildRunId}',
	params: BuildRunId,
	status: 200,
	result: BuildRun,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;
