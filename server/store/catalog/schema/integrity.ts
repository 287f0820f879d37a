import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Objects found corrupt or missing that haven't been read correctly since. */
export const corruptObjects = pgTable('corrupt_objects', {
	sha256: text().primaryKey(),
	problem: text().$type<'changed' | 'missing'>().notNull(),
	foundAt: time('found_at').notNull(),
});

/** One row: progress of the verification of all objects. */
export const scrubs = pgTable('scrubs', {
	id: integer().primaryKey(),
	startedAt: time('started_at').notNull(),
	/** Null while it's in progress. */
	finishedAt: time('finished_at'),
	/** When the last complete verification finished; null if there was none. */
	verifiedAt: time('verified_at'),
	/** The last verified object, in name order. */
	position: text().notNull(),
	objects: integer().notNull(),
	bytes: bigint({ mode: 'number' }).notNull(),
});
