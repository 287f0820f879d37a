// Runs a program of a development package with its own PostgreSQL, in a temporary folder, on a free port of loopback. The program finds its URL in
// TEST_DATABASE_URL. If PostgreSQL isn't installed, prints that and runs nothing, which is a failure unless --if-installed is given.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import pg from 'pg';
import { programOf } from './program-of.ts';

const given = process.argv.slice(2);
const command = given.filter((argument) => argument !== '--if-installed');
if (command.length === 0)
	throw new Error('No program given. Usage: node --import tsx scripts/with-postgres.mjs PROGRAM [ARGUMENT…]');

const programs = findPrograms();
if (programs === null) {
	console.log(`
**************************************************************************************************************
PostgreSQL isn’t installed, so the tests that need a PostgreSQL server were skipped.
Install it (Debian: apt-get install postgresql; macOS: brew install postgresql@17), or put its programs initdb and
postgres on the PATH. Then try again.
**************************************************************************************************************
`);
	process.exit(given.includes('--if-installed') ? 0 : 1);
}

const account = process.getuid?.() === 0 ? unprivileged() : null;
const folder = mkdtempSync(join(tmpdir(), 'with-postgres-'));
let server = null;
let child = null;
process.on('exit', () => {
	server?.kill('SIGQUIT');
	rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});
for (const signal of ['SIGINT', 'SIGTERM']) {
	process.on(signal, () => (child === null ? process.exit(1) : child.kill(signal)));
}

const address = await startServer();
const [name, ...rest] = command;
child = spawn(process.execPath, [programOf(name), ...rest], {
	stdio: 'inherit',
	env: { ...process.env, TEST_DATABASE_URL: address },
});
child.on('error', (error) => {
	console.error(`${name} couldn’t be run: ${error.message}`);
	process.exitCode = 1;
});
child.on('close', async (code) => {
	const stopped = new Promise((resolve) => server.once('exit', resolve));
	server.kill('SIGINT');
	await stopped;
	process.exit(code ?? 1);
});

/** Creates a database cluster, starts its server, and waits until it answers. */
async function startServer() {
	const data = join(folder, 'data');
	const password = randomBytes(12).toString('hex');
	const passwordFile = join(folder, 'password');
	writeFileSync(passwordFile, password, { mode: 0o600 });
	if (account !== null) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
	const options = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--encoding=UTF8'];
	const [initdb, ...args] = asAccount([programs.initdb, ...options, '--locale=C', '--no-sync', '-D', data]);
	execFileSync(initdb, args, { stdio: ['ignore', 'ignore', 'inherit'], cwd: folder });
	const port = await freePort();
	const settings = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off', 'max_connections=300'];
	const [program, ...words] = asAccount([
		programs.postgres,
		...['-D', data, '-p', String(port)],
		...settings.flatMap((setting) => ['-c', setting]),
	]);
	let log = '';
	server = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'], cwd: folder });
	server.stderr.setEncoding('utf8').on('data', (text) => {
		log = (log + text).slice(-4_000);
	});
	const url = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
	for (const until = Date.now() + 60_000; ; ) {
		if (await answers(url)) return url;
		if (server.exitCode === null && Date.now() < until) continue;
		console.error(`PostgreSQL didn’t start:\n${log}`);
		process.exit(1);
	}
}

async function answers(url) {
	const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
	client.on('error', () => undefined);
	try {
		await client.connect();
		await client.query('select 1');
		return true;
	} catch {
		await new Promise((resolve) => setTimeout(resolve, 100));
		return false;
	} finally {
		await client.end().catch(() => undefined);
	}
}

/** PostgreSQL refuses to run as root. */
function asAccount(words) {
	if (account === null) return words;
	const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
	return ['setpriv', ...identity, '--', ...words];
}

function unprivileged() {
	for (const user of ['postgres', 'nobody']) {
		try {
			const id = (flag) => Number(execFileSync('id', [flag, user], { stdio: ['ignore', 'pipe', 'ignore'] }));
			return { uid: id('-u'), gid: id('-g') };
		} catch {
			// No such user; try the next one.
		}
	}
	throw new Error('PostgreSQL does not run as root, and there is no user "postgres" or "nobody" to run it as.');
}

/** The newest version in Debian's folder, or else the programs on the PATH. */
function findPrograms() {
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
	const folders = [
		...versions.map((version) => join(debian, version, 'bin')),
		...(process.env.PATH ?? '').split(delimiter),
		'/usr/local/bin',
		'/opt/homebrew/bin',
	];
	const suffix = process.platform === 'win32' ? '.exe' : '';
	const programsIn = (folder) => ['initdb', 'postgres'].map((name) => join(folder, `${name}${suffix}`));
	const found = folders.find((folder) => programsIn(folder).every((file) => existsSync(file)));
	if (found === undefined) return null;
	const [initdb, postgres] = programsIn(found);
	return { initdb, postgres };
}

function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.on('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const { port } = probe.address();
			probe.close(() => resolve(port));
		});
	});
}
