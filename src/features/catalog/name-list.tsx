import type { ComponentProps } from 'react';
import type { DatasetSummary } from '#contract/dataset.ts';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { nameSearchInAddress } from '../../routing/name-search.ts';
import { useAddressSearch } from '../../routing/use-address-search.ts';
import { FilteredList } from '../../ui/list/filtered-list.tsx';
import type { ListColumn } from '../../ui/list/list-table.tsx';
import { RelativeTime } from '../../ui/text/relative-time.tsx';

/** A numeric column; on narrow screens it shows its unit. @param one "row" */
export const countColumn = <Row,>(one: string, label: string, count: (row: Row) => number): ListColumn<Row> => ({
	id: `${one}s`,
	label,
	numeric: true,
	unit: (row) => (count(row) === 1 ? one : `${one}s`),
	cell: (row) => formatCount(count(row)),
	key: count,
});

export const sizeColumns: readonly ListColumn<Pick<DatasetSummary, 'rows' | 'bytes' | 'updatedAt'>>[] = [
	countColumn('row', 'Rows', (item) => item.rows),
	{ id: 'bytes', label: 'Size', numeric: true, cell: (item) => formatBytes(item.bytes), key: (item) => item.bytes },
	{
		id: 'updated',
		label: 'Updated',
		cell: (item) => <RelativeTime iso={item.updatedAt} />,
		key: (item) => Date.parse(item.updatedAt) || 0,
	},
];

type NameListProps<Row> = Omit<ComponentProps<typeof FilteredList<Row>>, 'search' | 'onSearch'>;

/** A list of names with its filter and sort in the URL. */
export function NameList<Row>(props: NameListProps<Row>) {
	const [search, onSearch] = useAddressSearch(nameSearchInAddress);
	return <FilteredList {...props} search={search} onSearch={onSearch} />;
}
