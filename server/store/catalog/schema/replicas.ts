import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { time } from './columns.ts';

/** Processes that serve this catalog together; none if there is only one. */
export const replicas = pgTable('copies', {
	id: uuid().primaryKey(),
	/** By the database's clock. After some silence, a process counts as dead. */
	seenAt: time('seen_at').notNull(),
});

/** One row if replicas share their keys, which are otherwise in the data folder's `keys/keys.json`. */
export const sharedKeys = pgTable('shared_keys', {
	id: integer().primaryKey(),
	content: jsonb().$type<unknown>().notNull(),
});

/** Failed sign-in attempts, by throttled name. */
export const failedTries = pgTable('failed_tries', {
	name: text().primaryKey(),
	failures: integer().notNull(),
	lastAt: time('last_at').notNull(),
});

/** Writes with an Idempotency-Key, and their responses. */
export const answeredWrites = pgTable('answered_writes', {
	/** Fingerprint of the request. */
	name: text().primaryKey(),
	/** The replica that handles or handled it. */
	copyId: uuid('copy_id').notNull(),
	done: boolean().notNull(),
	/** As JSON text. */
	answer: text(),
	etag: text(),
	until: time('until').notNull(),
});

/** Recurring work that one replica at a time does. */
export const scheduledJobs = pgTable('chores', {
	name: text().primaryKey(),
	dueAt: time('due_at').notNull(),
});
