import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { BuildPlan, BuildPlanStep } from '#contract/build-plan.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { listText } from '#lib/text/list-text.ts';
import { isApiError } from '../../../api/api-error.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { countOf, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { GraphView } from '../../../ui/graph/graph-view.tsx';
import type { EdgeLook } from '../../../ui/graph/types.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { LineProperty, PropertyLine } from '../../../ui/primitives/property-list.tsx';
import { SimpleTable } from '../../../ui/primitives/simple-table.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { FailedChecksPanel } from '../../runs/failed-checks-panel.tsx';
import { cancelPlanMutation, planQuery } from '../../runs/plans/plan-queries.ts';
import { RebuildPanel } from '../../runs/plans/rebuild-panel.tsx';
import { buildSpecsQuery } from '../queries.ts';
import { planGraph, planName, planProgress, stepLabel, stepOfNode, stepTone } from './plan-model.ts';

const titles = { steps: 'Steps', graph: 'Graph' } as const;
const looks: Readonly<Record<'needs', EdgeLook>> = { needs: { color: '--border-strong', dash: [] } };

/** A build including downstream, while running and afterwards. */
export function BuildPlanPage() {
	const { planId = '' } = useParams();
	const plan = useQuery(planQuery(planId));
	const { data: specs } = useQuery(buildSpecsQuery);
	const viewing = useViews(['steps', 'graph'] as const, 'steps');
	if (plan.data === undefined) {
		const isMissing = isApiError(plan.error) && plan.error.status === 404;
		return (
			<PageFrame title="Downstream build">
				{plan.isPending && <LoadingRows />}
				{isMissing && (
					<EmptyState
						title="Downstream build not found"
						action={<Link to={paths.buildPlans()}>Show all downstream builds</Link>}
					>
						It may have been deleted, or it may belong to someone else.
					</EmptyState>
				)}
				{plan.isError && !isMissing && <QueryErrorPanel title="Couldn’t load this downstream build" query={plan} />}
			</PageFrame>
		);
	}
	const { steps, leftOut } = plan.data;
	return (
		<PageFrame title={`Build of ${planName(plan.data, specs?.items)}`} fill actions={<CancelPlan plan={plan.data} />}>
			<PlanFacts plan={plan.data} />
			{leftOut.length > 0 && (
				<Notice tone="warning" isSilent title={`${countOf(leftOut.length, 'dataset')} left out`}>
					Circular dependencies leave no valid build order for {listText(leftOut.map(formatCoordinate))}.
				</Notice>
			)}
			<Box mt={1}>
				<ViewTabs viewing={viewing} labels={titles} />
			</Box>
			<ViewPanel viewing={viewing}>
				{viewing.view === 'graph' ? (
					<PlanGraph steps={steps} />
				) : (
					<Box fill scroll pt={3} pb={5}>
						<StepTable steps={steps} />
					</Box>
				)}
			</ViewPanel>
		</PageFrame>
	);
}

function PlanFacts({ plan }: { readonly plan: BuildPlan }) {
	return (
		<PropertyLine>
			<LineProperty name="Status">
				<StateChip tone={stepTone[plan.state]}>{stepLabel[plan.state]}</StateChip>
			</LineProperty>
			<LineProperty name="Progress">
				<span role="status">{planProgress(plan)}</span>
			</LineProperty>
			<LineProperty name="Started">
				<RelativeTime iso={plan.createdAt} />
			</LineProperty>
			{plan.finishedAt !== null && (
				<LineProperty name="Finished">
					<RelativeTime iso={plan.finishedAt} />
				</LineProperty>
			)}
		</PropertyLine>
	);
}

