import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef } from 'react';
import { type DatasetSummary, listDatasets } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { errorFacts } from '../../../api/error-facts.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { sortByColumn } from '../../../lib/list-sort.ts';
import { createMatcher, nameSearchInAddress } from '../../../routing/name-search.ts';
import { paths } from '../../../routing/paths.ts';
import { useAddressSearch } from '../../../routing/use-address-search.ts';
import { ErrorPanel } from '../../../ui/error-panel.tsx';
import { ListFilter, NothingMatches } from '../../../ui/list-filter.tsx';
import { type ListColumn, type ListControl, type ListName, ListTable } from '../../../ui/list-table.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states.tsx';
import { datasetsQuery } from '../../names/queries.ts';
import { offers } from '../../session/model.ts';
import { descriptionQuery } from '../../session/queries.ts';
import classes from '../catalog.module.css';

/** The datasets of a namespace; filter and sort stay in the address. */
export function DatasetList({ owner, namespace }: { owner: string; namespace: string }) {
	const { data: description } = useSuspenseQuery(descriptionQuery);
	const datasets = useQuery({ ...datasetsQuery(owner, namespace), enabled: offers(description, listDatasets) });
	if (datasets.data === undefined) {
		return datasets.isError ? (
			<ErrorPanel
				title="The datasets could not be listed"
				error={errorFacts(datasets.error)}
				onRetry={() => void datasets.refetch()}
			/>
		) : (
			<LoadingRows rows={8} />
		);
	}
	const { items, unreadable } = datasets.data;
	return (
		<>
			{unreadable.length > 0 && (
				<Box pb={3}>
					<Notice tone="warning" title={`${unreadable.length} of the datasets cannot be read and are left out`} />
				</Box>
			)}
			{items.length === 0 ? (
				<EmptyState title="No datasets yet">
					A BuildSpec makes one when it is built with this namespace as its destination.
				</EmptyState>
			) : (
				<Listing items={items} />
			)}
		</>
	);
}

const columns: readonly ListColumn<DatasetSummary>[] = [
	{ id: 'description', label: 'Description', wideOnly: true, cell: (it) => it.description },
	{
		id: 'columns',
		label: 'Columns',
		numeric: true,
		unit: 'columns',
		cell: (it) => formatCount(it.columns),
		key: (it) => it.columns,
	},
	{ id: 'rows', label: 'Rows', numeric: true, unit: 'rows', cell: (it) => formatCount(it.rows), key: (it) => it.rows },
	{ id: 'bytes', label: 'Size', numeric: true, cell: (it) => formatBytes(it.bytes), key: (it) => it.bytes },
	{
		id: 'updated',
		label: 'Changed',
		cell: (it) => <RelativeTime iso={it.updatedAt} />,
		key: (it) => Date.parse(it.updatedAt) || 0,
	},
];

const nameOf = (it: DatasetSummary): ListName => ({
	key: it.datasetName,
	to: paths.dataset(it),
	title: it.datasetName,
	face: <strong>{it.datasetName}</strong>,
});

const keys = {
	name: (it: DatasetSummary) => foldName(it.datasetName),
	...Object.fromEntries(columns.map((it) => [it.id, it.key])),
};

function Listing({ items }: { items: readonly DatasetSummary[] }) {
	const [search, change] = useAddressSearch(nameSearchInAddress);
	const q = useDeferredValue(search.q);
	const table = useRef<ListControl>(null);
	const sorted = useMemo(() => sortByColumn(items, search.sort, keys), [items, search.sort]);
	const texts = useMemo(
		() => new Map(items.map((it) => [it, foldName(`${it.datasetName}\n${it.description}`)])),
		[items],
	);
	const rows = useMemo(() => {
		const matches = createMatcher(q);
		return sorted.filter((it) => matches(texts.get(it) ?? ''));
	}, [sorted, texts, q]);
	return (
		<>
			<ListFilter
				label="Filter by name or description"
				q={search.q}
				onChange={(next) => change({ q: next })}
				shown={rows.length}
				all={items.length}
				onEnterRows={() => table.current?.focusFirst()}
			/>
			{rows.length === 0 ? (
				<NothingMatches what="dataset" all={items.length} onClear={() => change({ q: '' })} />
			) : (
				<ListTable
					label="Datasets"
					className={classes.datasets}
					rows={rows}
					columns={columns}
					name={nameOf}
					sort={search.sort}
					onSort={(sort) => change({ sort })}
					control={table}
				/>
			)}
		</>
	);
}
