import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

/** The real service in a separate process, with its own data folder. */
export interface Service {
	/** Where it listens, without a trailing slash. The same after a restart. */
	readonly url: string;
	/** The one-time sign-in URL printed at the last start. */
	signInAddress(): string;
	printSignIn(user?: string): Promise<string>;
	/** Kills the process, like a power failure. */
	kill(): Promise<void>;
	stop(): Promise<void>;
	/** Restarts it on the same data folder and port; optionally with other flags. */
	start(flags?: readonly string[]): Promise<void>;
	readonly dataDir: string;
	/** Additional environment variables for its commands. */
	readonly env: Readonly<Record<string, string>>;
	/** Its complete output. */
	output(): string;
	dispose(): Promise<void>;
}

const startDeadlineMs = 60_000;

/** Origins of the services that this process started, which journeys' pages may call. */
export const serviceOrigins = new Set<string>();

export interface ServiceProcess {
	readonly address: string;
	/** Where it listens, whatever its public URL. */
	readonly listensAt: string;
	kill(): Promise<void>;
	stop(): Promise<void>;
}

/** Starts one process of the built service and waits until it's ready. */
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
			// Nothing else would end it.
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
 * The catalog's WebAssembly is compiled once and not optimized: no journey's service lives long enough to benefit. Benchmarks use the service as
 * users do.
 */
const quickStart = process.env.TEST_WORKER_INDEX === undefined ? [] : ['--liftoff-only'];

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
