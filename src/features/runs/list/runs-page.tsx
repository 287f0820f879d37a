import { Button } from '@mantine/core';
import { IconArrowsDiff } from '@tabler/icons-react';
import { type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Link, type LoaderFunctionArgs } from 'react-router';
import { listBuildPlans } from '#contract/build-plan.ts';
import { type BuildRun, listRuns } from '#contract/build-run.ts';
import { formatCoordinate } from '#contract/dataset.ts';
import { prefetchWhenIdle } from '../../../lib/browser/when-idle.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { warmUpFiles } from '../../../rows/index.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { NothingMatches } from '../../../ui/list/list-filter.tsx';
import { LinkButton, SecondaryButton } from '../../../ui/primitives/button.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { BulkBar } from '../../../ui/primitives/selection.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { UnreadableNotice } from '../../names/notice-panel.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useOffers } from '../../session/queries.ts';
import { comparable } from '../pair-model.ts';
import { runPagesQuery } from '../queries.ts';
import { FindRun } from './find-run.tsx';
import { RunFilters } from './run-filters.tsx';
import { filterRuns, isFiltered, noFilter, runSearchInAddress } from './run-search.ts';
import { RunsTable } from './runs-table.tsx';

/** Waits only for the description; the page shows that its list is loading. */
export const loadRuns =
	(queryClient: QueryClient) =>
	async ({ request }: LoaderFunctionArgs) => {
		const description = await queryClient.ensureQueryData(descriptionQuery);
		const of = runSearchInAddress.read(new URL(request.url).searchParams).buildSpecId || null;
		if (offers(description, listRuns)) void queryClient.prefetchInfiniteQuery(runPagesQuery(of));
		return null;
	};

export function RunsPage() {
	return useOffers(listRuns) ? <OfferedRuns /> : <FindRun />;
}

/** Enough runs to fill a screen. */
const enough = 50;

function OfferedRuns() {
	const [search, change] = useAddressSearch(runSearchInAddress);
	const of = search.buildSpecId || null;
	const runs = useInfiniteQuery(runPagesQuery(of));
	// The next click is most likely on a run.
	useEffect(
		() =>
			prefetchWhenIdle(async () => {
				warmUpFiles();
				await import('../run/run-page.tsx');
			}),
		[],
	);
	const hasPlans = useOffers(listBuildPlans);
	const items = useMemo(() => runs.data?.pages.flatMap((page) => page.items) ?? [], [runs.data]);
	const unreadable = runs.data?.pages.reduce((sum, page) => sum + page.unreadable.length, 0) ?? 0;
	const filtered = useMemo(() => filterRuns(items, search, Date.now()), [items, search]);
	const filters = isFiltered(search);
	const clear = () => change(noFilter);
	const table = useRef<HTMLDivElement>(null);

	const { hasNextPage, isFetching, isError, fetchNextPage } = runs;
	// Matches may be on later pages, so more are loaded until the screen is full.
	const isSearching = filters && filtered.length < enough && hasNextPage && !isError;
	useEffect(() => {
		if (isSearching && !isFetching) void fetchNextPage();
	}, [isSearching, isFetching, fetchNextPage]);
	const destination = items[0]?.definition.destination;
	const title =
		of === null ? 'Runs' : `Runs for ${destination === undefined ? 'a BuildSpec' : formatCoordinate(destination)}`;

	const pickedIds = search.selected.split(',').filter(Boolean);
	const picked = items.filter((item) => pickedIds.includes(item.id));
	const pick = (id: string) =>
		change({
			selected: (pickedIds.includes(id) ? pickedIds.filter((value) => value !== id) : [...pickedIds, id]).join(','),
		});

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
			{runs.isError && items.length === 0 && <QueryErrorPanel title="Couldn’t load runs" query={runs} />}
			<UnreadableNotice count={unreadable} of="run" />
			{runs.data !== undefined && items.length === 0 && unreadable === 0 && (
				<EmptyState title="No runs yet">
					{of === null ? 'Previews, builds and queries' : 'Previews and builds of this BuildSpec'} appear here, with
					their status and log.
				</EmptyState>
			)}
			{items.length > 0 && (
				<>
					<RunFilters
						search={search}
						runs={items}
						shown={filtered.length}
						onChange={change}
						onClear={filters && filtered.length > 0 ? clear : undefined}
						onEnterRows={() => table.current?.querySelector<HTMLElement>('[data-row] a')?.focus()}
					/>
					{filtered.length === 0 && isSearching && <LoadingRows rows={4} />}
					{filtered.length === 0 && isSearching ? null : filtered.length === 0 ? (
						<NothingMatches what="run" all={items.length} onClear={clear}>
							{hasNextPage
								? `Searched the latest ${countOf(items.length, 'run')}.`
								: `Searched ${countOf(items.length, 'run')}.`}
						</NothingMatches>
					) : (
						<div ref={table}>
							<RunsTable runs={filtered} picked={new Set(pickedIds)} onPick={pick} />
							{picked.length > 0 && <RunsBulkBar picked={picked} onClear={() => change({ selected: '' })} />}
						</div>
					)}
					{runs.isFetchNextPageError && (
						<QueryErrorPanel title="Couldn’t load more runs" query={{ error: runs.error }} />
					)}
					{runs.hasNextPage && (
						<Box py={4} style={{ textAlign: 'center' }}>
							<SecondaryButton loading={runs.isFetchingNextPage} onClick={() => void runs.fetchNextPage()}>
								Load more runs
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
						Compare runs
					</SecondaryButton>
					<Muted>{found.reason}</Muted>
				</>
			) : (
				<Button component={Link} to={paths.compareRuns(found.after.id, found.before.id)} leftSection={icon}>
					Compare runs
				</Button>
			)}
			<Button variant="subtle" color="gray" onClick={onClear}>
				Clear selection
			</Button>
		</BulkBar>
	);
}
