import * as z from 'zod/mini';
import { DatasetCoordinate } from './dataset.ts';
import { Id, PageQuery, Timestamp, Uuid, Version } from './ids.ts';
import type { Operation } from './operation.ts';

/** `waiting`: for another step. `skipped`: a step it needs didn't succeed. The others are the states of its run. */
export const stepStates = ['waiting', 'queued', 'running', 'succeeded', 'failed', 'cancelled', 'skipped'] as const;
export type StepState = (typeof stepStates)[number];

export const planStates = ['running', 'succeeded', 'failed', 'cancelled'] as const;

export const BuildPlanStep = z.looseObject({
	buildSpecId: Id,
	/** The saved version built. Null until the step's build starts. */
	version: z.nullable(z.int()),
	destination: DatasetCoordinate,
	/** 0-based indexes of the steps that must succeed first. */
	needs: z.array(z.int()),
	state: z.enum(stepStates),
	/** The step's build, or null. */
	runId: z.nullable(Id),
	startedAt: z.nullable(Timestamp),
	finishedAt: z.nullable(Timestamp),
	rows: z.nullable(z.int()),
	/** Why the step failed or was skipped. */
	message: z.nullable(z.string()),
});
export type BuildPlanStep = z.infer<typeof BuildPlanStep>;

export const BuildPlan = z.looseObject({
	id: Id,
	state: z.enum(planStates),
	createdAt: Timestamp,
	/** Null while any step can still be built. */
	finishedAt: z.nullable(Timestamp),
	by: z.string(),
	/** In build order. */
	steps: z.array(BuildPlanStep),
	/** Destinations left out because they depend on themselves through others. */
	leftOut: z.array(DatasetCoordinate),
});
export type BuildPlan = z.infer<typeof BuildPlan>;

const BuildPlanId = z.object({ buildPlanId: Uuid });

/** Maximum BuildSpecs in a plan. */
const mostBuilt = 10_000;

export const startBuildPlan = {
	id: 'startBuildPlan',
	summary: 'Build several BuildSpecs in dependency order',
	tier: 'build-plans/1',
	method: 'POST',
	path: '/build-plans',
	body: z.object({
		buildSpecIds: z.array(Uuid).check(z.minLength(1), z.maxLength(mostBuilt)),
		/** By BuildSpec id: fail with VERSION_CONFLICT unless this is the saved version. */
		versions: z.optional(z.record(z.string(), Version)),
	}),
	status: 202,
	result: BuildPlan,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VERSION_CONFLICT', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const listBuildPlans = {
	id: 'listBuildPlans',
	summary: 'List the caller’s downstream builds, newest first',
	tier: 'build-plans/1',
	method: 'GET',
	path: '/build-plans',
	query: PageQuery,
	status: 200,
	items: BuildPlan,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;

export const getBuildPlan = {
	id: 'getBuildPlan',
	summary: 'Get a downstream build with the state of each step',
	tier: 'build-plans/1',
	method: 'GET',
	path: '/build-plans/{buildPlanId}',
	params: BuildPlanId,
	status: 200,
	result: BuildPlan,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;

export const retryBuildPlan = {
	id: 'retryBuildPlan',
	summary: 'Retry the failed and skipped steps of a downstream build, as a new downstream build',
	tier: 'build-plans/1',
	method: 'POST',
	path: '/build-plans/{buildPlanId}/retry',
	params: BuildPlanId,
	status: 202,
	result: BuildPlan,
	errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
} as const satisfies Operation;

export const cancelBuildPlan = {
	id: 'cancelBuildPlan',
	summary: 'Cancel a downstream build',
	tier: 'build-plans/1',
	method: 'DELETE',
	path: '/build-plans/{buildPlanId}',
	params: BuildPlanId,
	status: 200,
	result: BuildPlan,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;
