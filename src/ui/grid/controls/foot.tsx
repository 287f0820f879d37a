import { ActionIcon, Button, VisuallyHidden } from '@mantine/core';
import { IconCopy, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import {
	type CopyFormat,
	cellCount,
	groupDigits,
	mostSummed,
	type RowSource,
	type SelectedCells,
	type Summary,
} from '../../../rows/index.ts';
import { MenuButton } from '../../menu-button.tsx';
import classes from './controls.module.css';
import type { Signal } from './signal.ts';
import type { Arranged } from './use-arranged.ts';
import type { Copying } from './use-copy.ts';
import { type Summing, useSummary } from './use-summary.ts';

interface FootProps {
	readonly source: RowSource;
	readonly arranged: Arranged;
	readonly hiddenColumns: number;
	readonly selection: Signal<SelectedCells | null>;
	readonly copying: Copying;
	readonly onCopy: (format: CopyFormat, withHeader: boolean) => void;
	readonly onDismiss: () => void;
	/** Goes back to the rows that are shown. */
	readonly onCancel: () => void;
}

/** The line below a grid: how many rows there are, what is going on, and what the selection comes to. */
export function Foot({ source, arranged, hiddenColumns, copying, selection, onCopy, onDismiss, onCancel }: FootProps) {
	const selected = useSyncExternalStore(selection.subscribe, selection.get);
	const summing = useSummary(arranged.rows, selected);
	const entries: [string, CopyFormat, boolean][] = [
		['Copy', 'tsv', false],
		['Copy with header', 'tsv', true],
		['Copy as CSV', 'csv', true],
		['Copy as JSON', 'json', true],
		['Copy as Markdown', 'markdown', true],
	];
	return (
		<div className={classes.foot}>
			<span className={classes.count}>
				{rowWords(arranged.rows.rowCount, source.rowCount)}
				{hiddenColumns > 0 && ` · ${count(hiddenColumns, 'column')} hidden`}
			</span>
			{arranged.work !== null && (
				<span className={classes.work}>
					<progress
						className={classes.progress}
						aria-label="Sorting and filtering"
						value={arranged.work.done}
						max={Math.max(1, arranged.work.total)}
					/>
					<span>
						{number(arranged.work.done)} of {number(arranged.work.total)} rows read
					</span>
					<Button variant="default" size="compact-xs" onClick={onCancel}>
						Cancel
					</Button>
				</span>
			)}
			<div className={classes.selection}>
				<CopyWords copying={copying} onDismiss={onDismiss} />
				<SelectionWords selected={selected} summing={summing} />
				{selected !== null && (
					<MenuButton
						label="Copy the selection"
						icon={<IconCopy size={14} aria-hidden="true" />}
						entries={entries.map(([label, format, withHeader]) => ({
							label,
							icon: IconCopy,
							onClick: () => onCopy(format, withHeader),
						}))}
					/>
				)}
			</div>
			<VisuallyHidden role="status">{announcement(selected, summing)}</VisuallyHidden>
		</div>
	);
}

function SelectionWords({ selected, summing }: { selected: SelectedCells | null; summing: Summing }) {
	if (selected === null || cellCount(selected) <= 1) return null;
	const size = `${count(selected.rowEnd - selected.rowStart, 'row')} × ${count(selected.columns.length, 'column')}`;
	return (
		<>
			<span>{size}</span>
			{summing.state === 'too many' && <span>At most {number(mostSummed)} cells are summed up</span>}
			{summing.state === 'failed' && <span className={classes.problem}>Not summed up: {summing.message}</span>}
			{summing.state === 'left' && <span>Not summed up</span>}
			{summing.state === 'reading' && summing.share < 1 && (
				<>
					<progress className={classes.progress} aria-label="Summing up" value={summing.share} max={1} />
					<Button variant="default" size="compact-xs" onClick={summing.cancel}>
						Cancel
					</Button>
				</>
			)}
			{summing.state === 'done' &&
				factsOf(summing.summary).map(([name, value]) => (
					<span key={name}>
						{name} <b className={classes.value}>{value}</b>
					</span>
				))}
		</>
	);
}

function CopyWords({ copying, onDismiss }: { copying: Copying; onDismiss: () => void }) {
	switch (copying.state) {
		case 'idle':
			return null;
		case 'reading':
			return (
				<>
					<progress className={classes.progress} aria-label="Reading what is copied" value={copying.share} max={1} />
					<Button variant="default" size="compact-xs" onClick={copying.cancel}>
						Cancel
					</Button>
				</>
			);
		case 'waiting':
			return (
				<>
					<span role="status">{copying.words}</span>
					<Button variant="default" size="compact-xs" onClick={copying.copy}>
						Copy now
					</Button>
				</>
			);
		case 'done':
			return (
				<span role="status" className={classes.done}>
					{copying.words}
				</span>
			);
		case 'failed':
			return (
				<span role="alert" className={classes.problem}>
					{copying.words}
					<ActionIcon variant="subtle" color="gray" size={24} aria-label="Dismiss" onClick={onDismiss}>
						<IconX size={12} aria-hidden="true" />
					</ActionIcon>
				</span>
			);
	}
}

function factsOf({ values, numbers, sum, average, least, most }: Summary): [string, string][] {
	const facts: [string, string | null][] = [
		['values', number(values)],
		['numbers', numbers > 0 && numbers < values ? number(numbers) : null],
		['sum', sum],
		['average', average],
		['min', least],
		['max', most],
	];
	return facts.flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
}

function announcement(selected: SelectedCells | null, summing: Summing): string {
	if (selected === null || summing.state !== 'done') return '';
	const facts = factsOf(summing.summary).map((it) => it.join(' '));
	return `${count(cellCount(selected), 'cell')} selected: ${facts.join(', ')}`;
}

/** "1,204 of 1,000,000 rows" */
const rowWords = (shown: number, all: number): string =>
	shown === all ? count(all, 'row') : `${number(shown)} of ${count(all, 'row')}`;

const number = (value: number): string => groupDigits(String(value));
const count = (value: number, what: string): string => `${number(value)} ${what}${value === 1 ? '' : 's'}`;
