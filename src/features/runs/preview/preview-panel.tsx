import { useQuery } from '@tanstack/react-query';
import { lazy, memo, type ReactNode, Suspense, useEffect, useMemo } from 'react';
import {
	type BuildRun,
	cancelRun,
	getRun,
	getRunLog,
	getRunPlan,
	listRuns,
	type RunError,
} from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { getSchema } from '#contract/dataset.ts';
import { compareRows } from '#contract/rows/analysis.ts';
import { prefetchWhenIdle } from '../../../lib/browser/when-idle.ts';
import { useCommands } from '../../../lib/commands.ts';
import { placedInWhole, type TextPart, textPart } from '../../../lib/text-part.ts';
import { useAddressEdit } from '../../../lib/use-address-edit.ts';
import { clearGridSearch } from '../../../routing/grid-search.ts';
import { warmUpFiles } from '../../../rows/index.ts';
import { PaneFrame } from '../../../ui/layout/pane-bar.tsx';
import { useViews, ViewPanel, ViewTabs } from '../../../ui/layout/views.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { PartBoundary } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { CancelRun } from '../cancel-run.tsx';
import type { ComparedWith } from '../compare/compare-search.ts';
import { hasEnded, isChanged } from '../model.ts';
import { ChartStorageKey, type OutputView, rowViews, viewLabels } from '../outputs/output-views.ts';
import { BareOutputs, NotReady, OutputsView } from '../outputs/outputs-view.tsx';
import { runQuery } from '../queries.ts';
import { RunFailure } from '../run-failure.tsx';
import { RunLog } from '../run-log.tsx';
import { RunNotificationButton, useRunNotification } from '../run-notification.tsx';
import { Elapsed, RunStateChip, withCommit } from '../run-state.tsx';
import { useVersionName } from '../saved-as.ts';
import { useEarlierRun, useShownRun } from '../use-earlier-run.ts';
import classes from './preview-panel.module.css';

const viewCommands: Partial<Record<OutputView, string>> = {
	grid: 'Show rows',
	profile: 'Show profile',
	chart: 'Show chart',
	plan: 'Show query plan',
	log: 'Show log',
};

/** The pane's margin, for content placed directly in it. */
const inset = { paddingInline: 'var(--pane-inset)' };

const RunPlan = lazy(async () => ({ default: (await import('../run-plan.tsx')).RunPlan }));
const ComparePreview = lazy(async () => ({ default: (await import('../compare/compare-preview.tsx')).ComparePreview }));

export interface PreviewPanelProps {
	/** The latest preview; null before the first. */
	readonly latestRunId: string | null;
	readonly definition: Parameters<typeof isChanged>[1];
	/** Whether only the editor's selection ran. */
	readonly isPart?: boolean;
	/** Whether the text may have several statements, any of which may have run alone. Default: one. */
	readonly hasStatements?: boolean;
	readonly saved?: BuildSpec | null;
	/** Key under which this browser stores the chart, if any. */
	readonly chartKey?: string | null;
	readonly onRunError?: (error: RunError) => void;
	/** Shown at the end of the bar. */
	readonly end?: ReactNode;
}

/** The latest preview and its outputs, or those of the previous one until it has some. Fills its parent. */
export const PreviewPanel = memo((props: PreviewPanelProps) => {
	const { latestRunId, end } = props;
	const description = useQuery(descriptionQuery);
	// The file reader's code loads before the first rows are ready.
	useEffect(() => prefetchWhenIdle(async () => warmUpFiles()), []);
	if (latestRunId === null) {
		return (
			<div className={classes.inset}>
				<EmptyState title="No preview yet">
					A preview runs the code, saved or not, and shows its rows here. Nothing is saved, and datasets don’t change.
				</EmptyState>
			</div>
		);
	}
	if (description.data === undefined) return <LoadingRows rows={4} />;
	// Without run records, outputs can still be listed.
	if (!offers(description.data, getRun)) {
		return (
			<Stack fill className={classes.panel}>
				<BareOutputs buildRunId={latestRunId} end={end} />
			</Stack>
		);
	}
	return (
		<ChartStorageKey value={props.chartKey ?? null}>
			<RecordedPreview {...props} latestRunId={latestRunId} />
		</ChartStorageKey>
	);
});

