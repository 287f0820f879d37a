import { abortable } from '#lib/concurrency/abortable.ts';

/** Reads as many rows as fit, at least one if there are any. @throws AbortError, Error */
type ReadRows<Row> = (offset: number, limit: number, signal: AbortSignal) => Promise<Row[]>;

interface Block<Row> {
	readonly rows: Promise<Row[]>;
	readonly leaving: AbortController;
	waiting: number;
	isThere: boolean;
}

/** Number of recently used blocks kept. */
const kept = 24;

/**
 * Reads rows in blocks, so that adjacent windows share a request. Cancels a block when no caller waits for it, and
 * retries failed ones.
 * @param size rows per block
 */
export function rowBlocks<Row>(rowCount: number, size: number, readRows: ReadRows<Row>) {
	const blocks = new Map<number, Block<Row>>();

	function forget(at: number, block: Block<Row>): void {
		block.leaving.abort();
		if (blocks.get(at) === block) blocks.delete(at);
	}

	async function read(at: number, signal: AbortSignal): Promise<Row[]> {
		const start = at * size;
		const wanted = Math.min(size, rowCount - start);
		const rows: Row[] = [];
		while (rows.length < wanted) {
			const more = await readRows(start + rows.length, wanted - rows.length, signal);
			if (more.length === 0) throw new Error('The dataset changed and has fewer rows now. Reload the page.');
			rows.push(...more);
		}
		return rows;
	}

	function begin(at: number): Block<Row> {
		const leaving = new AbortController();
		const rows = read(at, leaving.signal);
		const block: Block<Row> = { rows, leaving, waiting: 0, isThere: false };
		// Callers waiting for the block get its error.
		rows.then(
			() => {
				block.isThere = true;
			},
			() => {},
		);
		return block;
	}

	function blockAt(at: number): Block<Row> {
		const block = blocks.get(at) ?? begin(at);
		// A Map iterates in insertion order, so the least recently used block comes first.
		blocks.delete(at);
		blocks.set(at, block);
		for (const [oldest, other] of blocks) {
			if (blocks.size <= kept) break;
			if (other.waiting === 0 && oldest !== at) forget(oldest, other);
		}
		return block;
	}

	async function wait(at: number, signal: AbortSignal): Promise<Row[]> {
		const block = blockAt(at);
		block.waiting += 1;
		try {
			return await abortable(block.rows, signal);
		} finally {
			block.waiting -= 1;
			if (block.waiting === 0 && !block.isThere) forget(at, block);
		}
	}

	return {
		/** Rows from `start` to `end` (exclusive). @throws AbortError, and errors from reading */
		rows: async (start: number, end: number, signal: AbortSignal): Promise<Row[]> => {
			signal.throwIfAborted();
			const first = Math.floor(start / size);
			const last = Math.floor(Math.max(start, end - 1) / size);
			const parts = await Promise.all(
				Array.from({ length: last - first + 1 }, (_, index) => wait(first + index, signal)),
			);
			return parts.flat().slice(start - first * size, end - first * size);
		},
		/** Cancels pending requests and drops all rows. */
		close: (): void => {
			for (const block of blocks.values()) block.leaving.abort();
			blocks.clear();
		},
	};
}
