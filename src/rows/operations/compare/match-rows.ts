import type { PlainValue } from '../../source/row-source.ts';
import type { CellStore, WorkerTable } from '../../source/worker-table.ts';
import { Hasher } from '../../values/hash.ts';
import type { SharedColumn } from './aligned-columns.ts';
import type { Side } from './comparison.ts';
import { KeyTable } from './key-table.ts';

export interface Reading {
	readonly signal: AbortSignal;
	/** Called with the number of cells read since the last call. */
	advance(cells: number): void;
	pause(): Promise<void>;
}

/** The matching row on the other side, or -1. */
export interface Partners {
	readonly ofAfter: Int32Array;
	readonly ofBefore: Int32Array;
}

/** Number of each row's key; equal keys have equal numbers on both sides. */
export interface KeyNumbers {
	readonly before: Int32Array;
	readonly after: Int32Array;
	/** Numbers are below this. */
	readonly count: number;
	readonly nulls: { readonly before: number; readonly after: number };
	readonly bytes: number;
}

/** Numbers the rows of both sides by some columns. Excluded rows get -1. */
export async function numberKeys(
	tables: Readonly<Record<Side, WorkerTable>>,
	key: readonly SharedColumn[],
	reading: Reading,
	wanted?: Readonly<Record<Side, (row: number) => boolean>>,
): Promise<KeyNumbers> {
	const table = new KeyTable(Math.max(tables.before.rowCount, tables.after.rowCount));
	const nulls = { before: 0, after: 0 };
	const number = async (side: Side): Promise<Int32Array> => {
		const numbers = new Int32Array(tables[side].rowCount).fill(-1);
		await eachRow(tables[side], key, side, reading, wanted?.[side] ?? null, (row, hasher, hasNull) => {
			if (hasNull) nulls[side] += 1;
			numbers[row] = table.intern(hasher);
			return true;
		});
		return numbers;
	};
	const before = await number('before');
	const after = await number('after');
	return { before, after, count: table.size, nulls, bytes: table.bytes + before.byteLength + after.byteLength };
}

/**
 * Like `numberKeys`, but null unless the columns are unique and not null on each side. The result for the after rows is
 * reused by the comparison that follows.
 */
export async function numberUniqueKeys(
	tables: Readonly<Record<Side, WorkerTable>>,
	key: readonly SharedColumn[],
	reading: Reading,
): Promise<KeyNumbers | null> {
	const table = new KeyTable(Math.max(tables.before.rowCount, tables.after.rowCount));
	const number = async (side: Side): Promise<Int32Array | null> => {
		const numbers = new Int32Array(tables[side].rowCount);
		const seen = new Uint8Array(tables.before.rowCount + tables.after.rowCount);
		let isUnique = true;
		await eachRow(tables[side], key, side, reading, null, (row, hasher, hasNull) => {
			const found = table.intern(hasher);
			isUnique = !hasNull && seen[found] === 0;
			seen[found] = 1;
			numbers[row] = found;
			return isUnique;
		});
		return isUnique ? numbers : null;
	};
	const after = await number('after');
	const before = after && (await number('before'));
	if (after === null || before === null) return null;
	const bytes = table.bytes + before.byteLength + after.byteLength;
	return { before, after, count: table.size, nulls: { before: 0, after: 0 }, bytes };
}

/** Matches rows with equal numbers in order: first with first, until one side runs out. */
export function pairInOrder(numbers: Pick<KeyNumbers, Side | 'count'>, partners: Partners): void {
	const first = new Int32Array(numbers.count).fill(-1);
	const next = new Int32Array(numbers.before.length);
	for (let row = numbers.before.length - 1; row >= 0; row -= 1) {
		const number = numbers.before[row] as number;
		if (number < 0) continue;
		next[row] = first[number] as number;
		first[number] = row;
	}
	for (let row = 0; row < numbers.after.length; row += 1) {
		const number = numbers.after[row] as number;
		const partner = number < 0 ? -1 : (first[number] as number);
		if (partner < 0) continue;
		first[number] = next[partner] as number;
		partners.ofAfter[row] = partner;
		partners.ofBefore[partner] = row;
	}
}

/** Hashes columns of each row; `take` returns whether to continue. */
async function eachRow(
	table: WorkerTable,
	key: readonly SharedColumn[],
	side: Side,
	reading: Reading,
	wanted: ((row: number) => boolean) | null,
	take: (row: number, hasher: Hasher, hasNull: boolean) => boolean,
): Promise<void> {
	const hasher = new Hasher();
	const indexes = key.map((column) => column[side]);
	const piece = wanted === null ? undefined : (start: number, rows: number) => someRow(start, rows, wanted);
	for await (const { start, rows, stores } of table.scan(indexes, reading.signal, piece)) {
		const readers = key.map((column, index) => readerOf(stores[index] as CellStore, column));
		for (let row = 0; row < rows; row += 1) {
			if (wanted !== null && !wanted(start + row)) continue;
			hasher.reset();
			let hasNull = false;
			for (let index = 0; index < key.length; index += 1) {
				const value = readers[index]?.(row) ?? null;
				if (value === null) hasNull = true;
				hasher.add(value);
			}
			hasher.finish();
			if (!take(start + row, hasher, hasNull)) return;
			if (row % 1_024 === 1_023) await reading.pause();
		}
		reading.advance(rows * key.length);
		await reading.pause();
	}
}

/** Reads a file's integers as doubles if they're equal, which gives equal hashes. */
function readerOf(store: CellStore, { isRetyped, normalize }: SharedColumn): (row: number) => PlainValue {
	const [page, ...others] = store.pages ?? [];
	const raw = isRetyped || page === undefined || others.length > 0 ? null : page.raw();
	if (page === undefined || raw?.kind !== 'numbers') return (row) => normalize(store.value(row) as PlainValue);
	const positions = page.positions();
	return (row) => {
		const position = positions === null ? row : (positions[row] as number);
		return position < 0 ? null : (raw.values[position] as number);
	};
}

export function someRow(start: number, rows: number, holds: (row: number) => boolean): boolean {
	for (let row = start; row < start + rows; row += 1) if (holds(row)) return true;
	return false;
}
