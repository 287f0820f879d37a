import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { countOf, formatCount } from '../../../lib/format.ts';
import { pause } from '../../../lib/pause.ts';
import {
	type CopyFormat,
	cellCount,
	maxSummed,
	type RowSource,
	type SelectedCells,
	type Summary,
	summarize,
} from '../../../rows/index.ts';
import { MenuButton } from '../../../ui/menu/menu-button.tsx';
import { Inline } from '../../../ui/primitives/layout.tsx';
import { Text } from '../../../ui/primitives/text.tsx';
import { ProgressLine } from '../../progress-line.tsx';
import { useWork } from '../../use-task.ts';
import classes from './controls.module.css';
import { copyEntries } from './menu-groups.ts';
import type { Arranged } from './use-arranged.ts';
import type { Copying } from './use-copy.ts';

type Summing = ReturnType<typeof useSummary>;

/** Delay before a changing selection is summarized, in ms. */
const rest = 150;

/** Summary of the selection once it's read; null for a single cell or too many. */
function useSummary(rows: RowSource, selected: SelectedCells | null) {
	const count = selected === null ? 0 : cellCount(selected);
	const isTooLarge = count > maxSummed;
	const summed = count > 1 && !isTooLarge ? selected : null;
	const { task, cancel } = useWork(summed, async (signal, onProgress: (share: number) => void) => {
		if (summed === null) return null;
		await pause(rest, signal);
		return await summarize(rows, summed, signal, onProgress);
	});
	return { task, cancel, isTooLarge };
}

interface FootProps {
	readonly source: RowSource;
	readonly arranged: Arranged;
	readonly hiddenColumns: number;
	readonly selection: StoreApi<SelectedCells | null>;
	readonly copying: Copying;
	readonly onCopy: (format: CopyFormat, withHeader: boolean) => void;
	readonly onDismiss: () => void;
	readonly onCancel: () => void;
	readonly children?: ReactNode;
	/** Hidden unless it adds something to what is shown above the grid. */
	readonly isQuiet: boolean;
}

/** Line below a grid: row count, progress and a summary of the selection. */
export function Foot(props: FootProps) {
	const { source, arranged, hiddenColumns, copying, selection, onCopy, onDismiss, onCancel, isQuiet } = props;
	const selected = useStore(selection);
	const summary = useSummary(arranged.rows, selected);
	const isOneCell = selected === null || cellCount(selected) <= 1;
	if (isQuiet && isOneCell && copying.state === 'idle') return null;
	return (
		<Inline gap={[0, 4]} justify="between" tone="muted" numeric ruled="above" className={classes.foot}>
			<span>
				{rowsLabel(arranged.rows.rowCount, source.rowCount)}
				{hiddenColumns > 0 && ` · ${countOf(hiddenColumns, 'column')} hidden`}
			</span>
			{props.children}
			{arranged.work !== null && (
				<Inline component="span" gap={[0, 3]}>
					<ProgressLine
						label="Sorting and filtering"
						value={arranged.work.done}
						max={arranged.work.total}
						size="compact-xs"
						onCancel={onCancel}
					>
						{formatCount(arranged.work.done)} of {countOf(arranged.work.total, 'row')} read
					</ProgressLine>
				</Inline>
			)}
			<Inline gap={[0, 3]} push className={classes.selection}>
				<CopyStatus copying={copying} onDismiss={onDismiss} />
				<SelectionStatus selected={selected} summary={summary} />
				{selected !== null && (
					<MenuButton
						label="Copy selection"
						icon={<IconCopy size={14} aria-hidden="true" />}
						entries={copyEntries(onCopy)}
					/>
				)}
			</Inline>
			<VisuallyHidden role="status">{announcement(selected, summary.task)}</VisuallyHidden>
		</Inline>
	);
}

function SelectionStatus({ selected, summary }: { selected: SelectedCells | null; summary: Summing }) {
	const { task, isTooLarge, cancel } = summary;
	if (selected === null || cellCount(selected) <= 1) return null;
	const size = `${countOf(selected.rowEnd - selected.rowStart, 'row')} × ${countOf(selected.columns.length, 'column')}`;
	return (
		<>
			<span>{size}</span>
			{isTooLarge && <span>Select up to {formatCount(maxSummed)} cells to summarize them</span>}
			{task.state === 'failed' && <Text tone="error">Couldn’t summarize the cells. {task.message}</Text>}
			{task.state === 'canceled' && <span>Not summarized</span>}
			{task.state === 'running' && task.progress !== null && task.progress < 1 && (
				<ProgressLine label="Summarizing" value={task.progress} size="compact-xs" onCancel={cancel} />
			)}
			{task.state === 'done' &&
				task.value !== null &&
				factsOf(task.value).map(([name, value]) => (
					<span key={name}>
						{name}{' '}
						<Text component="b" mono breaks tone="text" weight="strong" className={classes.value}>
							{value}
						</Text>
					</span>
				))}
		</>
	);
}

function CopyStatus({ copying, onDismiss }: { copying: Copying; onDismiss: () => void }) {
	switch (copying.state) {
		case 'idle':
			return null;
		case 'reading':
			return <ProgressLine label="Copying" value={copying.share} size="compact-xs" onCancel={copying.cancel} />;
		case 'waiting':
			return (
				<>
					<span role="status">{copying.message}</span>
					<Button variant="default" size="compact-xs" onClick={copying.copy}>
						Copy now
					</Button>
				</>
			);
		case 'done':
			return (
				<Text tone="success" role="status">
					{copying.message}
				</Text>
			);
		case 'failed':
			return (
				<Text tone="error" role="alert">
					{copying.message}
					<ActionIcon size={24} aria-label="Dismiss" onClick={onDismiss}>
						<IconX size={12} aria-hidden="true" />
					</ActionIcon>
				</Text>
			);
	}
}

function factsOf({ values, numbers, sum, average, least, most }: Summary): [string, string][] {
	const facts: [string, string | null][] = [
		['values', formatCount(values)],
		['numbers', numbers > 0 && numbers < values ? formatCount(numbers) : null],
		['sum', sum],
		['average', average],
		['min', least],
		['max', most],
	];
	return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function announcement(selected: SelectedCells | null, task: Summing['task']): string {
	if (selected === null || task.state !== 'done' || task.value === null) return '';
	const facts = factsOf(task.value).map((item) => item.join(' '));
	return `${countOf(cellCount(selected), 'cell')} selected: ${facts.join(', ')}`;
}

const rowsLabel = (shown: number, all: number): string =>
	shown === all ? countOf(all, 'row') : `${formatCount(shown)} of ${countOf(all, 'row')}`;
