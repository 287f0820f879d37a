import { plainPage, type RawPage, type RawValues } from '../../source/raw-values.ts';
import type { PlainValue } from '../../source/row-source.ts';
import type { Batch, CellStore, NeedsRows, WorkerTable } from '../../source/worker-table.ts';
import type { SharedColumn } from './aligned-columns.ts';
import type { Side } from './comparison.ts';
import { boundsOf, isSameNumber, isSameValue } from './exact-column.ts';
import { type Partners, type Reading, someRow } from './match-rows.ts';

/**
 * Compares the cells of matched rows that kept their order, piece by piece, so everything is read once and nothing is
 * kept.
 * @param onChange receives a column's position and an after-side row
 * @returns rows in the largest before-side piece
 */
export async function compareInOrder(
	tables: Readonly<Record<Side, WorkerTable>>,
	columns: readonly SharedColumn[],
	{ ofAfter, ofBefore }: Partners,
	reading: Reading,
	onChange: (column: number, row: number) => void,
): Promise<number> {
	const { signal } = reading;
	const has = (partners: Int32Array): NeedsRows => {
		const isMatched = (row: number) => (partners[row] as number) >= 0;
		return (from, rows) => someRow(from, rows, isMatched);
	};
	const indexes = { before: columns.map(({ before }) => before), after: columns.map(({ after }) => after) };
	const olds = tables.before.scan(indexes.before, signal, has(ofBefore))[Symbol.asyncIterator]();
	let old: Batch | null = null;
	let most = 0;
	try {
		for await (const now of tables.after.scan(indexes.after, signal, has(ofAfter))) {
			for (let from = 0; ; ) {
				if (old !== null) {
					const span = { from, to: rowsUpTo(old.start + old.rows, now, from, ofAfter) };
					for (const [index, column] of columns.entries()) {
						comparePieces({ old, now, ...span }, index, column, ofAfter, onChange);
						await reading.pause();
					}
					from = span.to;
					if (from === now.rows) break;
				}
				const next: IteratorResult<Batch> = await olds.next();
				if (next.done) break;
				old = next.value;
				most = Math.max(most, old.rows);
				reading.advance(old.rows * columns.length);
			}
			reading.advance(now.rows * columns.length);
		}
		return most;
	} finally {
		await olds.return?.();
	}
}

/** The row of a piece up to which partners precede `end`. */
function rowsUpTo(end: number, { start, rows }: Batch, from: number, ofAfter: Int32Array): number {
	let to = from;
	while (to < rows && (ofAfter[start + to] as number) < end) to += 1;
	return to;
}

interface Span {
	readonly old: Batch;
	readonly now: Batch;
	/** Rows of `now`; end exclusive. */
	readonly from: number;
	readonly to: number;
}

/** Decoded pages, cached because decoding takes time. */
const opened = new WeakMap<RawPage, { readonly raw: RawValues | null; readonly places: Int32Array | null }>();

function open(page: RawPage) {
	const known = opened.get(page);
	if (known !== undefined) return known;
	const found = { raw: page.raw(), places: page.positions() };
	opened.set(page, found);
	return found;
}

/** If both sides have one type, raw values can be compared. */
export const pagesOf = (store: CellStore, { isRetyped }: SharedColumn, rows: number): readonly RawPage[] =>
	(isRetyped ? undefined : store.pages) ?? [plainPage(rows)];

function comparePieces(
	{ old, now, from, to }: Span,
	at: number,
	column: SharedColumn,
	ofAfter: Int32Array,
	onChange: (column: number, row: number) => void,
): void {
	const [olds, nows] = [old.stores[at] as CellStore, now.stores[at] as CellStore];
	const { normalize } = column;
	const pages = pagesOf(olds, column, old.rows);
	let turn = 0;
	for (const page of pagesOf(nows, column, now.rows)) {
		const end = Math.min(to, page.end);
		if (page.end <= from || page.start >= end) continue;
		const { raw, places } = open(page);
		let mine: RawPage | undefined;
		let its: RawValues | null = null;
		let itsPlaces: Int32Array | null = null;
		for (let row = Math.max(from, page.start); row < end; row += 1) {
			const partner = (ofAfter[now.start + row] as number) - old.start;
			if (partner < 0) continue;
			if (mine === undefined || partner >= mine.end) {
				while (partner >= (pages[turn] as RawPage).end) turn += 1;
				mine = pages[turn] as RawPage;
				({ raw: its, places: itsPlaces } = open(mine));
			}
			let isSame = false;
			if (raw !== null && its !== null) {
				const here = places === null ? row - page.start : (places[row - page.start] as number);
				const there = itsPlaces === null ? partner - mine.start : (itsPlaces[partner - mine.start] as number);
				isSame = here < 0 || there < 0 ? here === there : isSameRaw(raw, here, its, there);
			}
			// Different bytes may be the same text, and different kinds of pages may hold equal values.
			isSame ||= isSameValue(normalize(olds.value(partner) as PlainValue), normalize(nows.value(row) as PlainValue));
			if (!isSame) onChange(at, now.start + row);
		}
	}
}

/** Whether two raw values are equal; false doesn't mean they differ. */
function isSameRaw(a: RawValues, at: number, b: RawValues, place: number): boolean {
	if (a.kind === 'texts') return b.kind === 'texts' && isSameText(a, at, b, place);
	if (a.kind === 'codes')
		return b.kind === 'codes' && a.text(a.codes[at] as number) === b.text(b.codes[place] as number);
	return a.kind === b.kind && isSameNumber(a.values[at] as number, b.values[place] as number);
}

type Texts = Extract<RawValues, { kind: 'texts' }>;

function isSameText(a: Texts, at: number, b: Texts, place: number): boolean {
	const [from, to] = boundsOf(a, at);
	const [start, end] = boundsOf(b, place);
	if (to - from !== end - start) return false;
	const [mine, other, shift] = [a.bytes, b.bytes, start - from];
	for (let index = from; index < to; index += 1) if (mine[index] !== other[index + shift]) return false;
	return true;
}
