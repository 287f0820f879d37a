import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';
import type { Hearing, Listener } from './listener.ts';

/** The catalog's database, or a transaction on it. Queries use what every PostgreSQL has. */
export type Db = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** Works that happen one after the other, of whatever key, took all their turns for as long as one waits. */
export class BusyError extends Error {
	override name = 'BusyError';
}

export interface Catalog {
	/** For reading. */
	readonly db: Db;
	/**
	 * One durable transaction. Inside, use only `tx`, as the embedded database has one connection; on a conflict `work` runs again, so it
	 * must have no other lasting effect.
	 */
	write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
	/** As `db` and `write`, on connections of their own, for short urgent work such as a copy's heartbeat. */
	readonly urgent: Pick<Catalog, 'db' | 'write'>;
	/** Serializes work by key across processes; it holds a dedicated connection, so it must not nest, and never runs again. @throws BusyError */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
	/** Notifies every listening process; does nothing more when there is none. */
	notify(message: string): Promise<void>;
	/** Listens for other processes' messages; null where no other process can have this catalog open. */
	readonly listen: ((hearing: Hearing) => Listener) | null;
	/** Connections of this process by purpose; absent where the database is in the process. */
	connections?(): readonly ConnectionCounts[];
	close(): Promise<void>;
}

export interface ConnectionCounts {
	readonly purpose: string;
	readonly busy: number;
	readonly idle: number;
	/** Requests that wait for a connection. */
	readonly waiting: number;
}
