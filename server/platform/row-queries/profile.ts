import type * as z from 'zod/mini';
import type { profileRows, RowsProfile } from '#contract/rows/analysis.ts';
import type { EngineTables } from '../../engine/types.ts';
import { type Asking, ask, rowOf, rowsOf } from './ask.ts';
import { isNumber, namedColumns, type QueriedColumn, relationOf, whereOf } from './columns.ts';
import { distinctOf, exactly } from './distinct.ts';
import { type Edges, numberEdges, type TimeForm, timeEdges } from './profile-bins.ts';
import { readSource } from './read-source.ts';

type ProfileRequest = z.output<typeof profileRows.body>;
type ColumnProfile = RowsProfile['columns'][number];

const topCount = 6;
/** Longest text that is shown of a frequent value, in UTF-16 units. */
const longestTop = 512;
/** Values whose quantiles are exact at one time: they are all held, 8 bytes each. */
const exactNumbers = 20_000_000;
/** Of more numbers, quantiles are those of so many, chosen by a hash of the row's number. */
const sampleSize = 4_000_000;
/** Largest error in ranks of a sample of that size, with a probability of 1 - 10^-9 (Dvoretzky, Kiefer, Wolfowitz; Massart). */
const sampleError = Math.sqrt(Math.log(2e9) / (2 * sampleSize));

/** What the values of each column are like. */
export async function profileRowsOf(asking: Asking, { source, filter, columns }: ProfileRequest): Promise<RowsProfile> {
	const tables = await readSource(asking, source);
	const { answer } = await ask<RowsProfile>(asking, tables, ['profile', filter, columns ?? null], async (session) => {
		const relation = relationOf(session, 0, tables.tables[0]?.order ?? null);
		const chosen = namedColumns(relation, columns);
		const from = `FROM ${relation.table}${await whereOf(session, relation, filter)}`;
		const { rows } = await rowOf<{ rows: number }>(session, `SELECT count(*) AS rows ${from}`);
		const facts = await factsOf(session, chosen, from, rows);
		const shapes = await histogramsOf(session, chosen, from, facts);
		const distinct = await distinctOf(session, chosen, from, rows);
		const profiles: ColumnProfile[] = [];
		for (const [index, column] of chosen.entries()) {
			const fact = facts[index];
			if (fact === undefined) continue;
			const shape = shapes[index] ?? (column.kind === 'blob' ? null : await topOf(session, column, from, fact.filled));
			profiles.push(profileOf(column, rows, fact, distinct[index] ?? exactly(0), shape));
		}
		return { answer: { rows, columns: profiles }, file: null };
	});
	return answer;
}

/** Doubles come as numbers or, where JSON has none, as text. */
type Figure = number | string | null;

interface Facts {
	readonly filled: number;
	/** As exact text. */
	readonly least: string | null;
	readonly most: string | null;
	/** Of numbers that are finite, and of times that have a place: how many, smallest and largest. */
	readonly placed: number | null;
	readonly low: Figure;
	readonly high: Figure;
	readonly mean: Figure;
	readonly quantiles: readonly Figure[] | null;
	readonly error: number;
	readonly notNumbers: number;
	readonly infinite: number;
	readonly shortest: number | null;
	readonly longest: number | null;
	readonly length: number | null;
}

async function factsOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: string,
	rows: number,
): Promise<Facts[]> {
	// Numbers are held for their quantiles: of large tables a few columns at a time.
	const most = Math.max(1, Math.floor(exactNumbers / Math.max(1, rows)));
	const isSampled = rows > exactNumbers;
	const facts: Facts[] = [];
	for (let first = 0; first < columns.length; ) {
		let end = first;
		for (let numbers = 0; end < columns.length; end += 1) {
			if (isNumber(columns[end]?.kind ?? 'text')) numbers += 1;
			if (numbers > most && !isSampled) break;
		}
		const some = columns.slice(first, end);
		const selected = some.flatMap((column, index) =>
			Object.entries(factsSql(column, rows, isSampled)).map(([name, sql]) => `${sql} AS ${name}_${index}`),
		);
		const row = await rowOf<Record<string, never>>(session, `SELECT ${selected.join(', ')} ${from}`);
		for (const [index, column] of some.entries()) {
			const names = Object.keys(factsSql(column, rows, isSampled));
			const fact = Object.fromEntries(names.map((name) => [name, row[`${name}_${index}`]]));
			facts.push({ ...fact, error: isSampled ? sampleError : 0 } as unknown as Facts);
		}
		first = end;
	}
	return facts;
}

