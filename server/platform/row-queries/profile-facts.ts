import type { EngineTables } from '../../engine/types.ts';
import { isNumber, type QueriedColumn } from './columns.ts';
import { differing } from './distinct.ts';
import { type Edges, numberEdges, timeEdges } from './profile-bins.ts';
import type { Ends, Figure } from './profile-ends.ts';
import { placesOf } from './profile-place.ts';
import { type ColumnReading, heldAtOnce, type ReadRows, readColumns } from './read-columns.ts';

/** Of more rows, quantiles are those of so many, chosen by a hash of the row's number. */
const sampleSize = 4_000_000;
/** Largest error in ranks of a sample of that size, with a probability of 1 - 10^-9 (Dvoretzky, Kiefer, Wolfowitz; Massart). */
const sampleError = Math.sqrt(Math.log(2e9) / (2 * sampleSize));

/** What takes holding values: asked of each column only as far as it has it. */
export interface Facts {
	readonly mean: Figure;
	readonly quantiles: readonly Figure[] | null;
	readonly error: number;
	/** Null where it was not asked for. */
	readonly distinct: number | null;
	readonly edges: Edges | null;
	/** Of the bins between the edges. */
	readonly counts: readonly number[];
}

interface Wanted extends ColumnReading {
	readonly edges: Edges | null;
}

/** Means, quantiles, histograms and counts of different values of each column. @param isCounted whether a column's different values are counted */
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

/** @param sampledOf how many rows there are, where quantiles are those of a sample; else null */
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
		// Between integers the engine finds its way in two thirds of the time, and answers in doubles all the same.
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

/** Bits that stand for the integers of a column, 4 MiB of them. */
const mostBits = 2 ** 25;

/** Counts different values. Integers that are near each other are a bit each, which takes half as long as keeping all of them. */
function distinctSql(column: QueriedColumn, { least, most }: Ends): string {
	const { kind, type, value } = column;
	if (kind === 'integer' && least !== null && most !== null && BigInt(most) - BigInt(least) < mostBits)
		return `bit_count(bitstring_agg(${value}, ${least}::${type}, ${most}::${type}))`;
	return `count(DISTINCT ${differing(column)})`;
}

/** The edges of a column's histogram; null where it has none. */
function edgesOf(column: QueriedColumn, { low, high }: Ends): Edges | null {
	const places = placesOf(column);
	if (places === null || low === null || high === null) return null;
	const [least, most] = [Number(low), Number(high)];
	return places.form === null
		? numberEdges(least, most, column.kind === 'integer')
		: timeEdges(least, most, places.form);
}
