import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import type { FindQuery, Matches } from '../../source/row-source.ts';
import { canHold, holds } from '../../values/cell-match.ts';

/** Maximum matches kept: 60 MB. */
const limit = 5_000_000;

export async function matchesJob(
	{ text, columns }: Pick<FindQuery, 'text' | 'columns'>,
	{ table, signal, pause, progress }: JobContext,
): Promise<Matches> {
	const sought = text.toLowerCase();
	const kindOf = (column: number) => table.columns[column]?.kind ?? 'text';
	const read = columns.filter((column) => canHold(sought, kindOf(column)));
	const kinds = read.map(kindOf);
	const places = read.map((column) => columns.indexOf(column));
	const [foundRows, foundPositions]: [number[], number[]] = [[], []];
	if (sought !== '' && read.length > 0)
		for await (const { start, rows, stores } of table.scan(read, signal)) {
			for (const [from, to] of pieces(rows)) {
				for (let row = from; row < to; row += 1) {
					for (const [index, store] of stores.entries()) {
						if (!holds(store.value(row), kinds[index] ?? 'text', sought)) continue;
						foundRows.push(start + row);
						foundPositions.push(places[index] ?? 0);
					}
				}
				progress(start + to, table.rowCount);
				await pause();
			}
			if (foundRows.length >= limit) break;
		}
	return {
		rows: Float64Array.from(foundRows.slice(0, limit)),
		positions: Int32Array.from(foundPositions.slice(0, limit)),
		isCut: foundRows.length > limit,
	};
}
