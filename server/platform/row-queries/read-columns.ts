import type { EngineTables } from '../../engine/types.ts';
import { rowOf } from './ask.ts';
import { tableOf } from './columns.ts';

/** Values that are held at one time, so that their quantiles are exact or all different ones are counted. */
export const heldAtOnce = 20_000_000;
/** Columns that are read together where rows are filtered: the filter is looked at once for them. */
const readTogether = 8;

/** Which rows are read: of a table, ` WHERE …` or all. */
export interface ReadRows {
	readonly table: string;
	readonly where: string;
}

/** Aggregates of one column, by name. */
export interface ColumnReading {
	readonly terms: Readonly<Record<string, string>>;
	/** How many values they hold for each row. */
	readonly held: number;
}

/**
 * Aggregates of columns, in their order. Each column is a reading of its own in the same statement: the engine works on several at one
 * time, and the values of one are gone when the next is read.
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
		({ terms }, at) =>
			Object.fromEntries(Object.keys(terms).map((name) => [name, found[`${name}_${at}`]])) as Partial<T>,
	);
}

/** Readings that have something to read, as many together as hold so many values for each row. */
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
