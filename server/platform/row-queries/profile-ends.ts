import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import type { QueriedColumn } from './columns.ts';
import { placesOf } from './profile-place.ts';

/** Doubles come as numbers or, where JSON has none, as text. */
export type Figure = number | string | null;

/** What one reading says of a column, whatever its type. */
export interface Ends {
	readonly filled: number;
	/** As exact text. */
	readonly least: string | null;
	readonly most: string | null;
	/** Of numbers that are finite, and of times that have a place: how many, smallest and largest. */
	readonly placed: number | null;
	readonly low: Figure;
	readonly high: Figure;
	readonly notNumbers: number;
	readonly infinite: number;
	readonly shortest: number | null;
	readonly longest: number | null;
	readonly length: number | null;
	/** Every value is placed: nothing has to be left out. */
	readonly isPlain: boolean;
}

/** The ends of each column, and how many rows there are. What is between them is plain where they are. */
export async function endsOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: string,
): Promise<{ rows: number; ends: Ends[] }> {
	const read = columns.flatMap((column, index) => named(readSql(column), index));
	const shown = columns.flatMap((column, index) => named(shownSql(column, index), index));
	const found = await rowOf<Record<string, never>>(
		session,
		`SELECT ${['n', ...shown].join(', ')} FROM (SELECT ${['count(*) AS n', ...read].join(', ')} ${from})`,
	);
	const ends = columns.map((column, index): Ends => {
		const end = pick(found, shownSql(column, index), index) as unknown as Ends;
		const placed = placesOf(column) === null ? null : end.filled;
		return { ...end, placed, notNumbers: 0, infinite: 0 };
	});
	const odd = columns.filter((_, index) => ends[index]?.isPlain === false);
	if (odd.length > 0) {
		const selected = odd.flatMap((column, index) => named(oddSql(column), index));
		const seen = await rowOf<Record<string, never>>(session, `SELECT ${selected.join(', ')} ${from}`);
		for (const [index, column] of odd.entries()) {
			const at = columns.indexOf(column);
			ends[at] = { ...(ends[at] as Ends), ...pick(seen, oddSql(column), index) };
		}
	}
	return { rows: Number(found.n), ends };
}

const named = (terms: Record<string, string>, index: number): string[] =>
	Object.entries(terms).map(([name, sql]) => `${sql} AS ${name}_${index}`);

const pick = (row: Record<string, never>, terms: Record<string, string>, index: number) =>
	Object.fromEntries(Object.keys(terms).map((name) => [name, row[`${name}_${index}`]]));

const isOrdered = ({ kind }: QueriedColumn): boolean => kind !== 'json' && kind !== 'blob' && kind !== 'boolean';

/** What is read of every row. */
function readSql(column: QueriedColumn): Record<string, string> {
	const { kind, text, value } = column;
	const length = kind === 'text' ? `length(${text})` : kind === 'blob' ? `octet_length(${value})` : null;
	return {
		filled: `count(${value})`,
		...(isOrdered(column) ? { first: `min(${value})`, last: `max(${value})` } : {}),
		...(length === null ? {} : { shortest: `min(${length})`, longest: `max(${length})`, length: `avg(${length})` }),
	};
}

/** What is made of it, once. */
function shownSql(column: QueriedColumn, index: number): Record<string, string> {
	const { kind } = column;
	const [first, last] = [`first_${index}`, `last_${index}`];
	const places = placesOf(column);
	const [low, high] = places === null ? ['NULL', 'NULL'] : [places.of(first), places.of(last)];
	const isPlain =
		kind === 'float'
			? `isfinite(${first}) AND isfinite(${last})`
			: places === null
				? 'true'
				: `${low} IS NOT NULL AND ${high} IS NOT NULL OR ${first} IS NULL`;
	const hasLength = kind === 'text' || kind === 'blob';
	const ofLength = (name: string) => (hasLength ? `${name}_${index}` : 'NULL');
	return {
		filled: `filled_${index}`,
		least: isOrdered(column) ? column.textOf(first) : 'NULL',
		most: isOrdered(column) ? column.textOf(last) : 'NULL',
		low,
		high,
		isPlain: `coalesce(${isPlain}, true)`,
		shortest: ofLength('shortest'),
		longest: ofLength('longest'),
		length: ofLength('length'),
	};
}

/** Of a column with values that have no place: NaN, infinities, times of other years. */
function oddSql(column: QueriedColumn): Record<string, string> {
	const { kind, value } = column;
	const place = placesOf(column)?.of(value) ?? 'NULL';
	if (kind !== 'float') return { placed: `count(${place})`, low: `min(${place})`, high: `max(${place})` };
	const [known, finite] = [`FILTER (NOT isnan(${value}))`, `FILTER (isfinite(${value}))`];
	return {
		least: column.textOf(`min(${value}) ${known}`),
		most: column.textOf(`max(${value}) ${known}`),
		placed: `count(${value}) ${finite}`,
		low: `min(${place}) ${finite}`,
		high: `max(${place}) ${finite}`,
		notNumbers: `count(*) FILTER (isnan(${value}))`,
		infinite: `count(*) FILTER (isinf(${value}))`,
	};
}
