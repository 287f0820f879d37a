import { VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useImperativeHandle, useRef, useState } from 'react';
import classes from './list.module.css';
import type { SpecRow } from './list-model.ts';
import { ListRow } from './list-row.tsx';
import { nextSort, type Sort, type SortColumn } from './list-search.ts';

/** Heights of a row, px; the narrow one holds two lines. They are those of `list.module.css`. */
const rowHeight = { wide: 32, narrow: 60 };
/** Height of the header, which stays in view above the rows, px. */
const headHeight = 32;

const columns: readonly { readonly id: SortColumn; readonly label: string; readonly className: string | undefined }[] =
	[
		{ id: 'name', label: 'Name', className: classes.name },
		{ id: 'sources', label: 'Sources', className: classes.sources },
		{ id: 'owner', label: 'Owner', className: classes.owner },
		{ id: 'version', label: 'Version', className: classes.version },
		{ id: 'updated', label: 'Updated', className: classes.updated },
	];

interface ListTableProps {
	readonly rows: readonly SpecRow[];
	readonly sort: Sort;
	readonly onSort: (sort: Sort) => void;
	readonly drafts: ReadonlySet<string>;
	readonly canCreate: boolean;
	readonly canBuild: boolean;
	readonly onDelete: (row: SpecRow) => void;
	readonly control: RefObject<ListControl | null>;
}

export interface ListControl {
	readonly focusFirst: () => void;
}

/** The rows of the list; only those in view exist. One row is in the tab order, arrows move it. */
export function ListTable({ rows, sort, onSort, drafts, canCreate, canBuild, onDelete, control }: ListTableProps) {
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
		getItemKey: (index) => rows[index]?.spec.id ?? index,
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
		const target = steps[event.key];
		if (target === undefined || event.target.getAttribute('aria-expanded') === 'true') return;
		event.preventDefault();
		focusRow(target);
	};

	return (
		<div ref={scroller} className={classes.scroller}>
			<table
				aria-label="BuildSpecs"
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
						{columns.map((column) => (
							<HeaderCell key={column.id} {...column} sort={sort} onSort={onSort} />
						))}
						<th className={classes.draft}>Draft</th>
						<th className={classes.menu}>
							<VisuallyHidden>Actions</VisuallyHidden>
						</th>
					</tr>
				</thead>
				<tbody className={classes.rows} style={{ height: virtual.getTotalSize() }}>
					{virtual.getVirtualItems().map((item) => {
						const row = rows[item.index];
						if (row === undefined) return null;
						return (
							<ListRow
								key={item.key}
								row={row}
								index={item.index}
								top={item.start - top}
								hasDraft={drafts.has(row.spec.id)}
								current={item.index === current}
								canCreate={canCreate}
								canBuild={canBuild}
								onDelete={onDelete}
							/>
						);
					})}
				</tbody>
			</table>
		</div>
	);
}

type HeaderCellProps = (typeof columns)[number] & Pick<ListTableProps, 'sort' | 'onSort'>;

function HeaderCell({ id, label, className, sort, onSort }: HeaderCellProps) {
	const order = sort === id ? 'ascending' : sort === `-${id}` ? 'descending' : 'none';
	const Arrow = order === 'descending' ? IconArrowDown : IconArrowUp;
	return (
		<th aria-sort={order} className={className}>
			<button type="button" className={classes.sort} onClick={() => onSort(nextSort(sort, id))}>
				{label}
				{order !== 'none' && <Arrow size={14} aria-hidden />}
			</button>
		</th>
	);
}
