import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Listener, ListenerEvents } from './listener.ts';

/** The catalog's database, or a transaction on it. Queries use only what every PostgreSQL supports. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Serialized work with any keys occupied all slots until the timeout. */
export class BusyError extends Error {
	override name = 'BusyError';
}

export interface Catalog {
	readonly db: Db;
	/**
	 * One durable transaction. Inside, use only `tx`, because the embedded database has a single connection; after a conflict `work` runs again, so it
	 * must have no other lasting effect.
	 */
	write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
	/** Like `db` and `write`, on separate connections, for short urgent work such as a replica's heartbeat. */
	readonly urgent: Pick<Catalog, 'db' | 'write'>;
	/** Serializes work by key across processes; holds a dedicated connection, so it must not nest, and never retries. @throws BusyError */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
	/** Notifies every listening process; does nothing if there is none. */
	notify(message: string): Promise<void>;
	/** Listens for other processes' messages; null if no other process can have this catalog open. */
	readonly listen: ((hearing: ListenerEvents) => Listener) | null;
	/** Connections of this process by purpose; absent for an in-process database. */
	connections?(): readonly ConnectionCounts[];
	close(): Promise<void>;
}

export interface ConnectionCounts {
	readonly purpose: string;
	readonly busy: number;
	readonly idle: number;
	readonly waiting: number;
}
