import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { type BuildPlan, cancelBuildPlan, getBuildPlan, listBuildPlans } from '#contract/build-plan.ts';
import { call } from '../../../api/http.ts';
import { nameKeys, readWhole } from '../../names/queries.ts';
import { runKeys } from '../queries.ts';

const planKeys = [...runKeys.all, 'plans'] as const;

/** Polling interval of a running plan, in ms. */
const interval = 700;

export const planQuery = (buildPlanId: string) =>
	queryOptions({
		queryKey: [...planKeys, buildPlanId],
		queryFn: async ({ signal, client }) => {
			const plan = await call(getBuildPlan, { params: { buildPlanId } }, { signal });
			// Other pages show what was built and that nothing is running.
			if (plan.state !== 'running') {
				void client.invalidateQueries({ queryKey: nameKeys.schemas });
				void client.invalidateQueries({ queryKey: runKeys.lists });
			}
			return plan;
		},
		refetchInterval: ({ state }) => (state.data === undefined || state.data.state === 'running' ? interval : false),
	});

/** The user's plans, newest first. */
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

export const leftOf = ({ state, steps }: BuildPlan): BuildPlan['steps'] =>
	state === 'running' ? [] : steps.filter((step) => step.state !== 'succeeded');
