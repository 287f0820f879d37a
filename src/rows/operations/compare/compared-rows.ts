import type { CellValue, CellWindow, GridColumn, PlainValue } from '../../source/row-source.ts';
import {
	type Batch,
	type NeedsRows,
	neededPieces,
	readAscending,
	type WorkerTable,
} from '../../source/worker-table.ts';
import { uniqueNames } from '../../values/unique-names.ts';
import type { SharedColumn } from './aligned-columns.ts';
import { hasBit } from './compare-cells.ts';
import type { Compared } from './compare-tables.ts';
import type { ComparisonView, RowChange, Side } from './comparison.ts';
import { missingAfter, missingBefore } from './comparison.ts';
import { isSameValue } from './exact-column.ts';

interface Source {
	readonly shared: SharedColumn | null;
	readonly before: number | null;
	readonly after: number | null;
}

const batchRows = 1_024;

/** The after rows, with removed ones at their former positions. Columns: the change, the key, changed ones, then the rest. */
export class ComparedRows implements WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	readonly compared: Compared;
	readonly #sources: readonly Source[];
	/** Each row's position on either side, or -1. */
	readonly #before: Int32Array;
	readonly #after: Int32Array;

	constructor(compared: Compared, view: ComparisonView) {
		this.compared = compared;
		this.#sources = sourcesOf(compared);
		const columns = this.#sources.map((source) => columnOf(compared, source));
		const name = uniqueNames([...columns.map((column) => column.name), 'Change']).at(-1) ?? '';
		this.columns = [{ name, type: 'how the row changed', kind: 'text' }, ...columns];
		[this.#before, this.#after] = rowsOf(compared, view);
		this.rowCount = this.#after.length;
	}

	async rows({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow, signal: AbortSignal): Promise<CellValue[][]> {
		const sources = this.#sources.slice(Math.max(0, columnStart - 1), Math.max(0, columnEnd - 1));
		const end = Math.min(rowEnd, this.rowCount);
		const readSide = async (side: Side, positions: Int32Array) => {
			const columns = sources.map((source) => source[side]);
			return await readAt(this.compared.tables[side], positions.subarray(rowStart, end), columns, signal);
		};
		const [old, now] = await Promise.all([readSide('before', this.#before), readSide('after', this.#after)]);
		return Array.from({ length: Math.max(0, end - rowStart) }, (_, index) => {
			const [before, after] = [old[index] ?? null, now[index] ?? null];
			const cells = sources.map((source, index) =>
				cellOf(source, before?.[index] ?? null, after?.[index] ?? null, before, after),
			);
			return columnStart === 0 ? [this.#changeOf(rowStart + index), ...cells] : cells;
		});
	}

	async *scan(columns: readonly number[], signal: AbortSignal, needsRows?: NeedsRows): AsyncGenerator<Batch> {
		const [columnStart, columnEnd] = [Math.min(...columns), Math.max(...columns) + 1];
		for (const { start, rows } of neededPieces(this.rowCount, batchRows, signal, needsRows)) {
			const window = { rowStart: start, rowEnd: start + rows, columnStart, columnEnd };
			const read = columns.length === 0 ? [] : await this.rows(window, signal);
			const stores = columns.map((index) => ({ value: (row: number) => read[row]?.[index - columnStart] ?? null }));
			yield { start, rows, stores };
		}
	}

	#changeOf(row: number): RowChange {
		const after = this.#after[row] as number;
		if (after < 0) return 'removed';
		if ((this.#before[row] as number) < 0) return 'added';
		return this.compared.cells.bits.some((bit) => hasBit(bit, after)) ? 'changed' : 'same';
	}
}

function cellOf(
	{ shared, before: inBefore, after: inAfter }: Source,
	old: PlainValue,
	now: PlainValue,
	before: readonly PlainValue[] | null,
	after: readonly PlainValue[] | null,
): CellValue {
	if (inAfter === null) return before === null ? { missing: missingAfter } : old;
	if (inBefore === null) return after === null ? { missing: missingBefore } : now;
	if (after === null) return old;
	if (before === null || shared === null || isSameValue(shared.normalize(old), shared.normalize(now))) return now;
	return { before: old, after: now };
}

/** The key, changed columns, the rest in the after side's order, then removed columns. */
function sourcesOf({ aligned, key, cells }: Compared): Source[] {
	const hasChanges = ({ shared }: Source) => shared !== null && (cells.counts[aligned.shared.indexOf(shared)] ?? 0) > 0;
	const ofShared = (shared: SharedColumn): Source => ({ shared, before: shared.before, after: shared.after });
	const rest: Source[] = [
		...aligned.shared.filter((column) => !key.includes(column)).map(ofShared),
		...aligned.added.map((index) => ({ shared: null, before: null, after: index })),
	].sort((a, b) => (a.after ?? 0) - (b.after ?? 0));
	const removed = aligned.removed.map((index) => ({ shared: null, before: index, after: null }));
	const changed = rest.filter(hasChanges);
	return [...key.map(ofShared), ...changed, ...rest.filter((source) => !changed.includes(source)), ...removed];
}

function columnOf({ tables }: Compared, { shared, before, after }: Source): GridColumn {
	const now = after === null ? undefined : tables.after.columns[after];
	const old = before === null ? undefined : tables.before.columns[before];
	const { name = '', type = '', kind = 'text' } = now ?? old ?? {};
	if (shared === null) return { name, type: `${type}, ${after === null ? 'removed' : 'added'}`, kind };
	return { name, type: shared.isRetyped ? `${shared.types.before} → ${shared.types.after}` : type, kind };
}

function rowsOf(compared: Compared, { changes, column }: ComparisonView): [before: Int32Array, after: Int32Array] {
	const { partners, cells, aligned } = compared;
	const wanted = new Set(changes);
	const at = aligned.shared.findIndex((sharedColumn) => sharedColumn.name === column);
	const isChanged = (row: number) =>
		column === null ? cells.bits.some((bit) => hasBit(bit, row)) : hasBit(cells.bits[at] ?? null, row);
	const most = partners.ofBefore.length + partners.ofAfter.length;
	const [before, after] = [new Int32Array(most), new Int32Array(most)];
	let count = 0;
	const put = (old: number, now: number) => {
		before[count] = old;
		after[count] = now;
		count += 1;
	};
	let passed = 0;
	const putRemoved = (end: number) => {
		for (; passed < end; passed += 1)
			if (wanted.has('removed') && (partners.ofBefore[passed] as number) < 0) put(passed, -1);
	};
	for (let row = 0; row < partners.ofAfter.length; row += 1) {
		const partner = partners.ofAfter[row] as number;
		if (partner >= passed) putRemoved(partner);
		const change = partner < 0 ? 'added' : isChanged(row) ? 'changed' : 'same';
		if (wanted.has(change)) put(partner, row);
	}
	putRemoved(partners.ofBefore.length);
	return [before.slice(0, count), after.slice(0, count)];
}

/** Columns of rows at arbitrary positions; null for position -1 and for null columns. */
async function readAt(
	table: WorkerTable,
	positions: Int32Array,
	columns: readonly (number | null)[],
	signal: AbortSignal,
): Promise<(PlainValue[] | null)[]> {
	const present = columns.filter((column) => column !== null);
	const [columnStart, columnEnd] = [Math.min(...present), Math.max(...present) + 1];
	const sorted = positions.filter((row) => row >= 0).sort();
	const read = present.length === 0 ? [] : await readAscending(table, sorted, { columnStart, columnEnd }, signal);
	const found = new Map(read.map((row, index) => [sorted[index], row]));
	return Array.from(positions, (position) => {
		if (position < 0) return null;
		const row = found.get(position);
		return columns.map((index) => (index === null ? null : ((row?.[index - columnStart] ?? null) as PlainValue)));
	});
}
