import { ActionIcon, Modal, SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useState } from 'react';
import { countOf, formatCount } from '../../lib/format.ts';
import {
	type CellPosition,
	type CellValue,
	exactText,
	type GridColumn,
	hexDump,
	isChanged,
	isMissing,
	type PlainValue,
	prettyJson,
	type RowSource,
	toHex,
} from '../../rows/index.ts';
import { Inline } from '../../ui/primitives/layout.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { CopyButton } from '../../ui/text/copy-button.tsx';
import { useWork } from '../use-task.ts';
import classes from './canvas/grid.module.css';

interface CellInspectorProps {
	readonly rows: RowSource;
	readonly position: CellPosition | null;
	readonly valueAt: (cell: CellPosition) => CellValue | undefined;
	readonly neighbor: (cell: CellPosition, by: 1 | -1) => CellPosition | null;
	readonly onMove: (cell: CellPosition) => void;
	readonly onClose: () => void;
}

export function CellInspector({ rows, position, valueAt, neighbor, onMove, onClose }: CellInspectorProps) {
	const column = position === null ? undefined : rows.columns[position.column];
	const { value, problem } = useValue(rows, position, valueAt);
	const step = (by: 1 | -1, label: string) => {
		const to = position === null ? null : neighbor(position, by);
		const Icon = by === 1 ? IconChevronRight : IconChevronLeft;
		return (
			<ActionIcon
				aria-label={label}
				title={label}
				aria-disabled={to === null}
				onClick={() => to !== null && onMove(to)}
			>
				<Icon size={16} aria-hidden="true" />
			</ActionIcon>
		);
	};
	return (
		<Modal
			opened={position !== null}
			onClose={onClose}
			title={position === null ? '' : `${column?.name}, row ${formatCount(position.row + 1)}`}
			size="lg"
		>
			{column !== undefined && (
				<>
					<Inline gap={1}>
						{step(-1, 'Previous cell')}
						{step(1, 'Next cell')}
					</Inline>
					{problem !== null && <p role="alert">Couldn’t load the cell. {problem}</p>}
					{value === undefined && problem === null && <Muted component="p">Loading…</Muted>}
					{value !== undefined &&
						(isChanged(value) ? (
							<>
								<Side title="Before" column={column} value={value.before} />
								<Side title="After" column={column} value={value.after} />
							</>
						) : (
							<Side title={null} column={column} value={value} />
						))}
				</>
			)}
		</Modal>
	);
}

/** A cell's value, from the drawn rows or read from the source. Undefined until loaded. */
function useValue(rows: RowSource, position: CellPosition | null, valueAt: CellInspectorProps['valueAt']) {
	const drawn = position === null ? undefined : valueAt(position);
	const missing = drawn === undefined ? position : null;
	const { task } = useWork(missing, async (signal): Promise<CellValue | undefined> => {
		if (missing === null) return undefined;
		const { row, column } = missing;
		const window = { rowStart: row, rowEnd: row + 1, columnStart: column, columnEnd: column + 1 };
		return (await rows.rows(window, signal))[0]?.[0] ?? null;
	});
	const read = task.state === 'done' && missing !== null ? task.value : undefined;
	return { value: drawn === undefined ? read : drawn, problem: task.state === 'failed' ? task.message : null };
}

/** Maximum text rendered, in UTF-16 code units; copying includes all of it. */
const shown = 100_000;

function Side({ title, column, value }: { title: string | null; column: GridColumn; value: PlainValue }) {
	const [isRaw, setRaw] = useState(false);
	const exact = exactText(value);
	const pretty = column.kind === 'json' && typeof value === 'string' ? prettyJson(value) : null;
	const text = value instanceof Uint8Array ? hexLines(value) : pretty !== null && !isRaw ? pretty : exact;
	return (
		<section aria-label={title ?? 'Value'}>
			<Inline gap={2} justify="between" nowrap tone="muted" mb={2}>
				<span>
					{title !== null && <b className={classes.side}>{title}</b>}
					{column.type} · {sizeOf(value, exact)}
				</span>
				{pretty !== null && pretty !== exact && (
					<SegmentedControl
						size="xs"
						aria-label="Layout"
						value={isRaw ? 'raw' : 'pretty'}
						data={[
							{ value: 'pretty', label: 'Formatted' },
							{ value: 'raw', label: 'Raw' },
						]}
						onChange={(next) => setRaw(next === 'raw')}
					/>
				)}
				<CopyButton value={value instanceof Uint8Array ? toHex(value) : text} label="Copy value" />
			</Inline>
			{value !== null && value !== '' && !isMissing(value) && (
				// biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling text must be scrollable by keyboard
				<pre className={classes.inspected} data-hex={value instanceof Uint8Array || undefined} tabIndex={0}>
					{text.slice(0, shown)}
				</pre>
			)}
			{text.length > shown && (
				<Muted component="p">Showing the first {formatCount(shown)} characters. Copying includes the rest.</Muted>
			)}
		</section>
	);
}

/** Maximum bytes rendered. */
const hexShown = 16_384;

function hexLines(bytes: Uint8Array): string {
	const lines = hexDump(bytes.subarray(0, hexShown));
	return bytes.length > hexShown ? `${lines}\n… Showing the first ${formatCount(hexShown)} bytes` : lines;
}

function sizeOf(value: PlainValue, text: string): string {
	if (value === null) return 'null';
	if (isMissing(value)) return value.missing;
	if (value === '') return 'empty text';
	return value instanceof Uint8Array ? countOf(value.length, 'byte') : countOf(text.length, 'character');
}
