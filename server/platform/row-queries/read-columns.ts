import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import { tableOf } from './columns.ts';

/** Number of values held in memory at a time, for exact quantiles or complete distinct counts. */
export const heldAtOnce = 20_000_000;
/** Columns read together if rows are filtered: the filter is evaluated once for them. */
const readTogether = 8;

/** Which rows to read: a table's ` WHERE …`, or all. */
export interface ReadRows {
	readonly table: string;
	readonly where: string;
}

/** Aggregates of one column, by name. */
export interface ColumnReading {
	readonly terms: Readonly<Record<string, string>>;
	/** Number of values they hold per row. */
	readonly held: number;
}

/**
 * Aggregates of columns, in order. Each column is a separate subquery of the same statement: the engine works on several at a time, and frees the
 * values of one before it reads the next.
 */
export async function readColumns<T extends object>(
	session: EngineTables,
	readings: readonly ColumnReading[],
	{ table, where }: ReadRows,
	rows: number,
): Promise<Partial<T>[]> {
	const size = where === '' ? 1 : readTogether;
	const found: Record<string, unknown> = {};
	for (const some of batches(readings, Math.max(1, Math.floor(heldAtOnce / Math.max(1, rows))))) {
		const selects: string[] = [];
		for (let first = 0; first < some.length; first += size) {
			const terms = some.slice(first, first + size).flatMap((reading) => {
				const at = readings.indexOf(reading);
				return Object.entries(reading.terms).map(([name, sql]) => `${sql} AS ${name}_${at}`);
			});
			selects.push(`(SELECT ${terms.join(', ')} FROM ${tableOf(table, where, ...terms)}${where})`);
		}
		Object.assign(found, await rowOf<Record<string, unknown>>(session, `SELECT * FROM ${selects.join(', ')}`));
	}
	return readings.map(
		({ terms }, index) =>
			Object.fromEntries(Object.keys(terms).map((name) => [name, found[`${name}_${index}`]])) as Partial<T>,
	);
}

/** Groups readings that read anything, as many together as the values held per row allow. */
function batches(readings: readonly ColumnReading[], most: number): ColumnReading[][] {
	const all: ColumnReading[][] = [];
	let held = Number.POSITIVE_INFINITY;
	for (const reading of readings) {
		if (Object.keys(reading.terms).length === 0) continue;
		if (held + reading.held > most) {
			all.push([]);
			held = 0;
		}
		held += reading.held;
		all.at(-1)?.push(reading);
	}
	return all;
}
