import { abortable } from '#lib/concurrency/abortable.ts';
import { createJobYield, pieces } from '../../source/job.ts';
import { plainPage } from '../../source/raw-values.ts';
import type { CellValue, CellWindow, GridColumn } from '../../source/row-source.ts';
import {
	type Batch,
	type NeedsRows,
	neededPieces,
	readAscending,
	type WorkerTable,
} from '../../source/worker-table.ts';
import { blockRows, Spool } from './spool.ts';

/** Rows in original order are read in place if at least one in this many was kept. */
const dense = 100;
const firstRows = 128;

/** Selected rows of a table, possibly reordered. */
export class ArrangedTable implements WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	readonly #base: WorkerTable;
	readonly #order: Uint32Array;
	readonly #isAscending: boolean;
	readonly #spool: Spool;
	readonly #spooling = new Map<number, Promise<void>>();
	readonly #closing = new AbortController();

	constructor(base: WorkerTable, order: Uint32Array, isAscending: boolean) {
		this.columns = base.columns;
		this.rowCount = order.length;
		this.#base = base;
		this.#order = order;
		this.#isAscending = isAscending;
		this.#spool = new Spool(order.length);
	}

	async rows(window: CellWindow, signal: AbortSignal): Promise<CellValue[][]> {
		const start = window.rowStart;
		const end = Math.min(window.rowEnd, this.rowCount);
		if (end <= start) return [];
		if (this.#areNear(start, end))
			return await readAscending(this.#base, this.#order.subarray(start, end), window, signal);
		const columns = Array.from(
			{ length: window.columnEnd - window.columnStart },
			(_, index) => window.columnStart + index,
		);
		await this.#spooled(columns, signal);
		const rows: CellValue[][] = Array.from({ length: end - start }, () => []);
		for (let row = start; row < end; ) {
			const next = Math.min(end, (Math.floor(row / blockRows) + 1) * blockRows);
			const blocks = await Promise.all(columns.map((column) => this.#spool.block(column, row)));
			for (; row < next; row += 1) {
				const within = row % blockRows;
				rows[row - start] = blocks.map((block) => block.value(within));
			}
		}
		signal.throwIfAborted();
		return rows;
	}

	/**
	 * Reads what the first rows need, if that requires more than a few positions.
	 * @param onRows receives the number of base rows read
	 * @throws AbortError when aborted; it can't be used then
	 */
	async prepare(columns: readonly number[], signal: AbortSignal, onRows: (done: number) => void): Promise<void> {
		if (columns.length === 0 || this.rowCount === 0 || this.#areNear(0, Math.min(this.rowCount, firstRows))) return;
		try {
			await this.#spooled(columns, signal, onRows);
		} catch (error) {
			this.close();
			throw error;
		}
	}

	close(): void {
		this.#closing.abort();
	}

	async *scan(
		columns: readonly number[],
		signal: AbortSignal,
		needsRows: NeedsRows = () => true,
	): AsyncGenerator<Batch> {
		if (this.#isAscending) yield* this.#scanInPlace(columns, signal, needsRows);
		else yield* this.#scanSpooled(columns, signal, needsRows);
	}

	/** Whether rows are best read in place. */
	#areNear(start: number, end: number): boolean {
		const [first = 0, last = 0] = [this.#order[start], this.#order[end - 1]];
		return this.#isAscending && last - first < (end - start) * dense;
	}

	/** Skips pieces of the base without selected rows. */
	async *#scanInPlace(columns: readonly number[], signal: AbortSignal, needsRows: NeedsRows): AsyncGenerator<Batch> {
		const isBaseWanted = (start: number, rows: number) => {
			const [from, to] = this.#within(start, rows);
			return to > from && needsRows(from, to - from);
		};
		for await (const { start, rows, stores } of this.#base.scan(columns, signal, isBaseWanted)) {
			const [from, to] = this.#within(start, rows);
			if (to === from) continue;
			const position = (row: number) => (this.#order[from + row] ?? 0) - start;
			yield {
				start: from,
				rows: to - from,
				stores: stores.map((store) => ({ value: (row: number) => store.value(position(row)) })),
			};
		}
	}

	async *#scanSpooled(columns: readonly number[], signal: AbortSignal, needsRows: NeedsRows): AsyncGenerator<Batch> {
		await this.#spooled(columns, signal);
		for (const piece of neededPieces(this.rowCount, blockRows, signal, needsRows)) {
			const stores = await Promise.all(columns.map((column) => this.#spool.block(column, piece.start)));
			yield { ...piece, stores };
		}
	}

	#within(start: number, rows: number): [from: number, to: number] {
		return [this.#firstFrom(start), this.#firstFrom(start + rows)];
	}

	/** The first selected row at or after a base row. */
	#firstFrom(baseRow: number): number {
		let [low, high] = [0, this.rowCount];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if ((this.#order[middle] ?? 0) < baseRow) low = middle + 1;
			else high = middle;
		}
		return low;
	}

	/** Reads missing columns in one pass over the base, which continues if the caller leaves, because other rows will need it. */
	async #spooled(columns: readonly number[], signal: AbortSignal, onRows?: (done: number) => void): Promise<void> {
		const missing = [...new Set(columns)].filter((column) => !this.#spool.has(column));
		const begun = missing.filter((column) => !this.#spooling.has(column));
		if (begun.length > 0) {
			const work = this.#spoolColumns(begun, onRows).finally(() => {
				for (const column of begun) this.#spooling.delete(column);
			});
			work.catch(() => {});
			for (const column of begun) this.#spooling.set(column, work);
		}
		const all = Promise.all(missing.map((column) => this.#spooling.get(column)));
		await abortable(all, signal);
	}

	async #spoolColumns(columns: readonly number[], onRows: (done: number) => void = () => {}): Promise<void> {
		const { signal } = this.#closing;
		const pause = createJobYield(signal);
		const writer = this.#spool.writer(columns);
		const positions = inverse(this.#order, this.#base.rowCount);
		const needsRows = (start: number, rows: number) => {
			if (!this.#isAscending) return true;
			const [from, to] = this.#within(start, rows);
			return to > from;
		};
		for await (const { start, rows, stores } of this.#base.scan(columns, signal, needsRows)) {
			for (const [index, store] of stores.entries()) {
				for (const page of store.pages ?? [plainPage(rows)]) {
					if (writer.addPage(index, page, positions.subarray(start + page.start, start + page.end))) {
						await pause();
						continue;
					}
					for (const [from, to] of pieces(page.end - page.start)) {
						for (let row = page.start + from; row < page.start + to; row += 1) {
							const position = positions[start + row] ?? 0;
							if (position > 0) writer.add(index, position - 1, store.value(row));
						}
						await pause();
					}
				}
				writer.flushIfLarge();
			}
			onRows(start + rows);
		}
		writer.finish();
	}
}

/** 1-based position among the selected rows for each base row; 0 if it isn't selected. */
function inverse(order: Uint32Array, baseRows: number): Uint32Array {
	const positions = new Uint32Array(baseRows);
	for (let position = 0; position < order.length; position += 1) positions[order[position] ?? 0] = position + 1;
	return positions;
}