function RecordedPreview(props: PreviewPanelProps & { readonly latestRunId: string }) {
	const { latestRunId, definition, isPart = false, hasStatements = false, saved = null, onRunError, end } = props;
	const canLog = useOffers(getRunLog);
	const canPlan = useOffers(getRunPlan);
	const canCancel = useOffers(cancelRun);
	// Polled in hidden tabs too, since users do other things during a long run.
	const latest = useQuery({ ...runQuery(latestRunId), refetchIntervalInBackground: true });
	const notification = useRunNotification(latest.data);
	const shown = useShownRun(latest.data);
	const earlier = useEarlierRun(shown);
	const version = useVersionName(latest.data ?? null, saved);
	const shownVersion = useVersionName(shown, saved);
	const canList = useOffers(listRuns);
	const edit = useAddressEdit();
	const canQuery = useOffers(compareRows);
	const canReadSchema = useOffers(getSchema);
	const ran = shown ?? latest.data;
	const destination = (canQuery && canReadSchema && ran?.definition.destination) || null;
	// Known from the first response, so no tab appears between others later.
	const canCompare = destination !== null || (canList && ran !== undefined && ran.buildSpecId !== null);
	// A preview that ended without rows, with none before it, only has a log.
	const hasRows = shown !== null || latest.data === undefined || !hasEnded(latest.data);
	const isPlanned = canPlan && hasRows && ran?.pipeline === 'code-blob';
	const views = useMemo<readonly OutputView[]>(() => {
		if (canLog && !hasRows) return ['log'];
		const further = { compare: canCompare, plan: isPlanned, log: canLog } as const;
		return [...rowViews, ...(['compare', 'plan', 'log'] as const).filter((view) => further[view])];
	}, [hasRows, canLog, isPlanned, canCompare]);
	const viewing = useViews(views, 'grid');
	const compareWith = (other: ComparedWith) =>
		edit((params) => {
			if (params.get('with') !== other) clearGridSearch(params);
			params.set('view', 'compare');
			params.set('with', other);
		});
	useCommands([
		...views
			.filter((view) => view !== 'compare')
			.map((view) => ({
				id: `view-${view}`,
				label: viewCommands[view] ?? `Show ${viewLabels[view]}`,
				run: () => viewing.show(view),
			})),
		...(earlier == null
			? []
			: [{ id: 'view-compare', label: 'Compare with previous preview', run: () => compareWith('previous') }]),
		...(destination === null || !hasRows
			? []
			: [{ id: 'view-destination', label: 'Compare with destination', run: () => compareWith('destination') }]),
	]);

	if (latest.isPending) return <LoadingRows rows={4} />;
	if (latest.isError) return <QueryErrorPanel title="Couldn’t load the preview" query={latest} />;
	const run = latest.data;
	const isOlder = shown !== null && shown.id !== run.id;
	const part = isPart || hasStatements ? textPart(run.definition.code.payload, definition.code.payload) : null;
	const sameSources = { ...run.definition, code: definition.code };
	return (
		<PaneFrame
			className={classes.panel}
			label="Preview"
			start={
				<>
					{(viewing.view !== 'compare' || run.state !== 'succeeded') && <RunStateChip run={run} />}
					<HeadLine run={run} version={version} />
					{(isPart || part !== null) && (
						<Text tone="warning">{part === null ? 'Ran only the selection' : partLabel(part)}</Text>
					)}
					{hasEnded(run) && isChanged(part === null ? run.definition : sameSources, definition) && (
						<Text tone="warning" clip title="The code or its sources have changed since this preview">
							Changed since preview
						</Text>
					)}
					{!hasEnded(run) && canCancel && <CancelRun run={run} label="Cancel preview" size="compact-sm" />}
					{!hasEnded(run) && <RunNotificationButton key={run.id} notification={notification} />}
				</>
			}
			tabs={<ViewTabs viewing={viewing} labels={viewLabels} />}
			end={end}
		>
			{hasEnded(run) && run.state !== 'succeeded' && (
				<Box py={2} style={inset}>
					<RunFailure
						run={run.error === null ? run : { ...run, error: placedInWhole(run.error, part) }}
						onGoTo={onRunError}
					/>
				</Box>
			)}
			<ViewPanel viewing={viewing}>
				{viewing.view === 'log' ? (
					<Box style={{ ...inset, flex: 1, minHeight: '8rem' }}>
						<RunLog key={run.id} run={run} />
					</Box>
				) : (
					<>
						{isOlder && (
							<Text component="p" tone="warning" className={classes.older}>
								From an older preview ({shownVersion}, <RelativeTime iso={shown.createdAt} />)
							</Text>
						)}
						{shown === null ? (
							!hasEnded(run) && (
								<div className={classes.inset}>{run.pipeline === 'git' ? <NotReady /> : <LoadingRows rows={6} />}</div>
							)
						) : (
							<Stack style={{ flex: 1, minHeight: '18rem' }} data-older={isOlder || undefined}>
								{viewing.view === 'plan' ? (
									<PartBoundary>
										<Suspense fallback={<LoadingRows rows={6} />}>
											<Box fill style={inset}>
												<RunPlan key={shown.id} run={shown} />
											</Box>
										</Suspense>
									</PartBoundary>
								) : viewing.view === 'compare' ? (
									<PartBoundary>
										<Suspense fallback={<LoadingRows rows={6} />}>
											<ComparePreview key={shown.id} run={shown} earlier={earlier} destination={destination} />
										</Suspense>
									</PartBoundary>
								) : (
									<OutputsView
										key={shown.id}
										buildRunId={shown.id}
										view={viewing.view}
										isWithoutTarget={shown.definition.destination === undefined}
									/>
								)}
							</Stack>
						)}
					</>
				)}
			</ViewPanel>
		</PaneFrame>
	);
}

/** "Ran only lines 3 to 7" */
const partLabel = ({ line, lastLine }: TextPart): string =>
	line === lastLine ? `Ran only the selection on line ${line}` : `Ran only lines ${line} to ${lastLine}`;

/** "41 ms · draft of v7" */
function HeadLine({ run, version }: { run: BuildRun; version: string }) {
	return (
		<Inline component="p" nowrap rigid align="stretch" numeric tone="muted" className={classes.line} data-extra>
			<Elapsed run={run} />
			<span>{withCommit(version, run)}</span>
		</Inline>
	);
}
