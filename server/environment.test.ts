import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, cp, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import { programFile } from './testing/built-programs.ts';
import { addressOf } from './testing/killed.ts';

const isLinux = process.platform === 'linux';
/** A user that owns nothing, so that permissions apply even if the tests run as root. */
const nobody = 65_534;
const canDropRights =
	isLinux &&
	process.getuid?.() === 0 &&
	spawnSync('setpriv', [`--reuid=${nobody}`, '--clear-groups', process.execPath, '-e', '']).status === 0;
const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const waiting = { timeout: 60_000, interval: 100 };

let dataDir: string;
let child: ChildProcess | null = null;
let errors = '';
let output = '';
beforeEach(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'dataset-environment-'));
	[child, errors, output] = [null, '', ''];
});
afterEach(async () => {
	if (child !== null && child.exitCode === null) {
		child.kill('SIGKILL');
		await once(child, 'exit');
	}
	await rm(dataDir, { recursive: true, force: true });
});

/** @param prefix command that starts it */
function start(prefix: readonly string[], program = programFile('main'), flags: readonly string[] = []): ChildProcess {
	const words = [
		...prefix,
		process.execPath,
		program,
		'--data-dir',
		dataDir,
		'--port',
		'0',
		'--run-waiting',
		'0',
		...flags,
	];
	const started = spawn(words[0] ?? '', words.slice(1), {
		env: { ...process.env, DATABASE_URL: '' },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	child = started;
	started.stderr.setEncoding('utf8').on('data', (text: string) => {
		errors += text;
	});
	started.stdout.setEncoding('utf8').on('data', (text: string) => {
		output += text;
	});
	return started;
}

interface Client {
	readonly address: string;
	call<T>(method: string, path: string, body?: unknown): Promise<{ readonly status: number; readonly body: T }>;
	metric(name: string): Promise<number>;
}

async function signIn(started: ChildProcess): Promise<Client> {
	const address = await addressOf(started);
	await vi.waitUntil(() => output.includes('#code='), waiting);
	const code = /#code=(\S+)/.exec(output)?.[1];
	const answer = await fetch(`${address}/auth/code`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ code }),
	});
	const { token } = (await answer.json()) as { token: string };
	return {
		address,
		async call(method, path, body) {
			const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
			const sent = body === undefined ? null : JSON.stringify(body);
			const answer = await fetch(`${address}/api/v1${path}`, { method, headers, body: sent });
			return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') };
		},
		async metric(name) {
			const text = await (await fetch(`${address}/metrics`)).text();
			return Number(
				text
					.split('\n')
					.find((line) => line.startsWith(`${name} `))
					?.split(' ')
					.at(-1) ?? Number.NaN,
			);
		},
	};
}

const edit = {
	sources: [],
	destination: { owner: 'demo', namespace: 'nature', datasetName: 'kept' },
	code: { payload: 'SELECT 1 AS n' },
};

interface Run {
	readonly id: string;
	readonly finishedAt: string | null;
	readonly state: string;
	readonly error: { readonly code: string; readonly message: string } | null;
}

const flights = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };

async function run(
	client: Client,
	{ sources, payload } = { sources: [] as object[], payload: 'SELECT 1 AS n' },
): Promise<Run> {
	const { body } = await client.call<Run>('POST', '/preview-runs', { sources, code: { payload } });
	return vi.waitUntil(async () => {
		const found = (await client.call<Run>('GET', `/build-runs/${body.id}`)).body;
		return found.finishedAt === null ? null : found;
	}, waiting);
}

