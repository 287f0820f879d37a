import { and, asc, eq, inArray } from 'drizzle-orm';
import type { BuildPlan, BuildPlanStep } from '#contract/build-plan.ts';
import type { PageQuery } from '#contract/ids.ts';
import type { Db } from '../../store/catalog/catalog.ts';
import { buildPlanSteps, buildPlans } from '../../store/catalog/schema/build-plans.ts';
import { runs } from '../../store/catalog/schema/runs.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { type Page, pageByTime } from '../core/page.ts';
import { notFound } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';

export type PlanRow = typeof buildPlans.$inferSelect;
export type StepRow = typeof buildPlanSteps.$inferSelect;

export const stepsOf = (db: Db, planIds: readonly string[]): Promise<StepRow[]> =>
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
	if (plan === undefined) throw notFound(`Downstream build ${id} doesn’t exist or isn’t yours.`);
	return plan;
}

async function present(db: Db, caller: Caller, plans: readonly PlanRow[]): Promise<BuildPlan[]> {
	const ids = plans.map(({ id }) => id);
	const steps = ids.length === 0 ? [] : await stepsOf(db, ids);
	const runIds = steps.flatMap(({ runId, outcome }) => (runId === null || outcome !== null ? [] : [runId]));
	const active = runIds.length === 0 ? [] : await db.select().from(runs).where(inArray(runs.id, runIds));
	const byId = new Map(active.map((run) => [run.id, run]));
	return plans.flatMap(({ id, createdAt, finishedAt, cancelled, leftOut }) => {
		const own = steps.filter(({ planId }) => planId === id);
		// A restricted token sees plans only if it may read all of their datasets.
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
