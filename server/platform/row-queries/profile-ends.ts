import type { EngineTables } from '../../engine/types.ts';
import type { QueriedColumn } from './columns.ts';
import { placesOf } from './profile-place.ts';
import { type ReadRows, readColumns } from './read-columns.ts';

/** Doubles are numbers or, if JSON can't represent them, text. */
export type Figure = number | string | null;

/** Results of one pass over a column of any type. */
export interface Ends {
	readonly filled: number;
	/** As exact text. */
	readonly least: string | null;
	readonly most: string | null;
	/** For finite numbers, and for times with a position: count, minimum and maximum. */
	readonly placed: number | null;
	readonly low: Figure;
	readonly high: Figure;
	readonly notNumbers: number;
	readonly infinite: number;
	readonly shortest: number | null;
	readonly longest: number | null;
	readonly length: number | null;
	/** Every value has a position, so nothing has to be left out. */
	readonly isPlain: boolean;
}

/**
 * The bounds of each column, and the number of rows. If only counts and bounds of all rows are requested, the engine finds them in the file's footer.
 * @param isOnlyCounted whether only to count a column's values, because its bounds are found elsewhere
 */
export async function endsOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: ReadRows,
	isOnlyCounted: (column: QueriedColumn) => boolean,
): Promise<{ rows: number; ends: Ends[] }> {
	const termsOf = (column: QueriedColumn) =>
		isOnlyCounted(column) ? { filled: `count(${column.value})` } : endsSql(column);
	const readings = [{ rows: 'count(*)' }, ...columns.map(termsOf)].map((terms) => ({ terms, held: 0 }));
	const [counted, ...found] = await readColumns<Ends & { rows: number }>(session, readings, from, 0);
	const ends = columns.map((column, index): Ends => {
		const end = { ...nothing, ...found[index] };
		return { ...end, placed: placesOf(column) === null ? null : end.filled };
	});
	const odd = columns.filter((_, index) => ends[index]?.isPlain === false);
	const seen = await readColumns<Ends>(
		session,
		odd.map((column) => ({ terms: oddSql(column), held: 0 })),
		from,
		0,
	);
	for (const [index, column] of odd.entries()) {
		const at = columns.indexOf(column);
		ends[at] = { ...(ends[at] ?? nothing), ...seen[index] };
	}
	return { rows: counted?.rows ?? 0, ends };
}

const nothing: Ends = {
	filled: 0,
	least: null,
	most: null,
	placed: null,
	low: null,
	high: null,
	notNumbers: 0,
	infinite: 0,
	shortest: null,
	longest: null,
	length: null,
	isPlain: true,
};

function endsSql(column: QueriedColumn): Record<string, string> {
	const { kind, text, value } = column;
	const terms: Record<string, string> = { filled: `count(${value})` };
	const [first, last] = [`min(${value})`, `max(${value})`];
	if (kind !== 'json' && kind !== 'blob' && kind !== 'boolean') {
		terms.least = column.textOf(first);
		terms.most = column.textOf(last);
	}
	const length = kind === 'text' ? `length(${text})` : kind === 'blob' ? `octet_length(${value})` : null;
	if (length !== null) {
		terms.shortest = `min(${length})`;
		terms.longest = `max(${length})`;
		terms.length = `avg(${length})`;
	}
	const places = placesOf(column);
	if (places !== null) {
		const [low, high] = [places.of(first), places.of(last)];
		const isPlain =
			kind === 'float' ? `isfinite(${first}) AND isfinite(${last})` : `${low} IS NOT NULL AND ${high} IS NOT NULL`;
		Object.assign(terms, { low, high, isPlain: `${first} IS NULL OR (${isPlain})` });
	}
	return terms;
}

/** For a column with values without a position: NaN, infinities, times in unusual years. */
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
