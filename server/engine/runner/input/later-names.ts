import type { DuckDBConnection } from '@duckdb/node-api';
import { areUsualNames, headerOf, isAbsent, isData, isHeader } from '#lib/delimited/header.ts';
import { literal } from '#lib/sql/quoting.ts';
import type { TextRow } from './totals.ts';

/** Number of rows read below possible names to recognize them. */
const readRows = 20;

interface Searched {
	readonly connection: DuckDBConnection;
	/** Expressions for the text of each column. */
	readonly cells: readonly string[];
	/** Names of the columns, as they are in the file. */
	readonly names: readonly string[];
	readonly rows: number;
}

/**
 * In a file without types, the rows that repeat the column names, and the first row that begins another table: it has the same names in another
 * order, or other names where the rows above have numbers or dates.
 */
export async function findLaterNames(searched: Searched): Promise<{ again: TextRow[]; table: TextRow | null }> {
	const { connection, cells, names } = searched;
	const rowsWhere = async (where: string) => {
		const found = await connection.run(`SELECT n, ${cells.join(', ')} FROM sent WHERE ${where} ORDER BY n`);
		return (await found.getRows()).map(([n, ...texts]): TextRow => ({ row: Number(n), texts: texts.map(String) }));
	};
	const listed = names.map(literal).join(', ');
	const withNames = await rowsWhere(cells.map((cell) => `${cell} IN (${listed})`).join(' AND '));
	const again = withNames.filter(({ texts }) => texts.every((text, index) => text === names[index]));
	const sorted = JSON.stringify([...names].sort());
	const reordered = withNames.find((row) => !again.includes(row) && JSON.stringify([...row.texts].sort()) === sorted);
	const others = await findOtherNames(searched, rowsWhere, new Set(again.map(({ row }) => row)));
	const [table = null] = [reordered, others]
		.filter((row) => row !== undefined && row !== null)
		.sort((a, b) => a.row - b.row);
	return { again: again.filter(({ row }) => table === null || row < table.row), table };
}

/** SQL patterns equivalent to `isData`. */
const dataForms = [
	'[+-]?[0-9.,]*[0-9]\\s*%?',
	'[0-9]{1,4}[-./][0-9]{1,2}[-./][0-9]{1,4}.*',
	'(?i:true|false|null|n/?a|none|nan|-|[?])?',
];

/** The first row that has a word in a column with only numbers or dates above, if it looks like names of what is below. */
async function findOtherNames(
	{ connection, cells, rows }: Searched,
	rowsWhere: (where: string) => Promise<TextRow[]>,
	known: ReadonlySet<number>,
): Promise<TextRow | null> {
	const [first, second] = await rowsWhere('n <= 2');
	const ofData = cells.flatMap((cell, index) =>
		[first, second].every((row) => isData(row?.texts[index] ?? '')) ? [{ cell, index }] : [],
	);
	if (ofData.length === 0) return null;
	const isKnown = known.size === 0 ? 'false' : `n IN (${[...known].join(', ')})`;
	const firstWords = ofData.map(
		({ cell }) =>
			`min(n) FILTER (WHERE NOT regexp_full_match(${cell}, ${literal(dataForms.join('|'))}) AND NOT ${isKnown})`,
	);
	const [found = []] = await (await connection.run(`SELECT ${firstWords.join(', ')} FROM sent`)).getRows();
	const starts = new Set(found.flatMap((row) => (row === null ? [] : [Number(row)])));
	for (const start of [...starts].sort((a, b) => a - b)) {
		const [names, ...below] = await rowsWhere(`n BETWEEN ${start} AND ${Math.min(rows, start + readRows)}`);
		if (names === undefined || below.length === 0 || !areNames(names.texts, below)) continue;
		const words = ofData.filter((_, index) => Number(found[index]) === start);
		// A single word among numbers may be a value.
		if (words.length > 1 || areUsualNames(names.texts)) return names;
	}
	return null;
}

function areNames(texts: readonly string[], below: readonly TextRow[]): boolean {
	const filled = texts.filter((text) => !isAbsent(text));
	if (filled.length < 2 || filled.length < texts.length || new Set(filled).size < filled.length || !isHeader(texts))
		return false;
	const { rows, isUnsure } = headerOf(
		texts,
		below.map((row) => row.texts),
	);
	return rows === 1 && !isUnsure;
}
