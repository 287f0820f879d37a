import type { DuckDBConnection } from '@duckdb/node-api';
import { isData } from '#lib/delimited/header.ts';
import { literal } from '#lib/sql/quoting.ts';
import { cut } from '../../format.ts';
import type { Doubt } from './doubts.ts';
import type { Layout } from './read-delimited.ts';
import type { LinesOf } from './row-lines.ts';

/** Number of values with line breaks that are examined. */
const maxExamined = 100;

/** For values that may be several lines, each with the values of a row, joined by a stray opening quote such as an inch mark. */
export async function joinedLinesDoubts(
	connection: DuckDBConnection,
	{ delimiter, quote, width }: Layout,
	linesOf: LinesOf,
): Promise<Doubt[]> {
	if (delimiter === null || quote === null || width < 2) return [];
	const times = (source: string, sign: string) => `len(${source}) - len(replace(${source}, ${sign}, ''))`;
	const names = Array.from({ length: width }, (_, index) => `CAST(c${index} AS VARCHAR)`);
	const isLikely = names.map(
		(name) =>
			`(contains(${name}, chr(10)) AND ${times(name, literal(delimiter))} = ${width - 1} * (${times(name, 'chr(10)')}))`,
	);
	const found = await connection.run(
		`SELECT n, ${names.join(', ')} FROM sent WHERE ${isLikely.join(' OR ')} ORDER BY n LIMIT ${maxExamined}`,
	);
	for (const [n, ...cells] of await found.getRows()) {
		const lines = cells
			.map((cell) => (cell === null ? '' : String(cell)))
			.join(delimiter)
			.split(/\r?\n/);
		const rows = lines.map((line) => line.split(delimiter));
		const joined = cells.findIndex((cell) => String(cell).includes('\n'));
		if (!areRows(rows, width, joined)) continue;
		const first = linesOf([Number(n)]).get(Number(n)) ?? 0;
		const [from, to] = [first, first + lines.length - 1].map((line) => line.toLocaleString('en'));
		const signs = quote === '"' ? 'a quotation mark or an inch sign' : 'a quotation mark or an apostrophe';
		const remark = `Lines ${from}–${to} would be one row, because a value in line ${from} begins with ${quote} (${signs}): "${cut(lines.slice(0, 2).join(' '), 60)}". Under "Quotes", choose "${quote === '"' ? 'Double' : 'Single'}" if that’s right, or "None" to read each line as a row.`;
		return [{ option: 'quote', values: [quote, ''], remark }];
	}
	return [];
}

/** Whether each line has a value for each column, the joined column begins and ends with data, and another column has only data. */
function areRows(rows: readonly (readonly string[])[], width: number, joined: number): boolean {
	if (rows.length < 2 || rows.some(({ length }) => length !== width)) return false;
	const areData = (index: number) => rows.map((row) => isData(row[index] ?? ''));
	const ends = areData(joined);
	if (ends[0] !== true || ends.at(-1) !== true) return false;
	return Array.from({ length: width }, (_, index) => index).some(
		(index) => index !== joined && areData(index).every(Boolean),
	);
}
