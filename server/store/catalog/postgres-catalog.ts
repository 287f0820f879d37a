import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client, type ClientConfig, Pool } from 'pg';
import { isAway } from './away.ts';
import type { Catalog, Db } from './catalog.ts';
import { channel, listenOn } from './listener.ts';

export interface PostgresCatalogOptions {
	/** `postgres://user:password@host:port/database`; besides `sslmode` (disable, require, verify-ca, verify-full), `sslrootcert`, `sslcert`, `sslkey` and `host`. */
	readonly url: string;
	readonly migrationsFolder: string;
}

/** A PostgreSQL that cannot hold the catalogue, and what to do about it. It never holds the password. */
export class DatabaseError extends Error {
	override name = 'DatabaseError';
}

/** The oldest PostgreSQL that its makers still look after. */
const oldest = 14;
/** Connections of one process at most; one more listens. */
const connections = 10;
/** A connection that is not made in this time, ms, is not made. */
const connectionTimeoutMillis = 10_000;
/** Whoever waits longer for one of the connections, ms, is told that there is none. */
const patienceMs = 60_000;
/** Who migrates holds this lock of the database, so that two services that start at once do so in turn. */
const lockKey = 'dataset-console/migrations';

/**
 * Opens a catalogue in a PostgreSQL and brings its tables up to date. Connections that are lost are made anew.
 * @throws DatabaseError
 */
export async function openPostgresCatalog({ url, migrationsFolder }: PostgresCatalogOptions): Promise<Catalog> {
	const config = configOf(url);
	// One connection, which lives until the migrations are done: the lock is its.
	const first = new Connection(config);
	// Told by the query that it fails, too.
	first.on('error', () => undefined);
	try {
		await first.connect();
		await first.query(inUtc);
		await assertSuitable(first);
		await first.query('select pg_advisory_lock(hashtextextended($1, 0))', [lockKey]);
		await migrate(drizzle(first), { migrationsFolder });
	} catch (error) {
		throw explain(error, url);
	} finally {
		await closed(first);
	}
	const pool = new Pool({
		...config,
		Client: Connection,
		max: connections,
		connectionTimeoutMillis: patienceMs,
		idleTimeoutMillis: 60_000,
		onConnect: (client) => client.query(inUtc),
	});
	// One that is lost is made anew; whoever uses it hears of it from what they ask.
	pool.on('error', () => undefined);
	pool.on('connect', (client) => client.on('error', () => undefined));
	/**
	 * On a connection that is given back in any case: drizzle keeps one of the pool for ever when a transaction cannot begin.
	 * What has not begun is begun on another connection: all that waited may have been lost together.
	 */
	const transact = async <T>(work: (tx: Db) => Promise<T>, others = connections): Promise<T> => {
		const client = await pool.connect();
		let [hasBegun, isLost] = [false, false];
		try {
			return await drizzle(client).transaction((tx) => {
				hasBegun = true;
				return work(tx);
			});
		} catch (error) {
			isLost = isAway(error);
			if (!isLost || hasBegun || others === 0) throw error;
		} finally {
			client.release(isLost);
		}
		return transact(work, others - 1);
	};
	const db = drizzle(pool);
	const tell = async (message: string) => {
		await db.execute(sql`select pg_notify(${channel}, ${message})`);
	};
	return {
		db,
		write: (work) => transact(work),
		tell,
		listen: (hearing) => listenOn(() => new Connection(config), hearing, tell),
		exclusive: (key, work) =>
			transact(async (tx) => {
				await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dataset-console/${key}`}, 0))`);
				return work();
			}),
		close: () => closed(pool),
	};
}

/** Fulfils when it has ended; a server that does not answer is not waited for. */
async function closed(it: Client | Pool): Promise<void> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, 5_000);
	});
	await Promise.race([it.end().catch(() => undefined), late]);
	clearTimeout(timer);
}

const inUtc = "set timezone to 'UTC'";

/** The pool takes one time for waiting in turn and for connecting: the second is to be short. */
class Connection extends Client {
	constructor(config?: string | ClientConfig) {
		const given = typeof config === 'string' ? { connectionString: config } : (config ?? {});
		// The pool hides the password from whoever lists what it was given.
		const secret = given.password === undefined ? {} : { password: given.password };
		super({ ...given, ...secret, connectionTimeoutMillis });
	}
}

/** What an address says, read once: a certificate that is being replaced is not to be missed later. @throws DatabaseError */
function configOf(url: string): ClientConfig {
	const { hostname, port, username, password, pathname, searchParams } = new URL(url);
	const host = searchParams.get('host') ?? hostname.replace(/^\[(.*)\]$/, '$1');
	return {
		...(host === '' ? {} : { host }),
		...(port === '' ? {} : { port: Number(port) }),
		...(username === '' ? {} : { user: decodeURIComponent(username) }),
		...(password === '' ? {} : { password: decodeURIComponent(password) }),
		...(pathname.length < 2 ? {} : { database: decodeURIComponent(pathname.slice(1)) }),
		ssl: tlsOf(searchParams),
		application_name: 'dataset-console',
		keepAlive: true,
		keepAliveInitialDelayMillis: 10_000,
	};
}

