import type { Column } from '#contract/dataset.ts';
import { quoted } from '#lib/sql/quoting.ts';
import { isIntegerType } from '#lib/sql/types.ts';

/** What is remembered of a column's values: enough to tell how many of them another column has. */
export interface ColumnSketch {
	readonly name: string;
	readonly kind: 'text' | 'integer';
	readonly distinct: number;
	/** Whether no value comes twice. */
	readonly unique: boolean;
	/** The smallest hashes of its values, ascending; all of them where `whole`. The same values have the same hashes everywhere. */
	readonly hashes: Float64Array;
	readonly whole: boolean;
}

/** Most hashes of a column: 64 KiB, and a share of a larger column's values told within about two points. */
const mostHashes = 8_192;
const mostColumns = 40;

/** Columns whose values could name something. A measure or a time does not. */
const sketched = (columns: readonly Column[]): Column[] =>
	columns.filter((column) => column.type === 'VARCHAR' || isIntegerType(column.type)).slice(0, mostColumns);

/** One SELECT with one row that tells of all columns; null where there is none to tell of. */
export function sketchQuery(table: string, columns: readonly Column[]): string | null {
	const parts = sketched(columns).flatMap(({ name }, index) => {
		const column = quoted(name);
		// 52 bits, which a double holds. An integer and the text of it are the same value, as for a link.
		const hashes = `SELECT DISTINCT hash(CAST(${column} AS VARCHAR)) % 4503599627370496 AS h FROM ${table} WHERE ${column} IS NOT NULL`;
		return [
			`(SELECT count(${column}) FROM ${table}) AS "n${index}"`,
			`(SELECT count(DISTINCT ${column}) FROM ${table}) AS "d${index}"`,
			`(SELECT list(h ORDER BY h) FROM (${hashes} ORDER BY h LIMIT ${mostHashes})) AS "h${index}"`,
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
			whole: distinct <= mostHashes,
		};
	});
}

/** The share of one column's values that another has: exact where both are kept whole, otherwise by the hashes that both keep. */
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
