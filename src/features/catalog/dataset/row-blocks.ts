import { abortable } from '#lib/concurrency/abortable.ts';

/** Reads as many rows as fit, at least one where there are any. @throws AbortError, Error */
type ReadRows<Row> = (offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>;

interface Block<Row> {
	readonly rows: Promise<Row[]>;
	readonly leaving: AbortController;
	/** Who waits for it. */
	waiting: number;
	isThere: boolean;
}

/** Blocks that are kept: those that were asked for last. */
const kept = 24;

/**
 * Reads rows in blocks, so that windows beside each other share a request. What nobody waits for any more is given up;
 * what failed is asked for again.
 */
export class RowBlocks<Row> {
	readonly #rowCount: number;
	readonly #size: number;
	readonly #readRows: ReadRows<Row>;
	readonly #blocks = new Map<number, Block<Row>>();

	/** @param size rows of a block */
	constructor(rowCount: number, size: number, readRows: ReadRows<Row>) {
		this.#rowCount = rowCount;
		this.#size = size;
		this.#readRows = readRows;
	}

	/** Rows from `start` to `end`, exclusive. @throws AbortError, and what reading throws */
	async rows(start: number, end: number, signal: AbortSignal): Promise<Row[]> {
		signal.throwIfAborted();
		const first = Math.floor(start / this.#size);
		const last = Math.floor(Math.max(start, end - 1) / this.#size);
		const parts = await Promise.all(
			Array.from({ length: last - first + 1 }, (_, index) => this.#wait(first + index, signal)),
		);
		return parts.flat().slice(start - first * this.#size, end - first * this.#size);
	}

	/** Gives up what is on its way and forgets the rest. */
	close(): void {
		for (const block of this.#blocks.values()) block.leaving.abort();
		this.#blocks.clear();
	}

	async #wait(at: number, signal: AbortSignal): Promise<Row[]> {
		const block = this.#block(at);
		block.waiting += 1;
		try {
			return await abortable(block.rows, signal);
		} finally {
			block.waiting -= 1;
			if (block.waiting === 0 && !block.isThere) this.#forget(at, block);
		}
	}

	#block(at: number): Block<Row> {
		const known = this.#blocks.get(at);
		if (known !== undefined) {
			// The one that was asked for last is forgotten last.
			this.#blocks.delete(at);
			this.#blocks.set(at, known);
			return known;
		}
		const leaving = new AbortController();
		const block: Block<Row> = {
			rows: this.#read(at, leaving.signal).then((rows) => {
				block.isThere = true;
				return rows;
			}),
			leaving,
			waiting: 0,
			isThere: false,
		};
		// Who waits for it gets the error; where nobody does there is nobody to get it.
		block.rows.catch(() => {});
		this.#blocks.set(at, block);
		for (const [oldest, other] of this.#blocks) {
			if (this.#blocks.size <= kept) break;
			if (other.waiting === 0 && oldest !== at) this.#forget(oldest, other);
		}
		return block;
	}

	#forget(at: number, block: Block<Row>): void {
		block.leaving.abort();
		if (this.#blocks.get(at) === block) this.#blocks.delete(at);
	}

	async #read(at: number, signal: AbortSignal): Promise<Row[]> {
		const start = at * this.#size;
		const wanted = Math.min(this.#size, this.#rowCount - start);
		const rows: Row[] = [];
		while (rows.length < wanted) {
			const more = await this.#readRows(start + rows.length, wanted - rows.length, signal);
			if (more.length === 0)
				throw new Error('The rows were replaced meanwhile: there are fewer now. Load the page anew.');
			rows.push(...more);
		}
		return rows;
	}
}
