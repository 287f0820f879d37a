import { headerOf, isAbsent, isData, isHeader } from '#lib/delimited/header.ts';
import { count, cut } from '../format.ts';
import { isText } from './detect-types.ts';
import type { Doubt } from './input/doubts.ts';
import { findLaterNames } from './input/later-names.ts';
import { readInstead } from './input/other-tables.ts';
import { findTotals, isAmount, isNamedTotal, type TextRow } from './input/totals.ts';
import type { OpenedFile } from './opened-file.ts';
import type { Session } from './session.ts';

/** A row that may not be data, or several. */
interface OtherRow {
	readonly row: number;
	/** The last one. */
	readonly to?: number;
	readonly kind: 'a total' | 'a summary' | 'a note' | 'units' | 'column names' | 'another table';
	readonly texts: readonly string[];
}

/** Number of rows read to recognize units, and notes and totals below a table. */
const [firstRows, lastRows] = [20, 20];
const summaryWord =
	/^\P{L}*(?:averages?|avg|mean|median|min(?:imum)?|max(?:imum)?|durchschnitt|mittelwert|moyenne|promedio|[ø⌀])\P{L}*$/iu;
/** "Source: ONS", "* provisional", "[c] confidential", "-- end --". */
const noteForm = /^[*†‡[(–—-]|^\p{L}[^:]*:(\s|$)/u;

/** Totals, notes below the rows, units below the names, repeated names, and other tables. */
async function findOtherRows(
	{ connection }: Session,
	{ columns, rows, options, afterBlank = [] }: OpenedFile,
): Promise<OtherRow[]> {
	if ((options.headerRows ?? 0) === 0 || columns.length < 2 || rows < 3) return [];
	const cells = columns.map((_, index) => `coalesce(trim(CAST(c${index} AS VARCHAR)), '')`);
	const rowsWhere = async (where: string, most?: number) => {
		const found = await connection.run(
			`SELECT n, ${cells.join(', ')} FROM sent WHERE ${where} ORDER BY n ${most === undefined ? '' : `LIMIT ${most}`}`,
		);
		return (await found.getRows()).map(([n, ...texts]) => ({ row: Number(n), texts: texts.map(String) }));
	};
	// Columns that were read as typed values can't contain repeated names.
	const hasTexts = columns.every(isText);
	const names = columns.map(({ name, inFile = name }) => inFile);
	const later = hasTexts ? await findLaterNames({ connection, cells, names, rows }) : null;
	// For workbooks, the rows of the sheet are chosen with `sheetRows`.
	const table = options.sheetRows === undefined ? firstOf(await otherTable(), asTable(later?.table ?? null)) : null;
	const ends = await rowsWhere(`n <= ${firstRows} OR n > ${rows - lastRows}`);
	const [first, ...below] = ends.filter(({ row }) => row <= firstRows);
	const end = ends.filter(({ row }) => row > rows - lastRows).reverse();
	const [last] = end;
	const textColumns = [...columns.keys()].filter((index) => isText(columns[index]));
	const head = first === undefined ? [] : [first, ...below];
	const totals = await findTotals({ connection, cells, textColumns, rows }, head, end);
	const isTotal = ({ row }: { readonly row: number }) => totals.some((total) => total.row === row);
	const ending: OtherRow[] = [];
	const lone = await loneAtEnd();
	for (const row of end) {
		const isNote = lone > rows - row.row && isSentence(row.texts[0] ?? '');
		const kind = kindAtEnd(row.texts) ?? (isNote ? 'a note' : isTotal(row) ? 'a total' : null);
		if (kind === null) break;
		ending.unshift({ ...row, kind });
	}
	const found: OtherRow[] = [
		...(first !== undefined && areUnits(first.texts, below) ? [{ ...first, kind: 'units' as const }] : []),
		...(later?.again ?? []).map((row) => ({ ...row, kind: 'column names' as const })),
		...totals.flatMap((row) =>
			ending.some((other) => other.row === row.row) ? [] : [{ ...row, kind: 'a total' as const }],
		),
		// Unless the whole file consists of such rows.
		...(ending.length < end.length ? ending : []),
	];
	return table === null ? found : [...found.filter(({ row }) => row < table.row), table];

	/** Another table below a blank line, which begins with names. */
	async function otherTable(): Promise<OtherRow | null> {
		for (const [index, row] of afterBlank.entries()) {
			const next = Math.min(afterBlank[index + 1] ?? rows + 1, row + firstRows);
			const [names, ...others] = await rowsWhere(`n >= ${row} AND n < ${next}`);
			if (names === undefined || others.length === 0 || !isHeader(names.texts)) continue;
			const header = headerOf(
				names.texts,
				others.map(({ texts }) => texts),
			);
			if (header.rows === 1 && !header.isUnsure) return asTable(names);
		}
		return null;
	}

	function asTable(names: TextRow | null): OtherRow | null {
		return names === null ? null : { ...names, to: rows, kind: 'another table' };
	}

	/** Number of rows at the end with a value only in the first column; 0 if other rows are like that, too. */
	async function loneAtEnd(): Promise<number> {
		if (last === undefined || last.texts[0] === '' || last.texts.slice(1).some((text) => text !== '')) return 0;
		const others = cells.slice(1).map((cell) => `${cell} = ''`);
		const found = await connection.run(
			`SELECT count(*), min(n) FROM sent WHERE ${[`${cells[0]} <> ''`, ...others].join(' AND ')}`,
		);
		const [lone, start] = ((await found.getRows())[0] ?? []).map(Number);
		return lone !== undefined && lone > 0 && start === rows - lone + 1 ? lone : 0;
	}
}

const firstOf = (a: OtherRow | null, b: OtherRow | null): OtherRow | null =>
	a === null || (b !== null && b.row < a.row) ? b : a;

function kindAtEnd(texts: readonly string[]): OtherRow['kind'] | null {
	if (isNamedTotal(texts)) return 'a total';
	const [first = '', ...others] = texts;
	if (summaryWord.test(first) && others.some(isAmount)) return 'a summary';
	return first !== '' && !isData(first) && noteForm.test(first) && others.every((text) => text === '')
		? 'a note'
		: null;
}

const isSentence = (text: string): boolean => !isData(text) && text.split(/\s+/).length >= 5;

/** Whether a row has words where the others have numbers or dates. */
function areUnits(texts: readonly string[], below: readonly { readonly texts: readonly string[] }[]): boolean {
	const units = texts.flatMap((text, index) => (text === '' ? [] : [{ text, index }]));
	return (
		below.length > 1 &&
		units.length > 1 &&
		units.length * 2 >= texts.length &&
		units.every(({ text, index }) => {
			const values = below.flatMap(({ texts }) => texts[index] || []);
			return !isData(text) && !isAbsent(text) && values.length > 0 && values.every(isData);
		})
	);
}

/** Removes rows that aren't data if the user chose that; without a choice, adds a question. @param opened read as text if rows are to be removed */
export async function withoutOtherRows(
	session: Session,
	opened: OpenedFile,
	chosen: 'keep' | 'skip' | undefined,
): Promise<OpenedFile> {
	const found = chosen === 'keep' ? [] : await findOtherRows(session, opened);
	if (found.length === 0) return opened;
	const shown = found.slice(0, 5).map(({ row, to = row, kind, texts }) => {
		const what = kind === 'column names' ? kind : `${kind}: "${cut(texts.filter(Boolean).join(', '), 60)}"`;
		const [from, last] = [row, to].map((number) => number.toLocaleString('en'));
		return to === row ? `row ${from} (${what})` : `rows ${from}–${last} (${what})`;
	});
	const table = found.find(({ kind }) => kind === 'another table');
	// For a sheet, the question is about its rows.
	const isText = opened.options.sheet === undefined;
	const line = table === undefined || !isText ? undefined : opened.linesOf?.([table.row]).get(table.row);
	const withTable = line === undefined ? opened : { ...opened, otherTables: [...(opened.otherTables ?? []), line - 1] };
	const list = `${shown.join(', ')}${found.length > shown.length ? ' and others' : ''}`;
	if (chosen === 'skip') {
		const ranges = found.map(({ row, to = row }) => `n BETWEEN ${row} AND ${to}`);
		await session.connection.run(`DELETE FROM sent_rows WHERE ${ranges.join(' OR ')}`);
		const leftOut = found.reduce((sum, { row, to = row }) => sum + to - row + 1, 0);
		const remark = `${count(leftOut, 'row')} left out: ${list}.`;
		return { ...withTable, rows: opened.rows - leftOut, remarks: [...opened.remarks, remark] };
	}
	const remark = `${found.length === 1 && found[0]?.to === undefined ? 'A row' : 'Some rows'} may not be data: ${list}. Choose an option under "Totals, notes and units".${line === undefined ? '' : readInstead(line).replace(' it ', ' the other table ')}`;
	const doubt: Doubt = { option: 'otherRows', values: ['skip', 'keep'], remark };
	return { ...withTable, doubts: [...(opened.doubts ?? []), doubt] };
}
