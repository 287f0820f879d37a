import { mkdirSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '#contract/build-spec.ts';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import type { Log } from '../../logging/log.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { Checked, CheckedSteps, Described, Measured, QueriedRows, Relevant, Written } from '../answers.ts';
import { EngineError, uncheckedText, unexpectedText, withAdvice } from '../errors.ts';
import { count, size } from '../format.ts';
import type { Isolation } from '../isolation/choose.ts';
import { partName } from '../parquet/cut.ts';
import { rangeAt } from '../sql/sql-text.ts';
import type { Engine, EngineFile, EngineJob, EngineResult, EngineSource } from '../types.ts';
import { fileIn, valuesIn } from './file-in.ts';
import { createGuard, type Limits } from './guard.ts';
import { loadIn } from './load-in.ts';
import { mountSources, withMountedFiles } from './mount-sources.ts';
import { createOpenRunners } from './open-runners.ts';
import { runPipeline } from './pipeline.ts';
import { createPool } from './pool.ts';
import { createQueue } from './queue.ts';
import { createRunnerCache } from './runner-cache.ts';
import { killOnAbort, killOnFailure, type RunnerProcess, startRunner } from './runner-process.ts';
import { openTablesIn, workWithTables } from './tables-in.ts';
import { writtenFiles } from './written-files.ts';

const output = 'result.parquet';
/** Time limit of a check while a user is typing, ms. */
const checkMs = 10_000;
const idleRunnerMs = 30_000;
const maxIdleRunners = 4;
/** Runners of reviewed files stay open for the next review or the write: how long, and how many. */
const [reviewedMs, reviewedFiles] = [120_000, 2];

interface EngineOptions {
	readonly settings: EngineSettings;
	/** The engine's own folder; emptied on start. */
	readonly dir: string;
	readonly isolation: Isolation;
	readonly log: Log;
}

/** Runs users' SQL in processes that each serve one run. */
export function createEngine({ settings, dir, isolation, log }: EngineOptions): Engine {
	rmSync(dir, { recursive: true, force: true });
	mkdirSync(dir, { recursive: true, mode: 0o700 });
	const guard = createGuard();
	const living = new Set<RunnerProcess>();
	const start = () => startRunner({ parent: dir, settings, layer: isolation.layer, guard, log });
	const pool = createPool(settings.waiting, start);
	const queue = createQueue(settings.concurrency);
	const quickQueue = createQueue(settings.concurrency);
	const cache = createRunnerCache({ idleMs: idleRunnerMs, most: maxIdleRunners });
	const open = createOpenRunners({ idleMs: idleRunnerMs, most: maxIdleRunners });
	const reviewed = createOpenRunners({ idleMs: reviewedMs, most: reviewedFiles });
	/** A file isn't opened twice at the same time: the second request uses what the first one read. */
	const uploadLock = new KeyedLock();
	const limits: Limits = { deadlineMs: settings.deadlineMs, memoryBytes: settings.memoryBytes, output: null };
	const quickFor = (ms = checkMs): Limits => ({ ...limits, deadlineMs: Math.min(ms, settings.deadlineMs) });
	const quick = quickFor();

	const openFor = async (sources: readonly EngineSource[], onTaken?: (runner: RunnerProcess) => void) => {
		const runner = await pool.take();
		return killOnFailure(runner, async () => {
			onTaken?.(runner);
			await runner.ask({ kind: 'open', sources: await mountSources(runner, sources) }, quick);
			return runner;
		});
	};

	/** Runs work in a new runner, which is killed if the work fails or the engine closes. */
	const inRunner = async <T>(work: (runner: RunnerProcess) => Promise<T>, take = pool.take): Promise<T> => {
		const runner = await take();
		living.add(runner);
		return killOnFailure(runner, () => work(runner)).finally(() => living.delete(runner));
	};

	const inTurn = async <T>(
		job: Pick<EngineJob, 'lane' | 'signal' | 'onStart' | 'onLog'>,
		work: (runner: RunnerProcess) => Promise<T>,
		take = pool.take,
	): Promise<T> => {
		if (queue.full()) job.onLog?.('info', 'Waiting for other runs to finish');
		const leave = await queue.enter(job.lane ?? '', job.signal).catch(() => {
			throw new EngineError('CANCELLED', 'The run was canceled before it started.');
		});
		try {
			job.onStart?.();
			return await inRunner(work, take);
		} finally {
			leave();
		}
	};

	/** Works with the runner that has an uploaded file open, or another one. @param isKept whether it stays open for the next request */
	const withUpload = async <T>(
		job: EngineFile,
		isKept: boolean,
		work: (runner: RunnerProcess) => Promise<T>,
	): Promise<T> => {
		const key = JSON.stringify([job.lane, job.name, job.pieces]);
		const release = await uploadLock.acquire(key, job.signal).catch(() => {
			throw new EngineError('CANCELLED', 'The file wasn’t read because the request was canceled.');
		});
		const use = async (runner: RunnerProcess) => {
			const found = await work(runner);
			if (isKept) reviewed.keep(key, runner);
			return found;
		};
		return inTurn(job, use, async () => reviewed.take(key) ?? pool.take()).finally(release);
	};

	return {
		dialect: 'duckdb',

		async run(job) {
			try {
				return await inTurn(job, (runner) => runIn(runner, job, limits, settings.maxOutputBytes));
			} catch (error) {
				throw asEngineError(error, 'run', log);
			}
		},

		pipeline: (job, work) => inTurn(job, (runner) => runPipeline(runner, job, settings, work)),

		async query(job) {
			const leave = await (job.quick ? quickQueue : queue).enter(job.lane, job.signal).catch(() => {
				throw new EngineError('CANCELLED', 'The query was canceled before it started.');
			});
			const jobRunners = runnersKilledBy(job.signal, living);
			try {
				const { sql, most, maxBytes, joined = false } = job;
				return await open.use(
					await keyOf(job.sources, job.lane),
					() => openFor(job.sources, jobRunners.add),
					async (runner) => {
						jobRunners.add(runner);
						const bounds = job.quick || job.deadlineMs !== undefined ? quickFor(job.deadlineMs) : limits;
						const request = { kind: 'rows', sql, most, maxBytes, joined, isCounted: true } as const;
						const { bytes, ...rows } = QueriedRows.parse(await runner.ask(request, bounds, job.onPrepared));
						return { ...rows, joined: await runner.take(bytes) };
					},
				);
			} catch (error) {
				// Killing a runner while it opens can also surface as other errors.
				if (job.signal.aborted) throw new EngineError('CANCELLED', 'The query was canceled.');
				throw asEngineError(error, 'query', log);
			} finally {
				jobRunners.release();
				leave();
			}
		},

		async withTables(job, work) {
			const leave = await quickQueue.enter(job.lane, job.signal).catch(() => {
				throw new EngineError('CANCELLED', 'The query was canceled before it started.');
			});
			const jobRunners = runnersKilledBy(job.signal, living);
			const openNew = async () => {
				const runner = await pool.take();
				return killOnFailure(runner, async () => {
					jobRunners.add(runner);
					await openTablesIn(runner, job, limits);
					return runner;
				});
			};
			try {
				const sources = job.tables.map(({ files }) => ({ owner: '', namespace: '', datasetName: '', files }));
				const outcome = await open.use(await keyOf(sources, `${job.lane} tables`), openNew, (runner) => {
					jobRunners.add(runner);
					return workWithTables(runner, job, limits, settings.maxOutputBytes, work);
				});
				if ('error' in outcome) throw outcome.error;
				return outcome.value;
			} catch (error) {
				if (job.signal.aborted) throw new EngineError('CANCELLED', 'The query was canceled.');
				throw error;
			} finally {
				jobRunners.release();
				leave();
			}
		},

		forget: (file) => open.end((key) => key.includes(JSON.stringify(file))),

		async check({ sources, sql, onlySyntax = false }) {
			const key = await keyOf(sources);
			try {
				const answer = await cache.use(
					key,
					() => openFor(sources),
					(runner) => runner.ask({ kind: 'check', sql, onlySyntax }, quick),
				);
				return Checked.parse(answer);
			} catch (error) {
				// The caller, who mounted the sources, checks those first.
				if (error instanceof EngineError && !error.mayBeOfData) return unchecked(sql, error);
				throw error;
			}
		},

		async checkSteps(sources, steps) {
			const ask = (runner: RunnerProcess) => runner.ask({ kind: 'check-steps', steps, withLineage: true }, quick);
			return CheckedSteps.parse(await cache.use(await keyOf(sources), () => openFor(sources), ask));
		},

		async describe(file) {
			const ask = (runner: RunnerProcess) =>
				withMountedFiles(runner, [file], (nameOf) => runner.ask({ kind: 'describe', file: nameOf(file) }, limits));
			return Described.parse(await cache.use('describe', () => pool.take(), ask));
		},

		empty: (files) =>
			inRunner(async (runner) => {
				const outputs = files.map((_, index) => `empty-${index + 1}`);
				await withMountedFiles(runner, files, (nameOf) =>
					runner.ask({ kind: 'empty', files: files.map(nameOf), outputs }, limits),
				);
				await runner.kill({ keepFolder: true });
				const written = await writtenFiles(runner.dir, outputs);
				return { files: written.map(({ file }) => file), dispose: () => runner.kill() };
			}),

		// Not queued: the caller may already hold a slot.
		cut: (file, most, former = []) =>
			inRunner(async (runner) => {
				const mounted = [file, ...former.map((part) => part.file)];
				const answer = await withMountedFiles(runner, mounted, (nameOf) => {
					const wanted = { file: nameOf(file), most };
					if (former.length === 0) return runner.ask({ kind: 'cut', ...wanted }, limits);
					const parts = former.map((part) => ({ ...part, file: nameOf(part.file) }));
					return runner.ask({ kind: 'align', ...wanted, former: parts }, limits);
				});
				const measured = Measured.parse(answer);
				await runner.kill({ keepFolder: true });
				const parts = await writtenFiles(
					runner.dir,
					measured.map((_, index) => partName(index)),
				);
				const files = measured.map((part, index) => ({ ...part, file: parts[index]?.file ?? '' }));
				return { files, dispose: () => runner.kill() };
			}),

		async measure(files) {
			const ask = (runner: RunnerProcess) =>
				withMountedFiles(runner, files, (nameOf) => runner.ask({ kind: 'measure', files: files.map(nameOf) }, limits));
			return Measured.parse(await cache.use('describe', () => pool.take(), ask));
		},

		async relevant(sql, sources) {
			const all = sources.map(({ files }) => [...files.keys()]);
			try {
				const ask = (runner: RunnerProcess) => runner.ask({ kind: 'relevant', sql, sources }, quick);
				const found = Relevant.parse(await cache.use('relevant', () => openFor([]), ask));
				return all.map((each, index) => each.filter((value) => found[index]?.includes(value) ?? true));
			} catch (error) {
				// If the statement is faulty, running it reports the problem.
				if (error instanceof EngineError) return all;
				throw error;
			}
		},

		load: (job) => inTurn(job, (runner) => loadIn(runner, job, limits, settings.maxOutputBytes)),

		readFile: (job) =>
			withUpload(job, !job.isWritten, (runner) => fileIn(runner, job, limits, settings.maxOutputBytes)),

		readValues: (job, wanted) =>
			withUpload(job, true, (runner) => valuesIn(runner, job, wanted, limits, settings.maxOutputBytes)),

		state: () => ({
			isolation: isolation.layer.layer,
			work: { runs: queue.counts(), queries: quickQueue.counts() },
		}),

		async close() {
			await Promise.all([
				pool.close(),
				cache.close(),
				open.close(),
				reviewed.close(),
				...[...living].map((runner) => runner.kill()),
			]);
			await guard.close();
		},
	};
}

async function runIn(runner: RunnerProcess, job: EngineJob, base: Limits, maxBytes: number): Promise<EngineResult> {
	const file = join(runner.dir, output);
	const limits = { ...base, output: { file, maxBytes } };
	return killOnAbort(job.signal, runner, 'The run was canceled.', async () => {
		const sources = await mountSources(runner, job.sources);
		job.onLog?.('info', `Reading ${count(sources.length, 'source')}`);
		const written = Written.parse(
			await runner
				.ask({ kind: 'run', sources, output, sql: job.sql }, limits, job.onLog, (done, total) =>
					job.onProgress?.(Math.floor((100 * done) / total)),
				)
				.catch((error: unknown) => {
					throw withAdvice(error);
				}),
		);
		await runner.kill({ keepFolder: true });
		const [{ bytes } = { bytes: 0 }] = await writtenFiles(runner.dir, [output]);
		if (bytes > maxBytes) {
			throw new EngineError(
				'OUTPUT_TOO_LARGE',
				`The output is ${size(bytes)}. The limit per run is ${size(maxBytes)}. Return fewer rows or columns, or ask your admin to raise the limit.`,
			);
		}
		job.onLog?.('info', `Wrote ${count(written.rows, 'row')}, ${size(bytes)}`);
		const { rows, columns, plan } = written;
		return { file, rows, bytes, columns, plan, dispose: () => runner.kill() };
	});
}

/** Keeps system errors, such as a full disk, as they are. */
function asEngineError(error: unknown, what: 'run' | 'query', log: Log): Error {
	if (error instanceof EngineError || (error instanceof Error && 'syscall' in error)) return error;
	log.error(`A ${what} failed unexpectedly`, error);
	return new EngineError('RUNNER_DIED', unexpectedText(what));
}

/** A runner keeps the files it was opened for, so a file that was replaced since counts as another source. */
async function keyOf(sources: readonly EngineSource[], lane = ''): Promise<string> {
	const identityOf = async (file: string) => [file, (await stat(file).catch(() => null))?.ino];
	const all = sources.map(async ({ owner, namespace, datasetName, files }) => [
		[owner, namespace, datasetName],
		await Promise.all(files.map(identityOf)),
	]);
	return JSON.stringify([lane, ...(await Promise.all(all))]);
}

/** Runners to kill when the signal aborts, until they are released. */
function runnersKilledBy(signal: AbortSignal, living: Set<RunnerProcess>) {
	const mine = new Set<RunnerProcess>();
	const abort = () => mine.forEach((process) => void process.kill());
	signal.addEventListener('abort', abort, { once: true });
	return {
		add: (runner: RunnerProcess): void => {
			mine.add(runner);
			living.add(runner);
			if (signal.aborted) void runner.kill();
		},
		release: (): void => {
			signal.removeEventListener('abort', abort);
			for (const runner of mine) living.delete(runner);
		},
	};
}

/** Reports that a check didn't finish, without a position: this isn't a problem of the statement itself. */
export function unchecked(sql: string, error: EngineError): CheckResult {
	const message = uncheckedText(error.message, 'the statement');
	return { diagnostics: [{ severity: 'warning', message, ...rangeAt(sql, null), suggestions: [] }], columns: [] };
}
