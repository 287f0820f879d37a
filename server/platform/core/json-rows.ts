import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

type Columns = Readonly<Record<string, PgColumn>>;

/** Times are strings, as in JSON. */
type JsonRow<Selected extends Columns> = {
	readonly [Name in keyof Selected]: Selected[Name]['_']['data'] extends Date ? string : Selected[Name]['_']['data'];
};

/** All rows as one value: decoding thousands of rows one by one takes most of a query's time. */
export function jsonRows<Selected extends Columns>(
	columns: Selected,
	order: readonly PgColumn[],
): SQL<JsonRow<Selected>[]> {
	const members = Object.entries(columns).flatMap(([name, column]) => [sql.raw(`'${name}'`), sql`${column}`]);
	const row = sql`json_build_object(${sql.join(members, sql`, `)})`;
	return sql`coalesce(json_agg(${row} ORDER BY ${sql.join([...order], sql`, `)}), '[]')`;
}
