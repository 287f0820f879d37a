import type { DuckDBConnection } from '@duckdb/node-api';
import { literal } from '#lib/sql/quoting.ts';
import { listText } from '#lib/text/list-text.ts';

interface Connected {
	readonly connection: DuckDBConnection;
}

/** Words that mean "no value" if all other values of a column are numbers, dates or the like. */
export const nullWords = [
	'NA',
	'N/A',
	'n/a',
	'#N/A',
	'#DIV/0!',
	'#VALUE!',
	'#REF!',
	'#NAME?',
	'#NUM!',
	'#NULL!',
	'NULL',
	'null',
	'Null',
	'None',
	'NaN',
	'nan',
	'-',
	'--',
	'\\N',
	'?',
	'.',
];
const listed = nullWords.map(literal).join(', ');
const maxNamed = 3;

/** SQL of a column's text without these words. */
export const withoutNullWords = (source: string): string =>
	`CASE WHEN trim(${source}) IN (${listed}) THEN NULL ELSE ${source} END`;

/** Which columns, given as SQL of their text, contain such words. */
export async function haveNullWords({ connection }: Connected, sources: readonly string[]): Promise<boolean[]> {
	if (sources.length === 0) return [];
	const parts = sources.map((source) => `bool_or(trim(${source}) IN (${listed}))`);
	const [row = []] = await (await connection.run(`SELECT ${parts.join(', ')} FROM sent`)).getRows();
	return row.map((found) => found === true);
}

/** The words found in a column, such as `"NA" and "-"`. */
export async function nullWordsOf({ connection }: Connected, source: string): Promise<string> {
	const counted = await connection.run(
		`SELECT trim(${source}) AS word FROM sent WHERE trim(${source}) IN (${listed}) GROUP BY word ORDER BY count(*) DESC, word LIMIT ${maxNamed}`,
	);
	return listText((await counted.getRows()).map(([word]) => `"${word}"`));
}
