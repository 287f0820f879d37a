import { IconArrowsLeftRight } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link, type LoaderFunctionArgs, useParams, useSearchParams } from 'react-router';
import { type BuildRun, getRun } from '#contract/build-run.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Muted, Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { runName } from '../model.ts';
import { outputsQuery, runQuery } from '../queries.ts';
import classes from './compare.module.css';
import { ComparePanes } from './compare-panes.tsx';

/** Loads the page's data. The page itself reports an unreadable run. */
export const loadCompare =
	(queryClient: QueryClient) =>
	async ({ params: { runId = '', beforeId = '' } }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		for (const id of [runId, beforeId]) void queryClient.prefetchQuery(outputsQuery(id));
		if (offers(description, getRun))
			await Promise.all([runId, beforeId].map((id) => queryClient.prefetchQuery(runQuery(id))));
		return null;
	};

export function ComparePage() {
	const { runId = '', beforeId = '' } = useParams();
	const [params] = useSearchParams();
	const enabled = useOffers(getRun);
	const before = useQuery({ ...runQuery(beforeId), enabled });
	const after = useQuery({ ...runQuery(runId), enabled });
	const runs =
		before.data === undefined || after.data === undefined ? null : { before: before.data, after: after.data };
	// Its outputs can't be loaded either, for the same reason.
	const isMissing = [before, after].some((run) => run.isError && run.data === undefined);
	return (
		<PageFrame
			title="Compare runs"
			fill
			subtitle={
				<Inline component="p" gap={[0, 2]} align="stretch">
					<RunLink id={beforeId} run={before.data} /> → <RunLink id={runId} run={after.data} />
				</Inline>
			}
			actions={
				<LinkButton
					to={{ pathname: paths.compareRuns(beforeId, runId), search: params.toString() }}
					leftSection={<IconArrowsLeftRight size={16} aria-hidden="true" />}
				>
					Swap runs
				</LinkButton>
			}
		>
			<QueryErrorPanel
				title="Couldn’t load the runs"
				query={{
					error: before.error ?? after.error,
					refetch: () => [before, after].forEach((run) => void (run.isError && run.refetch())),
				}}
			/>
			{!enabled && <Muted component="p">This service doesn’t keep run details, so only rows are compared.</Muted>}
			{!isMissing && (
				<PaneFrame label="Comparison" className={classes.page}>
					<ComparePanes beforeId={beforeId} afterId={runId} runs={runs} />
				</PaneFrame>
			)}
		</PageFrame>
	);
}

function RunLink({ id, run }: { id: string; run: BuildRun | undefined }) {
	return (
		<Text breaks>
			<Link to={paths.run(id)} className={classes.run}>
				{run === undefined ? `Run ${id.slice(0, 8)}` : runName(run)}
			</Link>
			{run !== undefined && (
				<>
					{' '}
					<RelativeTime iso={run.createdAt} />
				</>
			)}
		</Text>
	);
}
