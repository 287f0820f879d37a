import { and, eq, inArray, isNull } from 'drizzle-orm';
import { startBuildRun as startBuildOperation } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { callerOfToken } from '../access/tokens.ts';
import { namespaceIds } from '../audit/subject.ts';
import type { Caller } from '../core/caller.ts';
import { ServiceError } from '../core/service-error.ts';
import { recordAudit } from '../state/audit-trail.ts';
import type { Platform } from '../state/platform.ts';
import { type PlanRow, type StepRow, stepsOf } from './read-plans.ts';
import { startBuildRun } from './runs.ts';

/** Poll interval, ms, because this replica isn't notified when runs of other replicas end. */
const lookEveryMs = 2_000;
/** Interval at which temporary failures, such as a full disk, are retried even if no run ends, ms. */
const tryAgainMs = 10_000;

/** Continues build plans while the service runs. @returns a function that stops it and waits for starts in progress */
export function startPlanning(platform: Platform): { stop(): Promise<void> } {
	let isStopped = false;
	let work: Promise<void> = Promise.resolve();
	let isWaiting = false;
	const look = (): void => {
		// A pass that hasn't started yet will also see runs that end before it starts.
		if (isWaiting) return;
		isWaiting = true;
		work = work
			.then(() => {
				isWaiting = false;
				return isStopped || platform.stopping.signal.aborted ? undefined : advanceBuildPlans(platform);
			})
			.catch((error: unknown) =>
				platform.log.error('Couldn’t continue downstream builds. The service will try again.', error),
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

/** Continues unfinished plans: after a run that they may be waiting for has ended, and when a process starts. */
async function advanceBuildPlans(platform: Platform): Promise<void> {
	const open = await platform.catalog.db
		.select({ id: buildPlans.id })
		.from(buildPlans)
		.where(isNull(buildPlans.finishedAt));
	// One plan that fails doesn't stop the others.
	for (const { id } of open)
		await advance(platform, id).catch((error: unknown) =>
			platform.log.error(`Couldn’t continue downstream build ${id}. The service will try again.`, error),
		);
}

/** Records which steps of a plan ended, and starts those that can start. Concurrent calls don't start anything twice. */
export async function advance(platform: Platform, planId: string): Promise<void> {
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
	// A step that couldn't start ends its branch.
	if (isOver) await advance(platform, planId);
}

/** @returns steps that are no longer blocked */
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

/** How a step ended, if it ended just now. */
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
		? { outcome: 'skipped', message: 'Skipped because the downstream build was canceled.', finishedAt: now }
		: {};
}

/** @returns `over` if it ended without a build, `full` if nothing more can start until one of the user's runs ends */
async function startStep(
	platform: Platform,
	caller: Caller | null,
	step: StepRow,
): Promise<'started' | 'over' | 'full'> {
	const isStep = and(eq(buildPlanSteps.planId, step.planId), eq(buildPlanSteps.position, step.position));
	const isFree = and(isStep, isNull(buildPlanSteps.runId), isNull(buildPlanSteps.outcome));
	try {
		if (caller === null) {
			throw new ServiceError(
				'FORBIDDEN',
				'The access token used to start this build has expired or was revoked. Sign in, then retry the build.',
			);
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

/** Records a step's start in its namespace's audit log: the plan's own request names only some of the BuildSpecs. */
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
		detail: `BuildSpec ${buildSpecId}, downstream build ${planId}`,
		namespaceId,
		dataset: foldName(destination.datasetName),
		outcome: 'done',
	});
}

class TakenError extends Error {
	override name = 'TakenError';
}
