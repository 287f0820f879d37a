import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CheckResult } from '#contract/build-spec.ts';
import type { Column } from '#contract/dataset.ts';
import { sqlPath } from '#lib/sql/quoting.ts';
import type { Log } from '../../logging/log.ts';
import type { EngineSettings } from '../../settings/settings.ts';
import { EngineError } from '../errors.ts';
import { count, seconds, size } from '../format.ts';
import { createQueue } from '../pool/queue.ts';
import { placeOf, rangeAt } from '../sql/sql-text.ts';
import type { Engine, EngineJob, EngineResult, EngineSource, RunEngine } from '../types.ts';
import { createSparkClient, type Progress, type SparkClient, SparkError, type SparkSession } from './client.ts';
import { assertPlan, type GuardedStatement, guardStatement } from './guard.ts';
import { sparkName, sparkQuoted, tokenizeSpark } from './tokens.ts';
import { columnsOf } from './types.ts';

/** Files that Spark writes where the service can take them in. */
export interface StagedFiles {
	readonly location: string;
	list(): Promise<readonly { readonly name: string; readonly bytes: number }[]>;
	fetch(name: string, folder: string): Promise<string>;
	remove(): Promise<void>;
}

interface SparkEngineOptions {
	readonly url: string;
	/** Makes files of what Spark wrote that are like those of every other run. */
	readonly duckdb: Pick<Engine, 'run'>;
	readonly settings: EngineSettings;
	/** A folder of the engine's own, which is emptied. */
	readonly dir: string;
	readonly stage: () => StagedFiles;
	readonly log: Log;
}

/** What makes statements mean the same in every deployment, and keeps them from reading anything but views. */
const sessionSettings = {
	'spark.sql.ansi.enabled': 'true',
	'spark.sql.ansi.doubleQuotedIdentifiers': 'true',
	'spark.sql.runSQLOnFiles': 'false',
	'spark.sql.variable.substitute': 'false',
	'spark.sql.session.timeZone': 'UTC',
	'spark.sql.maxPlanStringLength': '2147483632',
	'spark.sql.parquet.outputTimestampType': 'TIMESTAMP_MICROS',
	'spark.sql.parquet.inferTimestampNTZ.enabled': 'true',
	'spark.sql.parquet.compression.codec': 'zstd',
	'spark.sql.caseSensitive': 'false',
};
const checkMs = 30_000;
const logEveryMs = 5_000;

/** Runs and checks statements in Spark, each in a session of its own; what they write is taken in as what DuckDB writes. */
export async function createSparkEngine(options: SparkEngineOptions): Promise<RunEngine & { close(): Promise<void> }> {
	const { settings, dir } = options;
	await rm(dir, { recursive: true, force: true });
	await mkdir(dir, { recursive: true, mode: 0o700 });
	const client = createSparkClient(options.url);
	void warmUp(client, options.log);
	const queue = createQueue(settings.concurrency);
	const closing = new AbortController();

	return {
		dialect: 'spark',
		async run(job) {
			if (queue.full()) job.onLog?.('info', 'Waiting for other runs');
			const leave = await queue.enter(job.lane ?? '', job.signal).catch(() => {
				throw new EngineError('CANCELLED', 'The run was canceled before it began.');
			});
			try {
				job.onStart?.();
				const signals = [closing.signal, ...(job.signal === undefined ? [] : [job.signal])];
				return await runIn(client, { ...job, signal: AbortSignal.any(signals) }, options);
			} finally {
				leave();
			}
		},
		async check({ sources, sql }) {
			const session = client.open();
			try {
				return await within(checkMs, null, 'check', () => checkIn(session, sources, sql));
			} catch (error) {
				return asCheck(sql, asEngineError(sql, sources, error));
			} finally {
				void session.end().catch(() => undefined);
			}
		},
		async close() {
			closing.abort();
		},
	};
}

/** The first statement takes Spark many times as long as others. */
async function warmUp(client: SparkClient, log: Log): Promise<void> {
	const session = client.open();
	try {
		await session.configure(sessionSettings);
		await session.explain(whole('SELECT 1 AS one'));
		await session.end();
	} catch (error) {
		log.error('Spark can’t be reached, or isn’t Spark 4. Until it can, previews and builds of SQL fail.', error);
	}
}

