import type { JobContext } from '../../source/job.ts';
import type { Arrangement, GridColumn, MadeShape } from '../../source/row-source.ts';
import { pieces } from '../../source/turns.ts';
import { shapeOf } from '../../source/worker-table.ts';
import { ArrangedTable } from './arranged-table.ts';
import { BytesKey } from './bytes-key.ts';
import { plainValue, testOf } from './filter.ts';
import { NumberKey } from './number-key.ts';
import { orderOf } from './radix.ts';
import type { SortKey } from './sort-key.ts';

export interface ArrangeInput {
	readonly arrangement: Arrangement;
	/** The number that the arranged rows get. */
	readonly number: number;
	/** Columns that will be seen first. */
	readonly first: readonly number[];
}

/** No rank: behind all others, in whichever direction. */
const last = 0xffffffff;

/** Sorts and filters. @returns the shape of the rows that are left. @throws Error where a term does not fit its column */
export async function arrange(
	{ arrangement, number, first }: ArrangeInput,
	{ table, signal, pause, progress, keep }: JobContext,
): Promise<MadeShape> {
	const { columns, rowCount } = table;
	const tests = arrangement.filter.map((term) => {
		const index = indexOf(columns, term.column);
		return { index, test: testOf(term, columns[index] as GridColumn) };
	});
	const keys = arrangement.sort.map(({ column, descending }) => {
		const index = indexOf(columns, column);
		return {
			index,
			descending,
			key: keyFor(columns[index] as GridColumn, rowCount),
			unplaced: new Uint8Array(rowCount),
		};
	});
	const needed = [...new Set([...tests, ...keys].map((it) => it.index))];
	// what is not in memory may be read a second time, in the order of the rows
	const total = table.pick !== undefined || first.length === 0 ? rowCount : 2 * rowCount;
	const kept = new Uint32Array(rowCount);
	let count = 0;
	for await (const { start, rows, stores } of table.scan(needed, signal)) {
		const storeOf = (index: number) => stores[needed.indexOf(index)];
		const before = count;
		for (const [from, to] of pieces(rows)) {
			for (let row = from; row < to; row += 1)
				if (tests.every(({ index, test }) => test(storeOf(index)?.value(row) ?? null))) kept[count++] = start + row;
			await pause();
		}
		for (const { index, key, unplaced } of keys) {
			const store = storeOf(index);
			for (const [from, to] of pieces(count - before)) {
				for (let place = before + from; place < before + to; place += 1)
					if (!key.add(place, plainValue(store?.value((kept[place] ?? 0) - start) ?? null))) unplaced[place] = 1;
				await pause();
			}
		}
		progress(start + rows, total);
	}
	const ranks: Uint32Array[] = [];
	for (const term of keys) ranks.push(await ranksOf(term, count, pause));
	const isSorted = keys.length > 0;
	const order = isSorted ? await orderOf(ranks, count, pause) : null;
	const rows = order === null ? kept.slice(0, count) : order.map((place) => kept[place] ?? 0);
	const picked = table.pick?.(rows);
	if (picked !== undefined) keep(number, picked);
	else {
		const arranged = new ArrangedTable(table, rows, !isSorted);
		await arranged.prepare(first, signal, (done) => progress(rowCount + done, total));
		keep(number, arranged);
	}
	return shapeOf({ columns, rowCount: count });
}

const keyFor = ({ kind, name }: GridColumn, rowCount: number): SortKey =>
	kind === 'text' || kind === 'json' || kind === 'blob' ? new BytesKey(name, rowCount) : new NumberKey(kind, rowCount);

async function ranksOf(
	{ key, descending, unplaced }: { key: SortKey; descending: boolean; unplaced: Uint8Array },
	count: number,
	pause: () => Promise<void>,
): Promise<Uint32Array> {
	const ranks = await key.ranks(count, pause);
	for (let place = 0; place < count; place += 1) {
		if (unplaced[place] === 1) ranks[place] = last;
		else if (descending) ranks[place] = last - 1 - (ranks[place] ?? 0);
	}
	return ranks;
}

function indexOf(columns: readonly GridColumn[], name: string): number {
	const index = columns.findIndex((it) => it.name === name);
	if (index === -1) throw new Error(`There is no column ${name} here. It may have been renamed or removed.`);
	return index;
}
