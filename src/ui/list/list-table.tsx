import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import {
	type KeyboardEvent,
	memo,
	type ReactNode,
	type Ref,
	type RefObject,
	useCallback,
	useImperativeHandle,
	useRef,
	useState,
} from 'react';
import { Link } from 'react-router';
import { nextSort } from '../../lib/list-sort.ts';
import { HiddenText } from '../primitives/text.tsx';
import classes from './list-table.module.css';
import { useRowWindow } from './row-window.ts';

/** Row heights in px; the narrow one fits two lines and grows with its content. Same as in `list-table.module.css`. */
const rowHeight = { wide: 32, narrow: 56 };
/** Height of the sticky header, px. */
const headHeight = 32;

/** A column besides the name. Keep the array stable, because changing it rerenders the rows. */
export interface ListColumn<Row> {
	readonly id: string;
	/** Empty for actions. */
	readonly label: string;
	/** @param focusable whether the row is the current one, so its content is in the tab order */
	readonly cell: (row: Row, focusable: boolean) => ReactNode;
	/** Sort key (`sortByColumn` of `lib/list-sort.ts`). Without it, the column isn't sortable. */
	readonly key?: ((row: Row) => string | number) | undefined;
	readonly numeric?: boolean;
	/** Monospace, for coordinates and code. */
	readonly mono?: boolean;
	/** Full text of a cell that may be truncated. */
	readonly title?: (row: Row) => string;
	/** Unit after the value on narrow screens, which have no header: "row", "rows". */
	readonly unit?: (row: Row) => string;
	/** Whether it contains actions, which are above the row's link. */
	readonly isAction?: boolean;
	readonly wideOnly?: boolean;
	/** On narrow screens, takes the remaining space and is truncated. */
	readonly narrowFill?: boolean;
}

/** First column of a row: its link. */
export interface ListName {
	/** Unique per row. */
	readonly key: string;
	/** Default: its title. */
	readonly face?: ReactNode;
	readonly to: string;
	/** Full name, as it may be truncated. */
	readonly title: string;
}

export interface ListTableProps<Row> {
	/** Accessible name: "Datasets". */
	readonly label: string;
	/** Header of the first column. Default: Name. */
	readonly nameLabel?: string | undefined;
	/** A class that sets the column widths, the name's first: `--columns: minmax(14rem, 3fr) 5rem …`. */
	readonly className: string | undefined;
	/** Already sorted and filtered. */
	readonly rows: readonly Row[];
	readonly columns: readonly ListColumn<Row>[];
	/** Stable, like `columns`. */
	readonly name: (row: Row) => ListName;
	/** Column id (`name` for the first), with `-` for descending; empty: as listed. */
	readonly sort: string;
	readonly onSort: (sort: string) => void;
	readonly control: RefObject<ListControl | null>;
}

export interface ListControl {
	readonly focusFirst: () => void;
}

/**
 * A page's virtualized list. Fills its flex column. Rows open by their names; one row is in the tab order, moved by
 * arrow keys, Page Up/Down, Home and End. On narrow screens, rows have two or more lines.
 */
