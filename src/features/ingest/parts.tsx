import {
	ActionIcon,
	Autocomplete,
	type AutocompleteProps,
	Button,
	TextInput,
	type TextInputProps,
} from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { afterPress } from '../../lib/browser/after-press.ts';
import { formatCount } from '../../lib/format.ts';
import { Box, Inline, Stack } from '../../ui/primitives/layout.tsx';
import { SectionHeader } from '../../ui/primitives/section-header.tsx';
import { type TableColumn, TableHead } from '../../ui/primitives/simple-table.tsx';
import { useKnownDatasets } from '../names/queries.ts';
import classes from './ingest.module.css';

export const AddButton = (props: { children: ReactNode; disabled?: boolean; title?: string; onClick: () => void }) => (
	<Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} {...props} />
);

export const RemoveButton = ({ label, onClick }: { label: string; onClick: () => void }) => (
	<ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
		<IconTrash size={14} />
	</ActionIcon>
);

interface PaneProps extends ComponentProps<'section'> {
	readonly id: string;
	readonly title: string;
}

export const Pane = ({ id, title, children, ...props }: PaneProps) => (
	<Stack component="section" gap={3} boxed className={classes.pane} aria-labelledby={id} {...props}>
		<SectionHeader id={id} size="large">
			{title}
		</SectionHeader>
		{children}
	</Stack>
);

export function DatasetField(props: AutocompleteProps) {
	const [wanted, setWanted] = useState(false);
	const datasets = useKnownDatasets(wanted);
	return (
		<Autocomplete
			placeholder="owner/namespace/dataset"
			data={[...new Set(datasets)]}
			limit={50}
			onFocus={() => setWanted(true)}
			{...props}
		/>
	);
}

interface CommittedInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
	readonly value: string;
	/** Called with a text that differs from `value`, trimmed unless it's exact. */
	readonly onCommit: (text: string) => void;
	readonly isExact?: boolean;
}

/** A field that commits on Enter, on blur or when it disappears, then shows the resulting value. */
export function CommittedInput({ value, onCommit, isExact = false, ...props }: CommittedInputProps) {
	const [typed, setTyped] = useState<string | null>(null);
	const take = () => {
		const text = (isExact ? typed : typed?.trim()) ?? value;
		setTyped(null);
		if (text !== value) onCommit(text);
	};
	// Going back or opening another page with a key doesn't blur the field.
	const onGone = useEffectEvent(() => typed !== null && take());
	useEffect(() => () => void onGone(), []);
	return (
		<TextInput
			{...props}
			value={typed ?? value}
			onChange={(event) => setTyped(event.currentTarget.value)}
			onKeyDown={(event) => event.key === 'Enter' && take()}
			// Switching to another window isn't a commit.
			onBlur={() => document.hasFocus() && afterPress(take)}
		/>
	);
}

interface ScrollTableProps {
	readonly label: string;
	readonly columns: readonly TableColumn[];
	readonly children: ReactNode;
	/** Whether it's focusable for keyboard scrolling, if nothing inside is. */
	readonly isFocusable?: boolean;
	/** Whether it has its full height, so that the page scrolls. */
	readonly isWhole?: boolean;
	/** Whether the columns are data columns, of which there may be many: then it scrolls horizontally instead of squeezing them. */
	readonly isOfData?: boolean;
	/** Whether rows are cards on narrow screens, with `data-label` before each cell. */
	readonly isCards?: boolean;
}

export function ScrollTable(props: ScrollTableProps) {
	const { label, columns, children, isFocusable = true, isWhole = false, isOfData = false, isCards } = props;
	return (
		<Box
			component="section"
			boxed
			scroll
			style={{ maxHeight: isWhole ? undefined : '32rem', maxWidth: '100%', alignSelf: 'start' }}
			aria-label={label}
			tabIndex={isFocusable ? 0 : undefined}
		>
			<table className={classes.table} data-of-data={isOfData || undefined} data-cards={isCards || undefined}>
				<TableHead columns={columns} />
				<tbody>{children}</tbody>
			</table>
		</Box>
	);
}

/** The first of many problems, with a count of the rest. */
export function FirstItems<T>(props: {
	items: readonly T[];
	total: number;
	most: number;
	item: (item: T) => ReactNode;
}) {
	const { items, total, item } = props;
	// List the last one instead of "1 more".
	const most = total === props.most + 1 && items.length === total ? total : props.most;
	return (
		<>
			<ul className={classes.problems}>{items.slice(0, most).map(item)}</ul>
			{total > most && `And ${formatCount(total - most)} more.`}
		</>
	);
}

/** Pages of a list. If it becomes shorter, the last page is shown. */
export function usePages<T>(items: readonly T[], pageRows: number) {
	const [wanted, onPage] = useState(0);
	const pages = Math.max(1, Math.ceil(items.length / pageRows));
	const page = Math.min(wanted, pages - 1);
	const from = page * pageRows;
	return { from, shown: items.slice(from, from + pageRows), page, pages, onPage };
}

interface PagerProps {
	readonly of: Pick<ReturnType<typeof usePages>, 'page' | 'pages' | 'onPage'>;
	readonly what: string;
}

export function Pager({ of: { page, pages, onPage }, what }: PagerProps) {
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
			{turn('Previous page of', page - 1, <IconChevronLeft size={14} />)}
			Page {formatCount(page + 1)} of {formatCount(pages)}
			{turn('Next page of', page + 1, <IconChevronRight size={14} />)}
		</Inline>
	);
}

export const Working = (props: { children: ReactNode; stopLabel?: string; onStop: (() => void) | undefined }) => (
	<Inline gap={[2, 3]} role="status">
		{props.children}
		{props.onStop !== undefined && (
			<Button size="xs" variant="default" onClick={props.onStop}>
				{props.stopLabel ?? 'Stop'}
			</Button>
		)}
	</Inline>
);
