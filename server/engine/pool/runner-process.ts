import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { statfsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../../logging/log.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { diskFullText, EngineError } from '../errors.ts';
import type { LayerOption } from '../isolation/layers.ts';
import { spawnIn } from '../isolation/spawn-in.ts';
import { sourcesFolder } from '../isolation/visible.ts';
import { RunnerMessage, type RunnerRequest } from '../messages.ts';
import { collect, rowsFd } from '../row-channel.ts';
import type { EngineJob, EngineTablesJob, OnReading } from '../types.ts';
import type { Guard, Limits } from './guard.ts';
import { type MountedFiles, mountFiles } from './mount-files.ts';
import { runnerProgram, stopError } from './process-limits.ts';

/** The service's side of a runner process. It handles one request at a time. */
export interface RunnerProcess {
	/** Its folder and working directory. */
	readonly dir: string;
	/** Lets it read files; their names are relative to its folder. @throws Error ENOENT if one is gone, EngineError CANCELLED */
	mount(files: readonly string[]): Promise<MountedFiles>;
	/** Whether it's running and hasn't been killed; a killed runner may still answer an earlier request. */
	alive(): boolean;
	/** Sends a request once the process is up. @throws EngineError from the runner, for an exceeded limit, CANCELLED or RUNNER_DIED */
	ask(
		request: RunnerRequest,
		limits: Limits,
		onLog?: EngineJob['onLog'],
		onProgress?: EngineTablesJob['onProgress'],
		onReading?: OnReading,
	): Promise<unknown>;
	/** The bytes sent with the last answer. @throws EngineError if their number differs */
	take(bytes: number): Promise<Buffer<ArrayBuffer>>;
	/** Kills it; pending requests reject with CANCELLED. Resolves when the process is gone and its folder removed. */
	kill(): Promise<void>;
	/** Kills the process and keeps its folder, which the caller then owns. */
	kill(options: { keepFolder: true }): Promise<void>;
}

interface Pending {
	readonly resolve: (value: unknown) => void;
	readonly reject: (error: EngineError) => void;
	readonly limits: Limits;
	readonly onLog: EngineJob['onLog'];
	readonly onProgress: EngineTablesJob['onProgress'];
	readonly onReading: OnReading | undefined;
}

/** Runs work with a runner, which is killed if the signal aborts. @throws EngineError CANCELLED if it already has */
export async function killOnAbort<T>(
	signal: AbortSignal | undefined,
	runner: RunnerProcess,
	message: string,
	work: () => Promise<T>,
): Promise<T> {
	const abort = () => void runner.kill();
	signal?.addEventListener('abort', abort, { once: true });
	try {
		if (signal?.aborted) throw new EngineError('CANCELLED', message);
		return await work();
	} finally {
		signal?.removeEventListener('abort', abort);
	}
}

/** Runs work with a runner, which is killed if the work fails. */
export async function killOnFailure<T>(runner: RunnerProcess, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} catch (error) {
		await runner.kill();
		throw error;
	}
}

export interface RunnerOptions {
	/** Parent folder of the runners' folders. */
	readonly parent: string;
	readonly settings: EngineSettings;
	readonly layer: LayerOption;
	readonly guard: Guard;
	readonly log: Log;
}

