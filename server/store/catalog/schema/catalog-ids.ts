import { pgTable, uuid } from 'drizzle-orm/pg-core';

/** One row: which catalog this is. The objects beside it bear the same id. */
export const catalogIds = pgTable('catalogue', { id: uuid().primaryKey() });
