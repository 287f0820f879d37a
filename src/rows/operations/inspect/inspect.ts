import type {
	DeclaredType,
	Inspection,
	RejectedLine,
	TableReader,
	ValueType,
} from '../../formats/table/read-options.ts';
import { MisfitCounter, type Misfits } from './column-fit.ts';
import { ColumnTypes } from './column-types.ts';

const maxRejected = 1_000;
const shownRows = 50;

/**
 * Reads a whole file: its content, and the lines that aren't rows. Memory doesn't grow with its size. @throws
 * TableProblem, AbortError
 */
export async function inspect(
	reader: TableReader,
	signal: AbortSignal,
	onProgress: (bytes: number) => void,
): Promise<Inspection> {
	const columns: ColumnTypes[] = [];
	const rejected: RejectedLine[] = [];
	const first: (readonly unknown[])[] = [];
	let [rows, rejectedCount] = [0, 0];
	for await (const piece of reader.pieces(signal)) {
		for (const row of piece.rows) {
			// Rows before a field's first occurrence lack it.
			while (columns.length < reader.names.length) columns.push(emptyFor(rows));
			rows += 1;
			for (const [index, column] of columns.entries()) column.observe(row[index]);
			if (first.length < shownRows) first.push(row);
		}
		rejectedCount += piece.rejected.length;
		rejected.push(...piece.rejected.slice(0, maxRejected - rejected.length));
		onProgress(piece.bytes);
	}
	while (columns.length < reader.names.length) columns.push(emptyFor(rows));
	return {
		options: reader.options,
		format: reader.format,
		columns: reader.names.map((name, index) => ({
			name,
			type: typeOf(columns[index]?.type ?? 'empty', reader.types?.[index]),
			declared: reader.types?.[index]?.name ?? null,
			empty: columns[index]?.empty ?? rows,
		})),
		rows,
		rejected,
		rejectedCount,
		preambleLines: reader.preambleLines,
		sheets: reader.sheets,
		remarks: reader.remarks,
		first,
	};
}

/** A type stated in the file wins, even if its text looks like something else. */
const typeOf = (seen: ValueType, declared: DeclaredType | undefined): ValueType =>
	declared === undefined || seen === 'empty' ? seen : declared.values;

function emptyFor(rows: number): ColumnTypes {
	const column = new ColumnTypes();
	column.empty = rows;
	return column;
}

/** Counts values that don't fit their columns' types, in a whole file. @throws TableProblem, AbortError */
export async function countMisfits(
	reader: TableReader,
	types: readonly string[],
	signal: AbortSignal,
): Promise<Misfits> {
	const counter = new MisfitCounter(types);
	for await (const { rows } of reader.pieces(signal)) for (const row of rows) counter.observe(row);
	return counter.result();
}

/** Selects rows with a text in a column's value, ignoring case. */
export interface RowFilter {
	readonly column: number;
	readonly text: string;
}

export interface FilterWork {
	readonly signal: AbortSignal;
	/** @param bytes searched */
	readonly onProgress: (bytes: number) => void;
}

/**
 * Finds the first rows from a position that pass a filter.
 * @returns `isFull`: whether the search stopped because it found enough, before the end of the file
 * @throws TableProblem, AbortError
 */
export async function filterRows(
	reader: TableReader,
	filter: RowFilter,
	from: number,
	count: number,
	{ signal, onProgress }: FilterWork,
) {
	const isWanted = createTest(filter);
	const rows: (readonly unknown[])[] = [];
	let at = 0;
	for await (const piece of reader.pieces(signal)) {
		for (const row of piece.rows) {
			at += 1;
			if (at <= from || !isWanted(row)) continue;
			if (rows.length === count) return { rows, isFull: true };
			rows.push(row);
		}
		onProgress(piece.bytes);
	}
	return { rows, isFull: false };
}

/** Reads rows forwards from a position: sequential requests read the file once. */
export class RowCursor {
	readonly #reader: TableReader;
	#pieces: AsyncGenerator<{ rows: readonly (readonly unknown[])[] }> | null = null;
	#held: (readonly unknown[])[] = [];
	#at = 0;

	constructor(reader: TableReader) {
		this.#reader = reader;
	}

	/** @returns up to `count` rows starting at `from` */
	async read(from: number, count: number, signal: AbortSignal): Promise<(readonly unknown[])[]> {
		if (this.#pieces === null || from < this.#at) {
			await this.#pieces?.return(undefined);
			this.#pieces = this.#reader.pieces(new AbortController().signal);
			[this.#held, this.#at] = [[], 0];
		}
		while (this.#at + this.#held.length < from + count) {
			signal.throwIfAborted();
			const { done, value } = await this.#pieces.next();
			if (done) break;
			const skipped = Math.max(0, from - this.#at);
			if (skipped >= this.#held.length + value.rows.length) {
				this.#at += this.#held.length + value.rows.length;
				this.#held = [];
			} else for (const row of value.rows) this.#held.push(row);
		}
		const rows = this.#held.slice(from - this.#at, from - this.#at + count);
		this.#held = this.#held.slice(from - this.#at + rows.length);
		this.#at = from + rows.length;
		return rows;
	}
}

function createTest({ column, text }: RowFilter): (row: readonly unknown[]) => boolean {
	const wanted = text.toLowerCase();
	return (row) => {
		const value = row[column];
		if (value === null || value === undefined) return false;
		const found = typeof value === 'object' ? JSON.stringify(value) : String(value);
		return found.toLowerCase().includes(wanted);
	};
}
