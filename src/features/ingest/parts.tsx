import { ActionIcon, Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { Box, Inline } from '../../ui/primitives/layout.tsx';
import classes from './ingest.module.css';

export const AddButton = (props: { children: ReactNode; disabled?: boolean; title?: string; onClick: () => void }) => (
	<Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} {...props} />
);

export const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
	<ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
		<IconTrash size={14} />
	</ActionIcon>
);

interface ScrollTableProps {
	readonly label: string;
	readonly header: ReactNode;
	readonly children: ReactNode;
	/** Whether it takes focus, to be scrolled with the keyboard: where nothing in it does. */
	readonly isFocusable?: boolean;
}

/** A table with few rows that scrolls by itself under its header. */
export function ScrollTable({ label, header, children, isFocusable = true }: ScrollTableProps) {
	return (
		<Box
			component="section"
			boxed
			scroll
			className={classes.scroll}
			aria-label={label}
			tabIndex={isFocusable ? 0 : undefined}
		>
			<table className={classes.table}>
				<thead>
					<tr>{header}</tr>
				</thead>
				<tbody>{children}</tbody>
			</table>
		</Box>
	);
}

export const headerCells = (names: readonly string[]) =>
	names.map((name) => (
		<th key={name} scope="col">
			{name}
		</th>
	));

/** The first of many problems, and how many more there are. */
export function FirstItems<T>(props: {
	items: readonly T[];
	total: number;
	most: number;
	item: (item: T) => ReactNode;
}) {
	const { items, total, most, item } = props;
	return (
		<>
			<ul className={classes.problems}>{items.slice(0, most).map(item)}</ul>
			{total > most && `And ${formatCount(total - most)} more.`}
		</>
	);
}

interface PagerProps {
	readonly page: number;
	readonly pages: number;
	readonly what: string;
	readonly onPage: (page: number) => void;
}

export function Pager({ page, pages, what, onPage }: PagerProps) {
	if (pages < 2) return null;
	const turn = (label: string, to: number, icon: ReactNode) => (
		<ActionIcon
			variant="default"
			aria-label={`${label} ${what}`}
			disabled={to < 0 || to >= pages}
			onClick={() => onPage(to)}
		>
			{icon}
		</ActionIcon>
	);
	return (
		<Inline component="span" gap={2}>
			{turn('Earlier', page - 1, <IconChevronLeft size={14} />)}
			Page {formatCount(page + 1)} of {formatCount(pages)}
			{turn('Later', page + 1, <IconChevronRight size={14} />)}
		</Inline>
	);
}

/** What is going on, and what ends it. */
export const Working = (props: { children: ReactNode; stopLabel?: string; onStop: () => void }) => (
	<Inline gap={[2, 3]} align="end" role="status">
		{props.children}
		<Button size="xs" variant="default" onClick={props.onStop}>
			{props.stopLabel ?? 'Stop'}
		</Button>
	</Inline>
);