function factsSql(column: QueriedColumn, rows: number, isSampled: boolean) {
	const { kind, text, value } = column;
	const isFloat = kind === 'float';
	const finite = isFloat ? ` FILTER (isfinite(${value}))` : '';
	const isOrdered = kind !== 'json' && kind !== 'blob' && kind !== 'boolean';
	const known = isFloat ? ` FILTER (NOT isnan(${value}))` : '';
	const end = (side: string) => (isOrdered ? column.textOf(`${side}(${value})${known}`) : 'NULL');
	const double = `CAST(${value} AS DOUBLE)`;
	const step = Math.max(1, Math.floor(rows / sampleSize));
	const sampled = ` FILTER (${isFloat ? `isfinite(${value}) AND ` : ''}hash(r) % ${step} = 0)`;
	const placed = placeOf(column);
	const length = kind === 'text' ? `length(${text})` : kind === 'blob' ? `octet_length(${value})` : null;
	const ofNumbers = (sql: string) => (isNumber(kind) ? sql : 'NULL');
	const ofPlaced = (side: string) => (placed === null ? 'NULL' : `${side}(${placed.value})${finite}`);
	const ofLengths = (side: string) => (length === null ? 'NULL' : `${side}(${length})`);
	return {
		filled: `count(${value})`,
		least: end('min'),
		most: end('max'),
		placed: ofPlaced('count'),
		low: ofPlaced('min'),
		high: ofPlaced('max'),
		mean: ofNumbers(`${isFloat ? 'favg' : 'avg'}(${double})${finite}`),
		quantiles: ofNumbers(`quantile_cont(${double}, [0.25, 0.5, 0.75])${isSampled ? sampled : finite}`),
		notNumbers: isFloat ? `count(*) FILTER (isnan(${value}))` : '0',
		infinite: isFloat ? `count(*) FILTER (isinf(${value}))` : '0',
		shortest: ofLengths('min'),
		longest: ofLengths('max'),
		length: ofLengths('avg'),
	};
}

/** Where a value lies in a histogram: a number, or ms since 1970; NULL for what has no place. Null for columns without one. */
function placeOf({
	kind,
	type,
	value,
}: QueriedColumn): { readonly value: string; readonly form: TimeForm | null } | null {
	if (isNumber(kind)) return { value: `CAST(${value} AS DOUBLE)`, form: null };
	if (type === 'TIME')
		return {
			value: `(date_part('hour', ${value}) * 3600 + date_part('minute', ${value}) * 60) * 1000 + date_part('millisecond', ${value})`,
			form: 'time',
		};
	if (type !== 'DATE' && !type.startsWith('TIMESTAMP')) return null;
	const micros = `epoch_us(CAST(${value} AS TIMESTAMP))`;
	const millis = `(${micros} - (${micros} % 1000 + 1000) % 1000) // 1000`;
	const isPlaced = `isfinite(${value}) AND date_part('year', ${value}) BETWEEN 0 AND 9999`;
	const form = type === 'DATE' ? 'date' : type.endsWith('ZONE') ? 'utc' : 'clock';
	return { value: `CASE WHEN ${isPlaced} THEN ${millis} END`, form };
}

type Shape = ColumnProfile['shape'];

