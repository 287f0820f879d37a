import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import { type BuildRun, cancelRun, getRun, getRunLog, getRunPlan } from '#contract/build-run.ts';
import { listRunChecks } from '#contract/check.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { LinkButton } from '../../../ui/primitives/button.tsx';
import { Box, Stack } from '../../../ui/primitives/layout.tsx';
import { LineProperty, PropertyLine } from '../../../ui/primitives/property-list.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { CopyButton } from '../../../ui/text/copy-button.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { CorruptOutputNotice } from '../../session/data-verification-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { WrittenSummary } from '../build-panel.tsx';
import { CancelRun } from '../cancel-run.tsx';
import { runChecksQuery } from '../check-queries.ts';
import { CompareChoice, CompareLink } from '../compare/compare-choice.tsx';
import { hasEnded, hasOutputs, hasPlan, runName, subjectName } from '../model.ts';
import { openOutputAhead } from '../open-ahead.ts';
import { type OutputView, rowViews, viewLabels } from '../outputs/output-views.ts';
import { BareOutputs, NotReady, OutputsView } from '../outputs/outputs-view.tsx';
import { listedRun, runQuery } from '../queries.ts';
import { RunChecks } from '../run-checks.tsx';
import { RunFailure } from '../run-failure.tsx';
import { RunLog } from '../run-log.tsx';
import { RunNotificationButton, useRunNotification } from '../run-notification.tsx';
import { Elapsed, RunStateChip } from '../run-state.tsx';
import { RunAgain } from './run-again.tsx';
import classes from './run-page.module.css';

const runPlan = lazyPart(() => import('../run-plan.tsx'), 'RunPlan');

/** Loads the page's data. The page itself reports an unreadable run. */
export const loadRun =
	(queryClient: QueryClient) =>
	async ({ params, request }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		const { runId = '' } = params;
		if (!offers(description, getRun)) return null;
		const listed = listedRun(queryClient, runId);
		// A finished run doesn't change.
		if (listed !== undefined && hasEnded(listed)) queryClient.setQueryData(runQuery(runId).queryKey, listed);
		else await queryClient.prefetchQuery(runQuery(runId));
		const run = queryClient.getQueryData(runQuery(runId).queryKey);
		// Not awaited, since the page can render without it.
		if (run !== undefined && hasOutputs(run)) void openOutputAhead(queryClient, runId, request);
		return null;
	};

export function RunPage() {
	const { runId = '' } = useParams();
	const isOffered = useOffers(getRun);
	// Polled in hidden tabs too, since users do other things during a long run.
	const run = useQuery({ ...runQuery(runId), enabled: isOffered, refetchIntervalInBackground: true });

	// Outputs are core, so they're available without run records.
	if (!isOffered) {
		return (
			<PageFrame
				title={`Outputs of run ${runId}`}
				subtitle="This service doesn’t keep run details, such as code, status or log."
				fill
			>
				<Stack className={classes.outputs}>
					<BareOutputs buildRunId={runId} />
				</Stack>
			</PageFrame>
		);
	}
	if (run.data !== undefined) return <RecordedRun run={run.data} />;
	return (
		<PageFrame title={`Run ${runId}`}>
			{run.isPending && <LoadingRows />}
			<QueryErrorPanel title="Couldn’t load this run" query={run}>
				<LinkButton to={paths.runs()}>Show all runs</LinkButton>
			</QueryErrorPanel>
		</PageFrame>
	);
}

function RecordedRun({ run }: { run: BuildRun }) {
	const canLog = useOffers(getRunLog);
	const canCancel = useOffers(cancelRun);
	const hasChecks = useHasChecks(run);
	const views = hasChecks ? withChecks(run) : viewsOf(run);
	const canPlan = useOffers(getRunPlan) && hasPlan(run);
	const viewing = useViews(
		[...views, ...(canPlan ? (['plan'] as const) : []), ...(canLog ? (['log'] as const) : [])],
		views[0] ?? 'grid',
	);
	const { view } = viewing;
	const notification = useRunNotification(run);
	return (
		<PageFrame
			title={runName(run)}
			fill
			actions={
				<>
					{!hasEnded(run) && <RunNotificationButton notification={notification} />}
					{!hasEnded(run) && canCancel && <CancelRun run={run} label="Cancel run" />}
					<CompareLink run={run} />
					<CompareChoice run={run} />
					{hasEnded(run) && <RunAgain run={run} />}
					{run.buildSpecId !== null && <LinkButton to={paths.buildSpec(run.buildSpecId)}>Open BuildSpec</LinkButton>}
				</>
			}
		>
			<RunFacts run={run} />
			<CorruptOutputNotice runId={run.id} />
			{hasEnded(run) && run.state !== 'succeeded' && <RunFailure run={run} />}
			<PaneFrame label="Run views" tabs={<ViewTabs viewing={viewing} labels={labelsOf(run)} />}>
				<ViewPanel viewing={viewing}>
					<Stack fill pt={view === 'code' || view === 'log' ? 2 : 0}>
						{view === 'code' && <Code payload={run.definition.code.payload} />}
						{view === 'log' && <RunLog run={run} />}
						{view === 'checks' && <RunChecks buildRunId={run.id} />}
						{view === 'plan' && <LazyPart part={runPlan} props={{ run }} />}
						{view !== 'code' && view !== 'log' && view !== 'checks' && view !== 'plan' && (
							<Outputs run={run} view={view} />
						)}
					</Stack>
				</ViewPanel>
			</PaneFrame>
		</PageFrame>
	);
}

