import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { S3Settings } from '../settings/settings.ts';

export interface S3Server {
	readonly settings: S3Settings;
	/** The folder where a versitygw stores its buckets as files; null for the other server. */
	readonly folder: string | null;
	/** Stops it, as if it were unavailable, until `start`. */
	stop(): Promise<void>;
	/** Starts it again at the same URL; only a versitygw still has the stored objects. @param flags for a versitygw */
	start(...flags: readonly string[]): Promise<void>;
	/** Makes it unresponsive, with connections still open, until `resume`. */
	pause(): void;
	resume(): void;
}

/** The test server's credentials, as environment variables. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/**
 * An S3 server as a separate process, with a bucket: the versitygw in TEST_VERSITYGW, or else one written in JavaScript. Its credentials are set in
 * this process's environment.
 */
export async function startS3Server(overrides: Partial<S3Settings> = {}): Promise<S3Server> {
	Object.assign(process.env, s3Credentials);
	const program = process.env.TEST_VERSITYGW;
	const folder = program ? mkdtempSync(join(tmpdir(), 'versitygw-')) : null;
	const startProcess = (port: string, flags: readonly string[]) =>
		program && folder ? startVersitygw(program, folder, port, flags) : startS3rver(port);
	let running = await startProcess('0', []);
	const { endpoint } = running;
	return {
		settings: {
			endpoint,
			publicEndpoint: null,
			region: 'us-east-1',
			bucket: 'data',
			prefix: 'console/',
			downloads: 'service',
			cacheBytes: 2 ** 30,
			...overrides,
		},
		folder,
		stop: () => running.stop(),
		async start(...flags) {
			running = await startProcess(new URL(endpoint).port, flags);
		},
		pause: () => running.signal('SIGSTOP'),
		resume: () => running.signal('SIGCONT'),
	};
}

async function startS3rver(port: string) {
	const child = spawn(process.execPath, ['--openssl-legacy-provider', 'scripts/s3-server.mjs', port], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
	return processAt(String(line).trim(), child);
}

async function startVersitygw(program: string, folder: string, wanted: string, flags: readonly string[]) {
	const port = wanted === '0' ? await freePort() : Number(wanted);
	for (const name of ['buckets/data', 'metadata']) mkdirSync(join(folder, name), { recursive: true });
	const words = ['--port', `127.0.0.1:${port}`, '--cors-allow-origin', '*', '--keep-alive', '--quiet', ...flags];
	const child = spawn(program, [...words, 'posix', '--sidecar', join(folder, 'metadata'), join(folder, 'buckets')], {
		env: { ROOT_ACCESS_KEY: s3Credentials.AWS_ACCESS_KEY_ID, ROOT_SECRET_KEY: s3Credentials.AWS_SECRET_ACCESS_KEY },
		stdio: 'ignore',
	});
	process.once('exit', () => {
		child.kill('SIGKILL');
		rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	});
	while (!(await isOpen(port))) {
		if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}.`);
		await setTimeout(50);
	}
	return processAt(`http://127.0.0.1:${port}`, child);
}

const processAt = (endpoint: string, child: ChildProcess) => ({
	endpoint,
	signal: (name: NodeJS.Signals) => child.kill(name),
	async stop() {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.kill();
		await gone;
	},
});

export async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	server.close();
	await once(server, 'close');
	return typeof address === 'object' && address !== null ? address.port : 0;
}

export const isOpen = (port: number): Promise<boolean> =>
	new Promise((resolve) => {
		const socket = connect(port, '127.0.0.1');
		socket.once('connect', () => {
			socket.destroy();
			resolve(true);
		});
		socket.once('error', () => resolve(false));
	});
