import type { PlainValue } from '../../source/row-source.ts';
import type { WorkerTable } from '../../source/worker-table.ts';
import { type AlignedColumns, alignColumns, type SharedColumn } from './aligned-columns.ts';
import { type CellChanges, compareCells, hasBit, isReordered, noBits, setBit } from './compare-cells.ts';
import type { Comparison, SharedKey, Side } from './comparison.ts';
import { type KeyNumbers, numberKeys, type Partners, pairInOrder, type Reading } from './match-rows.ts';

export type Sides = Readonly<Record<Side, WorkerTable>>;

/** A comparison, with what is needed to show its rows. */
export interface Compared {
	readonly comparison: Comparison;
	readonly tables: Sides;
	readonly aligned: AlignedColumns;
	readonly partners: Partners;
	readonly cells: CellChanges;
	readonly key: readonly SharedColumn[];
}

const samplesShown = 3;

/**
 * Compares two tables exactly. Rows match by key columns, or without a key as whole rows. Rows that share a key within
 * their side only match rows equal in every column; the rest count as removed and added, since it's unknown which row
 * became which.
 * @param keyNames null: no key
 * @param known key numbers of rows, if a key was suggested before
 * @throws Error if a key column isn't on both sides
 */
export async function compareTables(
	tables: Sides,
	keyNames: readonly string[] | null,
	reading: Reading,
	known: KeyNumbers | null = null,
): Promise<Compared> {
	const aligned = alignColumns(tables.before.columns, tables.after.columns);
	const key = keyNames === null ? [] : keyNames.map((name) => sharedNamed(aligned, name));
	const columns = keyNames === null ? aligned.shared : key;
	const { partners, ...matched } = await matchRows(tables, aligned, keyNames === null ? null : key, reading, known);
	const cells = await compareCells(tables, aligned.shared, partners, reading);
	const isMatching = (column: SharedColumn) => columns.includes(column);
	dropFalseMatches(aligned, cells, partners, isMatching);
	const comparison: Comparison = {
		rows: { before: tables.before.rowCount, after: tables.after.rowCount },
		columns: {
			added: aligned.added.flatMap((index) => tables.after.columns[index] ?? []).map(nameAndType),
			removed: aligned.removed.flatMap((index) => tables.before.columns[index] ?? []).map(nameAndType),
			retyped: aligned.shared.filter((column) => column.isRetyped).map(({ name, types }) => ({ name, ...types })),
			changed: aligned.shared.map((column, index) => ({
				name: column.name,
				cells: cells.counts[index] ?? 0,
				isKey: key.includes(column),
			})),
		},
		key: keyNames,
		counts: countRows(cells, partners),
		reordered: isReordered(partners),
		ambiguous: matched.ambiguous,
		withoutKey: matched.withoutKey,
		bytes: Math.max(cells.bytes, matched.bytes) + partners.ofAfter.byteLength + partners.ofBefore.byteLength,
	};
	return { comparison, tables, aligned, partners, cells, key };
}

interface Matched extends Pick<Comparison, 'ambiguous' | 'withoutKey' | 'bytes'> {
	readonly partners: Partners;
}

/** Matches rows. Frees the key numbers, which take many bytes per row. @param key null: no key */
async function matchRows(
	tables: Sides,
	aligned: AlignedColumns,
	key: readonly SharedColumn[] | null,
	reading: Reading,
	known: KeyNumbers | null,
): Promise<Matched> {
	const partners = {
		ofAfter: new Int32Array(tables.after.rowCount).fill(-1),
		ofBefore: new Int32Array(tables.before.rowCount).fill(-1),
	};
	const none = { before: 0, after: 0 };
	const unmatched = { partners, ambiguous: { ...none, samples: [] }, withoutKey: none };
	// Without common columns, rows can't be matched.
	if ((key ?? aligned.shared).length === 0) return { ...unmatched, bytes: 0 };
	const numbers = known ?? (await numberKeys(tables, key ?? aligned.shared, reading));
	if (key === null) {
		pairInOrder(numbers, partners);
		return { ...unmatched, bytes: numbers.bytes };
	}
	const shared = sharedKeys(numbers);
	await matchByKey(tables, aligned, numbers, shared, partners, reading);
	const ambiguous = {
		before: countOf(numbers.before, shared),
		after: countOf(numbers.after, shared),
		samples: await sampleShared(tables, key, numbers, shared, reading.signal),
	};
	return { partners, ambiguous, withoutKey: numbers.nulls, bytes: numbers.bytes };
}

