import type { DuckDBConnection } from '@duckdb/node-api';
import { isData } from '#lib/delimited/header.ts';

/** A row of a file, 1-based, with the text of its cells. */
export interface TextRow {
	readonly row: number;
	readonly texts: readonly string[];
}

/** The rows to search for totals. */
export interface Searched {
	readonly connection: DuckDBConnection;
	/** Expressions for the text of each column. */
	readonly cells: readonly string[];
	/** Columns that contain text. */
	readonly textColumns: readonly number[];
	readonly rows: number;
}

/** Names of totals in several languages, including those that spreadsheets use in pivot tables. */
const totalNames =
	'total(?:s|es)?|total g[eé]n[eé]ral|totale|totaal|eindtotaal|totalt|totalsumma|(?:end)?summe|gesamt(?:summe|ergebnis)?|insgesamt|zwischensumme|teilergebnis|overall result|razem|celkem|összesen|yhteensä|(?:genel )?toplam|σύνολο|(?:общий )?итог|итого|всего|合計|小計|总计|總計|合计|총합계|합계|총계|[Σ∑]';
/** Names that also occur in other phrases, such as "lump sum", so they count only below a table. */
const sumNames = 'sum|summa|suma|somme|spolu|i alt';
/** Names that often mean something else, so they count only next to sums. */
const perhapsNames = 'result|ergebnis|résultat|resultado|risultato|ensemble';
const prefix = '(?:(?:grand|sub)[ -]?)?';
const totalWord = new RegExp(`^\\P{L}*${prefix}(?:${totalNames}|${sumNames})(?!\\p{L})`, 'iu');
/** A whole cell, or its last word, as in "East subtotal". Valid in JavaScript and in the engine. */
const lastWord = (names: string): string => `^(?:.*\\s)?${prefix}(?:${names})\\P{L}*$`;
const totalAnywhere = new RegExp(lastWord(totalNames), 'iu');
const anyName = lastWord(`${totalNames}|${sumNames}|${perhapsNames}`);

/** Above these numbers, rows named as totals are data, such as a category for each year, unless they have sums. */
const [maxTotals, maxNamed] = [20, 1_000];
/** Columns that are searched for names, and whose sums are computed. */
const [searchedColumns, summedColumns] = [4, 30];
/** In files with more rows, only the first column is searched for names, because searching is slow. */
const maxSearched = 200_000;

const isNumber = (text: string): boolean => /^[^\p{L}]*\d[^\p{L}]*$/u.test(text);
/** A number, or a formula without a saved result. */
export const isAmount = (text: string): boolean => isNumber(text) || text.startsWith('=');

/** Whether the first cell names a total, and another one is a number. */
export function isNamedTotal(texts: readonly string[]): boolean {
	const filled = texts.filter((text) => text !== '');
	return totalWord.test(filled[0] ?? '') && filled.slice(1).some(isAmount);
}

const isTotalAnywhere = ([first = '', ...others]: readonly string[]): boolean =>
	totalAnywhere.test(first) && others.some(isAmount);

/** Rows that contain sums of other rows, or are named as totals. @param first the first rows @param last the last ones */
export async function findTotals(
	searched: Searched,
	first: readonly TextRow[],
	last: readonly TextRow[],
): Promise<readonly TextRow[]> {
	const named = await findNamed(searched);
	const inFirst = named.filter(({ texts }) => isTotalAnywhere(texts));
	const sums = named.length === 0 ? [] : await findSums(searched, named);
	const summed = sums.filter((ofRow) => ofRow.some(isSum));
	// One of them may be the sum of a single row, or zero.
	const haveSums = summed.length * 2 > named.length && summed.some((ofRow) => ofRow.some(({ addends }) => addends > 1));
	const totals = named.filter(
		(row, index) =>
			(haveSums && (sums[index]?.length === 0 || sums[index]?.some(isSum))) ||
			(inFirst.length <= maxTotals && inFirst.includes(row)),
	);
	const unnamed = searched.rows > maxSearched ? [] : await findUnnamed(searched, totals, first, last);
	return [...totals, ...unnamed].sort((a, b) => a.row - b.row);
}

