import { Modal } from '@mantine/core';
import { CopyButton } from '../copy-button.tsx';
import { exactText, groupDigits } from './cell-text.ts';
import classes from './data-grid.module.css';
import { type CellValue, type GridColumn, isMissing } from './row-source.ts';

export interface Inspected {
	readonly row: number;
	readonly column: GridColumn;
	readonly value: CellValue;
}

/** Longest text that is laid out at once, in UTF-16 code units; copying takes all of it. */
const shown = 100_000;

/** All of one cell, with nothing cut and nothing added. */
export function CellInspector({ inspected, onClose }: { inspected: Inspected | null; onClose: () => void }) {
	const text = inspected === null ? '' : exactText(inspected.value);
	return (
		<Modal
			opened={inspected !== null}
			onClose={onClose}
			title={inspected === null ? '' : `${inspected.column.name}, row ${groupDigits(String(inspected.row + 1))}`}
			size="lg"
			closeButtonProps={{ 'aria-label': 'Close' }}
		>
			{inspected !== null && (
				<>
					<div className={classes.facts}>
						<span>
							{inspected.column.type} · {sizeOf(inspected.value, text)}
						</span>
						<CopyButton value={text} label="Copy this value" />
					</div>
					{/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that scrolls must be scrollable by keys */}
					<pre className={classes.inspected} tabIndex={0}>
						{text.slice(0, shown)}
					</pre>
					{text.length > shown && (
						<p className={classes.facts}>The first {groupDigits(String(shown))} characters. Copy takes all of them.</p>
					)}
				</>
			)}
		</Modal>
	);
}

function sizeOf(value: CellValue, text: string): string {
	if (value === null) return 'null';
	if (isMissing(value)) return value.missing;
	if (value === '') return 'empty text';
	const [count, unit] = value instanceof Uint8Array ? [value.length, 'byte'] : [text.length, 'character'];
	return `${groupDigits(String(count))} ${unit}${count === 1 ? '' : 's'}`;
}