async function runIn(client: SparkClient, job: EngineJob, options: SparkEngineOptions): Promise<EngineResult> {
	const { settings, duckdb, log } = options;
	const session = client.open();
	const staged = options.stage();
	const folder = join(options.dir, randomUUID());
	await mkdir(folder, { mode: 0o700 });
	const clean = () =>
		Promise.all([staged.remove(), rm(folder, { recursive: true, force: true })]).catch((error: unknown) =>
			log.error('Couldn’t remove what Spark wrote for a run.', error),
		);
	try {
		const columns = await within(settings.deadlineMs, job.signal ?? null, 'run', () =>
			writeIn(session, job, staged.location),
		).catch(async (error: unknown) => {
			// Whoever waits for the end of a run doesn't wait for Spark's: what it writes until then is swept.
			void session.interrupt().catch(() => undefined);
			throw error;
		});
		const files = await staged.list();
		const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
		if (bytes > settings.maxOutputBytes) throw tooLarge(bytes, settings.maxOutputBytes);
		const paths: string[] = [];
		for (const { name } of files) paths.push(await staged.fetch(name, folder));
		// One file with small row groups in Spark's order, as the service cuts and reads it.
		const source = { owner: 'spark', namespace: 'spark', datasetName: 'result', files: paths };
		const sql = `SELECT ${columns.map(({ name }) => `"${name.replaceAll('"', '""')}"`).join(', ')} FROM spark.result`;
		const { lane, signal } = job;
		const result = await duckdb.run({ sources: [source], sql, ...(lane && { lane }), ...(signal && { signal }) });
		job.onLog?.('info', `Wrote ${count(result.rows, 'row')}, ${size(result.bytes)}`);
		return { ...result, plan: null };
	} catch (error) {
		throw asEngineError(job.sql, job.sources, error);
	} finally {
		void session.end().catch(() => undefined);
		void clean();
	}
}

async function writeIn(session: SparkSession, job: EngineJob, location: string): Promise<Column[]> {
	const guarded = guardStatement(job.sql, job.sources);
	job.onLog?.('info', `Reading ${count(job.sources.length, 'source')} with Spark`);
	await openViews(session, guarded);
	const columns = await columnsIn(session, job.sql, guarded);
	const selected = columns.map(
		({ name, isNull }, index) => `${isNull ? `CAST(_${index} AS INT)` : `_${index}`} AS ${sparkQuoted(name)}`,
	);
	const sql = `SELECT ${selected.join(', ')} FROM (\n${guarded.sql}\n) AS _t(${columns.map((_, index) => `_${index}`).join(', ')})`;
	await session.write(sql, location, progressOf(job));
	return columns;
}

async function openViews(session: SparkSession, { views }: GuardedStatement): Promise<void> {
	await session.configure(sessionSettings);
	for (const { view, source } of views) {
		await session.createView(sparkQuoted(view), source.files).catch((error: unknown) => {
			if (!(error instanceof SparkError) || error.kind === 'gone') throw error;
			const name = `${source.owner}.${source.namespace}.${source.datasetName}`;
			throw new EngineError('SQL_ERROR', `Spark can’t read ${name}: ${error.message}`);
		});
	}
}

const whole = (sql: string): string => `SELECT * FROM (\n${sql}\n)`;

/** The columns of a statement that reads nothing but views. @throws EngineError, SparkError */
async function columnsIn(session: SparkSession, sql: string, guarded: GuardedStatement) {
	const columns = await session.columns(whole(guarded.sql));
	assertPlan(sql, await session.explain(whole(guarded.sql)));
	return columnsOf(columns);
}

async function checkIn(session: SparkSession, sources: readonly EngineSource[], sql: string): Promise<CheckResult> {
	const guarded = guardStatement(sql, sources);
	await openViews(session, guarded);
	const columns = await columnsIn(session, sql, guarded);
	return { diagnostics: [], columns: columns.map(({ name, type }) => ({ name, type })) };
}

/** Percent of the tasks of all stages that are known, and now and then a line in the log. */
function progressOf({ onProgress, onLog }: EngineJob): (progress: Progress) => void {
	let logged = performance.now();
	return ({ stages, tasks, doneTasks }) => {
		if (tasks > 0) onProgress?.(Math.floor((100 * doneTasks) / tasks));
		if (performance.now() - logged < logEveryMs) return;
		logged = performance.now();
		onLog?.('info', `Spark has finished ${doneTasks} of ${count(tasks, 'task')} in ${count(stages, 'stage')}`);
	};
}

