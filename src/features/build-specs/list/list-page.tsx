import { IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec, undeleteBuildSpec } from '#contract/build-spec.ts';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { countOf } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { NothingMatches } from '../../../ui/list/list-filter.tsx';
import { type ListControl, ListTable } from '../../../ui/list/list-table.tsx';
import { Box, Inline, Stack } from '../../../ui/primitives/layout.tsx';
import { PlainButton } from '../../../ui/primitives/plain-button.tsx';
import { Muted } from '../../../ui/primitives/text.tsx';
import { LaterPart, LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useScope } from '../../session/queries.ts';
import { isHandedOver, newDraftSource } from '../draft-ids.ts';
import { DraftMark } from '../draft-mark.tsx';
import { buildSpecsQuery } from '../queries.ts';
import { FilterLine } from './filter-line.tsx';
import classes from './list.module.css';
import { specColumns, specName } from './list-columns.tsx';
import { filterChoices, rowFilter, searchCode, sortRows, toRows } from './list-model.ts';
import { noSearch, readListSearch, readSort, writeListSearch } from './list-search.ts';
import { SpecsState } from './specs-state.tsx';

/** Starts loading the data. The page waits for it itself, because this is the first screen. */
export const loadBuildSpecs = (queryClient: QueryClient) => () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	void queryClient.prefetchQuery(descriptionQuery);
	whenIdle(() => import('../drafts/recover-own-drafts.ts').then((module) => module.recoverOwnDrafts()));
	return null;
};

const hitList = lazyPart(() => import('./hit-list.tsx'), 'HitList');
const justDeleted = lazyPart<object, 'JustDeleted'>(() => import('./deleted-specs.tsx'), 'JustDeleted');
const pageMenu = lazyPart(() => import('./page-menu.tsx'), 'PageMenu');
const deleteDialog = lazyPart(() => import('../delete-dialog.tsx'), 'DeleteDialog');
const noSpecs: readonly BuildSpec[] = [];

export function BuildSpecsPage() {
	const specs = useQuery(buildSpecsQuery);
	const { data: description } = useQuery(descriptionQuery);
	const canCreate = offers(description ?? null, createBuildSpec);
	const canBuild = offers(description ?? null, startBuildRun);
	const canUndelete = offers(description ?? null, undeleteBuildSpec);
	const items = specs.data?.items ?? noSpecs;
	const shown = useRef<readonly BuildSpec[]>(noSpecs);

	return (
		<PageFrame
			title="BuildSpecs"
			count={specs.data?.items.length}
			fill
			actions={
				<>
					{canCreate ? (
						<PlainButton component={Link} to={paths.newBuildSpec()} icon={<IconPlus size={16} aria-hidden />}>
							New BuildSpec
						</PlainButton>
					) : (
						description !== undefined && <Muted>This service doesn’t support creating BuildSpecs.</Muted>
					)}
					<Box style={{ minWidth: 'var(--control)' }}>
						<LaterPart part={pageMenu} props={{ items, shown }} />
					</Box>
				</>
			}
		>
			{canUndelete && <LaterPart part={justDeleted} props={{}} />}
			<SpecsState specs={specs} rows={12}>
				<NewDrafts />
			</SpecsState>
			{items.length > 0 && <Listing items={items} canCreate={canCreate} canBuild={canBuild} shown={shown} />}
			{specs.data?.items.length === 0 && specs.data.unreadable.length === 0 && (
				<EmptyState
					title="No BuildSpecs yet"
					action={
						canCreate ? (
							<PlainButton component={Link} to={paths.newBuildSpec()}>
								New BuildSpec
							</PlainButton>
						) : undefined
					}
				>
					A BuildSpec is code that builds datasets from other datasets.
				</EmptyState>
			)}
		</PageFrame>
	);
}

interface ListingProps {
	readonly items: readonly BuildSpec[];
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	/** Receives what the filter shows. */
	readonly shown: RefObject<readonly BuildSpec[]>;
}

function Listing({ items, canCreate, canBuild, shown }: ListingProps) {
	const scope = useScope();
	const [search, change] = useAddressSearch(inAddress);
	const marks = useDrafts(scope);
	const drafts = useMemo(() => new Set(marks.map((mark) => mark.id)), [marks]);
	const all = useMemo(() => toRows(items), [items]);
	// Folds the code, so that the first key of a search doesn't have to.
	useEffect(() => whenIdle(() => all.map((row) => row.code)), [all]);
	const choices = useMemo(() => filterChoices(all, search.destination), [all, search.destination]);
	const sorted = useMemo(() => sortRows(all, search.sort), [all, search.sort]);
	const wanted = useDeferredValue(search);
	const filter = useMemo(() => rowFilter(sorted, drafts), [sorted, drafts]);
	const rows = useMemo(() => filter(wanted), [filter, wanted]);
	const found = useMemo(() => (wanted.q.trim() === '' ? null : searchCode(rows, wanted.q)), [rows, wanted.q]);
	useEffect(() => {
		shown.current = rows.map((row) => row.spec);
	}, [rows, shown]);
	const [deleting, setDeleting] = useState<BuildSpec | null>(null);
	// Stays mounted after closing, to return the focus.
	const wasDeleting = useRef(false);
	wasDeleting.current ||= deleting !== null;
	const columns = useMemo(
		() => specColumns(drafts, { canCreate, canBuild, onDelete: (row) => setDeleting(row.spec) }),
		[drafts, canCreate, canBuild],
	);
	const table = useRef<ListControl>(null);
	const clear = () => change({ ...noSearch, sort: search.sort });

	return (
		<>
			<FilterLine
				search={search}
				choices={choices}
				onChange={change}
				shown={rows.length}
				all={all.length}
				codeLines={found?.reduce((sum, code) => sum + code.lines, 0) ?? null}
				onClear={clear}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="BuildSpec" all={all.length} onClear={clear}>
					Searched {countOf(all.length, 'BuildSpec')}.
				</NothingMatches>
			) : search.show === 'code' && found !== null && found.length > 0 ? (
				<LazyPart part={hitList} props={{ found, q: wanted.q, drafts }} />
			) : (
				<ListTable
					label="BuildSpecs"
					className={classes.columns}
					rows={rows}
					columns={columns}
					name={specName}
					sort={search.sort}
					onSort={(sort) => change({ sort: readSort(sort) })}
					control={table}
				/>
			)}
			{wasDeleting.current && (
				<LazyPart
					part={deleteDialog}
					props={{ spec: deleting, scope, onClose: () => setDeleting(null) }}
					onMissing={() => setDeleting(null)}
				/>
			)}
		</>
	);
}

const inAddress = { read: readListSearch, write: writeListSearch };

function NewDrafts() {
	const drafts = useDrafts(useScope()).flatMap((draft) => {
		const from = newDraftSource(draft.id);
		return from === undefined ? [] : [{ ...draft, from }];
	});
	if (drafts.length === 0) return null;
	return (
		<Stack component="ul" gap={1} pb={3} aria-label="BuildSpecs not created yet">
			{drafts.map(({ id, from, at }) => (
				<Inline key={id} component="li" gap={2} align="stretch">
					<DraftMark />
					<Link to={paths.newBuildSpec(from ?? undefined)}>
						{from === null ? 'New BuildSpec' : isHandedOver(from) ? 'BuildSpec from a query' : 'Duplicate'} (not created
						yet)
					</Link>
					<Muted>
						stored in this browser <RelativeTime iso={new Date(at).toISOString()} />
					</Muted>
				</Inline>
			))}
		</Stack>
	);
}
