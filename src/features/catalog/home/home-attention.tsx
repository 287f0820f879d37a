import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { listRunChecks } from '#contract/check.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import type { DatasetStatus } from '#contract/dataset-status.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { CompactButton } from '../../../ui/primitives/button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { DatasetStatusPanel } from '../../names/dataset-status-panel.tsx';
import { needingAttention, statusReasons } from '../../names/status-model.ts';
import { statusesQuery } from '../../names/status-queries.ts';
import { runQuery } from '../../runs/queries.ts';
import { useOffers, useScope } from '../../session/queries.ts';
import { Entry, maxEntries, Part } from './home-part.tsx';

/** Datasets that are corrupt, outdated, or whose build or checks failed. */
export function Attention() {
	const statuses = useQuery(statusesQuery);
	const canBuild = useOffers(startBuildRun);
	const [limit, setLimit] = useState(maxEntries);
	const shown = needingAttention(statuses.data?.list ?? []);
	return (
		<Part
			title="Needs attention"
			count={shown.length}
			query={statuses}
			failure="Couldn’t load the status of datasets"
			isEmpty={shown.length === 0}
			footer={
				shown.length > limit && (
					<CompactButton onClick={() => setLimit(shown.length)}>
						Show all {countOf(shown.length, 'dataset')}
					</CompactButton>
				)
			}
		>
			{shown.slice(0, limit).map((status) => (
				<Entry key={formatCoordinate(status)} to={paths.dataset(status)} name={formatCoordinate(status)}>
					<DatasetStatusPanel status={status} />
					{canBuild && status.buildSpecId !== null && status.state !== 'current' && (
						<Link to={paths.build(status.buildSpecId)} aria-label={`Build ${formatCoordinate(status)}…`}>
							Build…
						</Link>
					)}
					<FailingRows status={status} />
					<Muted style={{ flex: '1 0 100%' }}>{statusReasons(status).join(' ')}</Muted>
				</Entry>
			))}
		</Part>
	);
}

/** Links to rows that failed checks: those of the failed build, or else of the build that wrote the dataset. */
function FailingRows({ status }: { readonly status: DatasetStatus }) {
	const { state, lastBuild, builtBy, failedChecks } = status;
	const canSee = useOffers(listRunChecks);
	const failedRun = state === 'failed' ? (lastBuild?.runId ?? null) : null;
	const run = useQuery({ ...runQuery(failedRun ?? ''), enabled: canSee && failedRun !== null });
	const isOwn = useScope().user === builtBy?.by;
	const written = failedChecks.length > 0 && isOwn ? (builtBy?.runId ?? null) : null;
	const runId = (run.data?.failedChecks ?? 0) > 0 ? failedRun : written;
	if (!canSee || runId === null) return null;
	return (
		<Link to={`${paths.run(runId)}?view=checks`} aria-label={`Show failing rows of ${formatCoordinate(status)}`}>
			Show failing rows
		</Link>
	);
}