/** Rows with the name of a total in one of their first text cells. */
async function findNamed({ connection, cells, textColumns, rows: all }: Searched): Promise<TextRow[]> {
	const named = textColumns
		.filter((index, at) => index === 0 || (at < searchedColumns && all <= maxSearched))
		.map((index) => `regexp_matches(${cells[index]}, '(?i)${anyName}')`);
	if (named.length === 0) return [];
	const found = await connection.run(
		`SELECT n, ${cells.join(', ')} FROM sent WHERE ${named.join(' OR ')} ORDER BY n LIMIT ${maxNamed + 1}`,
	);
	const rows = (await found.getRows()).map(([n, ...texts]) => ({ row: Number(n), texts: texts.map(String) }));
	return rows.length > maxNamed ? [] : rows.filter(({ texts }) => texts.some(isAmount));
}

/** A number of a row, with the sum of the rows that it may be the total of. */
interface Sum {
	readonly value: number;
	/** How many of them aren't zero. */
	readonly addends: number;
	readonly isEqual: boolean;
}

const isSum = ({ isEqual }: Sum): boolean => isEqual;

/** The last row and the first row, if they contain sums: under any name if several numbers are sums, or if a sum can't be a coincidence. */
async function findUnnamed(
	searched: Searched,
	totals: readonly TextRow[],
	first: readonly TextRow[],
	last: readonly TextRow[],
): Promise<TextRow[]> {
	const isKnown = ({ row }: TextRow) => totals.some((total) => total.row === row);
	const [top] = first;
	const bottom = last.find((row) => !isKnown(row));
	const found: TextRow[] = [];
	for (const [row, near] of [
		[bottom, last],
		[top, first],
	] as const) {
		if (row === undefined || isKnown(row) || found.includes(row)) continue;
		const others = near.filter((other) => other !== row && !isKnown(other));
		if (!mayBeSum(row, others)) continue;
		const rows = [...totals, ...found, row].sort((a, b) => a.row - b.row);
		const sums = (await findSums(searched, rows))[rows.indexOf(row)] ?? [];
		const hasNoName = row.texts[0] === '' && row.texts.every((text) => text === '' || isNumber(text));
		// Two numbers such as 1 and 2 are often below their sum.
		const equal = sums.filter(({ isEqual, addends }) => isEqual && addends > (hasNoName ? 1 : 2));
		const isCertain = equal.length > 1 || Math.abs(equal[0]?.value ?? 0) >= 100;
		if (equal.length > 0 && (hasNoName || (isCertain && equal.length * 2 > sums.length))) found.push(row);
	}
	return found;
}

/** Whether a row has a number that is at least the sum of the others. In most files, no row has one. */
function mayBeSum({ texts }: TextRow, others: readonly TextRow[]): boolean {
	return texts.some((text, index) => {
		const value = valuesOf(text);
		const above = others.map((other) => valuesOf(other.texts[index] ?? ''));
		return [0, 1].some((reading) => {
			const own = value[reading] ?? 0;
			const numbers = above.map((values) => values[reading] ?? 0);
			const isSmaller = own < numbers.reduce((sum, number) => sum + number, 0) * (1 - tolerance);
			return own !== 0 && !(isSmaller && numbers.every((number) => number >= 0));
		});
	});
}

const tolerance = 1e-9;
/** Numbers with any separators, and possibly a currency. Valid in JavaScript and in the engine. */
const numberForm = '^[-+]?[€$£¥]? ?[-+]?[0-9][0-9.,]*( ?[€$£¥%])?$';