function tlsOf(query: URLSearchParams): ClientConfig['ssl'] {
	const mode = query.get('sslmode') ?? query.get('ssl') ?? 'disable';
	const read = (name: string) => {
		const file = query.get(name);
		if (file === null) return undefined;
		try {
			return readFileSync(file, 'utf8');
		} catch {
			throw new DatabaseError(`The file ${file}, which DATABASE_URL names as ${name}, cannot be read.`);
		}
	};
	const files = { ca: read('sslrootcert'), cert: read('sslcert'), key: read('sslkey') };
	if (['disable', 'false', '0'].includes(mode)) return false;
	if (['require', 'no-verify', 'true', '1'].includes(mode)) return { ...files, rejectUnauthorized: false };
	if (mode === 'verify-ca') return { ...files, checkServerIdentity: () => undefined };
	if (mode === 'verify-full') return files;
	throw new DatabaseError(
		`DATABASE_URL says sslmode=${mode}, which is not known here. Say disable, require, verify-ca or verify-full.`,
	);
}

async function assertSuitable(client: Client): Promise<void> {
	const { rows } = await client.query<{ version: number; encoding: string }>(
		"select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding",
	);
	const [found] = rows;
	const major = Math.floor((found?.version ?? 0) / 10_000);
	if (major < oldest) {
		throw new DatabaseError(`is PostgreSQL ${major}, which is too old. Use PostgreSQL ${oldest} or later.`);
	}
	if (found?.encoding !== 'UTF8') {
		throw new DatabaseError(
			`keeps its text as ${found?.encoding}, which cannot hold every name. Make a database with: CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`,
		);
	}
}

function explain(error: unknown, url: string): Error {
	const { username, hostname, port, pathname } = new URL(url);
	const user = decodeURIComponent(username) || 'the default user';
	const database = decodeURIComponent(pathname.slice(1)) || user;
	const place = `The PostgreSQL at ${hostname || 'localhost'}, port ${port || '5432'}, that DATABASE_URL names`;
	if (error instanceof DatabaseError) return new DatabaseError(`${place}: its database "${database}" ${error.message}`);
	const words = problems[codeOf(error)];
	if (words === undefined) {
		const message = error instanceof Error ? (causeOf(error)?.message ?? error.message) : String(error);
		return new DatabaseError(`${place} cannot hold the catalogue: ${withoutPassword(message, url)}`, { cause: error });
	}
	return new DatabaseError(`${place} ${words({ user, database })}`);
}

const unreachable = () =>
	'cannot be reached. Start it, or correct host and port in DATABASE_URL; without DATABASE_URL the embedded database is used.';
const refused = ({ user }: { user: string }) =>
	`does not let "${user}" in: the password in DATABASE_URL is wrong or missing. Characters such as @ : / % in it must be percent-encoded.`;

/** By the code that the system, the driver or PostgreSQL gives (PostgreSQL, appendix A). */
const problems: Readonly<Record<string, (names: { user: string; database: string }) => string>> = {
	ECONNREFUSED: unreachable,
	ENOTFOUND: unreachable,
	EAI_AGAIN: unreachable,
	EHOSTUNREACH: unreachable,
	ENETUNREACH: unreachable,
	ETIMEDOUT: unreachable,
	ECONNRESET: unreachable,
	TIMEOUT: () =>
		'did not answer within 10 seconds. Is it a PostgreSQL, and does a firewall let this machine through to it?',
	NO_TLS: () => 'does not speak TLS. Leave sslmode out of DATABASE_URL, or set TLS up there.',
	TERMINATED: () =>
		'ended the connection. Is it a PostgreSQL? Does it want TLS? Then add ?sslmode=require to DATABASE_URL.',
	'28P01': refused,
	'28000': ({ user }) =>
		`does not let "${user}" in. The user may be missing, or pg_hba.conf may not allow it from here. Make it with: CREATE ROLE "${user}" LOGIN PASSWORD '…'`,
	SASL: refused,
	'3D000': ({ database }) => `has no database "${database}". Make it with: CREATE DATABASE "${database}"`,
	'42501': ({ user, database }) =>
		`does not let "${user}" make tables in "${database}". Let it with: ALTER DATABASE "${database}" OWNER TO "${user}"`,
	'53300': () => 'has no connection left. End others, or raise max_connections.',
	'57P03': () => 'is just starting or stopping. Try again in a moment.',
};

function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error && typeof error.code === 'string') return error.code;
	if (error instanceof AggregateError) return codeOf(error.errors[0]);
	return wordless.find(([, words]) => words.test(error.message))?.[0] ?? codeOf(causeOf(error));
}

/** What the driver says without a code. */
const wordless: readonly (readonly [string, RegExp])[] = [
	['TIMEOUT', /timeout (expired|exceeded)|connection timeout/],
	['NO_TLS', /does not support SSL/],
	['TERMINATED', /^Connection terminated/],
	['SASL', /^SASL/],
];

const causeOf = (error: Error): Error | undefined => (error.cause instanceof Error ? error.cause : undefined);

function withoutPassword(text: string, url: string): string {
	const { password } = new URL(url);
	return [password, decodeURIComponent(password)]
		.filter((it) => it !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
