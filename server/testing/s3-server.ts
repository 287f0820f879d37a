import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { S3Settings } from '../settings/settings.ts';

export interface S3Server {
	readonly settings: S3Settings;
	/** Ends it, as if it were away, until `start`. */
	stop(): Promise<void>;
	/** Starts one again at the same address; it holds nothing. */
	start(): Promise<void>;
	/** Lets it answer nothing while connections to it stay, until `resume`. */
	pause(): void;
	resume(): void;
}

/** What the test server takes for credentials, as variables of the environment. */
export const s3Credentials = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' };

/** A real S3 server as a process of its own, with a bucket. Its credentials are put into the environment of this process. */
export async function startS3Server(overrides: Partial<S3Settings> = {}): Promise<S3Server> {
	Object.assign(process.env, s3Credentials);
	let running = await startProcess('0');
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
		stop: () => running.stop(),
		async start() {
			running = await startProcess(new URL(endpoint).port);
		},
		pause: () => running.signal('SIGSTOP'),
		resume: () => running.signal('SIGCONT'),
	};
}

async function startProcess(port: string) {
	const child = spawn(process.execPath, ['--openssl-legacy-provider', 'scripts/s3-server.mjs', port], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
	return {
		endpoint: String(line).trim(),
		signal: (name: NodeJS.Signals) => child.kill(name),
		async stop() {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			child.kill();
			await gone;
		},
	};
}
