import type { CellValue, CellWindow, GridColumn, PlainValue } from '../../source/row-source.ts';
import type { Batch, WorkerTable } from '../../source/worker-table.ts';
import { uniqueNames } from '../../values/unique-names.ts';
import type { SharedColumn } from './aligned-columns.ts';
import { hasBit } from './compare-cells.ts';
import type { Compared } from './compare-tables.ts';
import type { ComparisonView, RowChange } from './comparison.ts';
import { isSameValue } from './exact-column.ts';

/** A column of the comparison's rows, and where its values are. */
interface Source {
	readonly shared: SharedColumn | null;
	readonly before: number | null;
	readonly after: number | null;
}

/** Rows of a batch of a scan. */
const batchRows = 1_024;

/** Rows that lie closer together than this are read in one go. */
const nearby = 64;

/**
 * The rows of a comparison: those of the after side in their order, and between them those that were removed, where they
 * stood. The first column says what became of each row, the key follows, then the columns that changed, then the others.
 */
export class ComparedRows implements WorkerTable {
	readonly columns: readonly GridColumn[];
	readonly rowCount: number;
	readonly compared: Compared;
	readonly #sources: readonly Source[];
	/** For each row its place on either side, or -1. */
	readonly #before: Int32Array;
	readonly #after: Int32Array;

