import { LruCache } from '#lib/concurrency/lru-cache.ts';
import type { RawPage } from '../../source/raw-values.ts';
import type { CellValue } from '../../source/row-source.ts';
import { CellBlock, CellWriter, type ReadRaw } from './cell-bytes.ts';

/** Rows per block, read together. */
export const blockRows = 16_384;
/** Maximum bytes gathered in memory before they're moved to a Blob. */
const gatheredBytes = 6 * 1_024 * 1_024;
const cachedBytes = 8 * 1_024 * 1_024;

/** Columns of reordered rows, written in any order, kept as Blobs outside of this worker's memory, and read by blocks. */
export class Spool {
	readonly #rowCount: number;
	readonly #columns = new Map<number, SpooledColumn>();
	readonly #cache = new LruCache<CellBlock>(cachedBytes);

	constructor(rowCount: number) {
		this.#rowCount = rowCount;
	}

	has(column: number): boolean {
		return this.#columns.has(column);
	}

	writer(columns: readonly number[]): SpoolWriter {
		const blocks = Math.ceil(this.#rowCount / blockRows);
		return new SpoolWriter(columns, blocks, (column, spooled) => this.#columns.set(column, spooled));
	}

	async block(column: number, row: number): Promise<CellBlock> {
		const index = Math.floor(row / blockRows);
		const key = `${column}:${index}`;
		const held = this.#cache.get(key);
		if (held !== undefined) return held;
		const { blocks, readRaw } = this.#columns.get(column) ?? { blocks: [] };
		const pieces = blocks[index] ?? [];
		const parts = pieces.map(({ blob, start, end }) => blob.slice(start, end));
		const bytes = new Uint8Array(await new Blob(parts).arrayBuffer());
		const first = index * blockRows;
		const block = new CellBlock(bytes, first, Math.min(blockRows, this.#rowCount - first), readRaw);
		this.#cache.set(key, block, block.size);
		return block;
	}
}

interface Piece {
	readonly blob: Blob;
	readonly start: number;
	readonly end: number;
}

interface SpooledColumn {
	readonly blocks: Piece[][];
	readRaw?: ReadRaw;
}

class SpoolWriter {
	readonly #columns: readonly number[];
	readonly #gathered: readonly CellWriter[][];
	readonly #written: readonly SpooledColumn[];
	readonly #keep: (column: number, spooled: SpooledColumn) => void;

	constructor(columns: readonly number[], blocks: number, keep: (column: number, spooled: SpooledColumn) => void) {
		this.#columns = columns;
		this.#keep = keep;
		this.#gathered = columns.map(() => Array.from({ length: blocks }, () => new CellWriter(256)));
		this.#written = columns.map(() => ({ blocks: Array.from({ length: blocks }, () => []) }));
	}

	/** @param index of the column in this writer */
	add(index: number, row: number, value: CellValue): void {
		this.#gathered[index]?.[Math.floor(row / blockRows)]?.add(row, value);
	}

	/**
	 * All values of a page in their raw form.
	 * @param rows 1-based target of each row in the page; 0: skipped
	 * @returns false if they must be added one by one
	 */
	addPage(index: number, page: RawPage, rows: Uint32Array): boolean {
		const raw = page.raw();
		const blocks = this.#gathered[index];
		const column = this.#written[index];
		if (raw === null || raw.kind === 'codes' || blocks === undefined || column === undefined) return false;
		const positions = page.positions();
		if (raw.kind !== 'texts') column.readRaw = raw.value;
		for (let at = 0; at < rows.length; at += 1) {
			const row = (rows[at] as number) - 1;
			if (row < 0) continue;
			const writer = blocks[Math.floor(row / blockRows)] as CellWriter;
			const position = positions === null ? at : (positions[at] as number);
			if (position < 0) writer.add(row, null);
			else if (raw.kind !== 'texts') writer.addRaw(row, raw.values[position] as number);
			else {
				const start = position === 0 ? raw.from : (raw.ends[position - 1] as number);
				writer.addText(row, raw.bytes, start + 4, raw.ends[position] as number);
			}
		}
		return true;
	}

	/** Call it regularly: flushes once enough is gathered. */
	flushIfLarge(): void {
		let bytes = 0;
		for (const column of this.#gathered) for (const { length } of column) bytes += length;
		if (bytes >= gatheredBytes) this.#flush();
	}

	finish(): void {
		this.#flush();
		this.#columns.forEach((column, index) => {
			this.#keep(column, this.#written[index] ?? { blocks: [] });
		});
	}

	/** One Blob for all, since each takes an interprocess call. */
	#flush(): void {
		const pieces = this.#gathered.map((column) => column.map((block) => block.take()));
		const blob = new Blob(pieces.flat());
		let start = 0;
		for (const [index, column] of pieces.entries())
			for (const [block, { length }] of column.entries()) {
				if (length > 0) this.#written[index]?.blocks[block]?.push({ blob, start, end: start + length });
				start += length;
			}
	}
}
