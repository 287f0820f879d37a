import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { listBuildPlans } from '#contract/build-plan.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { plansQuery } from '../../runs/plans/plan-queries.ts';
import { useOffers } from '../../session/queries.ts';
import { buildSpecsQuery } from '../queries.ts';
import { planName, planProgress, stepLabel, stepTone } from './plan-model.ts';

export function BuildPlansPage() {
	const isOffered = useOffers(listBuildPlans);
	const plans = useQuery({ ...plansQuery, enabled: isOffered });
	const { data: specs } = useQuery({ ...buildSpecsQuery, enabled: isOffered });
	const { items, unreadable } = plans.data ?? { items: [], unreadable: [] };
	return (
		<PageFrame
			title="Downstream builds"
			count={plans.data?.items.length}
			actions={<LinkButton to={paths.runs()}>All runs</LinkButton>}
		>
			{!isOffered && (
				<EmptyState
					title="This service doesn’t support downstream builds"
					action={<LinkButton to={paths.buildSpecs()}>Go to BuildSpecs</LinkButton>}
				>
					Build each BuildSpec separately, starting with the upstream ones.
				</EmptyState>
			)}
			{plans.isLoading && <LoadingRows />}
			{plans.isError && <QueryErrorPanel title="Couldn’t load downstream builds" query={plans} />}
			<UnreadableNotice count={unreadable.length} of="downstream build" />
			{plans.data !== undefined && items.length === 0 && (
				<EmptyState
					title="No downstream builds yet"
					action={<LinkButton to={paths.buildSpecs()}>Go to BuildSpecs</LinkButton>}
				>
					A downstream build builds a dataset and everything that depends on it, in order.
				</EmptyState>
			)}
			{items.length > 0 && (
				<SimpleTable
					cards="flow"
					aria-label="Downstream builds"
					columns={['Datasets', 'Status', 'Progress', 'Started']}
				>
					<tbody>
						{items.map((plan) => (
							<tr key={plan.id}>
								<td>
									<Link to={paths.buildPlan(plan.id)}>{planName(plan, specs?.items)}</Link>
								</td>
								<td>
									<StateChip tone={stepTone[plan.state]}>{stepLabel[plan.state]}</StateChip>
								</td>
								<td>{planProgress(plan)}</td>
								<td>
									<RelativeTime iso={plan.createdAt} />
								</td>
							</tr>
						))}
					</tbody>
				</SimpleTable>
			)}
		</PageFrame>
	);
}
