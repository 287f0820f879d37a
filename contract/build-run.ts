import * as z from 'zod/mini';
import { Definition, RunDefinition } from './build-spec.ts';
import { DatasetCoordinate } from './dataset.ts';
import { Id, PageQuery, segment, Timestamp, Uuid, Version } from './ids.ts';
import type { Operation } from './operation.ts';

export const RunState = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']);
export type RunState = z.infer<typeof RunState>;

/** Why a run failed. `line` and `column` are 1-based, in UTF-16 code units of the run's code, or null. */
export const RunError = z.looseObject({
	code: z.string(),
	message: z.string(),
	line: z.nullable(z.int()),
	column: z.nullable(z.int()),
	/** File of a GitPipeline's repository with the error. Absent if the error is in the payload. */
	file: z.optional(z.string()),
});
export type RunError = z.infer<typeof RunError>;

/** A dataset written by a build: its version and size at that time. */
export const WrittenDataset = z.looseObject({
	coordinate: DatasetCoordinate,
	version: z.int(),
	rows: z.int(),
	bytes: z.int(),
});
export type WrittenDataset = z.infer<typeof WrittenDataset>;

export const RunCommit = z.looseObject({
	/** Full commit id in hex. */
	id: z.string(),
	/** As in the payload: a branch, a tag or the commit id. */
	ref: z.string(),
	/** First line of the commit message. */
	message: z.optional(z.string()),
	at: Timestamp,
});
export type RunCommit = z.infer<typeof RunCommit>;

export const RunStep = z.looseObject({
	name: z.string(),
	file: z.string(),
	/** Also `waiting` if the run ended before this step. */
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
	/** Null for a worksheet query. */
	buildSpecId: z.nullable(Id),
	/** The saved version that ran, or the one an unsaved draft is based on. Null for a worksheet query. */
	version: z.nullable(z.int()),
	draft: z.boolean(),
	definition: RunDefinition,
	createdAt: Timestamp,
	startedAt: z.nullable(Timestamp),
	finishedAt: z.nullable(Timestamp),
	/** Total over all outputs. Null until the run succeeds. */
	rows: z.nullable(z.int()),
	bytes: z.nullable(z.int()),
	error: z.nullable(RunError),
	by: z.string(),
	/** Everything a build wrote, in one transaction, the destination first. Null for a preview, and until the build succeeds. */
	wrote: z.optional(z.nullable(z.array(WrittenDataset))),
	/** Null until the commit is known. Absent for a run without a repository. */
	commit: z.optional(z.nullable(RunCommit)),
	/** The steps of a GitPipeline. Null until the manifest is read, and for a run without one. */
	steps: z.optional(z.nullable(z.array(RunStep))),
	/** The last step that ran, if only part of the pipeline was previewed. */
	upTo: z.optional(z.nullable(z.string())),
	/** Percent done, 0 to 100, if the engine reports it. Null before the first report and after the end. */
	progress: z.optional(z.nullable(z.number())),
	/** Number of failed checks. Absent if the service has no checks. */
	failedChecks: z.optional(z.int()),
	/** The plan whose first step is this run. Only in the response that starts it. */
	planId: z.optional(Id),
});
export type BuildRun = z.infer<typeof BuildRun>;

export const LogItem = z.looseObject({
	at: Timestamp,
	level: z.enum(['info', 'warning', 'error']),
	message: z.string(),
	step: z.optional(z.string()),
});
export type LogItem = z.infer<typeof LogItem>;

/**
 * One per destination slot of a code-blob preview. `href` is relative to `{base_url}`, or to its origin if it begins
 * with `/`.
 */
export const BuildRunOutputSummary = z.looseObject({
	datasetName: z.string(),
	owner: z.string(),
	namespace: z.string(),
	href: z.string(),
});
export type BuildRunOutputSummary = z.infer<typeof BuildRunOutputSummary>;

/** One per output of a GitPipeline preview. */
export const BuildRunPipelineOutput = z.looseObject({
	name: z.string(),
	target: z.optional(DatasetCoordinate),
	downloadUrl: z.string(),
	/** If a service leaves it out, the address is used until it's rejected. */
	expiresAt: z._default(Timestamp, ''),
	/** `declared` and `computed` outputs have a target; `discovered` outputs don't. */
	kind: z.optional(z.string()),
	/** The step that produced it. Absent for a computed output. */
	step: z.optional(z.string()),
	rows: z.optional(z.int()),
	bytes: z.optional(z.int()),
});
export type BuildRunPipelineOutput = z.infer<typeof BuildRunPipelineOutput>;

export const BuildRunOutput = z.union([BuildRunPipelineOutput, BuildRunOutputSummary]);
export type BuildRunOutput = z.infer<typeof BuildRunOutput>;

/** Response of an output's `href`. */
export const OutputLink = z.looseObject({ downloadUrl: z.string(), expiresAt: Timestamp });
export type OutputLink = z.infer<typeof OutputLink>;

/** An operator of the plan that executed a run's statement, as measured by the engine. */
export const PlanOperator = z.looseObject({
	/** For example `HASH_JOIN`. */
	name: z.string(),
	/** Index of the operator that consumes its rows. Null for the last one. */
	parent: z.nullable(z.int()),
	/** Time of this operator alone, summed over all threads, in ms. */
	ms: z.number(),
	/** Rows produced, and rows read from storage. */
	rows: z.int(),
	scanned: z.int(),
	/** Tables, conditions and columns, as worded by the engine. */
	details: z.array(z.looseObject({ name: z.string(), value: z.string() })),
});
export type PlanOperator = z.infer<typeof PlanOperator>;

export const RunPlan = z.looseObject({
	/** From the start of the statement to its end, in ms. */
	ms: z.number(),
	/** Each operator follows the one that consumes its rows. */
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

/** Where the embedded service's `href` points. The console follows `href` and never builds this path. */
export const getOutputLink = {
	id: 'getOutputLink',
	summary: 'Get a temporary download URL for an output',
	tier: 'core',
	method: 'GET',
	path: '/build-runs/{buildRunId}/outputs/{output}',
	params: z.object({ buildRunId: Uuid, output: z.string().register(z.globalRegistry, segment) }),
	status: 200,
	result: OutputLink,
	errors: ['NOT_FOUND', 'OUTPUTS_NOT_READY', 'RUN_FAILED', 'RUN_CANCELLED'],
} as const satisfies Operation;

/** `upTo`: last step of a GitPipeline to run. */
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
	/** Fail with VERSION_CONFLICT unless this is the saved version. */
	version: z.optional(Version),
	/** Also build everything downstream, in order (`build-plans/1`). */
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
