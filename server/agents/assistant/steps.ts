import { type Column, formatCoordinate } from '#contract/dataset.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { isNumberType } from '#lib/sql/types.ts';
import { tableOf } from '../query/profile.ts';
import type { Query } from '../query/run-query.ts';
import type { ContextDataset } from '../query/types.ts';

const isTime = (type: string): boolean => /^(DATE|TIMESTAMP)/.test(type);

/** Row counts of some datasets and the time range they span, if a column holds one. */
export function lookQuery(datasets: readonly ContextDataset[]): Query {
	const timeOf = (dataset: ContextDataset) => dataset.columns.find((column) => isTime(column.type));
	const spans = datasets.some((dataset) => timeOf(dataset) !== undefined);
	const looks = datasets.map((dataset, index) => {
		const time = timeOf(dataset);
		const end = (of: 'min' | 'max') => (time === undefined ? 'NULL' : `CAST(${of}(${quoted(time.name)}) AS VARCHAR)`);
		const values = [
			[literal(formatCoordinate(dataset.coordinate)), 'dataset'],
			['count(*)', '"rows"'],
			...(spans
				? [
						[end('min'), '"first"'],
						[end('max'), '"last"'],
					]
				: []),
		];
		const named = values.map(([value, name]) => (index === 0 ? `${value} AS ${name}` : value));
		return `SELECT ${named.join(', ')}\nFROM ${tableOf(dataset.coordinate)}`;
	});
	return {
		kind: 'query',
		sql: looks.join('\nUNION ALL\n'),
		reading: 'Each dataset’s row count, and its first and last date.',
		datasets: datasets.map((dataset) => dataset.coordinate),
	};
}

/** For each column of a dataset: number of values, minimum, maximum, and most frequent value. */
export function columnsQuery(dataset: ContextDataset): Query {
	// Counting distinct values exactly is slow for very many rows, so approximate there.
	const distinct = (of: string) =>
		dataset.rows > 1_000_000 ? `least(approx_count_distinct(${of}), count(${of}))` : `count(DISTINCT ${of})`;
	const columns = dataset.columns.slice(0, 60).map((column) => {
		const of = quoted(column.name);
		const text = (value: string) => `CAST(${value} AS VARCHAR)`;
		const ordered = isNumberType(column.type) || isTime(column.type);
		const range = ordered ? `${text(`min(${of})`)}, ${text(`max(${of})`)}` : 'NULL, NULL';
		const middle = isNumberType(column.type) ? text(`round(avg(${of}), 2)`) : 'NULL';
		return `SELECT ${literal(column.name)}, ${literal(column.type)}, ${distinct(of)}, count(*) - count(${of}), ${range}, ${middle}, ${text(`mode(${of})`)} FROM ${tableOf(dataset.coordinate)}`;
	});
	return {
		kind: 'query',
		sql: `WITH columns("column", type, "distinct values", empty, lowest, highest, average, "most frequent") AS (\n	${columns.join('\n	UNION ALL ')}\n)\nSELECT * FROM columns`,
		reading: `The columns of ${formatCoordinate(dataset.coordinate)} and their values.`,
		datasets: [dataset.coordinate],
	};
}

export const inner = ({ sql }: Query): string => sql.replace(/;\s*$/, '');

/** A query's result with each row's difference from the lowest; null without a measure or a label. */
export function compareQuery(query: Query, columns: readonly Column[]): Query | null {
	const shown = columns.filter((column) => !column.name.startsWith('__'));
	const measure = shown.findLast((candidate) => isNumberType(candidate.type));
	const labels = shown.filter((candidate) => candidate !== measure);
	// Values of several years differ in more than what is compared.
	const isOverTime = labels.length > 1 && labels.some(({ type }) => isNumberType(type));
	if (measure === undefined || labels.length === 0 || shown.length > 3 || isOverTime) return null;
	const of = quoted(measure.name);
	return {
		...query,
		sql: `WITH answer AS (\n${inner(query)}\n)
SELECT ${labels.map(({ name }) => quoted(name)).join(', ')}, ${of}, ${of} - min(${of}) OVER () AS above_the_lowest,
	round(${of} / nullif(min(${of}) OVER (), 0), 3) AS times_the_lowest
FROM answer
ORDER BY ${of} DESC`,
		reading: `The difference in ${measure.name}.`,
	};
}

/** A query's rows, highest measure first; unchanged if no column is a measure. */
export function rankedQuery(query: Query, columns: readonly Column[]): Query {
	const measure = columns.findLast((column) => !column.name.startsWith('__') && isNumberType(column.type));
	if (measure === undefined) return query;
	const sql = `SELECT *\nFROM (\n${inner(query)}\n)\nORDER BY ${quoted(measure.name)} DESC NULLS LAST`;
	return { ...query, sql };
}

/** The number of distinct values in the column before a query's measure; null without such a column. */
export function partsQuery(query: Query, columns: readonly Column[]): Query | null {
	const measure = columns.findLastIndex((column) => isNumberType(column.type));
	const part = columns[measure - 1];
	if (part === undefined) return null;
	return {
		...query,
		sql: `SELECT count(DISTINCT ${quoted(part.name)}) AS parts\nFROM (\n${inner(query)}\n)`,
	};
}