export function ListTable<Row>(props: ListTableProps<Row>) {
	const { label, nameLabel = 'Name', className, rows, columns, name, sort, onSort, control } = props;
	const scroller = useRef<HTMLDivElement>(null);
	const [wanted, setCurrent] = useState(0);
	const current = Math.min(wanted, rows.length - 1);
	const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
	const height = narrow ? rowHeight.narrow : rowHeight.wide;
	const top = narrow ? 0 : headHeight;
	const keyOf = useCallback(
		(index: number) => (rows[index] === undefined ? index : name(rows[index]).key),
		[rows, name],
	);
	const { size, items, measureElement, focus } = useRowWindow(
		{ count: rows.length, keyOf, scroller, height, top },
		narrow,
	);

	const focusRow = (index: number) => {
		const next = Math.max(0, Math.min(rows.length - 1, index));
		setCurrent(next);
		focus(next);
	};
	useImperativeHandle(control, () => ({ focusFirst: () => focusRow(0) }));

	const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
		if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
		if (event.target.closest('[data-index]') === null) return;
		const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / height) - 1);
		const steps: Record<string, number> = {
			ArrowDown: current + 1,
			ArrowUp: current - 1,
			PageDown: current + page,
			PageUp: current - page,
			Home: 0,
			End: rows.length - 1,
		};
		const next = steps[event.key];
		// In an open menu, arrow keys belong to the menu.
		if (next === undefined || event.target.getAttribute('aria-expanded') === 'true') return;
		event.preventDefault();
		focusRow(next);
	};

	return (
		<div ref={scroller} className={`${classes.scroller} ${className ?? ''}`}>
			<table
				aria-label={label}
				aria-rowcount={rows.length + 1}
				className={classes.table}
				onKeyDown={onKeyDown}
				onFocus={(event) => {
					const index = event.target.closest('[data-index]')?.getAttribute('data-index');
					if (index !== null && index !== undefined) setCurrent(Number(index));
				}}
			>
				<thead className={classes.header}>
					<tr aria-rowindex={1} className={classes.head}>
						<HeaderCell column={{ id: 'name', label: nameLabel, key: true }} sort={sort} onSort={onSort} />
						{columns.map((column) => (
							<HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
						))}
					</tr>
				</thead>
				<tbody className={classes.rows} style={{ height: size }}>
					{items.map(({ index, start }) => {
						const row = rows[index];
						if (row === undefined) return null;
						return (
							<ListRow
								key={name(row).key}
								ref={measureElement}
								row={row}
								columns={columns}
								name={name}
								index={index}
								top={start}
								isCurrent={index === current}
							/>
						);
					})}
				</tbody>
			</table>
		</div>
	);
}

interface HeaderCellProps {
	/** Not sortable without a key. */
	readonly column: Pick<ListColumn<never>, 'id' | 'label' | 'numeric'> & { readonly key?: unknown };
	readonly sort: string;
	readonly onSort: (sort: string) => void;
}

/** Clicks cycle through ascending, descending, and as listed. */
function HeaderCell({ column: { id, label, numeric, key }, sort, onSort }: HeaderCellProps) {
	const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
	const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
	return (
		<th aria-sort={key === undefined ? undefined : order} data-numeric={numeric || undefined}>
			{key !== undefined ? (
				<button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, id))}>
					{label}
					{order !== 'none' && <Arrow size={14} aria-hidden />}
				</button>
			) : (
				label || <HiddenText>Actions</HiddenText>
			)}
		</th>
	);
}

interface ListRowProps<Row> extends Pick<ListTableProps<Row>, 'columns' | 'name'> {
	/** Measures the row. */
	readonly ref: Ref<HTMLTableRowElement> | undefined;
	readonly row: Row;
	readonly index: number;
	/** px; null: in normal flow. */
	readonly top: number | null;
	readonly isCurrent: boolean;
}

// `memo` drops the type parameter.
const ListRow = memo(function ListRow({ ref, row, columns, name, index, top, isCurrent }: ListRowProps<unknown>) {
	const { to, title, face = <strong>{title}</strong> } = name(row);
	return (
		<tr
			ref={ref}
			// The header is row 1.
			aria-rowindex={index + 2}
			className={classes.row}
			style={top === null ? { position: 'relative' } : { transform: `translateY(${top}px)` }}
			data-index={index}
		>
			<td className={classes.name}>
				<Link to={to} tabIndex={isCurrent ? 0 : -1} className={classes.link} title={title}>
					{face}
				</Link>
			</td>
			{columns.map((column) => (
				<td
					key={column.id}
					className={classes.cell}
					data-numeric={column.numeric || undefined}
					data-mono={column.mono || undefined}
					data-action={column.isAction || undefined}
					data-wide-only={column.wideOnly || undefined}
					data-narrow-fill={column.narrowFill || undefined}
					data-unit={column.unit?.(row)}
					title={column.title?.(row)}
				>
					{column.cell(row, isCurrent)}
				</td>
			))}
		</tr>
	);
}) as <Row>(props: ListRowProps<Row>) => ReactNode;
