import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** What is known of a column's values in one part. */
export interface ColumnValues {
	/** As DuckDB calls it. */
	readonly type: string;
	/** Smallest and largest value as DuckDB's text of them; NaN is not counted. */
	readonly min: string;
	readonly max: string;
	readonly nulls: number;
}

/** The parts of rows that are kept in several objects, in order. Rows that are one object have none here. */
export const parts = pgTable(
	'parts',
	{
		/** What datasets and runs name as their rows; it is told from the parts, and the same parts are the same rows. */
		content: text().notNull(),
		position: integer().notNull(),
		/** The Parquet object. */
		sha256: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		/** By name; columns of which nothing is known are absent. */
		columns: jsonb().$type<Record<string, ColumnValues>>().notNull(),
	},
	(item) => [primaryKey({ columns: [item.content, item.position] }), index('parts_object').on(item.sha256)],
);
