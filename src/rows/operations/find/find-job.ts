import type { JobContext } from '../../source/job.ts';
import {
	type CellKind,
	type CellPosition,
	type CellValue,
	type FindQuery,
	isChanged,
	isMissing,
} from '../../source/row-source.ts';
import { pieces } from '../../source/turns.ts';
import { exactText, groupDigits } from '../../values/cell-text.ts';

/** Rows that are searched at once on the way back: tables are read forwards only. */
const stretch = 65_536;

/** Some rows, ends exclusive, and which of their cells count. */
interface Part {
	readonly from: number;
	readonly to: number;
	counts(cell: CellPosition): boolean;
}

/** The next cell that holds a text, from a cell on and around the end. */
export async function find(query: FindQuery, context: JobContext): Promise<CellPosition | null> {
	const { table } = context;
	const sought = query.text.toLowerCase();
	const columns = query.columns.filter((column) => canHold(sought, table.columns[column]?.kind ?? 'text'));
	if (sought === '' || columns.length === 0) return null;
	let done = 0;
	for (const part of partsOf(query, table.rowCount)) {
		const found = await searchPart(part, columns, sought, query.backwards, context, (rows) => {
			done += rows;
			context.progress(Math.min(done, table.rowCount), table.rowCount);
		});
		if (found !== null) return found;
	}
	return null;
}

/** What lies behind the cell where the search begins, and then what lies before it, itself included. */
function partsOf({ from, backwards, columns }: FindQuery, rowCount: number): Part[] {
	if (from === null) return [{ from: 0, to: rowCount, counts: () => true }];
	const place = columns.indexOf(from.column);
	const isBehind = ({ row, column }: CellPosition) =>
		row > from.row || (row === from.row && columns.indexOf(column) > place);
	const isBefore = (cell: CellPosition) =>
		cell.row < from.row || (cell.row === from.row && columns.indexOf(cell.column) < place);
	const behind: Part = {
		from: from.row,
		to: rowCount,
		counts: (cell) => (backwards ? !isBefore(cell) : isBehind(cell)),
	};
	const before: Part = { from: 0, to: from.row + 1, counts: (cell) => (backwards ? isBefore(cell) : !isBehind(cell)) };
	return backwards ? [before, behind] : [behind, before];
}

async function searchPart(
	part: Part,
	columns: readonly number[],
	sought: string,
	backwards: boolean,
	context: JobContext,
	onRows: (rows: number) => void,
): Promise<CellPosition | null> {
	if (!backwards) return (await searchRows(part, columns, sought, false, context, onRows)).found;
	for (let to = part.to; to > part.from; ) {
		const from = Math.max(part.from, to - stretch);
		const { found, first } = await searchRows({ ...part, from, to }, columns, sought, true, context, onRows);
		if (found !== null) return found;
		to = Math.min(from, first);
	}
	return null;
}

/** @returns the first match, or the last one if `wantsLast`; and the first row that was read */
async function searchRows(
	{ from, to, counts }: Part,
	columns: readonly number[],
	sought: string,
	wantsLast: boolean,
	{ table, signal, pause }: JobContext,
	onRows: (rows: number) => void,
): Promise<{ found: CellPosition | null; first: number }> {
	let found: CellPosition | null = null;
	let first = from;
	const kinds = columns.map((column) => table.columns[column]?.kind ?? 'text');
	const isWanted = (start: number, rows: number) => start < to && start + rows > from;
	for await (const batch of table.scan(columns, signal, isWanted)) {
		first = Math.min(first, batch.start);
		for (const [start, end] of pieces(batch.rows)) {
			for (let row = start; row < end; row += 1) {
				for (const [index, store] of batch.stores.entries()) {
					if (!holds(store.value(row), kinds[index] ?? 'text', sought)) continue;
					const cell = { row: batch.start + row, column: columns[index] ?? 0 };
					if (cell.row >= to || !counts(cell)) continue;
					if (!wantsLast) return { found: cell, first };
					found = cell;
				}
			}
			onRows(end - start);
			await pause();
		}
	}
	return { found, first };
}

function holds(value: CellValue, kind: CellKind, sought: string): boolean {
	if (value === null || isMissing(value)) return false;
	if (isChanged(value)) return holds(value.before, kind, sought) || holds(value.after, kind, sought);
	const text = exactText(value).toLowerCase();
	if (text.includes(sought)) return true;
	if (isNumber(kind)) return sought.includes(',') && groupDigits(text).includes(sought);
	return kind === 'temporal' && text.replace('t', ' ').includes(sought);
}

const isNumber = (kind: CellKind): boolean => kind === 'integer' || kind === 'float' || kind === 'decimal';

/** Whether a cell of a kind could hold the text at all: columns that cannot are not read. */
function canHold(sought: string, kind: CellKind): boolean {
	if (isNumber(kind)) return /^[-+\d.,e]+$/.test(sought) || 'nan -infinity'.includes(sought);
	if (kind === 'temporal') return /^[-+\d.:tzpymdhs /]+$/.test(sought) || '-infinity'.includes(sought);
	if (kind === 'boolean') return 'true'.includes(sought) || 'false'.includes(sought);
	return true;
}
