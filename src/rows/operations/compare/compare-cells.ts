import type { PlainValue } from '../../source/row-source.ts';
import type { CellStore, NeedsRows, WorkerTable } from '../../source/worker-table.ts';
import type { SharedColumn } from './aligned-columns.ts';
import { compareInOrder, pagesOf } from './compare-in-order.ts';
import type { Side } from './comparison.ts';
import { ExactColumn } from './exact-column.ts';
import { type Partners, type Reading, someRow } from './match-rows.ts';

/** Maximum bytes of before-side values in memory; a single row group may exceed it. */
const room = 16 * 1_024 * 1_024;
/** Size of a packed value without its text. */
const bytesOfValue = 9;
/** Maximum columns for which a row group of our outputs fits. */
const widest = Math.floor(room / 2 / (bytesOfValue * 10_240));

/** Which cells of matched rows differ: a bit per after-side row, for columns with differences. */
export interface CellChanges {
	readonly counts: readonly number[];
	readonly bits: readonly (Uint8Array | null)[];
	/** Peak memory, bytes. */
	readonly bytes: number;
}

export const hasBit = (bits: Uint8Array | null, row: number): boolean =>
	bits !== null && ((bits[row >> 3] as number) & (1 << (row & 7))) !== 0;

export const noBits = (count: number): Uint8Array => new Uint8Array((count + 7) >> 3);

export function setBit(bits: Uint8Array, row: number): void {
	bits[row >> 3] = (bits[row >> 3] as number) | (1 << (row & 7));
}

/**
 * Compares the cells of matched rows exactly. If rows kept their order, both sides are read once. Otherwise, since
 * partners may be anywhere, some columns of all before rows are kept packed while the after rows stream by.
 */
export async function compareCells(
	tables: Readonly<Record<Side, WorkerTable>>,
	columns: readonly SharedColumn[],
	partners: Partners,
	reading: Reading,
): Promise<CellChanges> {
	const counts = columns.map(() => 0);
	const bits: (Uint8Array | null)[] = columns.map(() => null);
	let bytes = 0;
	const { rowCount } = tables.before;
	const isInOrder = !isReordered(partners);
	const fitting = Math.floor((room * 0.9) / Math.max(1, bytesOfValue * rowCount));
	const size = Math.max(1, isInOrder ? Math.min(columns.length, widest) : fitting);
	for (let first = 0; first < columns.length; first += size) {
		const some = columns.slice(first, first + size);
		const onChange = (at: number, row: number) => {
			const index = first + at;
			counts[index] = (counts[index] ?? 0) + 1;
			bits[index] ??= noBits(tables.after.rowCount);
			setBit(bits[index], row);
		};
		if (isInOrder) {
			const rows = await compareInOrder(tables, some, partners, reading, onChange);
			bytes = Math.max(bytes, rows * some.length * bytesOfValue);
			continue;
		}
		for (let from = 0; from < rowCount; ) {
			const held = await holdRows(tables.before, some, from, partners, reading);
			bytes = Math.max(bytes, bytesOf(held.columns));
			await compareHeld(tables.after, some, held, partners, reading, onChange);
			from = held.end;
		}
	}
	return { counts, bits, bytes: bytes + bits.reduce((sum, array) => sum + (array?.byteLength ?? 0), 0) };
}

interface Held {
	readonly columns: readonly ExactColumn[];
	readonly start: number;
	readonly end: number;
}

const bytesOf = (columns: readonly ExactColumn[]): number => columns.reduce((sum, { bytes }) => sum + bytes, 0);

/** Whether any row precedes another whose partner it follows. */
export function isReordered({ ofAfter }: Partners): boolean {
	let last = -1;
	for (const partner of ofAfter) {
		if (partner < 0) continue;
		if (partner < last) return true;
		last = partner;
	}
	return false;
}

/** Loads before-side rows, starting at a given one: as many as fit, but at least a whole batch. */
async function holdRows(
	table: WorkerTable,
	columns: readonly SharedColumn[],
	start: number,
	{ ofBefore }: Partners,
	reading: Reading,
): Promise<Held> {
	let held: ExactColumn[] = [];
	let end = start;
	const indexes = columns.map((column) => column.before);
	for await (const batch of table.scan(indexes, reading.signal, (first, rows) => first + rows > start)) {
		if (held.length === 0) held = columns.map(() => new ExactColumn(start, table.rowCount));
		end = batch.start + batch.rows;
		for (const [index, column] of columns.entries()) {
			const store = batch.stores[index] as CellStore;
			const exact = held[index] as ExactColumn;
			const isHeld = (row: number): boolean => row >= start && (ofBefore[row] as number) >= 0;
			for (const page of pagesOf(store, column, batch.rows)) {
				const raw = page.raw();
				if (raw !== null) exact.setPage(page, raw, batch.start + page.start, isHeld);
				else
					for (let row = page.start; row < page.end; row += 1)
						if (isHeld(batch.start + row))
							exact.set(batch.start + row, column.normalize(store.value(row) as PlainValue));
			}
			await reading.pause();
		}
		reading.advance(batch.rows * columns.length);
		if (bytesOf(held) > room) break;
	}
	return { columns: held, start, end: Math.max(end, start + 1) };
}

async function compareHeld(
	table: WorkerTable,
	columns: readonly SharedColumn[],
	held: Held,
	{ ofAfter }: Partners,
	reading: Reading,
	onChange: (column: number, row: number) => void,
): Promise<void> {
	const isHeld = (row: number): boolean => {
		const partner = ofAfter[row] as number;
		return partner >= held.start && partner < held.end;
	};
	const needsRows: NeedsRows = (from, rows) => someRow(from, rows, isHeld);
	const indexes = columns.map((column) => column.after);
	for await (const batch of table.scan(indexes, reading.signal, needsRows)) {
		for (const [index, column] of columns.entries()) {
			const store = batch.stores[index] as CellStore;
			const exact = held.columns[index] as ExactColumn;
			for (const page of pagesOf(store, column, batch.rows)) {
				const raw = page.raw();
				const places = page.positions();
				for (let row = page.start; row < page.end; row += 1) {
					const position = batch.start + row;
					if (!isHeld(position)) continue;
					const partner = ofAfter[position] as number;
					const place = places === null ? row - page.start : (places[row - page.start] as number);
					const isSame =
						raw === null
							? exact.equals(partner, column.normalize(store.value(row) as PlainValue))
							: exact.equalsRaw(partner, raw, place);
					if (!isSame) onChange(index, position);
				}
			}
			await reading.pause();
		}
		reading.advance(batch.rows * columns.length);
	}
}
