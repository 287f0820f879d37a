import { networkCodes } from '../error-code.ts';

/** A PostgreSQL that can't be used for the catalog, and what to do about it. Never contains the password. */
export class DatabaseError extends Error {
	override name = 'DatabaseError';
}

export function explain(error: unknown, url: string): Error {
	const { username, hostname, port, pathname } = new URL(url);
	const user = decodeURIComponent(username) || process.env.PGUSER || process.env.USER || 'postgres';
	const database = decodeURIComponent(pathname.slice(1)) || user;
	const where = `PostgreSQL server in DATABASE_URL (${hostname || 'localhost'}, port ${port || '5432'})`;
	if (error instanceof DatabaseError)
		return new DatabaseError(`The database "${database}" on the ${where} ${error.message}`);
	const server = `The ${where}`;
	const message = problems[codeOf(error)];
	if (message === undefined) {
		const message = error instanceof Error ? (causeOf(error)?.message ?? error.message) : String(error);
		return new DatabaseError(
			`${server} can’t be used for the catalog (${withoutPassword(message, url)}). Check DATABASE_URL and PostgreSQL’s log.`,
			{ cause: error },
		);
	}
	return new DatabaseError(`${server} ${message({ user, database })}`);
}

const unreachable = () =>
	'can’t be reached. Start the server, or correct the host and port in DATABASE_URL. Without DATABASE_URL, the embedded database is used.';
const refused = ({ user }: { user: string }) =>
	`rejected "${user}": the password in DATABASE_URL is wrong or missing. Characters such as @ : / % in the password must be percent-encoded.`;

/** Messages by error code of the system, the driver or PostgreSQL (PostgreSQL, appendix A). */
const problems: Readonly<Record<string, (names: { user: string; database: string }) => string>> = {
	...Object.fromEntries(networkCodes.map((code) => [code, unreachable])),
	TIMEOUT: () =>
		'didn’t answer within 10 seconds. Check that PostgreSQL is running there and that no firewall blocks this machine.',
	NO_TLS: () => 'doesn’t support TLS. Remove sslmode from DATABASE_URL, or enable TLS on the server.',
	TERMINATED: () =>
		'closed the connection. Check that PostgreSQL is running there. If it requires TLS, add ?sslmode=require to DATABASE_URL.',
	'28P01': refused,
	'28000': ({ user }) =>
		`rejected "${user}". Allow connections from this machine in pg_hba.conf. If the user doesn’t exist, create it with: CREATE ROLE "${user}" LOGIN PASSWORD '…'`,
	SASL: refused,
	'3D000': ({ database }) => `has no database "${database}". Create it with: CREATE DATABASE "${database}"`,
	'42501': ({ user, database }) =>
		`doesn’t let "${user}" create tables in "${database}". Allow it with: ALTER DATABASE "${database}" OWNER TO "${user}"`,
	'53300': () => 'has no connections left. Close some of them, or raise max_connections.',
	'57P03': () => 'is starting up or shutting down. Try again in a moment.',
};

function codeOf(error: unknown): string {
	if (!(error instanceof Error)) return '';
	if ('code' in error && typeof error.code === 'string') return error.code;
	if (error instanceof AggregateError) return codeOf(error.errors[0]);
	return wordless.find(([, message]) => message.test(error.message))?.[0] ?? codeOf(error.cause);
}

/** Driver errors without a code. */
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
		.filter((value) => value !== '')
		.reduce((shown, secret) => shown.replaceAll(secret, '…'), text);
}