/** Rejects when the time is over or the signal aborts, whatever the work still does. */
function within<T>(ms: number, signal: AbortSignal | null, what: string, work: () => Promise<T>): Promise<T> {
	return new Promise<T>((resolve, reject) => {
		const canceled = () => reject(new EngineError('CANCELLED', `The ${what} was canceled.`));
		const late = () =>
			reject(new EngineError('DEADLINE_EXCEEDED', `The ${what} was stopped after ${seconds(ms)}, the time limit.`));
		const timer = setTimeout(late, ms);
		const end = () => {
			clearTimeout(timer);
			signal?.removeEventListener('abort', canceled);
		};
		if (signal?.aborted) canceled();
		signal?.addEventListener('abort', canceled, { once: true });
		work().then(resolve, reject).finally(end);
	});
}

const tooLarge = (bytes: number, most: number): EngineError =>
	new EngineError(
		'OUTPUT_TOO_LARGE',
		`The output has ${size(bytes)}; the largest a run may write here is ${size(most)}.`,
	);

function asEngineError(sql: string, sources: readonly EngineSource[], error: unknown): unknown {
	if (!(error instanceof SparkError)) return error;
	if (error.kind === 'gone') {
		const message =
			'Spark can’t be reached, or was stopped while this ran. Nothing was changed. Try again, or ask your administrator.';
		return new EngineError('RUNNER_DIED', message);
	}
	const names = sources.map(({ owner, namespace, datasetName }) => `${owner}.${namespace}.${datasetName}`);
	const isTable = /^The table or view `(.*)` cannot be found/.exec(error.message);
	const table = isTable?.[1]?.replaceAll('`.`', '.');
	const hint = names.length === 0 ? 'Add it as a source.' : `Available: ${names.join(', ')}.`;
	const message = table === undefined ? error.message : `Unknown table "${table}". ${hint}`;
	return new EngineError('SQL_ERROR', message, positionIn(sql, error.position) ?? undefined);
}

/** Spark reads the statement from its second line, and counts code points. What is missing is missing at the statement's end. */
function positionIn(sql: string, position: SparkError['position']) {
	if (position === null) return null;
	const line = sql.split('\n')[position.line - 2];
	if (line === undefined) return placeOf(sql, sql.trimEnd().length);
	return { line: position.line - 1, column: [...line].slice(0, position.column - 1).join('').length + 1 };
}

function asCheck(sql: string, error: unknown): CheckResult {
	if (!(error instanceof EngineError)) throw error;
	const { line, column, message } = error;
	const isUnchecked = error.code === 'RUNNER_DIED' || error.code === 'DEADLINE_EXCEEDED';
	const lineStart =
		line === null
			? 0
			: sql
					.split('\n')
					.slice(0, line - 1)
					.join('\n').length + (line > 1 ? 1 : 0);
	const start = lineStart + (column ?? 1) - 1;
	const suggestions = suggestionsIn(message);
	const range = { ...rangeAt(sql, start), ...(suggestions.length === 0 ? {} : endOfName(sql, start)) };
	const words = isUnchecked ? `Couldn’t check the statement: ${message}` : message;
	const severity = isUnchecked ? 'warning' : 'error';
	return { diagnostics: [{ severity, message: words, ...range, suggestions }], columns: [] };
}

/** Columns that Spark offers for one that it doesn't know, as people write them. */
function suggestionsIn(message: string): string[] {
	const offered = /Did you mean one of the following\? \[(.*)\]/.exec(message)?.[1] ?? '';
	return [...offered.matchAll(/`(?:[^`]|``)*`(?:\.`(?:[^`]|``)*`)*/g)].map(([path]) =>
		sqlPath(
			tokenizeSpark(path)
				.filter(({ kind }) => kind === 'quoted')
				.map(sparkName),
		),
	);
}

/** Where a name with dots ends: what is offered takes the place of all of it. */
function endOfName(sql: string, start: number) {
	const tokens = tokenizeSpark(sql);
	let last = tokens.findIndex((token) => token.start === start);
	while (tokens[last + 1]?.text === '.' && tokens[last + 2] !== undefined) last += 2;
	const { line: endLine, column: endColumn } = placeOf(sql, tokens[last]?.end ?? start);
	return { endLine, endColumn };
}
