import { type QueryClient, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { foldName } from '#contract/ids.ts';
import { listNamespaces, type Namespace } from '#contract/namespace.ts';
import { errorFacts } from '../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { paths } from '../../routing/paths.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { ErrorPanel } from '../../ui/error-panel.tsx';
import { PageFrame } from '../../ui/page-frame.tsx';
import { RelativeTime } from '../../ui/relative-time.tsx';
import { EmptyState, LoadingRows, Notice } from '../../ui/states.tsx';
import { namespacesQuery } from '../names/queries.ts';
import { offers } from '../session/model.ts';
import { descriptionQuery, useReachable, useScope } from '../session/queries.ts';
import classes from './catalog.module.css';
import { FilterField, NothingMatches } from './filter-field.tsx';
import { createMatcher, nameSearchInAddress } from './name-search.ts';
import { type NameColumn, NameTable, type NameTableControl, sortByColumn } from './name-table.tsx';

/** Asks for the list, which the page waits for itself, and waits for what it cannot be drawn without. */
export const loadNamespaces = (queryClient: QueryClient) => async () => {
	const description = await queryClient.ensureQueryData(descriptionQuery);
	if (offers(description, listNamespaces)) void queryClient.prefetchQuery(namespacesQuery);
	return null;
};

export function NamespacesPage() {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const isListed = offers(description, listNamespaces);
	const namespaces = useQuery({ ...namespacesQuery, enabled: isListed });
	const away = useReachable() === false;
	const items = namespaces.data?.items ?? [];
	return (
		<PageFrame title="Namespaces" count={namespaces.data?.items.length} fill>
			{isListed && namespaces.isPending && <LoadingRows rows={6} />}
			{namespaces.isError && !(away && namespaces.data !== undefined) && (
				<ErrorPanel
					title={
						namespaces.data === undefined ? 'The namespaces could not be listed' : 'The list could not be refreshed'
					}
					error={errorFacts(namespaces.error)}
					onRetry={() => void namespaces.refetch()}
				/>
			)}
			{namespaces.data !== undefined && namespaces.data.unreadable.length > 0 && (
				<div className={classes.notices}>
					<Notice
						tone="warning"
						title={`${namespaces.data.unreadable.length} of the namespaces cannot be read and are left out`}
					/>
				</div>
			)}
			{items.length > 0 && <Listing items={items} />}
			{namespaces.data?.items.length === 0 && (
				<EmptyState title="No namespaces yet">
					A namespace holds datasets that belong together, and is shared as a whole.
				</EmptyState>
			)}
		</PageFrame>
	);
}

const roleWords = { owner: 'yours', editor: 'shared, you may change it', viewer: 'shared, read only' } as const;

const columns: readonly NameColumn<Namespace>[] = [
	{
		id: 'datasets',
		label: 'Datasets',
		numeric: true,
		unit: 'datasets',
		cell: (it) => formatCount(it.datasets),
		key: (it) => it.datasets,
	},
	{ id: 'role', label: 'Access', wideOnly: true, cell: (it) => roleWords[it.role], key: (it) => it.role },
	{ id: 'rows', label: 'Rows', numeric: true, unit: 'rows', cell: (it) => formatCount(it.rows), key: (it) => it.rows },
	{
		id: 'bytes',
		label: 'Size',
		numeric: true,
		cell: (it) => formatBytes(it.bytes),
		key: (it) => it.bytes,
	},
	{
		id: 'updated',
		label: 'Changed',
		cell: (it) => <RelativeTime iso={it.updatedAt} />,
		key: (it) => Date.parse(it.updatedAt) || 0,
	},
];

const keys = {
	name: (it: Namespace) => foldName(`${it.username}/${it.namespace}`),
	...Object.fromEntries(columns.map((it) => [it.id, it.key])),
};

function Listing({ items }: { items: readonly Namespace[] }) {
	const { user } = useScope();
	const [search, change] = useAddressSearch(nameSearchInAddress);
	const q = useDeferredValue(search.q);
	const table = useRef<NameTableControl>(null);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((it) => matches(foldName(`${it.username}/${it.namespace}`)));
	}, [sorted, q]);
	return (
		<>
			<FilterField
				label="Filter by name or owner"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="namespace" all={items.length} onClear={() => change({ q: '' })} />
			) : (
				<NameTable
					label="Namespaces"
					className={classes.namespaces}
					rows={rows}
					columns={columns}
					name={({ username, namespace }) => ({
						key: `${username}/${namespace}`,
						to: paths.namespace(username, namespace),
						title: `${username}/${namespace}`,
						face: (
							<>
								{username !== user && <span className={classes.path}>{username}/</span>}
								<strong>{namespace}</strong>
							</>
						),
					})}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
		</>
	);
}
