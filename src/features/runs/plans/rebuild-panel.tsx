import { IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type BuildPlan, listBuildPlans, retryBuildPlan } from '#contract/build-plan.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf } from '../../../lib/format.ts';
import { SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { useOffers } from '../../session/queries.ts';
import { leftOf, plansQuery } from './plan-queries.ts';
import { usePlanStart } from './plan-start.ts';

/** Retries a plan's failed and skipped steps; hidden if everything was built. */
export function RebuildPanel({ plan }: { readonly plan: BuildPlan }) {
	const retry = usePlanStart();
	const isOffered = useOffers(retryBuildPlan);
	const left = leftOf(plan);
	if (!isOffered || left.length === 0) return null;
	return (
		<>
			{retry.error !== null && <Muted role="alert">{errorFacts(retry.error).message}</Muted>}
			<SecondaryButton
				leftSection={<IconRepeat size={16} aria-hidden="true" />}
				loading={retry.isPending}
				title={left.map(({ destination: { namespace, datasetName } }) => `${namespace}/${datasetName}`).join('\n')}
				onClick={() => retry.start(plan)}
			>
				Retry {countOf(left.length, 'dataset')}
			</SecondaryButton>
		</>
	);
}

export function usePlanOf(buildRunId: string): BuildPlan | undefined {
	const { data } = useQuery({ ...plansQuery, enabled: useOffers(listBuildPlans) });
	return data?.items.find(({ steps }) => steps.some(({ runId }) => runId === buildRunId));
}
