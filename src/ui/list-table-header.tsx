import { VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { nextSort } from '../lib/list-sort.ts';
import classes from './list-table.module.css';

interface HeaderColumn {
	readonly id: string;
	readonly label: string;
	readonly numeric?: boolean;
	/** Absent where it cannot be sorted by. */
	readonly key?: unknown;
}

interface ListTableHeaderProps {
	readonly nameLabel: string;
	readonly columns: readonly HeaderColumn[];
	readonly sort: string;
	readonly onSort: (sort: string) => void;
}

/** The header of a list; a click sorts up, then down, then as listed. */
export const ListTableHeader = ({ nameLabel, columns, sort, onSort }: ListTableHeaderProps) => (
	<thead className={classes.header}>
		<tr aria-rowindex={1} className={classes.head}>
			<HeaderCell column={{ id: 'name', label: nameLabel, key: true }} sort={sort} onSort={onSort} />
			{columns.map((it) => (
				<HeaderCell key={it.id} column={it} sort={sort} onSort={onSort} />
			))}
		</tr>
	</thead>
);

function HeaderCell({
	column: { id, label, numeric, key },
	sort,
	onSort,
}: Pick<ListTableHeaderProps, 'sort' | 'onSort'> & { readonly column: HeaderColumn }) {
	const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
	const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
	if (key === undefined) {
		return (
			<th data-numeric={numeric || undefined}>{label === '' ? <VisuallyHidden>Actions</VisuallyHidden> : label}</th>
		);
	}
	return (
		<th aria-sort={order} data-numeric={numeric || undefined}>
			<button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, id))}>
				{label}
				{order !== 'none' && <Arrow size={14} aria-hidden />}
			</button>
		</th>
	);
}
