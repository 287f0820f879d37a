import { pgTable, uuid } from 'drizzle-orm/pg-core';

/** One row: the catalog's id, which its objects share. */
export const catalogIds = pgTable('catalogue', { id: uuid().primaryKey() });
