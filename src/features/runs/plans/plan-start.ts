import { useRef } from 'react';
import { useNavigate } from 'react-router';
import { type BuildPlan, listBuildPlans, retryBuildPlan, startBuildPlan } from '#contract/build-plan.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { call } from '../../../api/http.ts';
import { isUnknownOutcome, settleWrite } from '../../../api/lost-write.ts';
import { useSingleMutation } from '../../../api/use-single-mutation.ts';
import { paths } from '../../../routing/paths.ts';
import { useOnReconnect } from '../../session/queries.ts';
import { runKeys } from '../queries.ts';
import { leftOf } from './plan-queries.ts';

/** BuildSpecs to build in order, as displayed, or the rest of a plan. */
type PlanStart = readonly Pick<BuildSpec, 'id' | 'version'>[] | BuildPlan;

/**
 * Starts a plan for some BuildSpecs, or for another plan's failed and skipped steps, and opens it. A start whose
 * response was lost is looked up before anything is sent again, whatever was chosen since.
 */
export function usePlanStart() {
	const navigate = useNavigate();
	/** A start with unknown outcome, and the id of the newest plan before it, or null. */
	const unsettled = useRef<{ readonly wanted: PlanStart; readonly id: string | null } | null>(null);
	const { variables, ...start } = useSingleMutation({
		mutationFn: async (asked: PlanStart) => {
			const wanted = unsettled.current?.wanted ?? asked;
			const isRetry = 'steps' in wanted;
			const ids = new Set(isRetry ? leftOf(wanted).map(({ buildSpecId }) => buildSpecId) : wanted.map(({ id }) => id));
			const listed = async () => (await call(listBuildPlans, { query: {} })).items;
			const onlyLook = unsettled.current !== null;
			const before = unsettled.current ?? { wanted, id: (await listed())[0]?.id ?? null };
			const send = () =>
				isRetry
					? call(retryBuildPlan, { params: { buildPlanId: wanted.id } })
					: call(startBuildPlan, {
							body: {
								buildSpecIds: [...ids],
								versions: Object.fromEntries(wanted.map(({ id, version }) => [id, version])),
							},
						});
			const find = async () => {
				const plans = await listed();
				const at = plans.findIndex(({ id }) => id === before.id);
				const newer = at < 0 ? plans : plans.slice(0, at);
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
	const isUnsettled = isUnknownOutcome(start.error);
	useOnReconnect(isUnsettled, () => variables !== undefined && mutate(variables));
	return { start: mutate, isPending: start.isPending, error: start.error, isUnsettled, reset: start.reset };
}
