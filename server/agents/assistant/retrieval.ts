import { formatCoordinate } from '#contract/dataset.ts';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { tableOf } from '../query/profile.ts';
import type { Query } from '../query/run-query.ts';
import type { ContextDataset, SchemaContext } from '../query/types.ts';

/** Limits for searching values: number of text columns, and rows of their datasets. */
const maxTextColumns = 60;
const maxRows = 5_000_000;

const stopWords = new Set(
	'a an and any about all are as at by data dataset datasets do does for from have has in information is it of on or some table tables that the their there these this to what which with you your we i'.split(
		' ',
	),
);

export function termsOf(phrase: string): string[] {
	const words = phrase.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
	return [...new Set(words.filter((word) => !stopWords.has(word) && word.length > 1).map(singular))].slice(0, 8);
}

const irregular: Readonly<Record<string, string>> = {
	geese: 'goose',
	mice: 'mouse',
	feet: 'foot',
	teeth: 'tooth',
	men: 'man',
	women: 'woman',
	children: 'child',
};

const singular = (word: string): string =>
	irregular[word] ??
	(word.length > 4 && word.endsWith('ies') ? word.slice(0, -3) : word.length > 3 ? word.replace(/(?<!s)s$/, '') : word);

/** A query that ranks datasets by how well their names, descriptions and columns match some words; without words, all of them. */
export function findDatasets(context: SchemaContext, terms: readonly string[]): Query {
	const datasets = context.datasets.map((dataset) => dataset.coordinate);
	const listed = values(
		context.datasets.map((dataset) => [name(dataset), String(dataset.rows), literal(dataset.description)].join(', ')),
	);
	if (terms.length === 0) {
		const sql = `SELECT dataset, rows, description\nFROM (VALUES\n${listed}\n) AS datasets(dataset, rows, description)\nORDER BY dataset`;
		return { kind: 'query', sql, reading: 'Every dataset you can read here.', datasets };
	}
	const fields = values(context.datasets.flatMap(fieldsOf));
	const sql = `WITH datasets(dataset, rows, description) AS (VALUES
${listed}
), fields(dataset, place, weight, content) AS (VALUES
${fields}
), terms(term) AS (VALUES ${terms.map((term) => `(${literal(term)})`).join(', ')}
), words AS (
	SELECT dataset, place, weight, unnest(string_split_regex(lower(content), '[^\\p{L}\\p{N}]+')) AS word FROM fields
), hits AS (
	SELECT dataset, place, term, weight * CASE WHEN word = term THEN 1.0 WHEN starts_with(word, term) THEN 0.9
		ELSE 0.6 * jaro_winkler_similarity(word, term) END AS points
	FROM words, terms
	WHERE starts_with(word, term) OR (length(term) >= 5 AND jaro_winkler_similarity(word, term) >= 0.93)
), best AS (
	SELECT dataset, term, max(points) AS points, arg_max(place, points) AS place FROM hits GROUP BY ALL
), ranked AS (
	SELECT dataset, sum(points) / ${terms.length} AS score, string_agg(DISTINCT place, ', ' ORDER BY place) AS found_in
	FROM best GROUP BY dataset
)
SELECT dataset, rows, description, found_in, {'score': round(score, 3)} AS __metadata
FROM ranked JOIN datasets USING (dataset)
ORDER BY score DESC, dataset
LIMIT 20`;
	return {
		kind: 'query',
		sql,
		reading: `Datasets whose name, description or columns mention ${terms.join(' or ')}.`,
		datasets,
	};
}

/** A query that ranks values of text columns by how well they match some words; null if there is nothing to search. */
export function findValues(context: SchemaContext, terms: readonly string[]): Query | null {
	const columns = context.datasets
		.filter((dataset) => dataset.rows <= maxRows)
		.flatMap((dataset) =>
			dataset.columns.filter((column) => column.type === 'VARCHAR').map((column) => ({ dataset, column })),
		)
		.slice(0, maxTextColumns);
	if (columns.length === 0 || terms.length === 0) return null;
	const pattern = literal(`(^|[^\\p{L}\\p{N}])(${terms.join('|')})`);
	const reads = columns.map(({ dataset, column }) => {
		const of = quoted(column.name);
		return `SELECT ${name(dataset)} AS dataset, ${literal(column.name)} AS "column", ${of} AS value, count(*) AS rows
	FROM ${tableOf(dataset.coordinate)} WHERE regexp_matches(${of}, ${pattern}, 'i') GROUP BY ${of}`;
	});
	const hits = terms
		.map((term) => `regexp_matches(value, ${literal(`(^|[^\\p{L}\\p{N}])${term}`)}, 'i')::INT`)
		.join(' + ');
	const phrase = literal(terms.join(' '));
	const sql = `WITH found AS (
	${reads.join('\n	UNION ALL ')}
), ranked AS (
	SELECT *, CASE WHEN lower(value) = ${phrase} THEN 1.0
		ELSE (${hits}) / ${terms.length}.0 * (0.6 + 0.35 * least(1.0, ${phrase.length - 2}.0 / length(value))) END AS score
	FROM found
)
SELECT dataset, "column", value, rows, {'score': round(score, 3)} AS __metadata
FROM ranked
ORDER BY score DESC, rows DESC, dataset, "column", value
LIMIT 50`;
	return {
		kind: 'query',
		sql,
		reading: `Text values with a word that starts with ${terms.join(' or ')}.`,
		datasets: [...new Set(columns.map((column) => column.dataset.coordinate))],
	};
}

const name = (dataset: ContextDataset): string => literal(formatCoordinate(dataset.coordinate));

function fieldsOf(dataset: ContextDataset): string[] {
	const field = (label: string, weight: string, content: string) =>
		[name(dataset), literal(label), weight, literal(content)].join(', ');
	return [
		field('name', '1.0', dataset.coordinate.datasetName),
		field('description', '0.8', dataset.description),
		...dataset.columns.map((column) => field(`column ${column.name}`, '0.6', `${column.name} ${column.description}`)),
	];
}

const values = (rows: readonly string[]): string => rows.map((row) => `	(${row})`).join(',\n');
