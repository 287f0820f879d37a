import type { EngineTables } from '../../engine/types.ts';
import { isNumber, type QueriedColumn } from './columns.ts';
import { differing } from './distinct.ts';
import { type Edges, numberEdges, timeEdges } from './profile-bins.ts';
import type { Ends, Figure } from './profile-ends.ts';
import { placesOf } from './profile-place.ts';
import { type ColumnReading, heldAtOnce, type ReadRows, readColumns } from './read-columns.ts';

/** With more rows, quantiles are computed from a sample of this size, chosen by a hash of the row number. */
const sampleSize = 4_000_000;
/** Maximum rank error of a sample of that size, with probability 1 - 10^-9 (Dvoretzky, Kiefer, Wolfowitz; Massart). */
const sampleError = Math.sqrt(Math.log(2e9) / (2 * sampleSize));

/** Statistics that require holding values in memory, requested only for columns that have them. */
export interface Facts {
	readonly mean: Figure;
	readonly quantiles: readonly Figure[] | null;
	readonly error: number;
	/** Null if not requested. */
	readonly distinct: number | null;
	readonly edges: Edges | null;
	readonly counts: readonly number[];
}

interface Wanted extends ColumnReading {
	readonly edges: Edges | null;
}

/** Means, quantiles, histograms and distinct counts of each column. @param isCounted whether to count a column's distinct values */
export async function factsOf(
	session: EngineTables,
	columns: readonly QueriedColumn[],
	from: ReadRows,
	{ rows, ends }: { readonly rows: number; readonly ends: readonly Ends[] },
	isCounted: (column: QueriedColumn) => boolean,
): Promise<Facts[]> {
	const isSampled = rows > heldAtOnce;
	const wanted = columns.map((column, index) =>
		wantedOf(column, ends[index] as Ends, isSampled ? rows : null, isCounted(column)),
	);
	const found = await readColumns<Omit<Facts, 'error' | 'edges'>>(session, wanted, from, rows);
	return wanted.map(({ edges }, index): Facts => {
		const { mean = null, quantiles = null, distinct = null, counts = [] } = found[index] ?? {};
		return { mean, quantiles, distinct, counts, edges, error: isSampled ? sampleError : 0 };
	});
}

/** @param sampledOf number of rows, if quantiles come from a sample; else null */
function wantedOf(column: QueriedColumn, ends: Ends, sampledOf: number | null, isCounted: boolean): Wanted {
	const { kind, value } = column;
	const edges = edgesOf(column, ends);
	const isFloat = kind === 'float';
	const finite = isFloat && !ends.isPlain ? `isfinite(${value})` : null;
	const filter = (...conditions: readonly (string | null)[]) => {
		const given = conditions.filter((condition) => condition !== null);
		return given.length === 0 ? '' : ` FILTER (${given.join(' AND ')})`;
	};
	const terms: Record<string, string> = {};
	if (isNumber(kind) && ends.filled > 0) {
		const double = `CAST(${value} AS DOUBLE)`;
		const step = sampledOf === null ? 1 : Math.max(1, Math.floor(sampledOf / sampleSize));
		const sampled = sampledOf === null ? null : `hash(r) % ${step} = 0`;
		terms.mean = `${isFloat ? 'favg' : 'avg'}(${double})${filter(finite)}`;
		// Quantiles of integers take two thirds of the time, and are returned as doubles anyway.
		const ranked = kind === 'integer' && isBigint(ends) ? `CAST(${value} AS BIGINT)` : double;
		terms.quantiles = `quantile_cont(${ranked}, [0.25, 0.5, 0.75])${filter(finite, sampled)}`;
	}
	if (edges !== null) {
		const binned = placesOf(column)?.binned(ends.isPlain);
		const bounds = edges.at.slice(1).map((edge) => binned?.end(edge));
		terms.counts = `map_values(histogram(${binned?.value}, [${bounds.join(', ')}])${filter(finite)})`;
	}
	if (isCounted && ends.filled > 0) terms.distinct = distinctSql(column, ends);
	const isHeld = terms.distinct?.includes('DISTINCT') === true;
	const held = (terms.quantiles === undefined || sampledOf !== null ? 0 : 1) + (isHeld ? 1 : 0);
	return { edges, terms, held };
}

const isBigint = ({ least, most }: Ends): boolean =>
	least !== null && most !== null && BigInt(least) >= -(2n ** 63n) && BigInt(most) < 2n ** 63n;

/** Maximum size of a bitmap of a column's integers, 4 MiB. */
const maxBits = 2 ** 25;

/** Counts distinct values. Integers in a narrow range use a bitmap, which takes half as long as keeping all of them. */
function distinctSql(column: QueriedColumn, { least, most }: Ends): string {
	const { kind, type, value } = column;
	if (kind === 'integer' && least !== null && most !== null && BigInt(most) - BigInt(least) < maxBits)
		return `bit_count(bitstring_agg(${value}, ${least}::${type}, ${most}::${type}))`;
	return `count(DISTINCT ${differing(column)})`;
}

/** The edges of a column's histogram; null if it has none. */
function edgesOf(column: QueriedColumn, { low, high }: Ends): Edges | null {
	const places = placesOf(column);
	if (places === null || low === null || high === null) return null;
	const [least, most] = [Number(low), Number(high)];
	return places.form === null
		? numberEdges(least, most, column.kind === 'integer')
		: timeEdges(least, most, places.form);
}