// Needs root to drop privileges.
describe.skipIf(!canDropRights)('as an unprivileged user', () => {
	test('doesn’t start on another user’s data folder, and names the owner', async () => {
		await chown(dataDir, 0, 0);
		const started = start(asNobody);
		await once(started, 'exit');
		expect(errors).toBe(
			`Can’t use the data folder ${dataDir}: no permission to write to it. It’s owned by user 0, but the service runs as user ${nobody}. Change its owner with chown, or run the service as that user. Or choose another folder with --data-dir.\n`,
		);
	}, 60_000);

	test('rejects writes while the data folder is read-only, and still answers reads', async () => {
		await chown(dataDir, nobody, nobody);
		const client = await signIn(start(asNobody));
		await chmod(dataDir, 0o500);
		const refused = await vi.waitUntil(async () => {
			const answer = await client.call<ErrorResponse>('POST', '/build-specs', edit);
			return answer.status === 503 ? answer.body : null;
		}, waiting);
		expect(refused.error_code).toBe('STORAGE_READ_ONLY');
		expect(refused.message).toMatch(/^The service can’t write to its data folder, so nothing can be saved\./);
		expect((await client.call('GET', '/build-specs')).status).toBe(200);
		expect(errors).toMatch(/^storage_read_only: .*: EACCES\. Writes are rejected\.$/m);
		expect(await client.metric('dataset_failures_total{kind="storage_read_only"}')).toBe(1);
		await chmod(dataDir, 0o700);
		await vi.waitUntil(async () => (await client.call('POST', '/build-specs', edit)).status === 201, waiting);
	}, 120_000);

	test('reports that a file in the data folder can’t be read', async () => {
		await chown(dataDir, nobody, nobody);
		const client = await signIn(start(asNobody));
		const objects = join(dataDir, 'objects');
		const shelves = (await readdir(objects)).filter((name) => name.length === 2).map((name) => join(objects, name));
		for (const shelf of shelves) await chmod(shelf, 0);
		const rows = () => client.call<ErrorResponse>('GET', '/data/demo/aviation/flights?limit=1');
		const refused = await rows();
		expect([refused.status, refused.body.error_code]).toEqual([503, 'UNAVAILABLE']);
		expect(refused.body.message).toBe(
			'A file in the data folder can’t be read, so nothing was done. Ask your admin to check the file’s owner and permissions, and the disk.',
		);
		expect(errors).toMatch(/^request \S+: GET \S+ failed: storage_unreadable StoreError.*EACCES/m);
		expect(await client.metric('dataset_failures_total{kind="storage_unreadable"}')).toBe(1);
		for (const shelf of shelves) await chmod(shelf, 0o700);
		expect((await rows()).status).toBe(200);
		// The service has already verified these files.
		const files = (await readdir(objects, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
		for (const { parentPath, name } of files) await chmod(join(parentPath, name), 0);
		expect(
			await run(client, { sources: [flights], payload: 'SELECT max(delay) AS most FROM aviation.flights' }),
		).toMatchObject({
			state: 'failed',
			error: { code: 'UNAVAILABLE', message: refused.body.message },
		});
	}, 120_000);

	test('reports that exports can’t be written while the runs folder is read-only', async () => {
		await chown(dataDir, nobody, nobody);
		const client = await signIn(start(asNobody, undefined, ['--run-waiting', '1']));
		const request = { source: { kind: 'dataset', ...flights }, filter: [], sort: [], format: 'csv' };
		const answer = (fileName: string) => client.call<ErrorResponse>('POST', '/rows/export', { ...request, fileName });
		expect((await answer('first')).status).toBe(200);
		// Includes a waiting process that has opened the rows.
		const runs = join(dataDir, 'runs');
		const modes = async (mode: number) => {
			const entries = await readdir(runs, { recursive: true, withFileTypes: true });
			const folders = entries
				.filter((entry) => entry.isDirectory())
				.map(({ parentPath, name }) => join(parentPath, name));
			for (const folder of [...folders, runs]) await chmod(folder, mode);
		};
		await modes(0o500);
		const refused = await answer('second');
		expect([refused.status, refused.body.error_code]).toEqual([503, 'STORAGE_READ_ONLY']);
		expect(refused.body.message).toMatch(/^The service can’t write to its data folder, so nothing can be saved\./);
		expect((await answer('third')).body.error_code).toBe('STORAGE_READ_ONLY');
		await modes(0o700);
		expect((await answer('fourth')).status).toBe(200);
	}, 120_000);
});

// Windows has no such limit.
test.skipIf(process.platform === 'win32')(
	'rejects requests that need a file while too many are open, and recovers when they’re closed',
	async () => {
		const limit = 400;
		const client = await signIn(start(['sh', '-c', `ulimit -n ${limit}; exec "$@"`, 'sh']));
		const { port } = new URL(client.address);
		const idle = Array.from({ length: limit }, () => connect(Number(port), '127.0.0.1').on('error', () => undefined));
		const answerOf = (path: string) =>
			client.call<ErrorResponse>('GET', path).catch(() => {
				// The connection was idle for too long, and there is no room for another one.
				idle.find((socket) => !socket.destroyed)?.destroy();
				return null;
			});
		const rows = () => answerOf('/data/demo/aviation/flights?limit=1');
		const refused = await vi.waitUntil(async () => {
			const answer = await rows();
			return answer?.status === 503 ? answer.body : null;
		}, waiting);
		expect(refused.error_code).toBe('UNAVAILABLE');
		expect(refused.message).toMatch(
			/^The service has too many open files right now\. If you were saving a change, check whether it was saved\./,
		);
		await vi.waitUntil(async () => (await answerOf('/build-specs'))?.status === 200, waiting);
		expect(errors).toMatch(/^request \S+: GET \S+ failed: too_many_open_files/m);
		for (const socket of idle) socket.destroy();
		await vi.waitUntil(async () => (await rows())?.status === 200, waiting);
		expect(await client.metric('dataset_failures_total{kind="too_many_open_files"}')).toBeGreaterThan(0);
		expect((await run(client)).state).toBe('succeeded');
	},
	120_000,
);

test('doesn’t touch a folder that replaced its own when it stops', async () => {
	const ended = async () => {
		child?.kill('SIGTERM');
		if (child !== null) await once(child, 'exit');
		output = '';
	};
	const [away, copy] = [`${dataDir}.away`, `${dataDir}.copy`];
	try {
		await signIn(start([]));
		await ended();
		await cp(dataDir, copy, { recursive: true });
		const client = await signIn(start([]));
		expect((await client.call('POST', '/build-specs', edit)).status).toBe(201);
		await rename(dataDir, away);
		await rename(copy, dataDir);
		await ended();
		const other = await signIn(start([]));
		expect((await other.call('GET', '/data/demo/aviation/flights?limit=1')).status).toBe(200);
		expect(errors).not.toContain('CATALOG_DAMAGED');
	} finally {
		for (const folder of [away, copy]) await rm(folder, { recursive: true, force: true });
	}
}, 120_000);

test('reports that a run’s process can’t be started, and logs why', async () => {
	const programs = await mkdtemp(resolve('node_modules/.cache/broken-'));
	try {
		const built = resolve(programFile('main'), '..');
		await cp(built, programs, { recursive: true });
		await writeFile(join(programs, 'runner.js'), 'throw new Error("a library is missing");');
		process.env.DATASET_CONSOLE_PROGRAMS = programs;
		const client = await signIn(start([], join(programs, 'main.js')));
		expect(await run(client)).toMatchObject({
			state: 'failed',
			error: { code: 'RUNNER_NOT_STARTED', message: expect.stringMatching(/^The service couldn’t start a process/) },
		});
		expect(errors).toMatch(/^runner_not_started: couldn’t start a run’s process: exit code 1; .*a library is missing/m);
		expect(await client.metric('dataset_failures_total{kind="runner_not_started"}')).toBe(1);
		process.env.DATASET_CONSOLE_PROGRAMS = built;
	} finally {
		await rm(programs, { recursive: true, force: true });
	}
}, 120_000);

test('the structured log has no sign-in links, and one debug line for a disconnected client', async () => {
	const started = start([], undefined, ['--log', 'json', '--log-level', 'debug']);
	const address = await vi.waitUntil(() => /"address":"([^"]+)"/.exec(output)?.[1] ?? null, waiting);
	const socket = connect(Number(new URL(address).port), '127.0.0.1');
	socket.end(
		'POST /auth/code HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
	);
	await once(socket.resume(), 'close');
	const linesOf = (message: string) =>
		output
			.split('\n')
			.filter((line) => line.startsWith('{'))
			.map((line) => JSON.parse(line) as { msg: string; level: number })
			.filter((line) => line.msg === message);
	await vi.waitUntil(() => linesOf('client disconnected').length > 0, waiting);
	started.kill('SIGTERM');
	await once(started, 'exit');
	expect(linesOf('client disconnected')).toEqual([
		expect.objectContaining({ level: 20, method: 'POST', path: '/auth/code' }),
	]);
	expect(output + errors).not.toMatch(/#code=|Bearer|"error"/);
}, 60_000);
