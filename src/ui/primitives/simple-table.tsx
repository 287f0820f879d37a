import { VisuallyHidden } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

/** A column header. A string is its label. */
export type TableColumn = string | Column;

interface Column {
	readonly label: string;
	/** Shown instead of the label. */
	readonly face?: ReactNode;
	/** Whether the label is only for screen readers. */
	readonly isHidden?: boolean;
	readonly className?: string | undefined;
	/** For numbers; its cells also need `data-numeric`. */
	readonly isNumeric?: boolean;
}

interface Table extends Look {
	readonly columns?: readonly TableColumn[];
	/**
	 * Shows rows as cards on narrow screens: `lines` has one cell per line, `flow` as many as fit. The header is then
	 * only for screen readers, and a cell's `data-label` precedes it.
	 */
	readonly cards?: 'lines' | 'flow' | undefined;
	readonly hover?: boolean | undefined;
}

/** A table of a few rows, all rendered; `--cell` is the cell padding. For many rows, use `ListTable`. */
export function SimpleTable({ columns, cards, hover, children, ...props }: PropsOf<'table', Table>) {
	return (
		<table {...withLook(props, classes.table)} data-cards={cards} data-hover={hover || undefined}>
			{columns !== undefined && <TableHead columns={columns} />}
			{children}
		</table>
	);
}

export const TableHead = ({ columns }: { columns: readonly TableColumn[] }) => (
	<thead>
		<tr>
			{columns
				.map((column) => (typeof column === 'string' ? { label: column } : column))
				.map(({ label, face = label, isHidden, className, isNumeric }: Column, index) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: data columns may have equal labels
					<th key={index} scope="col" className={className} data-numeric={isNumeric || undefined}>
						{isHidden ? <VisuallyHidden>{face}</VisuallyHidden> : face}
					</th>
				))}
		</tr>
	</thead>
);

/** Keyboard navigation for rows with `data-row`: arrows, Home and End move to another row's `target`, x selects the row. */
export const rowKeys =
	(target: 'a' | 'input', onPick: (row: string) => void) => (event: KeyboardEvent<HTMLTableElement>) => {
		if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLElement)) return;
		const row = event.target.closest<HTMLElement>('tr[data-row]');
		if (row === null || event.target.getAttribute('aria-expanded') === 'true') return;
		if (event.key === 'x') return onPick(row.dataset.row ?? '');
		const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('tr[data-row]')];
		const at = rows.indexOf(row);
		const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 };
		const next = rows[steps[event.key] ?? -1];
		if (next === undefined) return;
		event.preventDefault();
		next.querySelector<HTMLElement>(target)?.focus();
	};
