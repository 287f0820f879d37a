import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The real service as a process of its own, on a data folder of its own. */
export interface Service {
	/** Where it listens, without a trailing slash. The same after a restart. */
	readonly url: string;
	/** The address that signs a person in, printed at the last start; good for one use. */
	signInAddress(): string;
	/** Another sign-in address, by the command that people use. */
	printSignIn(user?: string): Promise<string>;
	/** Ends the process at once, as a power cut for the process would. */
	kill(): Promise<void>;
	/** Ends the process in order. */
	stop(): Promise<void>;
	/** Starts it again on the same data folder and port; with other flags where some are given. */
	start(flags?: readonly string[]): Promise<void>;
	/** The folder of everything it keeps. */
	readonly dataDir: string;
	/** Everything it wrote. */
	output(): string;
	/** Ends the process and removes its data. */
	dispose(): Promise<void>;
}

const startDeadlineMs = 60_000;

/** Names the folder of `prepareSample` to the processes that run the journeys. */
const preparedName = 'DATASET_CONSOLE_PREPARED';

/** Origins of the services that this process started: what pages of the journeys may ask. */
export const serviceOrigins = new Set<string>();

/**
 * Makes a data folder with the sample workspace, once for all services that are started afterwards: making it takes longer
 * than all else that a start does. Answers what removes it.
 */
export async function prepareSample(): Promise<() => Promise<void>> {
	const service = await startService();
	await service.stop();
	// Each service signs with keys of its own.
	await rm(path.join(service.dataDir, 'keys'), { recursive: true });
	process.env[preparedName] = service.dataDir;
	return service.dispose;
}

/** @param clockOff how far the clock of its machine is ahead, ms */
export async function startService(firstFlags: readonly string[] = [], clockOff = 0): Promise<Service> {
	const dataDir = await mkdtemp(path.join(tmpdir(), 'dataset-console-'));
	const prepared = process.env[preparedName];
	// Where the clock is off, the sample is as old as its service.
	const takesPrepared = prepared !== undefined && clockOff === 0 && !firstFlags.includes('--sample');
	if (takesPrepared) await cp(prepared, dataDir, { recursive: true });
	// A journey previews one thing at a time.
	const waiting = prepared === undefined ? [] : ['--run-waiting', '1'];
	let child: ChildProcess | null = null;
	let output = '';
	let address = '';
	let url = '';

	async function start(flags: readonly string[] = firstFlags): Promise<void> {
		const port = url === '' ? '0' : new URL(url).port;
		const command = ['dist/server/main.js', '--port', port, '--data-dir', dataDir, ...waiting, ...flags];
		const started = spawn(process.execPath, [...clockArguments(clockOff), ...command], {
			stdio: ['ignore', 'pipe', 'pipe'],
			env: { ...process.env, NODE_ENV: 'production' },
		});
		child = started;
		address = await new Promise<string>((resolve, reject) => {
			let sinceStart = '';
			const deadline = setTimeout(
				() => reject(new Error(`The service did not start:\n${sinceStart}`)),
				startDeadlineMs,
			);
			const read = (chunk: Buffer) => {
				sinceStart += chunk;
				output += chunk;
				const printed = /https?:\/\/\S+#code=\S+/.exec(sinceStart);
				if (printed === null) return;
				clearTimeout(deadline);
				resolve(printed[0]);
			};
			started.stdout.on('data', read);
			started.stderr.on('data', read);
			started.once('exit', (code) => {
				clearTimeout(deadline);
				reject(new Error(`The service ended with ${code}:\n${sinceStart}`));
			});
		});
		url = new URL(address).origin;
		serviceOrigins.add(url);
	}

	async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
		if (child === null || child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.kill(signal);
		await gone;
	}
	const kill = () => end('SIGKILL');

	await start();
	return {
		url,
		dataDir,
		signInAddress: () => address,
		printSignIn: (user) => printSignIn(dataDir, user),
		kill,
		stop: () => end('SIGTERM'),
		start,
		output: () => output,
		dispose: async () => {
			await kill();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** What makes a Node process believe in another time. */
function clockArguments(off: number): string[] {
	const shift = pathToFileURL(path.resolve('e2e/support/shifted-clock.mjs'));
	shift.searchParams.set('ms', String(off));
	return off === 0 ? [] : ['--import', shift.href];
}

async function printSignIn(dataDir: string, user?: string): Promise<string> {
	const child = spawn(process.execPath, ['dist/server/sign-in.js', ...(user ? [user] : []), '--data-dir', dataDir], {
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	let text = '';
	child.stdout.on('data', (chunk: Buffer) => {
		text += chunk;
	});
	await once(child, 'close');
	const printed = /https?:\/\/\S+#code=\S+/.exec(text);
	if (printed === null) throw new Error(`No sign-in address was printed:\n${text}`);
	return printed[0];
}

/** A port that was free a moment ago, for what has to be known before it listens. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
