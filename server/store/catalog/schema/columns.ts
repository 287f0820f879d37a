import { type AnyPgColumn, timestamp, uuid } from 'drizzle-orm/pg-core';

/** A point in time, to the millisecond. */
export const time = <Name extends string>(name: Name) => timestamp(name, { withTimezone: true, precision: 3 });

export const reference = <Name extends string>(
	name: Name,
	id: () => AnyPgColumn,
	onDelete: 'cascade' | 'no action' = 'no action',
) => uuid(name).notNull().references(id, { onDelete });
