import { randomUUID } from 'node:crypto';
import { and, desc, eq, isNull } from 'drizzle-orm';
import type { BuildPlan, BuildPlanStep } from '#contract/build-plan.ts';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { buildOrder, orderOf } from '#lib/build-order.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { listBuildSpecs } from '../build-specs/build-specs.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { conflict, forbidden, notFound, ServiceError } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { advance } from './advance-plans.ts';
import { getBuildPlan } from './read-plans.ts';
import { cancelRun, startBuildRun } from './runs.ts';

/** Maximum number of BuildSpecs named in a message. */
const maxNamed = 3;

/** Builds a saved BuildSpec, then everything that reads its output; see docs/decisions/0017. @returns the first build */
export async function startDownstreamPlan(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	version: number | undefined,
): Promise<{ run: BuildRun; planId: string }> {
	const builders = await buildersOf(platform, caller);
	const first = builders.find(({ id }) => id === buildSpecId);
	// A missing or forbidden BuildSpec is reported as for a single build.
	const { steps, circular } = first === undefined ? { steps: [], circular: [] } : buildOrder(first, builders);
	assertMayBuild(
		caller,
		steps.map(({ builder }) => builder.spec),
	);
	const plan = { ...planOf(platform, caller), leftOut: destinationsOf(circular) };
	const run = await startBuildRun(platform, caller, buildSpecId, version, async (tx, started) => {
		await tx.insert(buildPlans).values(plan);
		await tx.insert(buildPlanSteps).values(
			steps.map(({ builder, needs }, position) => ({
				planId: plan.id,
				position,
				buildSpecId: builder.id,
				destination: builder.spec.destination,
				needs: [...needs],
				...(position === 0 ? { runId: started.id, version: started.version } : {}),
			})),
		);
	});
	return { run, planId: plan.id };
}

/**
 * Builds some saved BuildSpecs, each after those whose datasets it reads.
 * @param versions by id: refuse to start other versions of these
 * @throws ServiceError NOT_FOUND, VERSION_CONFLICT, CONFLICT if circular dependencies leave no order for any of them
 */
export async function startBuildPlan(
	platform: Platform,
	caller: Caller,
	buildSpecIds: readonly string[],
	versions: Readonly<Record<string, number>> = {},
): Promise<BuildPlan> {
	const known = new Map((await buildersOf(platform, caller)).map((builder) => [builder.id, builder]));
	const wanted = [...new Set(buildSpecIds)].map((id) => {
		const builder = known.get(id);
		if (builder === undefined)
			throw notFound(`BuildSpec ${id} doesn’t exist or isn’t yours. It may have been deleted.`);
		return builder;
	});
	const changed = wanted.flatMap(({ id, spec: { destination, version } }) =>
		(versions[id] ?? version) === version
			? []
			: [`${formatCoordinate(destination)} is at version ${version} now, not ${versions[id]}.`],
	);
	if (changed.length > 0) {
		const which = changed.length === 1 ? 'A BuildSpec' : `${changed.length} BuildSpecs`;
		const message = `${which} changed after this build was planned. ${changed.slice(0, maxNamed).join(' ')} Review the changes, then build again.`;
		throw new ServiceError('VERSION_CONFLICT', message);
	}
	const { steps, circular } = orderOf(wanted);
	if (steps.length === 0)
		throw conflict(
			'Circular dependencies leave no valid build order for these BuildSpecs. Build one of them separately first.',
		);
	assertMayBuild(
		caller,
		steps.map(({ builder }) => builder.spec),
	);
	const plan = { ...planOf(platform, caller), leftOut: destinationsOf(circular) };
	await platform.catalog.write(async (tx) => {
		await tx.insert(buildPlans).values(plan);
		await tx.insert(buildPlanSteps).values(
			steps.map(({ builder: { id, spec }, needs }, position) => ({
				...{ planId: plan.id, position, buildSpecId: id, destination: spec.destination, needs: [...needs] },
			})),
		);
	});
	await advance(platform, plan.id);
	return getBuildPlan(platform, caller, plan.id);
}

/** A token that may not write one of them can't start or cancel anything, even if its user can. @throws ServiceError FORBIDDEN */
function assertMayBuild(caller: Caller, steps: readonly Pick<BuildPlanStep, 'destination'>[]): void {
	const refused = steps.find(({ destination }) => !tokenAllows(caller, 'write', destination));
	if (refused === undefined) return;
	throw forbidden(
		`Your access token can’t write to ${formatCoordinate(refused.destination)}. Use a token with write access.`,
	);
}

