import { type CellKind, type CellValue, type PlainValue, plainValue, type RowSource } from '../../source/row-source.ts';
import { exactText, groupDigits, isNumeric } from '../../values/cell-text.ts';
import { TimeExtremes } from '../../values/time-extremes.ts';
import { ExactSum } from './exact-sum.ts';
import { cellCount, readCells, type SelectedCells } from './read-cells.ts';

export const maxSummed = 2_000_000;

/** Summary of selected cells, as display text. */
export interface Summary {
	/** Cells that are neither null nor missing. */
	readonly values: number;
	readonly numbers: number;
	readonly sum: string | null;
	readonly average: string | null;
	readonly least: string | null;
	readonly most: string | null;
}

/**
 * Counts and sums selected cells, reading them through the source.
 * @throws AbortError when aborted, and errors of the source
 */
export async function summarize(
	source: RowSource,
	selected: SelectedCells,
	signal: AbortSignal,
	onProgress: (share: number) => void,
): Promise<Summary> {
	const tally = new Tally(selected.columns.map((index) => source.columns[index]?.kind ?? 'text'));
	let done = 0;
	await readCells(source, selected, signal, (rows) => {
		for (const row of rows) tally.add(row);
		done += rows.length;
		onProgress((done * selected.columns.length) / Math.max(1, cellCount(selected)));
	});
	return tally.summary();
}

class Tally {
	readonly #kinds: readonly CellKind[];
	readonly #sum = new ExactSum();
	/** Extremes are only shown if all values are times. */
	readonly #times: TimeExtremes | null;
	#values = 0;

	constructor(kinds: readonly CellKind[]) {
		this.#kinds = kinds;
		this.#times = kinds.every((kind) => kind === 'temporal') ? new TimeExtremes() : null;
	}

	add(row: readonly CellValue[]): void {
		for (let index = 0; index < row.length; index += 1) {
			const value = plainValue(row[index] ?? null);
			if (value === null) continue;
			this.#values += 1;
			const kind = this.#kinds[index] ?? 'text';
			if (this.#times !== null) this.#times.add(exactText(value));
			else if (isNumeric(kind) && isNumber(value)) this.#sum.add(value);
		}
	}

	summary(): Summary {
		const { count, sum, average, extremes } = this.#sum;
		const times = this.#times?.ends();
		return {
			values: this.#values,
			numbers: count,
			sum: count === 0 ? null : groupDigits(sum),
			average: average === null ? null : groupDigits(average),
			least: times?.least ?? (extremes === null ? null : groupDigits(extremes[0])),
			most: times?.most ?? (extremes === null ? null : groupDigits(extremes[1])),
		};
	}
}

const isNumber = (value: PlainValue): value is number | bigint | string =>
	typeof value === 'number' || typeof value === 'bigint' || typeof value === 'string';
