import { isNumber, type QueriedColumn } from './columns.ts';
import type { TimeForm } from './profile-bins.ts';

/** Positions of a column's values in a histogram: numbers, or ms since 1970. */
export interface Places {
	/** Format of times; null for numbers. */
	readonly form: TimeForm | null;
	/** The position of a value; NULL for values without one. */
	of(value: string): string;
	/** The value to bin, and the exclusive end of a bin; `isPlain` if every value has a position. */
	readonly binned: (isPlain: boolean) => { readonly value: string; end(edge: number): string };
}

/** Null for columns without a histogram. */
export function placesOf({ kind, type, value }: QueriedColumn): Places | null {
	if (isNumber(kind)) {
		const of = (sql: string) => `CAST(${sql} AS DOUBLE)`;
		// Quoted, because a number with that many digits would be parsed as a decimal and rounded up to the edge.
		return { form: null, of, binned: () => ({ value: of(value), end: (edge) => `'${below(edge)}'::DOUBLE` }) };
	}
	const end = (edge: number) => `${edge - 1}::BIGINT`;
	if (type === 'TIME') {
		const of = (sql: string) =>
			`(date_part('hour', ${sql}) * 3600 + date_part('minute', ${sql}) * 60) * 1000 + date_part('millisecond', ${sql})`;
		return { form: 'time', of, binned: () => ({ value: of(value), end }) };
	}
	if (type !== 'DATE' && !type.startsWith('TIMESTAMP')) return null;
	const micros = (sql: string) => `epoch_us(CAST(${sql} AS TIMESTAMP))`;
	const millis = (sql: string) => `(${micros(sql)} - (${micros(sql)} % 1000 + 1000) % 1000) // 1000`;
	const isPlaced = (sql: string) => `isfinite(${sql}) AND date_part('year', ${sql}) BETWEEN 0 AND 9999`;
	const of = (sql: string) => `CASE WHEN ${isPlaced(sql)} THEN ${millis(sql)} END`;
	const form = type === 'DATE' ? 'date' : type.endsWith('ZONE') ? 'utc' : 'clock';
	const binned = (isPlain: boolean) =>
		isPlain ? { value: micros(value), end: (edge: number) => `${edge * 1000 - 1}::BIGINT` } : { value: of(value), end };
	return { form, of, binned };
}

/** The largest double below another one. */
function below(value: number): number {
	if (value === 0) return -Number.MIN_VALUE;
	const view = new DataView(new ArrayBuffer(8));
	view.setFloat64(0, value);
	view.setBigInt64(0, view.getBigInt64(0) + (value > 0 ? -1n : 1n));
	return view.getFloat64(0);
}
