import { Button, Select } from '@mantine/core';
import { type QueryClient, useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { listRuns, RunState } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { Uuid } from '#contract/ids.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatCount } from '../../lib/format.ts';
import { useAddressParams } from '../../lib/use-address-params.ts';
import { paths } from '../../routing/paths.ts';
import { warmUpFiles } from '../../rows/index.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { prefetchWhenIdle } from '../../ui/when-idle.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery } from '../session/queries.ts';
import { FindRun } from './find-run.tsx';
import { runStates, stateWord } from './model.ts';
import { runPagesQuery } from './queries.ts';
import { RunsBulkBar } from './runs-bulk-bar.tsx';
import classes from './runs-page.module.css';
import { RunsTable } from './runs-table.tsx';

/** Asks for the list, which the page waits for itself, and waits for what it cannot be drawn without. */
export const loadRuns =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		const of = buildSpecOf(new URL(request.url).searchParams);
		if (offers(description, listRuns)) void queryClient.prefetchInfiniteQuery(runPagesQuery(of));
		return null;
	};

/** The BuildSpec whose runs alone are asked for; null for all. */
const buildSpecOf = (params: URLSearchParams): string | null => Uuid.safeParse(params.get('buildSpecId')).data ?? null;

export function RunsPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	return offers(description, listRuns) ? <OfferedRuns /> : <FindRun />;
}

/** Runs that fill a screen. */
const enough = 50;

/** In the address: ids of the runs that are picked, so that Back from a comparison brings them back. */
const pickedName = 'selected';

const all = 'all';
const choices = [{ value: all, label: 'All states' }, ...runStates.map((it) => ({ value: it, label: stateWord[it] }))];

function OfferedRuns() {
	const [params, setParams] = useAddressParams();
	const of = buildSpecOf(params);
	const runs = useInfiniteQuery(runPagesQuery(of));
	// the next click is most likely on a run
	useEffect(
		() =>
			prefetchWhenIdle(async () => {
				warmUpFiles();
				await import('./run-page.tsx');
			}),
		[],
	);
	const state = RunState.safeParse(params.get('state')).data ?? null;
	const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
	const unreadable = runs.data?.pages.reduce((sum, page) => sum + page.unreadable.length, 0) ?? 0;
	const filtered = state === null ? items : items.filter((it) => it.state === state);

	const { hasNextPage, isFetching, isError, fetchNextPage } = runs;
	// What is looked for may be on a later page: they are read until there is a screenful.
	const isSearching = state !== null && filtered.length < enough && hasNextPage && !isError;
	useEffect(() => {
		if (isSearching && !isFetching) void fetchNextPage();
	}, [isSearching, isFetching, fetchNextPage]);
	const destination = items[0]?.definition.destination;
	const title =
		of === null ? 'Runs' : `Runs of ${destination === undefined ? 'a BuildSpec' : formatCoordinate(destination)}`;

	// the address follows a moment later than a checkbox has to answer
	const [pickedIds, keepPicked] = useState<readonly string[]>(() => params.get(pickedName)?.split(',') ?? []);
	const picked = items.filter((it) => pickedIds.includes(it.id));
	const setPicked = (ids: readonly string[]) => {
		keepPicked(ids);
		setParams(
			(before) => {
				if (ids.length === 0) before.delete(pickedName);
				else before.set(pickedName, ids.join(','));
				return before;
			},
			{ replace: true, preventScrollReset: true },
		);
	};
	const pick = (id: string) =>
		setPicked(pickedIds.includes(id) ? pickedIds.filter((it) => it !== id) : [...pickedIds, id]);

	const filter = (value: string | null) =>
		setParams(
			(before) => {
				if (value === null || value === all) before.delete('state');
				else before.set('state', value);
				return before;
			},
			{ replace: true },
		);

	return (
		<PageFrame
			title={title}
			count={runs.hasNextPage || runs.data === undefined ? undefined : items.length}
			actions={
				of !== null && (
					<>
						<Button component={Link} variant="default" to={paths.runs()}>
							All runs
						</Button>
						<Button component={Link} variant="default" to={paths.buildSpec(of)}>
							Open BuildSpec
						</Button>
					</>
				)
			}
		>
			{runs.isPending && <LoadingRows />}
			{runs.isError && items.length === 0 && (
				<ErrorPanel
					title="The runs could not be listed"
					error={errorFacts(runs.error)}
					onRetry={() => void runs.refetch()}
				/>
			)}
			{runs.data !== undefined && items.length === 0 && (
				<EmptyState title="No runs yet">Every preview and build is listed here, with its outputs and log.</EmptyState>
			)}
			{items.length > 0 && (
				<>
					<Inline gap={[2, 3]} pb={3}>
						<Select
							aria-label="State"
							data={choices}
							value={state ?? all}
							onChange={filter}
							allowDeselect={false}
							className={classes.pick ?? ''}
						/>
						{state !== null && (
							<Muted>
								{isSearching && 'Searching… '}
								{formatCount(filtered.length)} of {hasNextPage ? 'the latest' : 'all'} {formatCount(items.length)}
							</Muted>
						)}
					</Inline>
					{unreadable > 0 && (
						<Notice tone="warning" title={`${unreadable} of the runs cannot be read and are left out`} />
					)}
					{filtered.length === 0 && isSearching && <LoadingRows rows={4} />}
					{filtered.length === 0 && isSearching ? null : filtered.length === 0 ? (
						<EmptyState
							title={`No ${stateWord[state ?? 'failed'].toLowerCase()} runs`}
							action={
								<Button variant="default" onClick={() => filter(null)}>
									Show all states
								</Button>
							}
						>
							{hasNextPage
								? `The latest ${formatCount(items.length)} were searched.`
								: `All ${formatCount(items.length)} were searched.`}
						</EmptyState>
					) : (
						<>
							<RunsTable runs={filtered} picked={new Set(pickedIds)} onPick={pick} />
							{picked.length > 0 && <RunsBulkBar picked={picked} onClear={() => setPicked([])} />}
						</>
					)}
					{runs.isFetchNextPageError && (
						<ErrorPanel title="More runs could not be loaded" error={errorFacts(runs.error)} />
					)}
					{runs.hasNextPage && (
						<div className={classes.more}>
							<Button variant="default" loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
								Load more
							</Button>
						</div>
					)}
				</>
			)}
		</PageFrame>
	);
}
