import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '#contract/build-spec.ts';
import type { Log } from '../../logging/log.ts';
import { EngineError, withAdvice } from '../errors.ts';
import { count, size } from '../format.ts';
import { createQueue } from '../pool/queue.ts';
import type { EngineJob, EngineQuery, EngineResult, EngineRows, RunEngine } from '../types.ts';
import { createSparkClient, type SparkClient, SparkError, type SparkSession } from './client.ts';
import { within, withinBytes } from './deadline.ts';
import { type ImportedParts, importParts, resultOf } from './import-parts.ts';
import type { SparkEngineOptions } from './options.ts';
import { runPipelineIn } from './pipeline.ts';
import { asCheck, asEngineError } from './problems.ts';
import { watchProgress } from './progress.ts';
import { openStatements, sessionSettings, whole } from './statements.ts';
import { checkStepsIn } from './steps.ts';

const checkMs = 30_000;

/** Runs and checks statements in Spark, each in its own session; the results are converted to what DuckDB writes. */
export async function createSparkEngine(options: SparkEngineOptions): Promise<RunEngine & { close(): Promise<void> }> {
	const { settings, dir } = options;
	await rm(dir, { recursive: true, force: true });
	await mkdir(dir, { recursive: true, mode: 0o700 });
	const client = createSparkClient(options.url);
	void warmUp(client, options.log);
	const queue = createQueue(settings.concurrency);
	const closing = new AbortController();

	/** Queues work in a session, with a signal that also aborts on close. */
	const inTurn = async <J extends Pick<EngineJob, 'lane' | 'signal' | 'onStart' | 'onLog'>, T>(
		job: J,
		work: (session: SparkSession, job: J & { readonly signal: AbortSignal }) => Promise<T>,
	): Promise<T> => {
		if (queue.full()) job.onLog?.('info', 'Waiting for other runs to finish');
		const leave = await queue.enter(job.lane ?? '', job.signal).catch(() => {
			throw new EngineError('CANCELLED', 'The run was canceled before it started.');
		});
		const session = client.open();
		try {
			job.onStart?.();
			const signals = [closing.signal, ...(job.signal === undefined ? [] : [job.signal])];
			return await work(session, { ...job, signal: AbortSignal.any(signals) });
		} finally {
			leave();
			void session.end().catch(() => undefined);
		}
	};
	/** Works in a session while a user is waiting. */
	const inCheck = async <T>(work: (session: SparkSession) => Promise<T>): Promise<T> => {
		const session = client.open();
		try {
			return await within(checkMs, null, 'check', () => work(session));
		} finally {
			void session.end().catch(() => undefined);
		}
	};

	return {
		dialect: 'spark',
		run: (job) => inTurn(job, (session, mortal) => runIn(session, mortal, options)),
		query: (job) => inTurn(job, (session, mortal) => queryIn(session, mortal, options)),
		pipeline: (job, work) => inTurn(job, (session, mortal) => runPipelineIn(session, mortal, options, work)),
		async check({ sources, sql, onlySyntax = false }) {
			const once = () =>
				inCheck(async (session): Promise<CheckResult> => {
					const { columns } = await (await openStatements(session, sources)).prepare(sql);
					return { diagnostics: [], columns: [...columns] };
				});
			// On a busy machine, the first check can take longer than the limit: Spark loads its S3 client then.
			const isSlow = (error: unknown) => error instanceof EngineError && error.code === 'DEADLINE_EXCEEDED';
			try {
				return await once().catch((error: unknown) => (isSlow(error) ? once() : Promise.reject(error)));
			} catch (error) {
				const isRight = onlySyntax && error instanceof SparkError && error.kind === 'statement' && !error.isSyntax;
				return isRight ? { diagnostics: [], columns: [] } : asCheck(sql, asEngineError(sql, sources, error));
			}
		},
		checkSteps: (sources, steps) =>
			inCheck(async (session) => checkStepsIn(session, await openStatements(session, sources), sources, steps)).catch(
				(error: unknown) => {
					throw asEngineError('', sources, error);
				},
			),
		async close() {
			closing.abort();
		},
	};
}

/** Spark's first statement takes many times as long as later ones. */
async function warmUp(client: SparkClient, log: Log): Promise<void> {
	const session = client.open();
	try {
		await session.configure(sessionSettings);
		await session.explain(whole('SELECT 1 AS one'));
		await session.end();
	} catch (error) {
		log.error('Spark can’t be reached, or isn’t Spark 4. Previews and builds fail until this is fixed.', error);
	}
}

type Mortal<T> = T & { readonly signal: AbortSignal };

async function runIn(
	session: SparkSession,
	job: Mortal<EngineJob>,
	options: SparkEngineOptions,
): Promise<EngineResult> {
	const { result } = await written(session, job, options, options.settings.deadlineMs, undefined).catch((error) => {
		throw withAdvice(error);
	});
	job.onLog?.('info', `Wrote ${count(result.rows, 'row')}, ${size(result.bytes)}`);
	return { ...result, plan: null };
}

async function queryIn(
	session: SparkSession,
	job: Mortal<EngineQuery>,
	options: SparkEngineOptions,
): Promise<EngineRows> {
	const ms = Math.min(job.deadlineMs ?? checkMs, options.settings.deadlineMs);
	const { result } = await written(session, job, options, ms, job.most + 1);
	try {
		return await options.duckdb.query({
			...job,
			sources: [resultOf([result.file])],
			sql: 'SELECT * FROM spark.result',
		});
	} finally {
		await result.dispose();
	}
}

/** The result of a statement as one file. @param most only this many rows; undefined for all */
async function written(
	session: SparkSession,
	job: Mortal<EngineJob>,
	{ settings, dir, stage, duckdb, log }: SparkEngineOptions,
	deadlineMs: number,
	most: number | undefined,
): Promise<ImportedParts> {
	const { sources, sql, signal } = job;
	const { maxOutputBytes: maxBytes } = settings;
	const staged = stage();
	const folder = join(dir, randomUUID());
	const progress = watchProgress(job);
	await mkdir(folder, { mode: 0o700 });
	const cleanUp = () =>
		void Promise.all([staged.remove(), rm(folder, { recursive: true, force: true })]).catch((error: unknown) =>
			log.error('Couldn’t delete the files that Spark wrote for a run.', error),
		);
	try {
		const columns = await within(deadlineMs, signal, 'run', async () => {
			const statements = await openStatements(session, sources);
			job.onLog?.('info', `Reading ${count(sources.length, 'source')} with Spark`);
			return withinBytes(maxBytes, staged, () => statements.write(sql, staged.location, progress.report, most));
		}).catch((error: unknown) => {
			// Don't wait for Spark to stop: what it still writes is cleaned up later.
			void session.interrupt().catch(() => undefined);
			throw progress.explain(error);
		});
		progress.end();
		const taken = await importParts({ ...job, duckdb, staged, columns, folder, maxBytes, deadlineMs });
		if (taken.result.staged !== undefined)
			return { ...taken, result: { ...taken.result, dispose: async () => cleanUp() } };
		cleanUp();
		return taken;
	} catch (error) {
		progress.end();
		cleanUp();
		throw asEngineError(sql, sources, error);
	}
}
