import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { migrate } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import type { Catalog } from './catalog.ts';
import { channel, listenOn } from './listener.ts';

export interface PostgresCatalogOptions {
	/** `postgres://user:password@host:port/database`; what it may say besides: postgres.js, "Connection details". */
	readonly url: string;
	readonly migrationsFolder: string;
}

/** A PostgreSQL that cannot hold the catalogue, and what to do about it. It never holds the password. */
export class DatabaseError extends Error {
	override name = 'DatabaseError';
}

/** The oldest PostgreSQL that its makers still look after. */
const oldest = 14;
/** Who migrates holds this lock of the database, so that two services that start at once do so in turn. */
const lockKey = 'dataset-console/migrations';

/**
 * Opens a catalogue in a PostgreSQL and brings its tables up to date. Connections that are lost are made anew.
 * @throws DatabaseError
 */
export async function openPostgresCatalog({ url, migrationsFolder }: PostgresCatalogOptions): Promise<Catalog> {
	const database = decodeURIComponent(new URL(url).pathname.slice(1));
	const options = {
		// The driver takes the name as it is escaped in the address.
		...(database === '' ? {} : { database }),
		connect_timeout: 10,
		connection: { application_name: 'dataset-console', TimeZone: 'UTC' },
		onnotice: () => undefined,
	} satisfies postgres.Options<Record<string, never>>;
	// One connection, which lives until the migrations are done: the lock is its.
	const first = postgres(url, { ...options, max: 1, max_lifetime: null });
	try {
		await assertSuitable(first);
		await first`select pg_advisory_lock(hashtextextended(${lockKey}, 0))`;
		await migrate(drizzle(first), { migrationsFolder });
	} catch (error) {
		throw explain(error, url);
	} finally {
		await first.end({ timeout: 5 });
	}
	const client = postgres(url, options);
	const db = drizzle(client);
	const tell = async (message: string) => {
		await db.execute(sql`select pg_notify(${channel}, ${message})`);
	};
	return {
		db,
		write: (work) => db.transaction(work),
		tell,
		listen: (hearing) => listenOn(url, options, hearing, tell),
		exclusive: (key, work) =>
			db.transaction(async (tx) => {
				await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`dataset-console/${key}`}, 0))`);
				return work();
			}),
		close: () => client.end({ timeout: 5 }),
	};
}

async function assertSuitable(client: postgres.Sql): Promise<void> {
	const [found] = await client<{ version: number; encoding: string }[]>`
		select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding`;
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
	CONNECT_TIMEOUT: () =>
		'did not answer within 10 seconds. Is it a PostgreSQL, and does a firewall let this machine through to it?',
	CONNECTION_CLOSED: () =>
		'ended the connection. Is it a PostgreSQL? Does it want TLS? Then add ?sslmode=require to DATABASE_URL.',
	'28P01': refused,
	'28000': ({ user }) =>
		`does not let "${user}" in. The user may be missing, or pg_hba.conf may not allow it from here. Make it with: CREATE ROLE "${user}" LOGIN PASSWORD '…'`,
	SASL_SIGNATURE_MISMATCH: refused,
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
	return codeOf(causeOf(error));
}

const causeOf = (error: Error): Error | undefined => (error.cause instanceof Error ? error.cause : undefined);

function withoutPassword(text: string, url: string): string {
	const { password } = new URL(url);
	return [password, decodeURIComponent(password)]
		.filter((it) => it !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
