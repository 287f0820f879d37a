import { LruCache } from '#lib/concurrency/lru-cache.ts';
import type { CellValue, CellWindow, GridColumn } from '../../source/row-source.ts';
import type { Batch, NeedsRows, WorkerTable } from '../../source/worker-table.ts';

/** Text of consecutive rows, as kept in memory. */
export interface Block {
	readonly text: string;
	readonly rows: number;
}

/** UTF-16 units per block. Parsing one takes about a millisecond. */
export const blockLength = 65_536;
const maxCachedUnits = 4_000_000;

/** Keeps rows as text and parses them on demand. */
export class BlockTable<T> implements WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	readonly #blocks: readonly Block[];
	readonly #starts: number[] = [];
	readonly #read: (text: string) => readonly T[];
	readonly #cell: (row: T, column: number) => CellValue;
	readonly #cache = new LruCache<readonly T[]>(maxCachedUnits);

	/** @param read parses a block's rows @param cell reads a row's value */
	constructor(
		columns: readonly GridColumn[],
		blocks: readonly Block[],
		read: (text: string) => readonly T[],
		cell: (row: T, column: number) => CellValue,
	) {
		this.columns = columns;
		this.#blocks = blocks;
		this.#read = read;
		this.#cell = cell;
		let start = 0;
		for (const { rows } of blocks) {
			this.#starts.push(start);
			start += rows;
		}
		this.rowCount = start;
	}

	rows({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow): CellValue[][] {
		const columns = Array.from({ length: columnEnd - columnStart }, (_, index) => columnStart + index);
		const found: CellValue[][] = [];
		let index = this.#blockOf(rowStart);
		for (let row = rowStart; row < Math.min(rowEnd, this.rowCount); index += 1) {
			const start = this.#starts[index] ?? 0;
			const rows = this.#rowsOf(index);
			for (; row < rowEnd && row < start + rows.length; row += 1) {
				const cells = rows[row - start] as T;
				found.push(columns.map((column) => this.#cell(cells, column)));
			}
		}
		return found;
	}

	/** Parses blocks without caching them. */
	async *scan(
		columns: readonly number[],
		signal: AbortSignal,
		needsRows: NeedsRows = () => true,
	): AsyncGenerator<Batch> {
		for (const [index, block] of this.#blocks.entries()) {
			const start = this.#starts[index] ?? 0;
			if (!needsRows(start, block.rows)) continue;
			signal.throwIfAborted();
			const rows = this.#read(block.text);
			const stores = columns.map((column) => ({ value: (row: number) => this.#cell(rows[row] as T, column) }));
			yield { start, rows: block.rows, stores };
		}
	}

	/** The last block that starts at or before a row. */
	#blockOf(row: number): number {
		let [low, high] = [0, this.#starts.length - 1];
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if ((this.#starts[middle] ?? 0) <= row) low = middle;
			else high = middle - 1;
		}
		return low;
	}

	#rowsOf(index: number): readonly T[] {
		const key = String(index);
		const held = this.#cache.get(key);
		if (held !== undefined) return held;
		const { text = '' } = this.#blocks[index] ?? {};
		const rows = this.#read(text);
		this.#cache.set(key, rows, text.length);
		return rows;
	}
}
