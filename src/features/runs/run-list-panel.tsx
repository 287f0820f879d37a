import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { countOf } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { Inline, Stack } from '../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../ui/primitives/text.tsx';
import { LoadingRows } from '../../ui/states/states.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../names/query-error-panel.tsx';
import { useOffers } from '../session/queries.ts';
import { hasEnded, hasOutputs, runName } from './model.ts';
import { comparable } from './pair-model.ts';
import { runsQuery } from './queries.ts';
import classes from './run-list.module.css';
import { Elapsed, RunStateChip, withCommit } from './run-state.tsx';
import { useVersionName } from './saved-as.ts';

interface RunListProps {
	readonly spec: BuildSpec;
	/** The run on display, which others are compared with, or null. */
	readonly shownId: string | null;
}

const limit = 15;

/** Recent runs of a BuildSpec in a side panel: result, and difference from the displayed one. */
export function RunListPanel({ spec, shownId }: RunListProps) {
	const buildSpecId = spec.id;
	const isOffered = useOffers(listRuns);
	const runs = useQuery({
		...runsQuery(buildSpecId),
		enabled: isOffered,
		refetchInterval: ({ state }) => (state.data?.items.some((item) => !hasEnded(item)) ? 2_000 : false),
	});
	if (!isOffered) return <Muted component="p">This service doesn’t list runs.</Muted>;
	if (runs.isPending) return <LoadingRows rows={4} />;
	if (runs.isError) return <QueryErrorPanel title="Couldn’t load runs" query={runs} />;
	const { items } = runs.data;
	if (items.length === 0) {
		return <Muted component="p">No runs yet. Every preview and build of this BuildSpec appears here.</Muted>;
	}
	// If the latest has no rows, those of the previous one are shown.
	const latest = items.find((item) => item.id === shownId);
	const shown = latest !== undefined && !hasOutputs(latest) ? items.find(hasOutputs) : latest;
	return (
		<>
			<Stack component="ul" mb={3} aria-label="Runs of this BuildSpec">
				{items.slice(0, limit).map((run) => (
					<RunLine key={run.id} run={run} shown={shown} spec={spec} />
				))}
			</Stack>
			<Link to={paths.runs(buildSpecId)}>All runs of this BuildSpec</Link>
		</>
	);
}

export const RunGlance = ({ run }: { readonly run: BuildRun }) => (
	<>
		<RunStateChip run={run} />
		<RelativeTime iso={run.startedAt ?? run.createdAt} />
		<Elapsed run={run} />
		{run.rows !== null && <span>{countOf(run.rows, 'row')}</span>}
	</>
);

function RunLine({ run, shown, spec }: { run: BuildRun; shown: BuildRun | undefined; spec: BuildSpec }) {
	const version = useVersionName(run, spec);
	const name = `${run.kind === 'build' ? 'build of ' : ''}${withCommit(version, run)}`;
	const pair = shown === undefined || shown.id === run.id ? null : comparable([run, shown]);
	return (
		<li className={classes.line} data-shown={run.id === shown?.id || undefined}>
			<RunStateChip run={run} />
			<Text to={paths.run(run.id)} component={Link} mono clip className={classes.name} aria-label={`Open ${name}`}>
				{name}
			</Text>
			<Inline className={classes.about} component="span" gap={[0, 3]} align="stretch" tone="muted" numeric>
				<RelativeTime iso={run.startedAt ?? run.createdAt} />
				<Elapsed run={run} />
				{run.rows !== null && <span>{countOf(run.rows, 'row')}</span>}
				<span>by {run.by}</span>
			</Inline>
			<span className={classes.action}>
				{run.id === shown?.id && 'shown below'}
				{pair !== null && 'before' in pair && (
					<Link
						to={paths.compareRuns(pair.after.id, pair.before.id)}
						aria-label={`Compare ${runName(run)} with the run shown`}
					>
						Compare
					</Link>
				)}
			</span>
		</li>
	);
}
