import { Button, Select } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { listBuildPlans } from '#contract/build-plan.ts';
import { type BuildRun, listRuns, RunState } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { Uuid } from '#contract/ids.ts';
import { prefetchWhenIdle } from '../../../lib/browser/when-idle.ts';
import { formatCount } from '../../../lib/format.ts';
import { setOrDelete, useAddressEdit } from '../../../lib/use-address-edit.ts';
import { useAddressParams } from '../../../lib/use-address-params.ts';
import { paths } from '../../../routing/paths.ts';
import { warmUpFiles } from '../../../rows/index.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box, Inline } from '../../../ui/primitives/layout.tsx';
import { BulkBar } from '../../../ui/primitives/selection.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { comparable, runStates, stateLabel } from '../model.ts';
import { runPagesQuery } from '../queries.ts';
import { FindRun } from './find-run.tsx';
import { RunsTable } from './runs-table.tsx';

/** Waits for the description only; the page shows that its list is loading. */
export const loadRuns =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		const of = buildSpecOf(new URL(request.url).searchParams);
		if (offers(description, listRuns)) void queryClient.prefetchInfiniteQuery(runPagesQuery(of));
		return null;
	};

/** The BuildSpec whose runs are listed; null for all. */
const buildSpecOf = (params: URLSearchParams): string | null => Uuid.safeParse(params.get('buildSpecId')).data ?? null;

export function RunsPage() {
	return useOffers(listRuns) ? <OfferedRuns /> : <FindRun />;
}

/** Runs that fill a screen. */
const enough = 50;

/** In the address: ids of the runs that are picked, so that Back from a comparison brings them back. */
const pickedName = 'selected';

const all = 'all';
const choices = [
	{ value: all, label: 'All states' },
	...runStates.map((item) => ({ value: item, label: stateLabel[item] })),
];

function OfferedRuns() {
	const [params] = useAddressParams();
	const edit = useAddressEdit();
	const of = buildSpecOf(params);
	const runs = useInfiniteQuery(runPagesQuery(of));
	// the next click is most likely on a run
	useEffect(
		() =>
			prefetchWhenIdle(async () => {
				warmUpFiles();
				await import('../run/run-page.tsx');
			}),
		[],
	);
	const hasPlans = useOffers(listBuildPlans);
	const state = RunState.safeParse(params.get('state')).data ?? null;
	const items = runs.data?.pages.flatMap((page) => page.items) ?? [];
	const unreadable = runs.data?.pages.reduce((sum, page) => sum + page.unreadable.length, 0) ?? 0;
	const filtered = state === null ? items : items.filter((item) => item.state === state);

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
	const picked = items.filter((item) => pickedIds.includes(item.id));
	const setPicked = (ids: readonly string[]) => {
		keepPicked(ids);
		edit((params) => setOrDelete(params, pickedName, ids.length === 0 ? null : ids.join(',')));
	};
	const pick = (id: string) =>
		setPicked(pickedIds.includes(id) ? pickedIds.filter((value) => value !== id) : [...pickedIds, id]);

	const filter = (value: string | null) => edit((params) => setOrDelete(params, 'state', value === all ? null : value));

	return (
		<PageFrame
			title={title}
			count={runs.hasNextPage || runs.data === undefined ? undefined : items.length}
			actions={
				of === null ? (
					hasPlans && <LinkButton to={paths.buildPlans()}>Downstream builds</LinkButton>
				) : (
					<>
						<LinkButton to={paths.runs()}>All runs</LinkButton>
						<LinkButton to={paths.buildSpec(of)}>Open BuildSpec</LinkButton>
					</>
				)
			}
		>
			{runs.isPending && <LoadingRows />}
			{runs.isError && items.length === 0 && <QueryErrorPanel title="The runs could not be listed" query={runs} />}
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
							style={{ flex: '0 1 11rem' }}
						/>
						{state !== null && (
							<Muted>
								{isSearching && 'Searching… '}
								{formatCount(filtered.length)} of {hasNextPage ? 'the latest' : 'all'} {formatCount(items.length)}
							</Muted>
						)}
					</Inline>
					<UnreadableNotice count={unreadable} of="runs" />
					{filtered.length === 0 && isSearching && <LoadingRows rows={4} />}
					{filtered.length === 0 && isSearching ? null : filtered.length === 0 ? (
						<EmptyState
							title={`No ${stateLabel[state ?? 'failed'].toLowerCase()} runs`}
							action={<SecondaryButton onClick={() => filter(null)}>Show all states</SecondaryButton>}
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
						<QueryErrorPanel title="More runs could not be loaded" query={{ error: runs.error }} />
					)}
					{runs.hasNextPage && (
						<Box py={4} style={{ textAlign: 'center' }}>
							<SecondaryButton loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
								Load more
							</SecondaryButton>
						</Box>
					)}
				</>
			)}
		</PageFrame>
	);
}

function RunsBulkBar({ picked, onClear }: { picked: readonly BuildRun[]; onClear: () => void }) {
	const found = comparable(picked);
	const icon = <IconArrowsDiff size={16} aria-hidden="true" />;
	return (
		<BulkBar label="Selected runs" mt={3}>
			<span role="status">{picked.length === 1 ? '1 run selected' : `${picked.length} runs selected`}</span>
			{'reason' in found ? (
				<>
					<SecondaryButton leftSection={icon} aria-disabled title={found.reason}>
						Compare
					</SecondaryButton>
					<Muted>{found.reason}</Muted>
				</>
			) : (
				<Button component={Link} to={paths.compareRuns(found.after.id, found.before.id)} leftSection={icon}>
					Compare
				</Button>
			)}
			<Button variant="subtle" color="gray" onClick={onClear}>
				Clear selection
			</Button>
		</BulkBar>
	);
}