async function buildersOf(platform: Platform, caller: Caller) {
	const specs = await listBuildSpecs(platform, caller);
	const wrote = await lastWritten(platform.catalog.db, caller, specs);
	return specs.map((spec) => ({
		spec,
		id: spec.id,
		reads: spec.sources.map(coordinateKey),
		writes: [coordinateKey(spec.destination), ...(wrote.get(spec.id) ?? [])],
	}));
}

const destinationsOf = (builders: readonly { readonly spec: BuildSpec }[]) => [
	...new Map(builders.map(({ spec }) => [coordinateKey(spec.destination), spec.destination])).values(),
];

/**
 * Builds what a finished plan didn't, in the same order, as a new plan.
 * @throws ServiceError NOT_FOUND, CONFLICT while it's in progress or if nothing is left to build
 */
export async function retryBuildPlan(platform: Platform, caller: Caller, id: string): Promise<BuildPlan> {
	const { state, steps } = await getBuildPlan(platform, caller, id);
	if (state === 'running') throw conflict(`Downstream build ${id} is still running. Wait until it ends, or cancel it.`);
	const left = steps.flatMap((step, position) => (step.state === 'succeeded' ? [] : [position]));
	if (left.length === 0) throw conflict(`Downstream build ${id} has already succeeded. Start a new build instead.`);
	assertMayBuild(
		caller,
		steps.filter(({ state }) => state !== 'succeeded'),
	);
	const plan = { ...planOf(platform, caller), leftOut: [] };
	await platform.catalog.write(async (tx) => {
		await tx.insert(buildPlans).values(plan);
		await tx.insert(buildPlanSteps).values(
			left.flatMap((before, position) => {
				const step = steps[before];
				if (step === undefined) return [];
				const { buildSpecId, destination, needs } = step;
				const still = needs.map((needed) => left.indexOf(needed)).filter((needed) => needed !== -1);
				return [{ planId: plan.id, position, buildSpecId, destination, needs: still }];
			}),
		);
	});
	await advance(platform, plan.id);
	return getBuildPlan(platform, caller, plan.id);
}

const planOf = (platform: Platform, { userId, tokenId }: Caller) => ({
	id: randomUUID(),
	userId,
	tokenId,
	createdAt: platform.now(),
});

/** Keys of the datasets that the last builds of BuildSpecs wrote: pipelines write more than their destinations. */
async function lastWritten(db: Db, caller: Caller, specs: readonly BuildSpec[]): Promise<Map<string, string[]>> {
	const rows = await db
		.selectDistinctOn([runs.buildSpecId], { buildSpecId: runs.buildSpecId, wrote: runs.wrote })
		.from(runs)
		.where(
			and(
				eq(runs.userId, caller.userId),
				eq(runs.kind, 'build'),
				eq(runs.pipeline, 'git'),
				eq(runs.state, 'succeeded'),
			),
		)
		.orderBy(runs.buildSpecId, desc(runs.finishedAt));
	const known = new Set(specs.map(({ id }) => id));
	return new Map(
		rows.flatMap(({ buildSpecId, wrote }) =>
			buildSpecId === null || !known.has(buildSpecId)
				? []
				: [[buildSpecId, (wrote ?? []).map(({ coordinate }) => coordinateKey(coordinate))] as const],
		),
	);
}

/** Cancels the running steps of a plan and waits until they have stopped; its other steps don't start. */
export async function cancelBuildPlan(platform: Platform, caller: Caller, id: string): Promise<BuildPlan> {
	const { steps } = await getBuildPlan(platform, caller, id);
	const going = steps.filter(({ state }) => state === 'waiting' || state === 'queued' || state === 'running');
	assertMayBuild(caller, going);
	await platform.catalog.write((tx) =>
		tx
			.update(buildPlans)
			.set({ cancelled: true })
			.where(and(eq(buildPlans.id, id), isNull(buildPlans.finishedAt))),
	);
	for (const { runId, state } of steps) {
		if (runId !== null && (state === 'queued' || state === 'running')) await cancelRun(platform, caller, runId);
	}
	await advance(platform, id);
	return getBuildPlan(platform, caller, id);
}
