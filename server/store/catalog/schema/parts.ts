import { bigint, index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

/** Statistics of a column's values in one part. */
export interface ColumnValues {
	/** DuckDB's name of the type. */
	readonly type: string;
	/** Minimum and maximum, as DuckDB writes them; NaN isn't counted. */
	readonly min: string;
	readonly max: string;
	readonly nulls: number;
}

/** The parts of rows stored in several objects, in order. Rows in a single object have none here. */
export const parts = pgTable(
	'parts',
	{
		/** The identifier that datasets and runs use; derived from the parts, so equal parts are equal rows. */
		content: text().notNull(),
		position: integer().notNull(),
		/** The Parquet object. */
		sha256: text().notNull(),
		rows: bigint({ mode: 'number' }).notNull(),
		bytes: bigint({ mode: 'number' }).notNull(),
		/** By column name; columns without known statistics are absent. */
		columns: jsonb().$type<Record<string, ColumnValues>>().notNull(),
	},
	(item) => [primaryKey({ columns: [item.content, item.position] }), index('parts_object').on(item.sha256)],
);