function CancelPlan({ plan }: { readonly plan: BuildPlan }) {
	const cancel = useMutation(cancelPlanMutation());
	return (
		<>
			{cancel.isError && <Muted role="alert">{errorFacts(cancel.error).message}</Muted>}
			{plan.state === 'running' && (
				<SecondaryButton loading={cancel.isPending} onClick={() => cancel.mutate(plan.id)}>
					Cancel build
				</SecondaryButton>
			)}
			<RebuildPanel key={plan.id} plan={plan} />
			{plan.state !== 'running' && plan.steps[0] !== undefined && (
				<LinkButton to={paths.build(plan.steps[0].buildSpecId)}>Build all again…</LinkButton>
			)}
			<LinkButton to={paths.buildPlans()}>All downstream builds</LinkButton>
		</>
	);
}

const columns = [
	{ label: 'Step', isHidden: true },
	'Dataset',
	'Status',
	'BuildSpec',
	{ label: 'Rows', isNumeric: true },
	'Finished',
	'Depends on',
];

const StepTable = ({ steps }: { readonly steps: readonly BuildPlanStep[] }) => (
	<SimpleTable cards="flow" aria-label="Steps" columns={columns}>
		<tbody>
			{steps.map((step, position) => (
				<tr key={step.buildSpecId}>
					<td style={{ alignSelf: 'start' }}>
						<Muted numeric>{position + 1}</Muted>
					</td>
					{/* Next to its number, however long it is. */}
					<td style={{ flex: '1 1 calc(100% - 3rem)', minWidth: 0 }}>
						<Link to={paths.dataset(step.destination)}>{formatCoordinate(step.destination)}</Link>
						{step.message !== null && (
							<Muted component="p" breaks>
								{step.message}
							</Muted>
						)}
					</td>
					<td>
						<StepState step={step} />
					</td>
					<td>
						{step.version === null ? (
							<Link to={paths.buildSpec(step.buildSpecId)}>Open</Link>
						) : (
							<Link to={paths.buildSpecVersion(step.buildSpecId, step.version)}>v{step.version}</Link>
						)}
					</td>
					<td data-label="Rows" data-numeric>
						{step.rows === null ? null : formatCount(step.rows)}
					</td>
					<td data-label="Finished" style={{ whiteSpace: 'nowrap' }}>
						{step.finishedAt !== null && step.state !== 'skipped' && <RelativeTime iso={step.finishedAt} />}
					</td>
					<td data-label="Depends on">
						{step.needs.length > 0 && (
							<Muted>{step.needs.map((needed) => steps[needed]?.destination.datasetName).join(', ')}</Muted>
						)}
					</td>
				</tr>
			))}
		</tbody>
	</SimpleTable>
);

function StepState({ step: { state, runId } }: { readonly step: BuildPlanStep }) {
	return (
		<Inline component="span" gap={[0, 2]} nowrap style={{ whiteSpace: 'nowrap' }}>
			<StateChip tone={stepTone[state]}>{stepLabel[state]}</StateChip>
			{runId !== null && <Link to={paths.run(runId)}>Run</Link>}
			{runId !== null && state === 'failed' && <FailedChecksPanel buildRunId={runId} />}
		</Inline>
	);
}

function PlanGraph({ steps }: { readonly steps: readonly BuildPlanStep[] }) {
	const { nodes, edges } = planGraph(steps);
	const [picked, setPicked] = useState<string | null>(null);
	const step = picked === null ? undefined : stepOfNode(steps, picked);
	return (
		<Stack gap={3} fill py={3}>
			<GraphView
				nodes={nodes}
				edges={edges}
				looks={looks}
				label="Datasets in build order"
				picked={picked === null ? null : { kind: 'node', id: picked }}
				onPick={(pick) => setPicked(pick?.kind === 'node' ? pick.id : null)}
				onToggle={() => {}}
				found={null}
				goTo={null}
			/>
			{step !== undefined && (
				<Inline component="section" gap={[2, 3]} boxed px={3} py={2} aria-label="Selected step">
					<Link to={paths.dataset(step.destination)}>{formatCoordinate(step.destination)}</Link>
					<StepState step={step} />
					{step.message !== null && <Muted breaks>{step.message}</Muted>}
				</Inline>
			)}
		</Stack>
	);
}
