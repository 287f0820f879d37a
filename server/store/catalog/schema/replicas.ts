import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Processes that serve this catalog together; none where one serves it alone. */
export const replicas = pgTable('copies', {
	id: uuid().primaryKey(),
	/** By the database's clock. One that has not been seen for a while is taken for dead. */
	seenAt: time('seen_at').notNull(),
});

/** One row where copies share their keys: what a data folder holds as `keys/keys.json` otherwise. */
export const sharedKeys = pgTable('shared_keys', {
	id: integer().primaryKey(),
	content: jsonb().$type<unknown>().notNull(),
});

/** Failures at signing in, by what they are watched by. */
export const failedTries = pgTable('failed_tries', {
	name: text().primaryKey(),
	failures: integer().notNull(),
	lastAt: time('last_at').notNull(),
});

/** Writes that came with an Idempotency-Key, and what they were answered. */
export const answeredWrites = pgTable('answered_writes', {
	/** Fingerprint of the request. */
	name: text().primaryKey(),
	/** The copy that acts, or acted. */
	copyId: uuid('copy_id').notNull(),
	done: boolean().notNull(),
	/** As JSON text. */
	answer: text(),
	etag: text(),
	until: time('until').notNull(),
});

/** Work that one copy at a time does now and then. */
export const scheduledJobs = pgTable('chores', {
	name: text().primaryKey(),
	dueAt: time('due_at').notNull(),
});
