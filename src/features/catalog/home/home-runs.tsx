import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BuildRun } from '#contract/build-run.ts';
import { getDatasetStatuses } from '#contract/dataset-status.ts';
import { paths } from '../../../routing/paths.ts';
import { Muted } from '../../../ui/primitives/text.tsx';
import { StateChip } from '../../../ui/states/state-chip.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { needingAttention } from '../../names/status-model.ts';
import { statusesQuery } from '../../names/status-queries.ts';
import { runLabel, runTone } from '../../runs/check-model.ts';
import { subjectName } from '../../runs/model.ts';
import { runsQuery } from '../../runs/queries.ts';
import { useOffers } from '../../session/queries.ts';
import { stillFailed } from './home-model.ts';
import { Entry, Fact, Part } from './home-part.tsx';

const limit = 5;
const failure = 'Couldn’t load runs';

/** Failed runs not shown elsewhere on the page. */
export function FailedRuns() {
	const runs = useQuery(runsQuery());
	const hasStatuses = useOffers(getDatasetStatuses);
	const statuses = useQuery({ ...statusesQuery, enabled: hasStatuses });
	const elsewhere = new Set(needingAttention(statuses.data?.list ?? []).map(({ lastBuild }) => lastBuild?.runId));
	const shown = stillFailed(runs.data?.items ?? []).filter(({ id }) => !elsewhere.has(id));
	return (
		<Part
			title="Failed runs"
			all={{ to: `${paths.runs()}?state=failed`, label: 'All failed runs' }}
			query={runs}
			failure={failure}
			isEmpty={shown.length === 0 || (hasStatuses && statuses.isPending)}
		>
			{shown.slice(0, limit).map((run) => (
				<RunEntry key={run.id} run={run}>
					{run.error !== null && (
						<Muted clip style={{ flex: '1 0 100%' }}>
							{run.error.message}
						</Muted>
					)}
				</RunEntry>
			))}
		</Part>
	);
}

export function LastRuns() {
	const runs = useQuery(runsQuery());
	const items = runs.data?.items ?? [];
	return (
		<Part
			title="Recent runs"
			all={{ to: paths.runs(), label: 'All runs' }}
			query={runs}
			failure={failure}
			isEmpty={items.length === 0}
		>
			{items.slice(0, limit).map((run) => (
				<RunEntry key={run.id} run={run} />
			))}
		</Part>
	);
}

const RunEntry = ({ run, children }: { run: BuildRun; children?: ReactNode }) => (
	<Entry to={paths.run(run.id)} name={subjectName(run)}>
		<StateChip tone={runTone(run)}>{runLabel(run)}</StateChip>
		<Fact>
			<RelativeTime iso={run.startedAt ?? run.createdAt} />
		</Fact>
		{children}
	</Entry>
);
