import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { useRef } from 'react';
import { useNavigate } from 'react-router';
import {
	type BuildPlan,
	cancelBuildPlan,
	getBuildPlan,
	listBuildPlans,
	retryBuildPlan,
	startBuildPlan,
} from '#contract/build-plan.ts';
import { call } from '../../api/http.ts';
import { isUnknownOutcome, settleWrite } from '../../api/lost-write.ts';
import { useSingleMutation } from '../../api/use-single-mutation.ts';
import { paths } from '../../routing/paths.ts';
import { nameKeys, readWhole } from '../names/queries.ts';
import { useWhenBack } from '../session/queries.ts';
import { runKeys } from './queries.ts';

const planKeys = [...runKeys.all, 'plans'] as const;

/** From one look at a plan that goes on to the next, ms. */
const interval = 700;

export const planQuery = (buildPlanId: string) =>
	queryOptions({
		queryKey: [...planKeys, buildPlanId],
		queryFn: async ({ signal, client }) => {
			const plan = await call(getBuildPlan, { params: { buildPlanId } }, { signal });
			// What was built, and that nothing runs any more, is shown elsewhere too.
			if (plan.state !== 'running') {
				void client.invalidateQueries({ queryKey: nameKeys.schemas });
				void client.invalidateQueries({ queryKey: runKeys.lists });
			}
			return plan;
		},
		refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? interval : false),
	});

/** Every plan of the user, the newest first. */
export const plansQuery = queryOptions({
	queryKey: [...planKeys, 'list'],
	queryFn: ({ signal }) => readWhole((query) => call(listBuildPlans, { query }, { signal })),
	refetchInterval: ({ state }) => (state.data?.items.some((plan) => plan.state === 'running') ? 2_000 : false),
});

export const cancelPlanMutation = () =>
	mutationOptions({
		mutationFn: (buildPlanId: string) => call(cancelBuildPlan, { params: { buildPlanId } }),
		meta: { invalidates: [runKeys.all] },
	});

/** Some BuildSpecs that are built in order, or what is left of a plan. */
type PlanStart = readonly string[] | BuildPlan;

/**
 * Starts a plan of some BuildSpecs, or of what failed of another and was not built, and opens it. One whose answer was lost is looked
 * up before anything is sent again.
 */
export function usePlanStart() {
	const navigate = useNavigate();
	/** The newest plan before a start of which it isn't known whether it was done; its id is null where there was none. */
	const unsettled = useRef<{ readonly id: string | null } | null>(null);
	const { variables, ...start } = useSingleMutation({
		mutationFn: async (wanted: PlanStart) => {
			const isRetry = 'steps' in wanted;
			const ids = new Set(isRetry ? leftOf(wanted).map(({ buildSpecId }) => buildSpecId) : wanted);
			const listed = async () => (await call(listBuildPlans, { query: {} })).items;
			const onlyLook = unsettled.current !== null;
			const before = unsettled.current ?? { id: (await listed())[0]?.id ?? null };
			const send = () =>
				isRetry
					? call(retryBuildPlan, { params: { buildPlanId: wanted.id } })
					: call(startBuildPlan, { body: { buildSpecIds: [...wanted] } });
			const find = async () => {
				const plans = await listed();
				const isKnown = plans.findIndex(({ id }) => id === before.id);
				const newer = isKnown < 0 ? plans : plans.slice(0, isKnown);
				return newer.find(({ steps }) => steps.every(({ buildSpecId }) => ids.has(buildSpecId))) ?? null;
			};
			const { id } = isRetry ? retryBuildPlan : startBuildPlan;
			try {
				const { value } = await settleWrite({ operation: id, done: 'started', send, find }, onlyLook);
				unsettled.current = null;
				return value;
			} catch (error) {
				unsettled.current = isUnknownOutcome(error) ? before : null;
				throw error;
			}
		},
		meta: { invalidates: [runKeys.all] },
	});
	const mutate = (wanted: PlanStart) =>
		start.mutate(wanted, { onSuccess: ({ id }) => void navigate(paths.buildPlan(id)) });
	useWhenBack(isUnknownOutcome(start.error), () => variables !== undefined && mutate(variables));
	return { start: mutate, isPending: start.isPending, error: start.error, reset: start.reset };
}

/** Steps that were not built, of a plan that is over. */
export const leftOf = ({ state, steps }: BuildPlan): BuildPlan['steps'] =>
	state === 'running' ? [] : steps.filter((step) => step.state !== 'succeeded');
