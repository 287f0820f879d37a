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
	 * One transaction: all of it happens or nothing. When the promise fulfils, the write survives the death of the process.
	 * Inside, use only the given transaction: the embedded database has one connection. Work is done anew where another
	 * transaction got in its way: it changes nothing that lasts beside the transaction.
	 */
	write<T>(work: (tx: Db) => Promise<T>): Promise<T>;
	/**
	 * As `db` and `write`, and never behind them: for what others draw conclusions from when it comes late, such as the sign
	 * that a copy lives. For short works only.
	 */
	readonly urgent: Pick<Catalog, 'db' | 'write'>;
	/**
	 * Lets works that bear the same key happen one after the other, in every process that has this catalog open. Work
	 * holds a connection of those kept for this kind: it must not wait for work of this kind itself. It is never done anew.
	 * @throws BusyError
	 */
	exclusive<T>(key: string, work: () => Promise<T>): Promise<T>;
	/** Tells every process that listens; no more happens where nobody does. */
	tell(message: string): Promise<void>;
	/** Hears what processes tell; null where no other process can have this catalog open. */
	readonly listen: ((hearing: Hearing) => Listener) | null;
	close(): Promise<void>;
}
