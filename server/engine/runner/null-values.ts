import { literal } from '#lib/sql/quoting.ts';
import type { Session } from './session.ts';

/** Words that mean "no value" if all other values of a column are numbers, dates or the like. */
const words = ['NA', 'N/A', 'n/a', '#N/A', 'NULL', 'null', 'Null', 'None', 'NaN', 'nan', '-', '--', '\\N', '?', '.'];
const listed = words.map(literal).join(', ');
/** Number of rows searched for them in a text column: if they were rare, the other values wouldn't be text. */
const sampled = 1_000;
const mostNamed = 3;

/** SQL of a column's texts without these words. */
export const withoutNullWords = (source: string): string =>
	`CASE WHEN trim(${source}) IN (${listed}) THEN NULL ELSE ${source} END`;

/** Which columns contain such words. @param sources their texts as SQL, and whether to search all rows */
export async function haveNullWords(
	{ connection }: Session,
	sources: readonly { readonly source: string; readonly inAll: boolean }[],
	rows: number,
): Promise<boolean[]> {
	const every = Math.max(1, Math.floor(rows / sampled));
	const found = sources.map(() => false);
	for (const inAll of [false, true]) {
		const own = [...sources.entries()].filter(([, item]) => item.inAll === inAll);
		if (own.length === 0) continue;
		const parts = own.map(([, { source }]) => `bool_or(trim(${source}) IN (${listed}))`);
		const where = inAll ? '' : ` WHERE n <= ${sampled} OR n % ${every} = 0`;
		const [row = []] = await (await connection.run(`SELECT ${parts.join(', ')} FROM sent${where}`)).getRows();
		for (const [at, [index]] of own.entries()) found[index] = row[at] === true;
	}
	return found;
}

/** "NA" and "-" */
export async function nullWordsOf({ connection }: Session, source: string): Promise<string> {
	const counted = await connection.run(
		`SELECT trim(${source}) AS word FROM sent WHERE trim(${source}) IN (${listed}) GROUP BY word ORDER BY count(*) DESC, word LIMIT ${mostNamed}`,
	);
	return (await counted.getRows()).map(([word]) => `"${word}"`).join(', ');
}