const labelsOf = ({ failedChecks = 0 }: BuildRun) =>
	failedChecks === 0 ? viewLabels : { ...viewLabels, checks: `Checks (${failedChecks} failed)` };

function useHasChecks(run: BuildRun): boolean {
	const isOffered = useOffers(listRunChecks) && run.buildSpecId !== null && hasEnded(run);
	const checks = useQuery({ ...runChecksQuery(run.id), enabled: isOffered });
	return isOffered && (run.error?.code === 'CHECK_FAILED' || (checks.data?.items.length ?? 0) > 0);
}

/** If checks failed the run, they come first. */
const withChecks = (run: BuildRun): readonly OutputView[] =>
	run.error?.code === 'CHECK_FAILED' ? ['checks', ...viewsOf(run)] : [...viewsOf(run).slice(0, -1), 'checks', 'code'];

/** A failed run only has its code. A build writes a dataset and has no rows of its own. */
function viewsOf(run: BuildRun): readonly OutputView[] {
	if (run.state === 'failed' || run.state === 'cancelled') return ['code'];
	return run.kind === 'build' ? ['result', 'code'] : [...rowViews, 'code'];
}

function Outputs({ run, view }: { run: BuildRun; view: OutputView }) {
	if (run.kind === 'build') {
		return (
			<EmptyState title={run.state === 'succeeded' ? 'Build complete' : 'Nothing written yet'}>
				{run.state === 'succeeded' ? (
					<WrittenSummary run={run} />
				) : (
					`${subjectName(run)} doesn’t change until the build is complete.`
				)}
			</EmptyState>
		);
	}
	// Known without a request.
	if (!hasEnded(run)) return <NotReady />;
	return (
		<Stack className={classes.outputs}>
			<OutputsView buildRunId={run.id} view={view} isWithoutTarget={run.definition.destination === undefined} />
		</Stack>
	);
}

function Code({ payload }: { payload: string }) {
	return (
		<Box fill className={classes.code}>
			<div className={classes.copy}>
				<CopyButton value={payload} label="Copy code" />
			</div>
			<Text component="pre" breaks boxed scroll className={classes.text} tabIndex={0}>
				{payload}
			</Text>
		</Box>
	);
}

function RunFacts({ run }: { run: BuildRun }) {
	const { sources } = run.definition;
	return (
		<PropertyLine>
			<LineProperty name="Status">
				<RunStateChip run={run} />
			</LineProperty>
			<LineProperty name={run.startedAt === null ? 'Created' : 'Started'}>
				<span>
					<RelativeTime iso={run.startedAt ?? run.createdAt} />, by {run.by}
				</span>
			</LineProperty>
			{run.startedAt !== null && (
				<LineProperty name="Duration">
					<Elapsed run={run} />
				</LineProperty>
			)}
			{run.rows !== null && <LineProperty name="Rows">{formatCount(run.rows)}</LineProperty>}
			{run.bytes !== null && <LineProperty name="Size">{formatBytes(run.bytes)}</LineProperty>}
			<LineProperty name={sources.length === 1 ? 'Source' : 'Sources'}>
				<Text mono>{sources.map(formatCoordinate).join(', ') || 'none'}</Text>
			</LineProperty>
			{run.upTo != null && (
				<LineProperty name="Up to step">
					<Text mono>{run.upTo}</Text>
				</LineProperty>
			)}
			{run.commit && (
				<LineProperty name="Commit">
					<Text mono title={run.commit.id}>
						{run.commit.id.slice(0, 10)}
					</Text>{' '}
					<CopyButton value={run.commit.id} label="Copy commit ID" />
					<span>
						on <Text mono>{run.commit.ref}</Text>
						{run.commit.message === undefined ? '' : `: ${run.commit.message}`}, <RelativeTime iso={run.commit.at} />
					</span>
				</LineProperty>
			)}
			<LineProperty name="ID">
				<Text mono>{run.id}</Text> <CopyButton value={run.id} label="Copy run ID" />
			</LineProperty>
		</PropertyLine>
	);
}
