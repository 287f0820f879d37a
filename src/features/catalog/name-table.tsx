import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type ReactNode, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import { Link } from 'react-router';
import { compare } from './name-search.ts';
import classes from './name-table.module.css';

/** Heights of a row, px; the narrow one holds two lines. They are those of `name-table.module.css`. */
const rowHeight = { wide: 32, narrow: 56 };
/** Height of the header, which stays in view above the rows, px. */
const headHeight = 32;

/** A column besides the name. */
export interface NameColumn<Row> {
	readonly id: string;
	readonly label: string;
	readonly cell: (row: Row, focusable: boolean) => ReactNode;
	/** What it is sorted by; a column without it is not. */
	readonly key?: (row: Row) => string | number;
	readonly numeric?: boolean;
	/** What follows the value on narrow screens, where there is no header: "rows". */
	readonly unit?: string;
	/** What can be done with the row: it lies above the link of the whole row. */
	readonly isAction?: boolean;
	/** Left out on narrow screens. */
	readonly wideOnly?: boolean;
}

interface NameTableProps<Row> {
	readonly label: string;
	/** Says how wide the columns are, by `--columns`. */
	readonly className?: string | undefined;
	readonly rows: readonly Row[];
	readonly columns: readonly NameColumn<Row>[];
	readonly name: (row: Row) => {
		readonly key: string;
		readonly face: ReactNode;
		readonly to: string;
		readonly title: string;
	};
	readonly sort: string;
	readonly onSort: (sort: string) => void;
	readonly control: RefObject<NameTableControl | null>;
}

export interface NameTableControl {
	readonly focusFirst: () => void;
}

/** The sort after a click on a column's header: up, down, as listed. */
const nextSort = (sort: string, column: string): string =>
	sort === column ? `-${column}` : sort === `-${column}` ? '' : column;

/** Sorts rows by the column that is named; rows that are alike stay in their order. */
export function sortByColumn<Row>(
	rows: readonly Row[],
	sort: string,
	keys: Readonly<Record<string, ((row: Row) => string | number) | undefined>>,
): readonly Row[] {
	const descending = sort.startsWith('-');
	const key = keys[descending ? sort.slice(1) : sort];
	if (key === undefined) return rows;
	const keyed = rows.map((row) => ({ row, key: key(row) }));
	keyed.sort((a, b) => (descending ? compare(b.key, a.key) : compare(a.key, b.key)));
	return keyed.map((it) => it.row);
}

/** Rows that are opened by their names; only those in view exist. One row is in the tab order, arrows move it. */
export function NameTable<Row>({ label, className, rows, columns, name, sort, onSort, control }: NameTableProps<Row>) {
	const scroller = useRef<HTMLDivElement>(null);
	const [wanted, setCurrent] = useState(0);
	const current = Math.min(wanted, rows.length - 1);
	const narrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
	const height = narrow ? rowHeight.narrow : rowHeight.wide;
	const top = narrow ? 0 : headHeight;
	const virtual = useVirtualizer({
		count: rows.length,
		getScrollElement: () => scroller.current,
		estimateSize: () => height,
		overscan: 6,
		scrollMargin: top,
		scrollPaddingStart: top,
	});

	const focusRow = (index: number) => {
		const next = Math.max(0, Math.min(rows.length - 1, index));
		setCurrent(next);
		virtual.scrollToIndex(next);
		// The row may have to be drawn first.
		requestAnimationFrame(() => {
			scroller.current?.querySelector<HTMLElement>(`[data-index="${next}"] a`)?.focus({ preventScroll: true });
		});
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
		if (next === undefined) return;
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
						<HeaderCell id="name" label="Name" sort={sort} onSort={onSort} />
						{columns.map((it) => (
							<HeaderCell
								key={it.id}
								id={it.id}
								label={it.label}
								numeric={it.numeric === true}
								isSortable={it.key !== undefined}
								sort={sort}
								onSort={onSort}
							/>
						))}
					</tr>
				</thead>
				<tbody className={classes.rows} style={{ height: virtual.getTotalSize() }}>
					{virtual.getVirtualItems().map((item) => {
						const row = rows[item.index];
						if (row === undefined) return null;
						const { key, face, to, title } = name(row);
						const isCurrent = item.index === current;
						return (
							<tr
								key={key}
								// The header is row 1.
								aria-rowindex={item.index + 2}
								className={classes.row}
								style={{ transform: `translateY(${item.start - top}px)` }}
								data-index={item.index}
							>
								<td className={classes.name}>
									<Link to={to} tabIndex={isCurrent ? 0 : -1} className={classes.link} title={title}>
										{face}
									</Link>
								</td>
								{columns.map((it) => (
									<td
										key={it.id}
										className={classes.cell}
										data-numeric={it.numeric || undefined}
										data-action={it.isAction || undefined}
										data-wide-only={it.wideOnly || undefined}
										data-unit={it.unit}
									>
										{it.cell(row, isCurrent)}
									</td>
								))}
							</tr>
						);
					})}
				</tbody>
			</table>
		</div>
	);
}

interface HeaderCellProps {
	readonly id: string;
	readonly label: string;
	readonly numeric?: boolean;
	readonly isSortable?: boolean;
	readonly sort: string;
	readonly onSort: (sort: string) => void;
}

function HeaderCell({ id, label, numeric = false, isSortable = true, sort, onSort }: HeaderCellProps) {
	const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
	const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
	if (!isSortable) {
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
