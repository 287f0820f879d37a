import type { Column } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isIntegerType } from '#lib/sql/types.ts';

/** A summary of a column's values, sufficient to estimate how many of them another column has. */
export interface ColumnSketch {
	readonly name: string;
	readonly kind: 'text' | 'integer';
	readonly distinct: number;
	readonly unique: boolean;
	/** The smallest hashes of its values, ascending; all of them if `whole`. Equal values have equal hashes everywhere. */
	readonly hashes: Float64Array;
	readonly whole: boolean;
}

/** Maximum hashes per column: 64 KiB; for larger columns, shares are accurate to about two percentage points. */
const maxHashes = 8_192;
const maxColumns = 40;

/** Columns whose values could identify something, unlike measures and times. */
const sketched = (columns: readonly Column[]): Column[] =>
	columns.filter((column) => column.type === 'VARCHAR' || isIntegerType(column.type)).slice(0, maxColumns);

/** One SELECT with one row for all columns; null if there are none. */
export function sketchQuery(table: string, columns: readonly Column[]): string | null {
	const parts = sketched(columns).flatMap(({ name }, index) => {
		const column = quoted(name);
		// 52 bits, which fit in a double. An integer equals its text, as in a link.
		const hashes = `SELECT DISTINCT hash(CAST(${column} AS VARCHAR)) % 4503599627370496 AS h FROM ${table} WHERE ${column} IS NOT NULL`;
		return [
			`(SELECT count(${column}) FROM ${table}) AS "n${index}"`,
			`(SELECT count(DISTINCT ${column}) FROM ${table}) AS "d${index}"`,
			`(SELECT list(h ORDER BY h) FROM (${hashes} ORDER BY h LIMIT ${maxHashes})) AS "h${index}"`,
		];
	});
	return parts.length === 0 ? null : `SELECT ${parts.join(', ')}`;
}

export function readSketches(columns: readonly Column[], row: Readonly<Record<string, unknown>>): ColumnSketch[] {
	return sketched(columns).map(({ name, type }, index) => {
		const [filled, distinct] = [Number(row[`n${index}`]), Number(row[`d${index}`])];
		const hashes = row[`h${index}`];
		return {
			name,
			kind: type === 'VARCHAR' ? 'text' : 'integer',
			distinct,
			unique: filled > 0 && distinct === filled,
			hashes: Float64Array.from(Array.isArray(hashes) ? hashes : [], Number),
			whole: distinct <= maxHashes,
		};
	});
}

/** The share of one column's values that another has: exact if both are complete, otherwise based on the hashes that both keep. */
export function overlap(from: ColumnSketch, to: ColumnSketch): { share: number; compared: number; exact: boolean } {
	const limit = Math.min(
		from.whole ? Infinity : (from.hashes.at(-1) ?? 0),
		to.whole ? Infinity : (to.hashes.at(-1) ?? 0),
	);
	let [compared, found, at] = [0, 0, 0];
	for (const hash of from.hashes) {
		if (hash > limit) break;
		compared++;
		while (at < to.hashes.length && (to.hashes[at] ?? 0) < hash) at++;
		if (to.hashes[at] === hash) found++;
	}
	return { share: compared === 0 ? 0 : found / compared, compared, exact: from.whole && to.whole };
}
