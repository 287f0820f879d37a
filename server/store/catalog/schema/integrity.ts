import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Objects that were found corrupt or missing and have not been read whole since. */
export const corruptObjects = pgTable('corrupt_objects', {
	sha256: text().primaryKey(),
	problem: text().$type<'changed' | 'missing'>().notNull(),
	foundAt: time('found_at').notNull(),
});

/** One row: how far the verification of all objects is. */
export const scrubs = pgTable('scrubs', {
	id: integer().primaryKey(),
	startedAt: time('started_at').notNull(),
	/** Null while it is in progress. */
	finishedAt: time('finished_at'),
	/** When the last one finished that came to its end; null where none did. */
	verifiedAt: time('verified_at'),
	/** The last object that was verified, in the order of names. */
	position: text().notNull(),
	objects: integer().notNull(),
	bytes: bigint({ mode: 'number' }).notNull(),
});
