import { useEffect, useRef, useState } from 'react';
import { copyText } from '../../../lib/browser/clipboard.ts';
import { formatCount } from '../../../lib/format.ts';
import {
	type CellPosition,
	type CellValue,
	type CopyFormat,
	cellCount,
	encodeCells,
	type RowSource,
	readCells,
	type SelectedCells,
} from '../../../rows/index.ts';

/** Maximum cells copied. */
const maxCopied = 1_000_000;
/** Maximum cells copied synchronously, if they're loaded. */
const maxRowsPerRead = 20_000;
/** How long "Copied" is shown, in ms. */
const shown = 2_500;

export type Copying =
	| { readonly state: 'idle' }
	| { readonly state: 'reading'; readonly share: number; readonly cancel: () => void }
	/** The browser requires another key press or click before writing to the clipboard. */
	| { readonly state: 'waiting'; readonly message: string; readonly copy: () => void }
	| { readonly state: 'done' | 'failed'; readonly message: string };

interface CopyOptions {
	readonly format: CopyFormat;
	readonly withHeader: boolean;
	/** The copy event of a key, handled synchronously if the cells are loaded. */
	readonly event?: ClipboardEvent;
}

/** Copies the selected cells: synchronously if they're loaded, otherwise after reading them. */
export function useCopy(rows: RowSource, valueAt: (cell: CellPosition) => CellValue | undefined) {
	const [copying, setCopying] = useState<Copying>({ state: 'idle' });
	const leaving = useRef<AbortController>(null);

	useEffect(() => {
		if (copying.state !== 'done') return;
		const timer = setTimeout(() => setCopying({ state: 'idle' }), shown);
		return () => clearTimeout(timer);
	}, [copying]);
	useEffect(() => () => leaving.current?.abort(), []);

	const put = async (text: string, message: string) => {
		if (await copyText(text)) return setCopying({ state: 'done', message: `${message} copied` });
		setCopying({ state: 'waiting', message: `${message} ready to copy`, copy: () => void put(text, message) });
	};

	const copy = async (selected: SelectedCells, { format, withHeader, event }: CopyOptions) => {
		leaving.current?.abort();
		const count = cellCount(selected);
		const message = count === 1 ? 'Cell' : `${formatCount(count)} cells`;
		if (count > maxCopied) {
			event?.preventDefault();
			const limit = formatCount(maxCopied);
			const problem = `You can copy up to ${limit} cells, not ${formatCount(count)}. Use Export instead.`;
			return setCopying({ state: 'failed', message: problem });
		}
		const columns = selected.columns.flatMap((index) => rows.columns[index] ?? []);
		const loaded = count <= maxRowsPerRead ? loadedCells(selected, valueAt) : null;
		if (loaded !== null) {
			const text = encodeCells(loaded, columns, format, withHeader);
			if (event === undefined || event.clipboardData === null) return void (await put(text, message));
			event.clipboardData.setData('text/plain', text);
			event.preventDefault();
			setCopying({ state: 'done', message: `${message} copied` });
			return;
		}
		event?.preventDefault();
		const controller = new AbortController();
		leaving.current = controller;
		const cancel = () => {
			controller.abort();
			setCopying({ state: 'idle' });
		};
		setCopying({ state: 'reading', share: 0, cancel });
		try {
			const cells: CellValue[][] = [];
			await readCells(rows, selected, controller.signal, (piece) => {
				for (const row of piece) cells.push(row);
				setCopying({ state: 'reading', share: cells.length / (selected.rowEnd - selected.rowStart), cancel });
			});
			await put(encodeCells(cells, columns, format, withHeader), message);
		} catch (error) {
			if (controller.signal.aborted) return;
			const reason = error instanceof Error ? error.message : String(error);
			setCopying({ state: 'failed', message: `Couldn’t copy the ${count === 1 ? 'cell' : 'cells'}. ${reason}` });
		}
	};

	return { copying, copy, dismiss: () => setCopying({ state: 'idle' }) };
}

function loadedCells(
	{ rowStart, rowEnd, columns }: SelectedCells,
	valueAt: (cell: CellPosition) => CellValue | undefined,
): CellValue[][] | null {
	const cells: CellValue[][] = [];
	for (let row = rowStart; row < rowEnd; row += 1) {
		const values: CellValue[] = [];
		for (const column of columns) {
			const value = valueAt({ row, column });
			if (value === undefined) return null;
			values.push(value);
		}
		cells.push(values);
	}
	return cells;
}
