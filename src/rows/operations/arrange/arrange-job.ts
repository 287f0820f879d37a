import type { JobContext } from '../../source/job.ts';
import { pieces } from '../../source/job.ts';
import { plainPage } from '../../source/raw-values.ts';
import { type Arrangement, type GridColumn, plainValue, type TableShape } from '../../source/row-source.ts';
import { shapeOf } from '../../source/worker-table.ts';
import { ArrangedTable } from './arranged-table.ts';
import { BytesKey } from './bytes-key.ts';
import { testOf } from './filter.ts';
import { NestedKey } from './nested-key.ts';
import { NumberKey } from './number-key.ts';
import { orderOf, type SortKey } from './sort-key.ts';

export interface ArrangeInput {
	readonly arrangement: Arrangement;
	readonly number: number;
	readonly first: readonly number[];
}

/** Rank of values without a rank: after all others, in either direction. */
const last = 0xffffffff;

/** Sorts and filters. @returns the shape of the remaining rows. @throws Error if a term doesn't fit its column */
export async function arrange(
	{ arrangement, number, first }: ArrangeInput,
	{ table, signal, pause, progress, keep }: JobContext,
): Promise<TableShape> {
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
			unordered: new Uint8Array(rowCount),
		};
	});
	const needed = [...new Set([...tests, ...keys].map((test) => test.index))];
	// Rows not in memory may be read again, in row order.
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
		for (const { index, key, unordered } of keys) {
			const store = storeOf(index);
			const isWhole = count - before === rows;
			for (const page of (isWhole && store?.pages) || [plainPage(count - before)]) {
				const first = before + page.start;
				if (key.addPage?.(first, page)) {
					markNulls(page.positions(), unordered, first);
					await pause();
					continue;
				}
				for (const [from, to] of pieces(page.end - page.start)) {
					for (let position = first + from; position < first + to; position += 1)
						if (!key.add(position, plainValue(store?.value((kept[position] ?? 0) - start) ?? null)))
							unordered[position] = 1;
					await pause();
				}
			}
		}
		progress(start + rows, total);
	}
	const ranks: Uint32Array[] = [];
	for (const term of keys) ranks.push(await ranksOf(term, count, pause));
	const isSorted = keys.length > 0;
	const order = isSorted ? await orderOf(ranks, count, pause) : null;
	const rows = order === null ? kept.slice(0, count) : order.map((position) => kept[position] ?? 0);
	const picked = table.pick?.(rows);
	if (picked !== undefined) keep(number, picked);
	else {
		const arranged = new ArrangedTable(table, rows, !isSorted);
		await arranged.prepare(first, signal, (done) => progress(rowCount + done, total));
		keep(number, arranged);
	}
	return shapeOf({ columns, rowCount: count });
}

function markNulls(positions: Int32Array | null, unordered: Uint8Array, first: number): void {
	for (const [row, at] of positions?.entries() ?? []) if (at < 0) unordered[first + row] = 1;
}

const keyFor = ({ kind, name, nested }: GridColumn, rowCount: number): SortKey =>
	nested !== undefined
		? new NestedKey(nested, name, rowCount)
		: kind === 'text' || kind === 'json' || kind === 'blob'
			? new BytesKey(name, rowCount)
			: new NumberKey(kind, rowCount);

async function ranksOf(
	{ key, descending, unordered }: { key: SortKey; descending: boolean; unordered: Uint8Array },
	count: number,
	pause: () => Promise<void>,
): Promise<Uint32Array> {
	const ranks = await key.ranks(count, pause);
	for (let position = 0; position < count; position += 1) {
		if (unordered[position] === 1) ranks[position] = last;
		else if (descending) ranks[position] = last - 1 - (ranks[position] ?? 0);
	}
	return ranks;
}

function indexOf(columns: readonly GridColumn[], name: string): number {
	const index = columns.findIndex((column) => column.name === name);
	if (index === -1)
		throw new Error(
			`Column "${name}" doesn’t exist. It may have been renamed or removed. Remove it from the sort and the filters.`,
		);
	return index;
}
