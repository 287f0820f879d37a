import type { Column, DatasetCoordinate } from '#contract/dataset.ts';
import { quoted, quotedPath } from '#lib/sql/quoting.ts';
import { QueryError, type RowsSource } from '../../platform/rows/query-rows.ts';
import type { AskTogether } from './ask-together.ts';
import type { ContextColumn, ContextDataset } from './types.ts';

/** What the rows reveal about their columns; the same for the same content, whoever asks. */
export interface Profile {
	readonly columns: readonly Omit<ContextColumn, 'name' | 'type' | 'description'>[];
	readonly keys: ContextDataset['keys'];
}

/** Maximum distinct values kept for a text column; a column with more is represented by samples. */
const mostValues = 30_000;
/** Maximum bytes of these values. */
const mostBytes = 2_000_000;
const samples = 8;
/** Datasets with more rows aren't searched for two-column keys. */
const mostRowsForPairs = 2_000_000;
const mostPairs = 20;
/** Share of numbers or dates that makes a text column count as such. */
const nearlyAll = 0.98;

export const tableOf = ({ owner, namespace, datasetName }: DatasetCoordinate): string =>
	quotedPath([owner, namespace, datasetName]);

const isText = (type: string): boolean => /^VARCHAR$/i.test(type);
const isOrdered = (type: string): boolean =>
	/^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|DOUBLE|FLOAT|DECIMAL.*|DATE|TIMESTAMP.*)$/i.test(type);
const isPlain = (type: string): boolean => isText(type) || isOrdered(type) || /^BOOLEAN$/i.test(type);

type Facts = Record<string, unknown>;
/** Runs a query over the profiled dataset and returns at most `most` rows. */
type Ask = (sql: string, most: number) => Promise<{ rows: Facts[]; truncated: boolean }>;

interface ProfiledRows {
	readonly source: RowsSource;
	readonly columns: readonly Column[];
	readonly rows: number;
}

/** Profiles a dataset's rows in a runner; if they exceed its limits, only the columns are known. @throws QueryError */
export async function profileDataset(
	together: AskTogether,
	{ source, columns, rows }: ProfiledRows,
	signal: AbortSignal,
): Promise<Profile> {
	const ask: Ask = (sql, most) => together({ source, rows, sql, most, signal });
	try {
		return await readProfile(ask, tableOf(source.coordinate), columns, rows);
	} catch (error) {
		if (!(error instanceof QueryError) || error.kind !== 'limit') throw error;
		return unknownProfile(columns);
	}
}

export const profiledColumns = (
	columns: readonly Pick<ContextColumn, 'name' | 'type' | 'description'>[],
	profiles: Profile['columns'],
): ContextColumn[] =>
	columns.flatMap((column, index) => {
		const facts = profiles[index];
		return facts === undefined ? [] : [{ ...column, ...facts }];
	});

/** The profile of rows that couldn't be read: only the columns are known. */
export function unknownProfile(columns: readonly Column[]): Profile {
	const unknown = { samples: [], distinct: null, values: null, min: null, max: null, nulls: 0, textOf: null };
	return { columns: columns.map(() => unknown), keys: [] };
}

export async function readProfile(
	ask: Ask,
	from: string,
	described: readonly Column[],
	counted: number,
): Promise<Profile> {
	const askFor = async (sql: string): Promise<Facts> => (await ask(sql, 1)).rows[0] ?? {};
	// Asking for everything at once takes a single statement.
	const [facts, ...ofColumns] = await Promise.all([
		askFor(`SELECT ${[...described.flatMap(factsOf), 'count(*) AS "n"'].join(', ')} FROM ${from}`),
		...described.map(({ name, type }) => (isText(type) ? askFor(textFacts(from, quoted(name))) : {})),
	]);
	const rows = Number(facts.n ?? counted);
	const columns = described.map(({ type }, index): Profile['columns'][number] => {
		const found: Facts = ofColumns[index] ?? {};
		const distinct = isPlain(type) ? Number(found.distinct ?? facts[`distinct${index}`] ?? 0) : null;
		const nulls = isText(type) ? rows - Number(found.filled ?? 0) : Number(facts[`nulls${index}`] ?? 0);
		const values = Array.isArray(found.values) ? found.values.map(String) : [];
		return {
			samples: values.slice(0, samples),
			distinct,
			values: isText(type) && values.length === distinct ? values : null,
			min: textOrNull(facts[`min${index}`]),
			max: textOrNull(facts[`max${index}`]),
			nulls,
			textOf: textOf(found, rows - nulls),
		};
	});
	return { columns, keys: await keysOf(ask, from, described, columns, rows) };
}

