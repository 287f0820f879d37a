import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { createGuard } from '../pool/guard.ts';
import { withMountedFiles } from '../pool/mount-sources.ts';
import { killOnFailure, startRunner } from '../pool/runner-process.ts';
import { writtenFiles } from '../pool/written-files.ts';
import { runnerFile } from '../process-file.ts';
import { candidates, chooseIsolation } from './choose.ts';
import { type LayerOption, noLayer } from './layers.ts';
import { problemOf } from './probe.ts';

/** Code that escapes the engine and runs arbitrary code in the runner's process. */
const attempts = readFileSync(new URL('../../testing/escape/attempts.cjs', import.meta.url), 'utf8');

const root = mkdtempSync(join(tmpdir(), 'escape-'));
const dataDir = join(root, 'data');
const runs = join(dataDir, 'runs');
const source = join(dataDir, 'objects', 'source');
const socket = join(root, 'socket');
const abstract = `\0escape-${process.pid}`;
const guard = createGuard();
const servers: Server[] = [];
let victim: ChildProcess;
let port = 0;

beforeAll(async () => {
	for (const folder of ['catalog', 'keys', 'objects', 'runs']) mkdirSync(join(dataDir, folder), { recursive: true });
	for (const file of ['catalog/rows', 'keys/keys.json', 'objects/other', 'objects/source'])
		writeFileSync(join(dataDir, file), 'secret');
	for (const at of [{ host: '0.0.0.0', port: 0 }, { path: socket }, { path: abstract }]) {
		const server = createServer((peer) => peer.end()).listen(at);
		await once(server, 'listening');
		servers.push(server);
		if ('port' in at) port = Object(server.address()).port;
	}
	victim = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)'], { env: { SECRET: 'a' } });
});
afterAll(async () => {
	victim.kill('SIGKILL');
	for (const server of servers) server.close();
	await guard.close();
	rmSync(root, { recursive: true, force: true });
});

/** Starts the escape attempts in place of a runner, lends them one object, and returns what they reached. */
async function escapeFrom(layer: LayerOption): Promise<Record<string, string>> {
	const address = Object.values(networkInterfaces()).flat();
	const target = {
		dataDir,
		home: homedir(),
		temporary: root,
		program: join(runnerFile() ?? '', '..'),
		victim: victim.pid,
		service: process.pid,
		port,
		address: address.find((each) => each?.internal === false && each.family === 'IPv4')?.address ?? '127.0.0.1',
		socket,
		abstract,
	};
	const escaping: LayerOption = {
		...layer,
		wrap: (_program, dir) => layer.wrap([process.execPath, '-e', attempts, JSON.stringify(target)], dir),
	};
	const limits = { deadlineMs: 20_000, memoryBytes: 2 ** 30, output: null };
	const settings = {
		...limits,
		maxOutputBytes: 1e6,
		concurrency: 1,
		waiting: 0,
		threads: 1,
		isolation: 'auto',
	} as const;
	const runner = await startRunner({ parent: runs, settings, layer: escaping, guard, log: textLog });
	return killOnFailure(runner, async () => {
		const outcomes = await withMountedFiles(runner, [source], (nameOf) =>
			runner.ask({ kind: 'describe', file: nameOf(source) }, limits),
		);
		await runner.kill({ keepFolder: true });
		await expect(writtenFiles(runner.dir, ['result.parquet'])).rejects.toMatchObject({ code: 'RUNNER_DIED' });
		await runner.kill();
		return outcomes as Record<string, string>;
	});
}

const reachedIn = (outcomes: Record<string, string>): string[] =>
	Object.keys(outcomes).filter((name) => outcomes[name] === 'reached');

const own = ['its source', 'its folder'];
const options = await candidates(runs);
const layers: LayerOption[] = [];
for (const { option, library } of options)
	if (option.missing === null && (await problemOf(option, runs, library)) === null) layers.push(option);

describe.skipIf(layers.length === 0)('native code that escaped the engine', () => {
	it.each(layers.map((option) => [option.layer, option] as const))(
		'reaches only its source and its folder in %s',
		async (layer, option) => {
			const outcomes = await escapeFrom(option);
			expect([layer, reachedIn(outcomes)]).toEqual([layer, own]);
			expect(readFileSync(source, 'utf8')).toBe('secret');
		},
	);

	it.runIf(process.platform === 'linux')('reaches what the service can reach if nothing isolates it', async () => {
		const outcomes = await escapeFrom(noLayer);
		const within = ['catalog', 'keys', 'other objects', 'changing its source', 'files of the service', 'loopback'];
		expect(reachedIn(outcomes)).toEqual(expect.arrayContaining([...own, ...within]));
		writeFileSync(source, 'secret');
	});
});

/** Runs `chooseIsolation` where the kernel grants no user namespaces: a namespace can be configured to refuse nested ones. */
async function chooseWithoutNamespaces(mode: string): Promise<string> {
	const code = `
		import { chooseIsolation } from ${JSON.stringify(fileURLToPath(new URL('./choose.ts', import.meta.url)))};
		const layer = await chooseIsolation(${JSON.stringify(mode)}, ${JSON.stringify(runs)}).then(({ layer }) => layer.layer, (error) => error.message);
		console.log(layer);`;
	const script = 'echo 0 > /proc/sys/user/max_user_namespaces && exec "$@"';
	const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', code];
	const child = spawn('/usr/bin/unshare', ['--user', '--map-root-user', '/bin/sh', '-c', script, 'sh', ...node]);
	let text = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
	await once(child, 'close');
	return text.trim();
}

describe.runIf(layers.some(({ layer }) => layer === 'unshare'))('without user namespaces in the kernel', () => {
	test('runs aren’t isolated', async () => {
		expect(await chooseWithoutNamespaces('auto')).toBe('none');
	});

	test('the service doesn’t start if isolation is required', async () => {
		const message = await chooseWithoutNamespaces('required');
		expect(message).toMatch(
			/^Can’t isolate runs, but --isolation is "required"\. Tried bubblewrap \(.+\), unshare \(.+\)\./,
		);
	});
});

test('no layer is used if isolation is off', async () => {
	expect((await chooseIsolation('off', runs)).layer.layer).toBe('none');
});