/** The value of a string as a number with a decimal point, and as one with a decimal comma. */
function valuesOf(text: string): (number | null)[] {
	if (!new RegExp(numberForm).test(text)) return [null, null];
	const plain = text.replaceAll(/[^0-9.,-]/g, '');
	return [plain.replaceAll(',', ''), plain.replaceAll('.', '').replace(',', '.')].map((number) =>
		Number.isNaN(Number(number)) ? null : Number(number),
	);
}

/** The same in the engine. */
function numbersIn(cell: string): string[] {
	const plain = `regexp_replace(${cell}, '[^0-9.,-]', '', 'g')`;
	const read = (text: string) =>
		`coalesce(CASE WHEN regexp_matches(${cell}, '${numberForm}') THEN TRY_CAST(${text} AS DOUBLE) END, 0)`;
	return [read(`replace(${plain}, ',', '')`), read(`replace(replace(${plain}, '.', ''), ',', '.')`)];
}

/**
 * For each number of each row, whether it's the sum of the numbers above or below it in other rows: of all of them, or of those since one of `rows`.
 * @param rows in file order
 */
async function findSums({ connection, cells }: Searched, rows: readonly TextRow[]): Promise<Sum[][]> {
	const columns = [...cells.keys()]
		.filter((index) =>
			rows.some(({ texts }) => isData(texts[index] ?? '') && valuesOf(texts[index] ?? '').some(Boolean)),
		)
		.slice(0, summedColumns);
	if (columns.length === 0) return rows.map(() => []);
	const readings = columns.flatMap((index) => numbersIn(cells[index] ?? ''));
	const aggregates = readings.map((_, index) => `sum(x${index}), count(*) FILTER (WHERE x${index} <> 0)`);
	await connection.run(
		`CREATE OR REPLACE TEMP TABLE others AS SELECT unnest([${rows.map(({ row }) => row).join(', ')}]) AS other`,
	);
	const found = await connection.run(
		`SELECT coalesce(other, 0) AS after, ${aggregates.join(', ')} FROM (SELECT n, ${readings.map((read, index) => `${read} AS x${index}`).join(', ')} FROM sent WHERE n NOT IN (SELECT other FROM others)) ASOF LEFT JOIN others ON n > other GROUP BY after`,
	);
	const groups = new Map((await found.getRows()).map(([after, ...numbers]) => [Number(after), numbers.map(Number)]));
	/** Sums and counts of the rows between those of the list, beginning with the ones above the first. */
	const between = [0, ...rows.map(({ row }) => row)].map(
		(after) => groups.get(after) ?? readings.flatMap(() => [0, 0]),
	);
	return rows.map(({ texts }, index) =>
		columns.flatMap((column, at): Sum[] => {
			const values = valuesOf(texts[column] ?? '');
			if (!values.some(Boolean)) return [];
			const tried = values.flatMap((value, reading) => {
				const position = (at * 2 + reading) * 2;
				return value === null || value === 0
					? []
					: sumsAround(between, index, position).map((sum) => ({ ...sum, value }));
			});
			const equal = tried.find(({ sum, value, addends }) => addends > 0 && isNear(sum, value));
			const value = equal?.value ?? values.find(Boolean) ?? 0;
			return [{ value, addends: equal?.addends ?? 0, isEqual: equal !== undefined }];
		}),
	);
}

const isNear = (sum: number, value: number): boolean => Math.abs(sum - value) <= tolerance * Math.abs(value);

/** @param index of a row in the list @param at index of a column's sum, followed by the number of its addends */
function sumsAround(between: readonly (readonly number[])[], index: number, at: number) {
	const sums: { sum: number; addends: number }[] = [];
	for (const groups of [between.slice(0, index + 1).reverse(), between.slice(index + 1)]) {
		let [sum, addends] = [0, 0];
		for (const group of groups) {
			sum += group[at] ?? 0;
			addends += group[at + 1] ?? 0;
			sums.push({ sum, addends });
		}
	}
	return sums;
}
