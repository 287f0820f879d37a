import { spawn } from 'node:child_process';
import { once } from 'node:events';
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
	/** Variables that its commands need besides. */
	readonly env: Readonly<Record<string, string>>;
	/** Everything it wrote. */
	output(): string;
	/** Ends the process and removes its data. */
	dispose(): Promise<void>;
}

const startDeadlineMs = 60_000;

/** Origins of the services that this process started: what pages of the journeys may ask. */
export const serviceOrigins = new Set<string>();

export interface ServiceProcess {
	/** The sign-in address that it printed. */
	readonly address: string;
	/** Where it listens, whatever address it is known by. */
	readonly listensAt: string;
	kill(): Promise<void>;
	/** Ends it in order. */
	stop(): Promise<void>;
}

/** Starts one process of the built service and waits until it serves. */
export async function startProcess(
	flags: readonly string[],
	clockOff: number,
	env: Readonly<Record<string, string>>,
	onOutput: (text: string) => void,
): Promise<ServiceProcess> {
	const child = spawn(process.execPath, [...quickStart, ...clockArguments(clockOff), 'dist/server/main.js', ...flags], {
		stdio: ['ignore', 'pipe', 'pipe'],
		env: { ...process.env, ...env, NODE_ENV: 'production' },
	});
	let sinceStart = '';
	const address = await new Promise<string>((resolve, reject) => {
		const deadline = setTimeout(() => {
			// Nobody else knows of it.
			child.kill('SIGKILL');
			reject(new Error(`The service did not start:\n${sinceStart}`));
		}, startDeadlineMs);
		const read = (chunk: Buffer) => {
			sinceStart += chunk;
			onOutput(String(chunk));
			const printed = /https?:\/\/\S+#code=\S+/.exec(sinceStart);
			if (printed === null) return;
			clearTimeout(deadline);
			resolve(printed[0]);
		};
		child.stdout.on('data', read);
		child.stderr.on('data', read);
		child.once('exit', (code) => {
			clearTimeout(deadline);
			reject(new Error(`The service ended with ${code}:\n${sinceStart}`));
		});
	});
	const end = async (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const gone = once(child, 'exit');
		child.kill(signal);
		await gone;
	};
	return {
		address,
		listensAt: /Listening on (\S+)/.exec(sinceStart)?.[1] ?? new URL(address).origin,
		kill: () => end('SIGKILL'),
		stop: () => end('SIGTERM'),
	};
}

/**
 * The catalog's WebAssembly is compiled once, not again for speed: no service of a journey lives long enough to gain by it.
 * Benchmarks have the service as people have it.
 */
const quickStart = process.env.TEST_WORKER_INDEX === undefined ? [] : ['--liftoff-only'];

/** What makes a Node process believe in another time. */
function clockArguments(off: number): string[] {
	const shift = pathToFileURL(path.resolve('e2e/support/shifted-clock.mjs'));
	shift.searchParams.set('ms', String(off));
	return off === 0 ? [] : ['--import', shift.href];
}

export async function printSignIn(
	dataDir: string,
	user?: string,
	env: Readonly<Record<string, string>> = {},
): Promise<string> {
	const child = spawn(process.execPath, ['dist/server/sign-in.js', ...(user ? [user] : []), '--data-dir', dataDir], {
		stdio: ['ignore', 'pipe', 'inherit'],
		env: { ...process.env, ...env },
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