/** The histograms of all columns that have one, in one reading; null for the others. */
async function histogramsOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: string,
	facts: readonly Facts[],
): Promise<Shape[]> {
	const wanted = columns.map((column, index) => {
		const { low, high } = facts[index] ?? {};
		const place = placeOf(column);
		if (place === null || low == null || high == null) return null;
		const [least, most] = [Number(low), Number(high)];
		const edges =
			place.form === null ? numberEdges(least, most, column.kind === 'integer') : timeEdges(least, most, place.form);
		// A bin is up to but without its end; the engine's histograms are up to and with it.
		const ends = edges.at
			.slice(1)
			.map((edge) => (place.form === null ? `${below(edge)}::DOUBLE` : `${edge - 1}::BIGINT`));
		const finite = column.kind === 'float' ? ` FILTER (isfinite(${column.value}))` : '';
		return { edges, sql: `map_values(histogram(${place.value}, [${ends.join(', ')}])${finite}) AS h${index}` };
	});
	const selected = wanted.flatMap((want) => want?.sql ?? []);
	if (selected.length === 0) return columns.map(() => null);
	const counts = await rowOf<Record<string, number[]>>(session, `SELECT ${selected.join(', ')} ${from}`);
	return wanted.map((want, index) => (want === null ? null : histogram(want.edges, counts[`h${index}`] ?? [])));
}

const histogram = ({ texts }: Edges, counts: readonly number[]): Shape => ({
	kind: 'histogram',
	bins: texts.slice(1).map((to, index) => ({ from: texts[index] ?? '', to, count: counts[index] ?? 0 })),
});

/** The largest double that is smaller than another one. */
function below(value: number): number {
	if (value === 0) return -Number.MIN_VALUE;
	const view = new DataView(new ArrayBuffer(8));
	view.setFloat64(0, value);
	view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
	return view.getFloat64(0);
}

/** The most frequent values; of equally frequent ones those that come first. */
async function topOf(
	session: EngineTables,
	{ value, text }: QueriedColumn,
	from: string,
	filled: number,
): Promise<Shape> {
	const counted = `SELECT ${text} AS v, count(*) AS n, min(r) AS f ${from}${from.includes(' WHERE ') ? ' AND' : ' WHERE'} ${value} IS NOT NULL GROUP BY v`;
	const found = await rowsOf<{ v: string; n: number }>(
		session,
		`SELECT left(v, ${longestTop + 1}) AS v, n FROM (${counted}) ORDER BY n DESC, f LIMIT ${topCount}`,
	);
	if (found.length === 0) return null;
	const values = found.map(({ v, n }) => ({ value: v.slice(0, longestTop), count: n, isCut: v.length > longestTop }));
	return { kind: 'top', values, others: filled - values.reduce((sum, { count }) => sum + count, 0), slack: 0 };
}

function profileOf(
	{ name, type, kind }: QueriedColumn,
	rows: number,
	fact: Facts,
	distinct: ColumnProfile['distinct'],
	shape: Shape,
): ColumnProfile {
	const { filled, placed, notNumbers, infinite, shortest, longest } = fact;
	const [quarter, median, threeQuarters] = fact.quantiles ?? [];
	const isEmpty = placed === 0 && notNumbers + infinite === 0;
	const numbers =
		!isNumber(kind) || isEmpty
			? null
			: {
					mean: figure(fact.mean),
					quarter: figure(quarter),
					median: figure(median),
					threeQuarters: figure(threeQuarters),
					error: fact.error,
					notNumbers,
					infinite,
				};
	const lengths =
		shortest === null || longest === null ? null : { least: shortest, most: longest, mean: fact.length ?? 0 };
	return {
		name,
		type,
		rows,
		nulls: rows - filled,
		distinct,
		least: fact.least,
		most: fact.most,
		unplaced: kind === 'temporal' ? filled - (placed ?? filled) : 0,
		numbers,
		lengths,
		shape,
	};
}

/** A figure that JSON has a number for. */
const figure = (value: Figure | undefined): number | null =>
	typeof value === 'number' && Number.isFinite(value) ? value : null;
