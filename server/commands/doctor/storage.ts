import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import type { S3Settings, Settings } from '../../settings/settings.ts';
import { explain } from '../../store/catalog/database-error.ts';
import { movedCatalog } from '../../store/catalog/moved.ts';
import { configOf } from '../../store/catalog/postgres-address.ts';
import { firstLine } from './environment.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

/** Timeout for the database, ms. */
const patienceMs = 10_000;
const oldestPostgres = 14;
/** Tolerated clock difference between two machines that share a catalog, ms. */
const clocksApart = 2_000;
/** Maximum connections of one service process. */
const connectionsOfService = 21;

export async function catalog({ dataDir, databaseUrl: url }: Settings): Promise<Finding[]> {
	if (url === null) {
		const moved = await movedCatalog(dataDir).catch(() => null);
		const [details = '', remedy = ''] = moved?.split(/\. (?=Set )/) ?? [];
		return [moved === null ? ok('Catalog', 'embedded, in the data folder') : fail('Catalog', details, remedy)];
	}
	const what = 'PostgreSQL';
	const client = new Client({ ...configOf(url), connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
	client.on('error', () => undefined);
	try {
		await client.connect();
		const began = Date.now();
		const { rows } = await client.query(`select current_setting('server_version_num')::int / 10000 as version,
			pg_is_in_recovery() or current_setting('default_transaction_read_only')::bool as read_only,
			current_setting('max_connections')::int as connections, has_database_privilege(current_database(), 'CREATE') as may_create,
			extract(epoch from clock_timestamp()) * 1000 as at`);
		return [judgeDatabase(rows[0], (began + Date.now()) / 2)];
	} catch (error) {
		const [problem = '', ...advice] = firstLine(explain(error, url)).split(/\.(?: (?=[A-Z])|$)/);
		return [fail(what, problem, `${advice.filter((text) => text !== '').join('. ') || 'Check DATABASE_URL'}.`)];
	} finally {
		await client.end().catch(() => undefined);
	}
}

interface Database {
	readonly version: number;
	readonly read_only: boolean;
	readonly connections: number;
	readonly may_create: boolean;
	readonly at: string;
}

function judgeDatabase(found: Database, now: number): Finding {
	const [what, details] = ['PostgreSQL', `version ${found.version}, up to ${found.connections} connections`];
	if (found.version < oldestPostgres) return fail(what, details, `Use PostgreSQL ${oldestPostgres} or later.`);
	if (found.read_only) return fail(what, `${details}, read-only`, 'Set DATABASE_URL to the primary server.');
	if (!found.may_create)
		return fail(
			what,
			`${details}, but the database user can’t create tables`,
			'Grant the user CREATE on the database.',
		);
	const apart = Math.abs(Number(found.at) - now);
	if (apart > clocksApart)
		return warn(
			what,
			`${details}, and its clock differs from this machine’s by ${(apart / 1_000).toFixed(1)} s`,
			'Keep both clocks in sync with NTP.',
		);
	if (found.connections < 2 * connectionsOfService)
		return warn(
			what,
			details,
			`Each replica of the service uses up to ${connectionsOfService} connections. Raise max_connections.`,
		);
	return ok(what, details);
}

export async function objects({ s3 }: Settings): Promise<Finding[]> {
	return s3 === null ? [ok('Objects', 'in the data folder')] : [await bucketState(s3)];
}

async function bucketState(s3: S3Settings): Promise<Finding> {
	const what = 'S3';
	const where = `bucket ${s3.bucket}${s3.endpoint === null ? '' : ` at ${s3.endpoint}`}`;
	const { openBucket } = await import('../../store/objects/s3-client.ts');
	const bucket = openBucket(s3);
	const key = `doctor/${randomUUID()}`;
	try {
		await bucket.putText(key, 'written by npm run doctor', new Date());
		const written = await bucket.head(key);
		for await (const _ of bucket.list('doctor/')) break;
		await bucket.remove(key);
		if (written === null)
			return fail(what, `${where}: objects can’t be read back after writing`, 'Use a store with strong consistency.');
		return ok(what, `${where}: writing, reading, listing and deleting work`);
	} catch (error) {
		const [problem, remedy] = forAdmin(firstLine(error));
		return fail(
			what,
			`${where}: ${problem}`,
			remedy ?? 'Check the endpoint and the credentials, which must allow reading, writing, listing and deleting.',
		);
	} finally {
		bucket.close();
	}
}

/** Splits a message for users into the problem and the request to their admin, who reads this output. */
function forAdmin(message: string): [problem: string, remedy?: string] {
	const [problem = '', advice] = message.split(
		/(?: Try again in a moment\. If the problem persists,)? ask your admin to /i,
	);
	return advice === undefined ? [problem] : [problem, `${advice.charAt(0).toUpperCase()}${advice.slice(1)}`];
}