function factsOf({ name, type }: Column, index: number): string[] {
	const column = quoted(name);
	return [
		...(isText(type) ? [] : [`count(*) - count(${column}) AS "nulls${index}"`]),
		...(isPlain(type) && !isText(type) ? [`count(DISTINCT ${column}) AS "distinct${index}"`] : []),
		...(isOrdered(type)
			? [`CAST(min(${column}) AS VARCHAR) AS "min${index}"`, `CAST(max(${column}) AS VARCHAR) AS "max${index}"`]
			: []),
	];
}

/**
 * Facts about a text column, each value looked at once. The values are most frequent first, and only samples if there are too many to keep.
 * Leading zeros make a code, not a number.
 */
const textFacts = (from: string, column: string): string => `WITH counted AS MATERIALIZED (
	SELECT ${column} AS v, count(*) AS n FROM ${from} WHERE ${column} IS NOT NULL GROUP BY 1
)
SELECT
	count(*) AS "distinct",
	sum(n) AS filled,
	sum(n) FILTER (try_cast(v AS DOUBLE) IS NOT NULL AND NOT regexp_matches(v, '^0\\d')) AS numbers,
	sum(n) FILTER (try_cast(v AS TIMESTAMP) IS NOT NULL AND try_cast(v AS DOUBLE) IS NULL) AS dates,
	sum(n) FILTER (regexp_matches(v, '^0\\d')) AS codes,
	list_slice(
		(SELECT list(v) FROM (FROM counted SELECT v WHERE strlen(v) < ${mostBytes / samples} ORDER BY n DESC, v LIMIT ${mostValues})),
		1,
		CASE WHEN count(*) > ${mostValues} OR sum(strlen(v)) > ${mostBytes} THEN ${samples} ELSE ${mostValues} END
	) AS "values"
FROM counted`;

const textOrNull = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

function textOf({ numbers, dates, codes }: Facts, filled: number): 'number' | 'date' | null {
	if (filled === 0) return null;
	if (Number(codes ?? 0) === 0 && Number(numbers ?? 0) / filled >= nearlyAll) return 'number';
	return Number(dates ?? 0) / filled >= nearlyAll ? 'date' : null;
}

/** A quantity may be distinct in every row and still isn't a key. */
const mayBeKey = ({ name, type }: Column, index: number): boolean =>
	isText(type) ||
	/^(DATE|TIMESTAMP)/i.test(type) ||
	(/INT/i.test(type) &&
		/(^|[^a-z])([a-z]{1,2}id|id|identifier|no|nr|number|key|code|year|month|week|day)s?($|[^a-z])/i.test(
			name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').replaceAll('_', ' '),
		)) ||
	// "EMPNO" as first column
	(index === 0 && /INT/i.test(type) && /[a-z]{2}(id|no|nr|num|code)$/i.test(name));

/** Columns whose values are all distinct and non-null; if there are none, pairs of columns that could identify a thing and a time. */
async function keysOf(
	ask: Ask,
	from: string,
	columns: readonly Column[],
	facts: Profile['columns'],
	rows: number,
): Promise<string[][]> {
	const named = columns.map((column, index) => ({
		...column,
		distinct: facts[index]?.distinct ?? 0,
		nulls: facts[index]?.nulls ?? 0,
	}));
	const mayName = named.filter((candidate, index) => candidate.nulls === 0 && mayBeKey(candidate, index));
	const single = mayName.filter((candidate) => candidate.distinct === rows && rows > 0).map((item) => [item.name]);
	if (rows === 0 || rows > mostRowsForPairs) return single;
	const rest = mayName.filter((candidate) => candidate.distinct < rows && candidate.distinct > 1);
	const pairs = rest
		.flatMap((a, index) => rest.slice(index + 1).map((b) => [a, b] as const))
		.filter(([a, b]) => a.distinct * b.distinct >= rows)
		.slice(0, mostPairs);
	if (pairs.length === 0 || single.length > 0) return single;
	const counted = pairs.map(([a, b], index) => `count(DISTINCT (${quoted(a.name)}, ${quoted(b.name)})) AS "p${index}"`);
	const {
		rows: [found = {}],
	} = await ask(`SELECT ${counted.join(', ')} FROM ${from}`, 1);
	return [
		...single,
		...pairs.filter((_, index) => Number(found[`p${index}`]) === rows).map(([a, b]) => [a.name, b.name]),
	];
}
