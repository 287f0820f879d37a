import { setTimeout } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool } from 'pg';
import { errorCode } from '../error-code.ts';
import { BusyError, type Catalog, type Db } from './catalog.ts';
import { assertNotNewer, CatalogError } from './catalog-error.ts';
import { DatabaseError, explain } from './database-error.ts';
import { channel, listenOn } from './listener.ts';
import { configOf } from './postgres-address.ts';
import { isUnavailable } from './unavailable.ts';

export interface PostgresCatalogOptions {
	/**
	 * `postgres://user:password@host:port/database`; supports `sslmode` (disable, require, verify-ca, verify-full), `sslrootcert`, `sslcert`, `sslkey`
	 * and `host`.
	 */
	readonly url: string;
	readonly migrationsFolder: string;
	/** For tests: timeout for getting a connection and for statements, ms. */
	readonly patienceMs?: number;
}

/** The oldest PostgreSQL release still supported by its maintainers. */
const oldest = 14;
/** Maximum connections of a process by purpose, plus one that listens; docs/deployment.md has the sum. */
const connections = { work: 10, exclusive: 8, urgent: 2 };
/** Timeout for connecting, ms. */
const connectionTimeoutMillis = 10_000;
/** Timeout for getting a connection, and for a statement, ms. */
const longestWaitMs = 60_000;
/** Held during migrations, so that two services that start together migrate one after the other. */
const lockKey = 'dataset-console/migrations';

/** Opens a catalog in PostgreSQL and migrates it; lost connections are replaced. @throws DatabaseError */
export async function openPostgresCatalog(options: PostgresCatalogOptions): Promise<Catalog> {
	const { url, migrationsFolder, patienceMs = longestWaitMs } = options;
	const config = configOf(url);
	// A single connection until migrations are done, because it holds the lock.
	const first = new Connection(config);
	// The failing query reports the error too.
	first.on('error', () => undefined);
	try {
		await first.connect();
		await first.query(inUtc);
		await assertSuitable(first);
		await first.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockKey]);
		await assertNotNewer(drizzle(first), migrationsFolder);
		await migrate(drizzle(first), { migrationsFolder });
	} catch (error) {
		if (error instanceof CatalogError) throw error;
		throw explain(error, url);
	} finally {
		await closed(first);
	}
	const pools = {
		work: poolOf(config, connections.work, patienceMs),
		// These statements may wait a long time for their lock.
		exclusive: poolOf(config, connections.exclusive, patienceMs, 0),
		urgent: poolOf(config, connections.urgent, patienceMs),
	};
	const placeOn = (pool: Pool): Catalog['urgent'] => ({
		db: drizzle(pool),
		write: (work) => retryingTransaction(() => transact(pool, work)),
	});
	const urgent = placeOn(pools.urgent);
	const notify = async (message: string) => {
		await urgent.db.execute(sql`select pg_notify(${channel}, ${message})`);
	};
	return {
		...placeOn(pools.work),
		urgent,
		notify,
		listen: (hearing) => listenOn(() => new Connection(config), hearing, notify),
		async exclusive(key, work) {
			let isIn = false;
			try {
				return await transact(pools.exclusive, async (tx) => {
					isIn = true;
					await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dataset-console/${key}`}, 0))`);
					return work();
				});
			} catch (error) {
				throw !isIn && isWaitedOut(error) ? new BusyError() : error;
			}
		},
		connections: () =>
			Object.entries(pools).map(([purpose, { totalCount, idleCount, waitingCount }]) => ({
				purpose,
				busy: totalCount - idleCount,
				idle: idleCount,
				waiting: waitingCount,
			})),
		async close() {
			await Promise.all(Object.values(pools).map(closed));
		},
	};
}

/** @param statementMs after which PostgreSQL cancels a statement; 0 for never */
function poolOf(config: ClientConfig, max: number, patienceMs: number, statementMs = patienceMs): Pool {
	const pool = new Pool({
		...config,
		// If the server doesn't even cancel the statement, the driver gives up a little later.
		...(statementMs === 0 ? {} : { query_timeout: 1.1 * statementMs }),
		Client: Connection,
		max,
		connectionTimeoutMillis: patienceMs,
		idleTimeoutMillis: 60_000,
		onConnect: async (client) => {
			await client.query(`${inUtc}; set statement_timeout = ${statementMs}`);
		},
	});
	// A lost connection is replaced; its current user gets an error from the query.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	return pool;
}

/** Always releases its connection, which drizzle doesn't if a transaction can't begin, and uses another one if it was lost. */
async function transact<T>(pool: Pool, work: (tx: Db) => Promise<T>, others = pool.options.max): Promise<T> {
	const client = await pool.connect();
	let [hasBegun, isLost] = [false, false];
	try {
		return await drizzle(client).transaction((tx) => {
			hasBegun = true;
			return work(tx);
		});
	} catch (error) {
		isLost = isUnavailable(error);
		if (!isLost || hasBegun || others === 0) throw error;
	} finally {
		client.release(isLost);
	}
	return transact(pool, work, others - 1);
}

/** Whether all connections of a pool were in use until the timeout, which pg-pool reports only with this message. */
const isWaitedOut = (error: unknown): boolean =>
	error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** Resolves when it has ended; doesn't wait for a server that doesn't answer. */
async function closed(item: Client | Pool): Promise<void> {
	await Promise.race([item.end().catch(() => undefined), setTimeout(5_000, undefined, { ref: false })]);
}

const inUtc = "set timezone to 'UTC'";

/** The pool uses one timeout for both waiting and connecting; connecting should be short. */
class Connection extends Client {
	constructor(config?: string | ClientConfig) {
		const given = typeof config === 'string' ? { connectionString: config } : (config ?? {});
		// The pool hides the password from whatever enumerates its options.
		const secret = given.password === undefined ? {} : { password: given.password };
		super({ ...given, ...secret, connectionTimeoutMillis });
	}
}

async function assertSuitable(client: Client): Promise<void> {
	const { rows } = await client.query<{ version: number; encoding: string }>(
		"select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
	);
	const [found] = rows;
	const major = Math.floor((found?.version ?? 0) / 10_000);
	if (major < oldest) {
		throw new DatabaseError(`runs on PostgreSQL ${major}, which is too old. Use PostgreSQL ${oldest} or later.`);
	}
	if (found?.encoding !== 'UTF8') {
		throw new DatabaseError(
			`uses the encoding ${found?.encoding}, which can’t store every name. Create a database with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`,
		);
	}
}

/** How often a transaction is retried, by PostgreSQL error code (appendix A); after a violation, a retry finds the conflicting row. */
const maxRetries: Readonly<Record<string, number>> = {
	'40P01': 3, // deadlock_detected
	'40001': 3, // serialization_failure
	'23505': 1, // unique_violation
	'23503': 1, // foreign_key_violation
};

/** Retries a transaction that conflicted with another one. @param transaction has no other lasting effect */
async function retryingTransaction<T>(transaction: () => Promise<T>): Promise<T> {
	for (let again = 0; ; again += 1) {
		try {
			return await transaction();
		} catch (error) {
			if (again >= (maxRetries[errorCode(error)] ?? 0)) throw error;
		}
	}
}
