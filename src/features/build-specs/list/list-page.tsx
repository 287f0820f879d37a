import { Button } from '@mantine/core';
import { IconDots, IconFileExport, IconFileImport, IconHistory, IconPlus, IconSitemap } from '@tabler/icons-react';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type RefObject, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { startBuildRun } from '#contract/build-run.ts';
import { type BuildSpec, createBuildSpec } from '#contract/build-spec.ts';
import { whenIdle } from '../../../lib/browser/when-idle.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { useDrafts } from '../../../storage/use-drafts.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { NothingMatches } from '../../../ui/list/list-filter.tsx';
import { type ListControl, ListTable } from '../../../ui/list/list-table.tsx';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { LazyPart, lazyPart } from '../../../ui/states/lazy-part.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states/states.tsx';
import { RelativeTime } from '../../../ui/text/relative-time.tsx';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { offers } from '../../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../../session/queries.ts';
import { DraftMark } from '../draft-mark.tsx';
import { isHandedOver, newDraftSource } from '../new-draft-id.ts';
import { buildSpecsQuery } from '../queries.ts';
import { FilterLine } from './filter-line.tsx';
import classes from './list.module.css';
import { specColumns, specName } from './list-columns.tsx';
import { filterChoices, rowFilter, searchCode, sortRows, toRows } from './list-model.ts';
import { isFiltered, noSearch, readListSearch, readSort, writeListSearch } from './list-search.ts';
import { UnreadableItems } from './unreadable-items.tsx';

/** Asks for what the page shows, which waits for it itself: this is the first screen. */
export const loadBuildSpecs = (queryClient: QueryClient) => () => {
	void queryClient.prefetchQuery(buildSpecsQuery);
	void queryClient.prefetchQuery(descriptionQuery);
	whenIdle(() => import('../drafts/recover-own-drafts.ts').then((module) => module.recoverOwnDrafts()));
	return null;
};

const hitList = lazyPart(() => import('./hit-list.tsx').then((module) => module.HitList));
const deleteDialog = lazyPart(() => import('../delete-dialog.tsx').then((module) => module.DeleteDialog));
const noSpecs: readonly BuildSpec[] = [];

export function BuildSpecsPage() {
	const specs = useQuery(buildSpecsQuery);
	const { data: description } = useQuery(descriptionQuery);
	const away = useReachable() === false;
	const canCreate = offers(description ?? null, createBuildSpec);
	const canBuild = offers(description ?? null, startBuildRun);
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
						<Button component={Link} to={paths.newBuildSpec()} leftSection={<IconPlus size={16} aria-hidden />}>
							New BuildSpec
						</Button>
					) : (
						description !== undefined && (
							<span className={classes.dimmed}>This service doesn't support creating BuildSpecs.</span>
						)
					)}
					<PageMenu items={items} shown={shown} />
				</>
			}
		>
			{specs.isPending && <LoadingRows rows={12} />}
			{/* What is listed stays; that the service does not answer is said above the page. */}
			{specs.isError && !(away && specs.data !== undefined) && (
				<QueryErrorPanel
					title={specs.data === undefined ? 'The BuildSpecs could not be listed' : 'The list could not be refreshed'}
					query={specs}
				/>
			)}
			{specs.data !== undefined && (
				<>
					<NewDrafts />
					<UnreadableItems items={specs.data.unreadable} others={items.length} />
					{items.length > 0 && <Listing items={items} canCreate={canCreate} canBuild={canBuild} shown={shown} />}
					{items.length === 0 && specs.data.unreadable.length === 0 && <NoBuildSpecs canCreate={canCreate} />}
				</>
			)}
		</PageFrame>
	);
}

function PageMenu({ items, shown }: Pick<ListingProps, 'items' | 'shown'>) {
	const [params] = useSearchParams();
	const save = async (specs: readonly BuildSpec[]) => {
		const { exportSpecs } = await import('../import/spec-export.ts');
		exportSpecs(specs, new Date());
	};
	const someFilter = isFiltered(readListSearch(params));
	const scope = useScope();
	const [exportProblem, setExportProblem] = useState<string | null>(null);
	const exportVersions = async () => {
		const { exportWholeVersionHistory } = await import('../versions/version-history-export.ts');
		setExportProblem(await exportWholeVersionHistory(scope));
	};
	return (
		<>
			<span role="status" className={classes.dimmed}>
				{exportProblem}
			</span>
			<MenuButton
				label="More for BuildSpecs"
				title="More"
				size="lg"
				icon={<IconDots size={16} aria-hidden />}
				entries={[
					{ label: 'Lineage', icon: IconSitemap, to: paths.lineage() },
					{ label: 'Import…', icon: IconFileImport, to: paths.importBuildSpecs() },
					...(items.length === 0
						? []
						: [{ label: 'Export all as a zip', icon: IconFileExport, onClick: () => void save(items) }]),
					...(someFilter
						? [{ label: 'Export those shown as a zip', icon: IconFileExport, onClick: () => void save(shown.current) }]
						: []),
					{ label: 'Export versions this browser has seen', icon: IconHistory, onClick: () => void exportVersions() },
				]}
			/>
		</>
	);
}

interface ListingProps {
	readonly items: readonly BuildSpec[];
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	/** Takes what the filter shows. */
	readonly shown: RefObject<readonly BuildSpec[]>;
}

function Listing({ items, canCreate, canBuild, shown }: ListingProps) {
	const scope = useScope();
	const [search, change] = useListSearch();
	const marks = useDrafts(scope);
	const drafts = useMemo(() => new Set(marks.map((mark) => mark.id)), [marks]);
	const all = useMemo(() => toRows(items), [items]);
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
	// Closed, it stays to give the focus back.
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
					None of the {formatCount(all.length)} BuildSpecs fits these filters.
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

function NoBuildSpecs({ canCreate }: { canCreate: boolean }) {
	return (
		<EmptyState
			title="No BuildSpecs yet"
			{...(canCreate
				? {
						action: (
							<Button component={Link} to={paths.newBuildSpec()}>
								New BuildSpec
							</Button>
						),
					}
				: {})}
		>
			A BuildSpec builds one dataset from others with code.
		</EmptyState>
	);
}

const inAddress = { read: readListSearch, write: writeListSearch };

const useListSearch = () => useAddressSearch(inAddress);

function NewDrafts() {
	const drafts = useDrafts(useScope()).flatMap((draft) => {
		const from = newDraftSource(draft.id);
		return from === undefined ? [] : [{ ...draft, from }];
	});
	if (drafts.length === 0) return null;
	return (
		<ul className={classes.begun} aria-label="BuildSpecs not created yet">
			{drafts.map(({ id, from, at }) => (
				<li key={id}>
					<DraftMark />
					<Link to={paths.newBuildSpec(from ?? undefined)}>
						{from === null ? 'A new BuildSpec' : isHandedOver(from) ? 'A BuildSpec from a query' : 'A duplicate'}, not
						created yet
					</Link>
					<span className={classes.dimmed}>
						kept in this browser <RelativeTime iso={new Date(at).toISOString()} />
					</span>
				</li>
			))}
		</ul>
	);
}
