import { useMemo, useRef } from 'react';
import { Link } from 'react-router';
import { foldName } from '#contract/ids.ts';
import { formatCount } from '../../../lib/format.ts';
import { sortByColumn } from '../../../lib/list-sort.ts';
import { createMatcher, nameSearchInAddress } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { ListFilter, NothingMatches } from '../../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../../ui/list-table.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows } from '../../../ui/states.tsx';
import { type DiscoveredNamespace, discoveredNamespaces } from '../../names/model.ts';
import { useDiscoveredNames } from '../../names/queries.ts';
import classes from '../catalog.module.css';
import { SeenAt } from '../dataset/seen-at.tsx';

const columns: readonly ListColumn<DiscoveredNamespace>[] = [
	{
		id: 'datasets',
		label: 'Datasets',
		numeric: true,
		unit: 'datasets',
		cell: (it) => formatCount(it.datasets.length),
		key: (it) => it.datasets.length,
	},
	{ id: 'seen', label: 'Seen in', cell: (it) => <SeenAt seen={it.seen} /> },
	{
		id: 'last',
		label: 'Last seen',
		cell: (it) => <RelativeTime iso={new Date(it.last).toISOString()} />,
		key: (it) => it.last,
	},
];

const nameOf = (it: DiscoveredNamespace): string => `${it.owner}/${it.namespace}`;
const linkOf = (it: DiscoveredNamespace): ListName => ({
	key: nameOf(it),
	to: paths.namespace(it.owner, it.namespace),
	title: nameOf(it),
	face: <strong>{nameOf(it)}</strong>,
});

const keys = {
	name: (it: DiscoveredNamespace) => foldName(nameOf(it)),
	datasets: (it: DiscoveredNamespace) => it.datasets.length,
	last: (it: DiscoveredNamespace) => it.last,
};

/** The namespaces that came by, where the service does not list its own. */
export function DiscoveredNamespaces() {
	const { names, isReading } = useDiscoveredNames();
	const [search, change] = useAddressSearch(nameSearchInAddress);
	const table = useRef<ListControl>(null);
	const items = useMemo(() => discoveredNamespaces(names), [names]);
	const rows = useMemo(() => {
		const matches = createMatcher(search.q);
		return sortByColumn(items, search.sort, keys).filter((it) => matches(foldName(nameOf(it))));
	}, [items, search]);
	return (
		<>
			<Text component="p" size="prose" measure breaks mb={2}>
				This service does not list namespaces. These came by in BuildSpecs, runs, outputs and answers, and are kept in
				this browser. <Link to={paths.learnedNames()}>Look at all names</Link>
			</Text>
			{items.length === 0 ? (
				isReading ? (
					<LoadingRows rows={4} />
				) : (
					<EmptyState title="Nothing seen yet">
						Open a BuildSpec: the namespaces that it reads and writes come here.
					</EmptyState>
				)
			) : (
				<ListFilter
					label="Filter by name or owner"
					q={search.q}
					onChange={(q) => change({ q })}
					shown={rows.length}
					all={items.length}
					onEnterRows={() => table.current?.focusFirst()}
				/>
			)}
			{items.length > 0 && rows.length === 0 && (
				<NothingMatches what="namespace" all={items.length} onClear={() => change({ q: '' })} />
			)}
			{rows.length > 0 && (
				<ListTable
					label="Namespaces"
					className={classes.discoveredNamespaces}
					rows={rows}
					columns={columns}
					name={linkOf}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
		</>
	);
}
