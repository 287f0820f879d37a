import type { CellKind, PlainValue } from '../../source/row-source.ts';
import type { CellStore, WorkerTable } from '../../source/worker-table.ts';
import { Hasher } from '../../values/hash.ts';
import { alignColumns, type SharedColumn } from './aligned-columns.ts';
import type { Sides } from './compare-tables.ts';
import type { Side } from './comparison.ts';
import { KeyTable } from './key-table.ts';
import { type KeyNumbers, numberUniqueKeys, type Reading } from './match-rows.ts';

/** Kinds of values that identify things; measures repeat by chance or not at all. */
const naming: readonly CellKind[] = ['text', 'integer', 'temporal', 'digits'];
const idLike =
	/(?:^|[_\s.-])(?:id|key|uuid|guid|code|iata|icao|sku|isin|iso\d?|fips|slug|nr|no|num|number|hash)$|[a-z](?:Id|ID|Key|Code)$/i;

const maxInCombination = 3;
const maxCombined = 8;
const maxChecked = 8;
/** Maximum rows sampled per piece, since a file from elsewhere may be a single piece. */
const maxSampled = 10_240;

interface Candidate {
	readonly column: SharedColumn;
	readonly rank: number;
	/** The value's number for each sampled row of both sides. */
	readonly numbers: Int32Array;
	readonly distinct: number;
	readonly hasNull: boolean;
}

export interface ProposedKey {
	readonly names: readonly string[];
	/** Numbers of both sides' rows by these columns. */
	readonly numbers: KeyNumbers;
}

/**
 * The smallest set of columns that is unique and not null on both sides, preferring id-like names; sampled, then
 * checked. Null: none.
 */
export async function proposeKey(tables: Sides, reading: Reading): Promise<ProposedKey | null> {
	const { shared } = alignColumns(tables.before.columns, tables.after.columns);
	const columns = shared.filter(({ after, before }) =>
		[tables.after.columns[after]?.kind, tables.before.columns[before]?.kind].every(
			(kind) => kind !== undefined && naming.includes(kind),
		),
	);
	const sampled = await sampleOf(tables, columns, reading);
	let checked = 0;
	for (const combination of combinationsOf(sampled.candidates)) {
		await reading.pause();
		if (!isUniqueInSample(combination, sampled.sizes)) continue;
		const key = combination.map((candidate) => candidate.column);
		const numbers = await numberUniqueKeys(tables, key, reading);
		if (numbers !== null) return { names: key.map((column) => column.name), numbers };
		checked += 1;
		if (checked === maxChecked) return null;
	}
	return null;
}

/** Single columns by rank, then pairs and triples of those with the most distinct values. */
function* combinationsOf(candidates: readonly Candidate[]): Generator<readonly Candidate[]> {
	const usable = candidates.filter((candidate) => !candidate.hasNull);
	for (const candidate of [...usable].sort((a, b) => a.rank - b.rank)) yield [candidate];
	const best = [...usable].sort((a, b) => b.distinct - a.distinct).slice(0, maxCombined);
	best.sort((a, b) => a.rank - b.rank);
	for (let size = 2; size <= maxInCombination; size += 1) yield* subsetsOf(best, size);
}

function* subsetsOf<T>(items: readonly T[], size: number): Generator<readonly T[]> {
	if (size === 0) yield [];
	else {
		for (const [index, first] of items.entries()) {
			for (const rest of subsetsOf(items.slice(index + 1), size - 1)) yield [first, ...rest];
		}
	}
}

function isUniqueInSample(combination: readonly Candidate[], [before, after]: readonly [number, number]): boolean {
	const distinctIn = (from: number, to: number) => {
		const seen = new Set<string>();
		for (let row = from; row < to; row += 1) seen.add(combination.map((candidate) => candidate.numbers[row]).join());
		return seen.size === to - from;
	};
	return distinctIn(0, before) && distinctIn(before, before + after);
}

async function sampleOf(tables: Sides, columns: readonly SharedColumn[], reading: Reading) {
	const names = columns.map(() => new KeyTable(1_024));
	const numbers: number[][] = columns.map(() => []);
	const nulls = columns.map(() => false);
	const hasher = new Hasher();
	const take = async (side: Side): Promise<number> => {
		const table = tables[side];
		let size = 0;
		const indexes = columns.map((column) => column[side]);
		for await (const piece of table.scan(indexes, reading.signal, samplePieces(table))) {
			const { stores } = piece;
			const rows = Math.min(piece.rows, maxSampled);
			size += rows;
			for (const [index, column] of columns.entries()) {
				const store = stores[index] as CellStore;
				for (let row = 0; row < rows; row += 1) {
					const value = column.normalize(store.value(row) as PlainValue);
					if (value === null) nulls[index] = true;
					hasher.reset();
					hasher.add(value);
					hasher.finish();
					numbers[index]?.push((names[index] as KeyTable).intern(hasher));
				}
				await reading.pause();
			}
		}
		return size;
	};
	const sizes = [await take('before'), await take('after')] as const;
	const candidates = columns.map(
		(column, index): Candidate => ({
			column,
			rank: rankOf(column, index, tables.after),
			numbers: Int32Array.from(numbers[index] ?? []),
			distinct: names[index]?.size ?? 0,
			hasNull: nulls[index] ?? false,
		}),
	);
	return { candidates, sizes };
}

/** Lower is better: id-like names, then text and times, then numbers; ties go to the leftmost. */
function rankOf({ name, after }: SharedColumn, position: number, { columns }: WorkerTable): number {
	const kind = columns[after]?.kind;
	const byName = idLike.test(name) ? 0 : 1_000;
	return byName + (kind === 'text' ? 0 : kind === 'temporal' ? 200 : position === 0 ? 0 : 400) + position;
}

function samplePieces({ rowCount }: WorkerTable): (start: number, rows: number) => boolean {
	const positions = [0, Math.floor(rowCount / 2), rowCount - 1];
	return (start, rows) => positions.some((position) => position >= start && position < start + rows);
}
