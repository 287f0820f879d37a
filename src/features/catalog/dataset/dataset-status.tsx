import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { type DatasetCoordinate, formatCoordinate } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { LineProperty } from '../../../ui/primitives/property-list.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { buildSpecsQuery } from '../../build-specs/queries.ts';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { isBuilt, shownState, statusLabel, statusReasons } from '../../names/status-model.ts';
import { useStatusOf } from '../../names/status-queries.ts';
import { FailedChecksPanel } from '../../runs/failed-checks-panel.tsx';
import { useOffers, useScope } from '../../session/queries.ts';

/** Maximum reasons shown. */
const maxReasons = 3;

export function StatusProperty({ dataset }: { readonly dataset: DatasetCoordinate }) {
	const status = useStatusOf(dataset);
	const canBuild = useOffers(startBuildRun);
	const { user } = useScope();
	const maker = useMaker(status);
	if (status === null || !isBuilt(status)) return null;
	const { state, lastBuild, failedChecks, builtBy } = status;
	// Corrupt data is explained below, in place of the rows.
	const reasons = state === 'corrupt' ? [] : statusReasons(status);
	const shown = reasons.length > maxReasons ? reasons.slice(0, maxReasons - 1) : reasons;
	const others = reasons.slice(shown.length);
	return (
		<LineProperty name="Status">
			<Inline component="span" gap={[0, 2]} align="baseline">
				<DatasetStatusPanel status={status} />
				{shown.map((reason) => (
					<span key={reason}>{reason}</span>
				))}
				{others.length > 0 && <span title={others.join('\n')}>And {countOf(others.length, 'more reason')}.</span>}
				{lastBuild?.runId && (
					<Link to={paths.run(lastBuild.runId)}>{state === 'building' ? 'Open build' : 'Open failed build'}</Link>
				)}
				{state === 'failed' && lastBuild?.runId && <FailedChecksPanel buildRunId={lastBuild.runId} />}
				{failedChecks.length > 0 && builtBy?.by === user && (
					<Link to={`${paths.run(builtBy.runId)}?view=checks`}>Open failed checks</Link>
				)}
				{maker !== null && canBuild && ['outdated', 'failed', 'corrupt'].includes(state) && (
					<Link to={paths.build(maker)}>Build…</Link>
				)}
			</Inline>
		</LineProperty>
	);
}

/** The user's BuildSpec that makes a dataset, as its destination or a pipeline output; null if none. */
function useMaker(status: DatasetStatus | null): string | null {
	const builtBy = status?.builtBy?.buildSpecId ?? null;
	const isOutput = status?.buildSpecId === null && builtBy !== null;
	const specs = useQuery({ ...buildSpecsQuery, enabled: isOutput });
	if (status === null || !isOutput) return status?.buildSpecId ?? null;
	return specs.data?.items.find(({ id }) => id === builtBy)?.id ?? null;
}

/** Shown for a dataset that one of the user's BuildSpecs would make. */
export function UnbuiltDataset({ dataset, status }: { dataset: DatasetCoordinate; status: DatasetStatus }) {
	const canBuild = useOffers(startBuildRun);
	const { buildSpecId, lastBuild } = status;
	const state = shownState(status);
	const title = { 'never-built': 'This dataset has never been built', deleted: 'This dataset was deleted' } as const;
	return (
		<EmptyState
			title={state === 'never-built' || state === 'deleted' ? title[state] : statusLabel[state]}
			action={
				buildSpecId !== null && (
					<Inline gap={2} justify="center">
						{canBuild && state !== 'building' && <LinkButton to={paths.build(buildSpecId)}>Build…</LinkButton>}
						{lastBuild?.runId && (
							<LinkButton to={paths.run(lastBuild.runId)}>
								{state === 'building' ? 'Open build' : 'Open failed build'}
							</LinkButton>
						)}
						<LinkButton to={paths.buildSpec(buildSpecId)}>Open BuildSpec</LinkButton>
						{lastBuild?.runId && <FailedChecksPanel buildRunId={lastBuild.runId} />}
					</Inline>
				)
			}
		>
			<WhyMissing name={formatCoordinate(dataset)} status={status} />
		</EmptyState>
	);
}

function WhyMissing({ name, status }: { readonly name: string; readonly status: DatasetStatus }) {
	const { state, deleted, builtBy } = status;
	if (state === 'building') return `${name} is being built.`;
	if (state === 'failed') return `${statusReasons(status).join(' ')} ${name} doesn’t exist until a build succeeds.`;
	if (deleted === null)
		return `${name} is the destination of one of your BuildSpecs. Build the BuildSpec to create the dataset.`;
	return (
		<>
			{deleted.by === null ? `${name} was deleted` : `${deleted.by} deleted ${name}`} <RelativeTime iso={deleted.at} />.
			{builtBy !== null && (
				<>
					{' '}
					The dataset was last built <RelativeTime iso={builtBy.at} />
					{builtBy.version !== null && `, with BuildSpec version ${builtBy.version}`}.
				</>
			)}{' '}
			To recreate the dataset, build it again.
		</>
	);
}
