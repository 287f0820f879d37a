import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { BuildPlan, BuildPlanStep } from '#contract/build-plan.ts';
import { type BuildRun, startBuildRun as startBuildOperation } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { coordinateKey, formatCoordinate } from '#contract/dataset.ts';
import { foldName, type PageQuery } from '#contract/ids.ts';
import { buildOrder, orderOf } from '#lib/build-order.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { assertMayWriteDataset } from '../access/dataset-access.ts';
import { callerOfToken } from '../access/tokens.ts';
import { namespaceIds } from '../audit/subject.ts';
import { listBuildSpecs } from '../build-specs/build-specs.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { type Page, pageByTime } from '../core/page.ts';
import { conflict, notFound, ServiceError } from '../core/service-error.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { cancelRun, startBuildRun } from './runs.ts';

type PlanRow = typeof buildPlans.$inferSelect;
type StepRow = typeof buildPlanSteps.$inferSelect;

/** Builds a BuildSpec as saved, then everything that reads what it writes; see docs/decisions/0017. @returns the first build */
export async function startDownstreamPlan(
	platform: Platform,
	caller: Caller,
	buildSpecId: string,
	version: number | undefined,
): Promise<{ run: BuildRun; planId: string }> {
	const builders = await buildersOf(platform, caller);
	const first = builders.find(({ id }) => id === buildSpecId);
	// What is not there, or may not be built, is said as for one build.
	const { steps, circular } = first === undefined ? { steps: [], circular: [] } : buildOrder(first, builders);
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
 * Builds some BuildSpecs as saved, each after those of them whose datasets it reads.
 * @throws ServiceError NOT_FOUND, CONFLICT where all of them are built from each other
 */
export async function startBuildPlan(
	platform: Platform,
	caller: Caller,
	buildSpecIds: readonly string[],
): Promise<BuildPlan> {
	const known = new Map((await buildersOf(platform, caller)).map((builder) => [builder.id, builder]));
	const wanted = [...new Set(buildSpecIds)].map((id) => {
		const builder = known.get(id);
		if (builder === undefined) throw notFound(`There is no BuildSpec ${id}, or it isn’t yours.`);
		return builder;
	});
	const { steps, circular } = orderOf(wanted);
	if (steps.length === 0) throw conflict('These BuildSpecs depend on each other. Build one of them first.');
	await assertMayBuild(
		platform,
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

/** A token that may not write one of them starts and cancels nothing. @throws ServiceError FORBIDDEN */
async function assertMayBuild(
	{ catalog }: Platform,
	caller: Caller,
	steps: readonly Pick<BuildPlanStep, 'destination'>[],
): Promise<void> {
	if (caller.permissions === null) return;
	const all = new Map(steps.map(({ destination }) => [coordinateKey(destination), destination]));
	for (const destination of all.values()) await assertMayWriteDataset(catalog.db, caller, destination);
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

/** Each once. */
const destinationsOf = (builders: readonly { readonly spec: BuildSpec }[]) => [
	...new Map(builders.map(({ spec }) => [coordinateKey(spec.destination), spec.destination])).values(),
];

/**
 * Builds again what a plan that is over did not build, in the same order, as a plan of its own.
 * @throws ServiceError NOT_FOUND, CONFLICT while it goes on and where nothing of it is left
 */
export async function retryBuildPlan(platform: Platform, caller: Caller, id: string): Promise<BuildPlan> {
	const { state, steps } = await getBuildPlan(platform, caller, id);
	if (state === 'running') throw conflict(`Build plan ${id} is still running. Wait until it ends, or cancel it.`);
	const left = steps.flatMap((step, position) => (step.state === 'succeeded' ? [] : [position]));
	if (left.length === 0) throw conflict(`Build plan ${id} has already succeeded. Start a new build instead.`);
	await assertMayBuild(
		platform,
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

/** Keys of what the last builds of BuildSpecs wrote: pipelines write more than their destinations. */
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

/** Other copies' runs end without a word to this one. */
const lookEveryMs = 2_000;
/** What failed for a moment, such as a full disk, is tried again though no run ends. */
const tryAgainMs = 10_000;

/** Continues build plans as long as the service runs. @returns what ends that, and waits until nothing is being started */
export function startPlanning(platform: Platform): { stop(): Promise<void> } {
	let isStopped = false;
	let work: Promise<void> = Promise.resolve();
	let isWaiting = false;
	const look = (): void => {
		// One that hasn't begun yet also sees what ended by now.
		if (isWaiting) return;
		isWaiting = true;
		work = work
			.then(() => {
				isWaiting = false;
				return isStopped || platform.stopping.signal.aborted ? undefined : advanceBuildPlans(platform);
			})
			.catch((error: unknown) =>
				platform.log.error('Build plans couldn’t be continued. The service tries again.', error),
			);
	};
	platform.running.whenOneEnds(look);
	const timer = setInterval(look, platform.membership === null ? tryAgainMs : lookEveryMs);
	timer.unref();
	look();
	return {
		async stop() {
			isStopped = true;
			clearInterval(timer);
			await work;
		},
	};
}

/** Continues the plans that are not finished: after the end of a run, which they may have waited for, and at the start of a process. */
async function advanceBuildPlans(platform: Platform): Promise<void> {
	const open = await platform.catalog.db
		.select({ id: buildPlans.id })
		.from(buildPlans)
		.where(isNull(buildPlans.finishedAt));
	// The others go on without one that can't.
	for (const { id } of open)
		await advance(platform, id).catch((error: unknown) =>
			platform.log.error(`Build plan ${id} couldn’t be continued. The service tries again.`, error),
		);
}

/** Records what ended of a plan, and starts what can be started now. Whoever does it at the same time starts nothing twice. */
async function advance(platform: Platform, planId: string): Promise<void> {
	const ready = await platform.catalog.write((tx) => recordEnds(tx, planId, platform.now()));
	if (ready.length === 0) return;
	const [plan] = await platform.catalog.db.select().from(buildPlans).where(eq(buildPlans.id, planId));
	const caller = plan === undefined ? null : await callerOfToken(platform, plan.tokenId);
	let isOver = false;
	for (const step of ready) {
		const came = await startStep(platform, caller, step);
		if (came === 'full') break;
		isOver ||= came === 'over';
	}
	// What could not be started ends branches.
	if (isOver) await advance(platform, planId);
}

/** @returns steps that nothing keeps from being built any more */
async function recordEnds(tx: Db, planId: string, now: Date): Promise<StepRow[]> {
	const [plan] = await tx.select().from(buildPlans).where(eq(buildPlans.id, planId)).for('update');
	if (plan === undefined || plan.finishedAt !== null) return [];
	const steps = await stepsOf(tx, [planId]);
	const ended = await tx
		.select()
		.from(runs)
		.where(
			and(
				inArray(
					runs.id,
					steps.flatMap(({ runId }) => runId ?? []),
				),
				inArray(runs.state, ['succeeded', 'failed', 'cancelled']),
			),
		);
	const byId = new Map(ended.map((run) => [run.id, run]));
	const known = new Map(steps.map((step) => [step.position, step]));
	const ready: StepRow[] = [];
	for (const step of steps) {
		const next = { ...step, ...endOf(plan, step, byId, known, now) };
		known.set(step.position, next);
		if (next.outcome !== step.outcome) {
			const { outcome, rows, message, startedAt, finishedAt } = next;
			await tx
				.update(buildPlanSteps)
				.set({ outcome, rows, message, startedAt, finishedAt })
				.where(and(eq(buildPlanSteps.planId, planId), eq(buildPlanSteps.position, step.position)));
		} else if (next.outcome === null && next.runId === null) {
			const needed = next.needs.map((position) => known.get(position)?.outcome);
			if (needed.every((outcome) => outcome === 'succeeded')) ready.push(next);
		}
	}
	const isFinished = [...known.values()].every(({ outcome }) => outcome !== null);
	if (isFinished) await tx.update(buildPlans).set({ finishedAt: now }).where(eq(buildPlans.id, planId));
	return ready;
}

/** How a step ended, as far as it newly did. */
function endOf(
	{ cancelled }: PlanRow,
	{ outcome, runId, needs }: StepRow,
	ended: ReadonlyMap<string, typeof runs.$inferSelect>,
	steps: ReadonlyMap<number, StepRow>,
	now: Date,
): Partial<StepRow> {
	if (outcome !== null) return {};
	if (runId !== null) {
		const run = ended.get(runId);
		if (run === undefined) return {};
		const { rows, startedAt, finishedAt, error } = run;
		const state = run.state === 'succeeded' || run.state === 'cancelled' ? run.state : 'failed';
		return { outcome: state, rows, startedAt, finishedAt, message: error?.message ?? null };
	}
	const lost = needs
		.map((position) => steps.get(position))
		.find((step) => step?.outcome != null && step.outcome !== 'succeeded');
	if (lost !== undefined) {
		const name = formatCoordinate(lost.destination);
		const why = { failed: 'failed', cancelled: 'was canceled', skipped: 'was skipped', succeeded: '' }[
			lost.outcome ?? 'failed'
		];
		return { outcome: 'skipped', message: `Skipped because ${name} ${why}.`, finishedAt: now };
	}
	return cancelled
		? { outcome: 'skipped', message: 'Skipped because the whole build was canceled.', finishedAt: now }
		: {};
}

/** @returns `over` if it ended without a build, `full` if nothing more can be started before one of the user's runs ends */
async function startStep(
	platform: Platform,
	caller: Caller | null,
	step: StepRow,
): Promise<'started' | 'over' | 'full'> {
	const isStep = and(eq(buildPlanSteps.planId, step.planId), eq(buildPlanSteps.position, step.position));
	const isFree = and(isStep, isNull(buildPlanSteps.runId), isNull(buildPlanSteps.outcome));
	try {
		if (caller === null) {
			throw new ServiceError('FORBIDDEN', 'Skipped: the access token used to start this has expired or was revoked.');
		}
		await startBuildRun(platform, caller, step.buildSpecId, undefined, async (tx, run) => {
			const { id: runId, version } = run;
			const taken = await tx.update(buildPlanSteps).set({ runId, version }).where(isFree).returning();
			if (taken.length === 0) throw new TakenError();
			await recordStart(tx, caller, step, platform.now());
		});
		return 'started';
	} catch (error) {
		if (error instanceof TakenError) return 'started';
		if (!(error instanceof ServiceError)) throw error;
		if (error.code === 'RATE_LIMITED') return 'full';
		const failed = { outcome: 'failed', message: error.message, finishedAt: platform.now() } as const;
		await platform.catalog.write((tx) => tx.update(buildPlanSteps).set(failed).where(isFree));
		return 'over';
	}
}

/** The request for a plan names some BuildSpecs; what is built into a namespace is in its own log. */
async function recordStart(tx: Db, caller: Caller, { planId, buildSpecId, destination }: StepRow, at: Date) {
	const [namespaceId = null] = await namespaceIds(tx, [destination]);
	await recordAudit(tx, {
		at,
		actorId: caller.userId,
		actor: caller.username,
		tokenId: caller.tokenId,
		tokenName: caller.tokenName,
		action: startBuildOperation.id,
		resource: formatCoordinate(destination),
		detail: `BuildSpec ${buildSpecId}, build plan ${planId}`,
		namespaceId,
		dataset: foldName(destination.datasetName),
		outcome: 'done',
	});
}

/** Another process was first. */
class TakenError extends Error {
	override name = 'TakenError';
}

const stepsOf = (db: Db, planIds: readonly string[]): Promise<StepRow[]> =>
	db
		.select()
		.from(buildPlanSteps)
		.where(inArray(buildPlanSteps.planId, [...planIds]))
		.orderBy(asc(buildPlanSteps.planId), asc(buildPlanSteps.position));

export async function listBuildPlans(platform: Platform, caller: Caller, query: PageQuery): Promise<Page<BuildPlan>> {
	const { db } = platform.catalog;
	const page = pageByTime(query, 100, [buildPlans.createdAt, buildPlans.id]);
	const rows = await db
		.select()
		.from(buildPlans)
		.where(and(eq(buildPlans.userId, caller.userId), page.where))
		.orderBy(...page.order)
		.limit(page.most);
	const { items, ...rest } = page.of(rows, (plan) => [plan.createdAt, plan.id]);
	return { ...rest, items: await present(db, caller, items) };
}

export async function getBuildPlan(platform: Platform, caller: Caller, id: string): Promise<BuildPlan> {
	const { db } = platform.catalog;
	const isOwn = and(eq(buildPlans.id, id), eq(buildPlans.userId, caller.userId));
	const [plan] = await present(db, caller, await db.select().from(buildPlans).where(isOwn));
	if (plan === undefined) throw notFound(`There is no build plan ${id}, or it isn’t yours.`);
	return plan;
}

/** Cancels what runs of a plan and waits until it has stopped; nothing more of it is started. */
export async function cancelBuildPlan(platform: Platform, caller: Caller, id: string): Promise<BuildPlan> {
	const { steps } = await getBuildPlan(platform, caller, id);
	const going = steps.filter(({ state }) => state === 'waiting' || state === 'queued' || state === 'running');
	await assertMayBuild(platform, caller, going);
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

async function present(db: Db, caller: Caller, plans: readonly PlanRow[]): Promise<BuildPlan[]> {
	const ids = plans.map(({ id }) => id);
	const steps = ids.length === 0 ? [] : await stepsOf(db, ids);
	const runIds = steps.flatMap(({ runId, outcome }) => (runId === null || outcome !== null ? [] : [runId]));
	const active = runIds.length === 0 ? [] : await db.select().from(runs).where(inArray(runs.id, runIds));
	const byId = new Map(active.map((run) => [run.id, run]));
	return plans.flatMap(({ id, createdAt, finishedAt, cancelled, leftOut }) => {
		const own = steps.filter(({ planId }) => planId === id);
		// A restricted token sees the plans whose datasets it may all read.
		if (![...own.map((step) => step.destination), ...leftOut].every((name) => tokenAllows(caller, 'read', name)))
			return [];
		const failed = own.some(({ outcome }) => outcome === 'failed' || (outcome === 'cancelled' && !cancelled));
		return {
			id,
			state: finishedAt === null ? 'running' : cancelled ? 'cancelled' : failed ? 'failed' : 'succeeded',
			createdAt: createdAt.toISOString(),
			finishedAt: finishedAt?.toISOString() ?? null,
			by: caller.username,
			steps: own.map((step) => presentStep(step, byId.get(step.runId ?? ''))),
			leftOut,
		};
	});
}

function presentStep(step: StepRow, run: typeof runs.$inferSelect | undefined): BuildPlanStep {
	const { buildSpecId, version, destination, needs, outcome, runId, rows, message } = step;
	return {
		...{ buildSpecId, version, destination, needs, runId, rows, message },
		state: outcome ?? run?.state ?? 'waiting',
		startedAt: (step.startedAt ?? run?.startedAt ?? null)?.toISOString() ?? null,
		finishedAt: step.finishedAt?.toISOString() ?? null,
	};
}