const nameAndType = ({ name, type }: { name: string; type: string }) => ({ name, type });

function sharedNamed({ shared }: AlignedColumns, name: string): SharedColumn {
	const found = shared.find((column) => column.name === name);
	if (found === undefined) throw new Error(`Column "${name}" isn’t in both tables. Choose another key.`);
	return found;
}

function sharedKeys({ before, after, count }: KeyNumbers): Uint8Array {
	const shared = new Uint8Array(count);
	for (const numbers of [before, after]) {
		const seen = noBits(count);
		for (const number of numbers) {
			if (hasBit(seen, number)) shared[number] = 1;
			setBit(seen, number);
		}
	}
	return shared;
}

async function matchByKey(
	tables: Sides,
	{ shared: all }: AlignedColumns,
	numbers: KeyNumbers,
	shared: Uint8Array,
	partners: Partners,
	reading: Reading,
): Promise<void> {
	if (!shared.includes(1)) return pairInOrder(numbers, partners);
	const alone = (side: Int32Array) => side.map((number) => (shared[number] === 1 ? -1 : number));
	pairInOrder({ before: alone(numbers.before), after: alone(numbers.after), count: numbers.count }, partners);
	const isShared = (side: Int32Array) => (row: number) => shared[side[row] as number] === 1;
	const wanted = { before: isShared(numbers.before), after: isShared(numbers.after) };
	pairInOrder(await numberKeys(tables, all, reading, wanted), partners);
}

/** Rows match by hash; unmatches those whose values differ. */
function dropFalseMatches(
	{ shared }: AlignedColumns,
	{ bits }: CellChanges,
	partners: Partners,
	isMatching: (column: SharedColumn) => boolean,
): void {
	for (const [index, its] of bits.entries()) {
		const column = shared[index];
		if (its === null || column === undefined || !isMatching(column)) continue;
		for (let row = 0; row < partners.ofAfter.length; row += 1) {
			const partner = partners.ofAfter[row] as number;
			if (partner < 0 || !hasBit(its, row)) continue;
			partners.ofBefore[partner] = -1;
			partners.ofAfter[row] = -1;
		}
	}
}

function countRows({ bits }: CellChanges, { ofAfter, ofBefore }: Partners): Comparison['counts'] {
	const counts = { same: 0, changed: 0, added: 0, removed: 0 };
	for (let row = 0; row < ofAfter.length; row += 1) {
		if ((ofAfter[row] as number) < 0) counts.added += 1;
		else if (bits.some((its) => hasBit(its, row))) counts.changed += 1;
		else counts.same += 1;
	}
	for (const partner of ofBefore) if (partner < 0) counts.removed += 1;
	return counts;
}

const countOf = (numbers: Int32Array, shared: Uint8Array): number =>
	numbers.reduce((count, number) => count + (shared[number] as number), 0);

async function sampleShared(
	tables: Sides,
	key: readonly SharedColumn[],
	numbers: KeyNumbers,
	shared: Uint8Array,
	signal: AbortSignal,
): Promise<SharedKey[]> {
	const found: { side: Side; row: number; number: number; rows: number }[] = [];
	for (const side of ['after', 'before'] as const) {
		const its = new Map<number, (typeof found)[number]>();
		numbers[side].forEach((number, row) => {
			if (shared[number] !== 1) return;
			const known = its.get(number);
			if (known !== undefined) known.rows += 1;
			else if (its.size < samplesShown) its.set(number, { side, row, number, rows: 1 });
		});
		for (const key of its.values())
			if (key.rows > 1 && !found.some((other) => other.number === key.number)) found.push(key);
	}
	return await Promise.all(
		found.slice(0, samplesShown).map(async ({ side, row, rows }) => {
			const cell = async (index: number) => {
				const window = { rowStart: row, rowEnd: row + 1, columnStart: index, columnEnd: index + 1 };
				const [read] = await tables[side].rows(window, signal);
				return (read?.[0] ?? null) as PlainValue;
			};
			return { side, rows, values: await Promise.all(key.map((column) => cell(column[side]))) };
		}),
	);
}