	constructor(compared: Compared, view: ComparisonView) {
		this.compared = compared;
		this.#sources = sourcesOf(compared);
		const columns = this.#sources.map((it) => columnOf(compared, it));
		this.columns = [
			{
				name: uniqueNames([...columns.map((it) => it.name), 'Change']).at(-1) ?? '',
				type: 'how the row changed',
				kind: 'text',
			},
			...columns,
		];
		[this.#before, this.#after] = placesOf(compared, view);
		this.rowCount = this.#after.length;
	}

	async rows({ rowStart, rowEnd, columnStart, columnEnd }: CellWindow, signal: AbortSignal): Promise<CellValue[][]> {
		const sources = this.#sources.slice(Math.max(0, columnStart - 1), Math.max(0, columnEnd - 1));
		const end = Math.min(rowEnd, this.rowCount);
		const { tables } = this.compared;
		const [old, now] = await Promise.all([
			readAt(
				tables.before,
				this.#before.subarray(rowStart, end),
				sources.map((it) => it.before),
				signal,
			),
			readAt(
				tables.after,
				this.#after.subarray(rowStart, end),
				sources.map((it) => it.after),
				signal,
			),
		]);
		return Array.from({ length: Math.max(0, end - rowStart) }, (_, at) => {
			const [before, after] = [old[at] ?? null, now[at] ?? null];
			const cells = sources.map((source, index) =>
				cellOf(source, before?.[index] ?? null, after?.[index] ?? null, before, after),
			);
			return columnStart === 0 ? [this.#changeOf(rowStart + at), ...cells] : cells;
		});
	}

	async *scan(
		columns: readonly number[],
		signal: AbortSignal,
		isWanted: (start: number, rows: number) => boolean = () => true,
	): AsyncGenerator<Batch> {
		const [first, last] = [Math.min(...columns), Math.max(...columns)];
		for (let start = 0; start < this.rowCount; start += batchRows) {
			const rows = Math.min(batchRows, this.rowCount - start);
			if (!isWanted(start, rows)) continue;
			signal.throwIfAborted();
			const window = { rowStart: start, rowEnd: start + rows, columnStart: first, columnEnd: last + 1 };
			const read = columns.length === 0 ? [] : await this.rows(window, signal);
			yield { start, rows, stores: columns.map((index) => ({ value: (row) => read[row]?.[index - first] ?? null })) };
		}
	}

	#changeOf(row: number): RowChange {
		const after = this.#after[row] as number;
		if (after < 0) return 'removed';
		if ((this.#before[row] as number) < 0) return 'added';
		return this.compared.cells.bits.some((it) => hasBit(it, after)) ? 'changed' : 'same';
	}
}

function cellOf(
	{ shared, before: inBefore, after: inAfter }: Source,
	old: PlainValue,
	now: PlainValue,
	before: readonly PlainValue[] | null,
	after: readonly PlainValue[] | null,
): CellValue {
	if (inAfter === null) return before === null ? { missing: 'This row is new, and the column was removed' } : old;
	if (inBefore === null) return after === null ? { missing: 'This row was removed before the column was added' } : now;
	if (after === null) return old;
	if (before === null || shared === null || isSameValue(shared.normal(old), shared.normal(now))) return now;
	return { before: old, after: now };
}

/** The key, then what changed, then the rest in the order of the after side; what was removed last. */
function sourcesOf({ aligned, key, cells }: Compared): Source[] {
	const hasChanges = ({ shared }: Source) => shared !== null && (cells.counts[aligned.shared.indexOf(shared)] ?? 0) > 0;
	const ofShared = (shared: SharedColumn): Source => ({ shared, before: shared.before, after: shared.after });
	const rest: Source[] = [
		...aligned.shared.filter((it) => !key.includes(it)).map(ofShared),
		...aligned.added.map((index) => ({ shared: null, before: null, after: index })),
	].sort((a, b) => (a.after ?? 0) - (b.after ?? 0));
	const removed = aligned.removed.map((index) => ({ shared: null, before: index, after: null }));
	const changed = rest.filter(hasChanges);
	return [...key.map(ofShared), ...changed, ...rest.filter((it) => !changed.includes(it)), ...removed];
}

function columnOf({ tables }: Compared, { shared, before, after }: Source): GridColumn {
	const now = after === null ? undefined : tables.after.columns[after];
	const old = before === null ? undefined : tables.before.columns[before];
	const { name = '', type = '', kind = 'text' } = now ?? old ?? {};
	if (shared === null) return { name, type: `${type}, ${after === null ? 'removed' : 'added'}`, kind };
	return { name, type: shared.isRetyped ? `${shared.types.before} → ${shared.types.after}` : type, kind };
}

function placesOf(compared: Compared, { changes, column }: ComparisonView): [before: Int32Array, after: Int32Array] {
	const { partners, cells, aligned } = compared;
	const wanted = new Set(changes);
	const at = aligned.shared.findIndex((it) => it.name === column);
	const isChanged = (row: number) =>
		column === null ? cells.bits.some((it) => hasBit(it, row)) : hasBit(cells.bits[at] ?? null, row);
	const [before, after] = [new Places(), new Places()];
	const put = (old: number, now: number) => {
		before.push(old);
		after.push(now);
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
	return [before.all(), after.all()];
}

/** A list of places that grows. */
class Places {
	#places = new Int32Array(1_024);
	#size = 0;

	push(place: number): void {
		if (this.#size === this.#places.length) {
			const larger = new Int32Array(this.#size * 2);
			larger.set(this.#places);
			this.#places = larger;
		}
		this.#places[this.#size] = place;
		this.#size += 1;
	}

	all(): Int32Array {
		return this.#places.slice(0, this.#size);
	}
}

/** Some columns of rows anywhere in a table; null for the places that are -1. Columns that are null are null in each row. */
async function readAt(
	table: WorkerTable,
	places: Int32Array,
	columns: readonly (number | null)[],
	signal: AbortSignal,
): Promise<(PlainValue[] | null)[]> {
	const present = columns.filter((it) => it !== null);
	const [columnStart, columnEnd] = [Math.min(...present), Math.max(...present) + 1];
	const found = new Map<number, CellValue[]>();
	const sorted = places.filter((it) => it >= 0).sort();
	for (let from = 0; from < sorted.length && present.length > 0; ) {
		let to = from + 1;
		while (to < sorted.length && (sorted[to] as number) - (sorted[to - 1] as number) < nearby) to += 1;
		const rowStart = sorted[from] as number;
		const rowEnd = (sorted[to - 1] as number) + 1;
		const rows = await table.rows({ rowStart, rowEnd, columnStart, columnEnd }, signal);
		rows.forEach((row, at) => void found.set(rowStart + at, row));
		from = to;
	}
	return Array.from(places, (place) => {
		if (place < 0) return null;
		const row = found.get(place);
		return columns.map((index) => (index === null ? null : ((row?.[index - columnStart] ?? null) as PlainValue)));
	});
}
