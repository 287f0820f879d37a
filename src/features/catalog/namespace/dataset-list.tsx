import { useQuery } from '@tanstack/react-query';
import { type DatasetSummary, listDatasets } from '#contract/dataset.ts';
import { formatCount } from '../../../lib/format.ts';
import { paths } from '../../../routing/paths.ts';
import type { ListColumn, ListName } from '../../../ui/list/list-table.tsx';
import { Box } from '../../../ui/primitives/layout.tsx';
import { EmptyState, LoadingRows, Notice } from '../../../ui/states/states.tsx';
import { datasetsQuery } from '../../names/queries.ts';
import { QueryErrorPanel } from '../../names/query-error-panel.tsx';
import { useOffers } from '../../session/queries.ts';
import classes from '../catalog.module.css';
import { NameList } from '../name-list.tsx';
import { sizeColumns } from '../size-columns.tsx';

/** The datasets of a namespace; filter and sort stay in the address. */
export function DatasetList({ owner, namespace }: { owner: string; namespace: string }) {
	const datasets = useQuery({ ...datasetsQuery(owner, namespace), enabled: useOffers(listDatasets) });
	if (datasets.data === undefined) {
		return datasets.isError ? (
			<QueryErrorPanel title="The datasets could not be listed" query={datasets} />
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
				<NameList
					label="Datasets"
					what="dataset"
					filterLabel="Filter by name or description"
					className={classes.datasets}
					items={items}
					columns={columns}
					name={nameOf}
					textOf={textOf}
				/>
			)}
		</>
	);
}

const columns: readonly ListColumn<DatasetSummary>[] = [
	{ id: 'description', label: 'Description', wideOnly: true, cell: (item) => item.description },
	{
		id: 'columns',
		label: 'Columns',
		numeric: true,
		unit: 'columns',
		cell: (item) => formatCount(item.columns),
		key: (item) => item.columns,
	},
	...sizeColumns,
];

const nameOf = (item: DatasetSummary): ListName => ({
	key: item.datasetName,
	to: paths.dataset(item),
	title: item.datasetName,
});

const textOf = (item: DatasetSummary): string => `${item.datasetName}\n${item.description}`;