/** Starts a runner in a new folder under `parent`. It's warm after about 0.3 s; `ask` waits for that. */
export async function startRunner({ parent, settings, layer, guard, log }: RunnerOptions): Promise<RunnerProcess> {
	const dir = join(parent, randomBytes(12).toString('hex'));
	await mkdir(join(dir, sourcesFolder), { recursive: true, mode: 0o700 });
	const isIsolated = layer.layer !== 'none';
	let child: ChildProcess;
	try {
		child = spawnIn(runnerProgram(layer, dir, settings), dir, ['ignore', 'ignore', 'pipe', 'ipc', 'pipe']);
	} catch (error) {
		await rm(dir, { recursive: true, force: true }).catch(() => undefined);
		throw error;
	}
	let mountCount = 0;
	const mounting = new Set<Promise<MountedFiles>>();
	/** Files being mounted would keep the folder from being removed. What can't be removed now is removed at the next start. */
	const removeFolder = async () => {
		await Promise.allSettled(mounting);
		await rm(dir, { recursive: true, force: true, maxRetries: 3 }).catch((error: unknown) => {
			log.error('Couldn’t delete a run’s folder. The service will delete it when it restarts.', error);
		});
	};
	let pending: Pending | null = null;
	let cancelled = false;
	let dead = false;
	let errors = '';
	let isUp = false;
	let notSpawned: NodeJS.ErrnoException | null = null;
	const died = () => {
		if (!cancelled && !isUp) return startError(child, notSpawned, errors, log, parent);
		return deathError(child, cancelled, errors, log);
	};
	child.stderr?.setEncoding('utf8').on('data', (text: string) => {
		errors = (errors + text).slice(-4_000);
	});

	const beside = collect(child.stdio[rowsFd], () => child.kill('SIGKILL'));

	const gone = new Promise<void>((resolve) => {
		// The wrapper ends first, then the kernel ends everything in it; once all pipes are closed, nothing is left.
		child.once(isIsolated ? 'close' : 'exit', () => resolve());
		child.once('exit', () => setTimeout(resolve, closeMs).unref());
		// Includes messages that can't be sent because the process is ending.
		child.on('error', (error) => {
			notSpawned ??= error;
			if (child.pid === undefined) resolve();
			else child.kill('SIGKILL');
		});
	});
	const ready = new Promise<void>((resolve) => {
		child.on('message', (raw) => {
			const message = RunnerMessage.safeParse(raw);
			if (!message.success) child.kill('SIGKILL');
			else if (message.data.kind === 'ready') {
				isUp = true;
				resolve();
			} else hear(message.data, pending, log);
		});
	});
	// `ready` and `gone` each settle once; a runner that dies before it's up never answers, so `gone` decides.
	const up = Promise.race([ready, gone]);
	gone.then(async () => {
		dead = true;
		const stopped = child.pid === undefined ? null : await guard.release(child.pid);
		pending?.reject(stopped ? stopError(stopped, pending.limits) : died());
	});

	return {
		dir,
		mount: async (files) => {
			if (cancelled) throw died();
			const given = mountFiles(files, { dir, next: () => ++mountCount, copies: isIsolated });
			mounting.add(given);
			return given.finally(() => mounting.delete(given));
		},
		alive: () => !cancelled && child.exitCode === null && child.signalCode === null && child.connected,
		ask: async (request, limits, onLog, onProgress, onReading) => {
			await up;
			return new Promise((resolve, reject) => {
				const settle =
					<T>(then: (value: T) => void) =>
					(value: T) => {
						pending = null;
						then(value);
					};
				pending = { resolve: settle(resolve), reject: settle(reject), limits, onLog, onProgress, onReading };
				if (child.pid === undefined || dead || !child.connected) {
					pending.reject(died());
					return;
				}
				guard.watch(child.pid, limits);
				child.send(request);
			}).finally(() => {
				if (child.pid !== undefined) void guard.release(child.pid);
			});
		},
		take: async (bytes) => {
			const taken = await beside.take(bytes, gone);
			if (taken !== null) return taken;
			// The answer and the bytes disagree, so trust neither.
			child.kill('SIGKILL');
			await gone;
			throw died();
		},
		kill: async (options?: { keepFolder: true }) => {
			cancelled = true;
			child.kill('SIGKILL');
			await gone;
			if (options === undefined) await removeFolder();
		},
	};
}

function hear(message: RunnerMessage, pending: Pending | null, log: Log): void {
	if (message.kind === 'log') pending?.onLog?.(message.level, message.message);
	if (message.kind === 'progress') pending?.onProgress?.(message.done, message.total);
	if (message.kind === 'reading') pending?.onReading?.(message.step, message.done, message.total);
	if (message.kind === 'answer') pending?.resolve(message.value);
	if (message.kind !== 'failed') return;
	const { code, message: text, line, column, mayBeOfData, cause } = message.failure;
	if (cause !== undefined) log.error(`Runner: ${text}`, cause);
	const position = line === null || column === null ? undefined : { line, column };
	pending?.reject(new EngineError(code, text, position, mayBeOfData));
}

/** The kernel ends a namespace within milliseconds; don't wait longer if something keeps a pipe open. */
const closeMs = 5_000;

/** Free space below which a runner may fail to start, bytes. */
const leastFree = 2 ** 18;

function isFull(folder: string): boolean {
	try {
		const { bavail, bsize } = statfsSync(folder);
		return bavail * bsize < leastFree;
	} catch {
		return false;
	}
}

/** A runner that never came up was never asked anything, so its output comes from the system and contains no user data. */
function startError(
	child: ChildProcess,
	error: NodeJS.ErrnoException | null,
	errors: string,
	log: Log,
	parent: string,
): EngineError {
	if (isFull(parent)) return new EngineError('STORAGE_FULL', diskFullText);
	const how = child.signalCode ?? `exit code ${child.exitCode}`;
	const output = errors.trim().replaceAll(/\s+/g, ' ');
	const why = error?.code ?? (output === '' ? how : `${how}; ${output}`);
	log.error(`runner_not_started: couldn’t start a run’s process: ${why}`.slice(0, 1_000));
	return new EngineError(
		'RUNNER_NOT_STARTED',
		'The service couldn’t start a process for this run. Run it again. If the problem persists, ask your admin to check the service log.',
	);
}

function deathError(child: ChildProcess, cancelled: boolean, errors: string, log: Log): EngineError {
	if (cancelled) return new EngineError('CANCELLED', 'The run was canceled.');
	if (/out of memory|bad_alloc|allocation failed/i.test(errors)) {
		return new EngineError(
			'MEMORY_EXCEEDED',
			'The run was stopped because the system ran out of memory. Try again in a moment, or read fewer rows.',
		);
	}
	const how = child.signalCode ?? `exit code ${child.exitCode}`;
	// Its output may contain users' code and rows, so only its length is logged.
	log.error(`A runner process ended unexpectedly (${how}) after writing ${errors.length} characters.`);
	return new EngineError(
		'RUNNER_DIED',
		`The query engine stopped unexpectedly (${how}). Try again. If the problem persists, read less data or simplify the statement.`,
		undefined,
		true,
	);
}
