import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import type { CellPosition, FindQuery } from '../../source/row-source.ts';
import { canHold, holds } from '../../values/cell-match.ts';
import { foldCase } from '../../values/fold-case.ts';

/** Rows searched at a time when going backwards, since tables are only read forwards. */
const stretch = 65_536;

interface Part {
	readonly from: number;
	readonly to: number;
	counts(cell: CellPosition): boolean;
}

/** The next cell with a text after a cell, wrapping around. */
export async function find(query: FindQuery, context: JobContext): Promise<CellPosition | null> {
	const { table, signal, pause, progress } = context;
	const { rowCount } = table;
	const sought = foldCase(query.text);
	const kindOf = (column: number) => table.columns[column]?.kind ?? 'text';
	const columns = query.columns.filter((column) => canHold(sought, kindOf(column)));
	if (sought === '' || columns.length === 0) return null;
	const kinds = columns.map(kindOf);
	let done = 0;
	/** @returns the first match (backwards: the last), and the first row read */
	const search = async ({ from, to, counts }: Part): Promise<{ found: CellPosition | null; first: number }> => {
		let found: CellPosition | null = null;
		let first = from;
		const isWanted = (start: number, rows: number) => start < to && start + rows > from;
		for await (const batch of table.scan(columns, signal, isWanted)) {
			first = Math.min(first, batch.start);
			for (const [start, end] of pieces(batch.rows)) {
				for (let row = start; row < end; row += 1) {
					for (const [index, store] of batch.stores.entries()) {
						if (!holds(store.value(row), kinds[index] ?? 'text', sought)) continue;
						const cell = { row: batch.start + row, column: columns[index] ?? 0 };
						if (cell.row >= to || !counts(cell)) continue;
						if (!query.backwards) return { found: cell, first };
						found = cell;
					}
				}
				done += end - start;
				progress(Math.min(done, rowCount), rowCount);
				await pause();
			}
		}
		return { found, first };
	};
	for (const part of partsOf(query, rowCount)) {
		for (let to = part.to; to > part.from; ) {
			const from = query.backwards ? Math.max(part.from, to - stretch) : part.from;
			const { found, first } = await search({ ...part, from, to });
			if (found !== null) return found;
			to = Math.min(from, first);
		}
	}
	return null;
}

/** The part after the starting cell, then the part up to and including it. */
function partsOf({ from, backwards, columns }: FindQuery, rowCount: number): Part[] {
	if (from === null) return [{ from: 0, to: rowCount, counts: () => true }];
	const position = columns.indexOf(from.column);
	/** Negative for cells before the starting cell, positive after it. */
	const order = ({ row, column }: CellPosition) => row - from.row || columns.indexOf(column) - position;
	const behind: Part = {
		from: from.row,
		to: rowCount,
		counts: (cell) => (backwards ? order(cell) >= 0 : order(cell) > 0),
	};
	const before: Part = {
		from: 0,
		to: from.row + 1,
		counts: (cell) => (backwards ? order(cell) < 0 : order(cell) <= 0),
	};
	return backwards ? [before, behind] : [behind, before];
}
