import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { literal, quoted } from '#lib/sql/quoting.ts';
import { EngineError } from '../errors.ts';
import { count } from '../format.ts';
import { inAllSteps, stepsTooLarge } from '../pool/pipeline.ts';
import type { EngineJob, EnginePipeline, StepResult } from '../types.ts';
import type { SparkSession } from './client.ts';
import { within, withinBytes } from './deadline.ts';
import { type ImportedParts, importParts, resultOf, type StagedFiles } from './import-parts.ts';
import type { SparkEngineOptions } from './options.ts';
import { asEngineError } from './problems.ts';
import { watchProgress } from './progress.ts';
import { openStatements } from './statements.ts';
import { checkStepsIn, ownRow } from './steps.ts';
import { sparkQuoted } from './tokens.ts';

/** Spark's output of a step, and the single file created from it. */
interface Step extends ImportedParts {
	readonly staged: StagedFiles;
	/** Row counts of the files, once requested. */
	measured?: Promise<readonly { readonly rows: number }[]>;
}

/** Runs the steps of a pipeline in a session. Later steps read Spark's output of earlier ones in place. */
export async function runPipelineIn<T>(
	session: SparkSession,
	job: Omit<EngineJob, 'sql'> & { readonly signal: AbortSignal },
	{ settings, duckdb, dir, stage, log }: SparkEngineOptions,
	work: (pipeline: EnginePipeline) => Promise<T>,
): Promise<T> {
	const { sources, signal, lane = '' } = job;
	const folder = join(dir, randomUUID());
	await mkdir(folder, { mode: 0o700 });
	const staging: StagedFiles[] = [];
	const made = new Map<string, Step>();
	let timeLeft = settings.deadlineMs;
	let bytesLeft = settings.maxOutputBytes;

	/** Runs work in the time left for all steps, ms. */
	const timed = async <R>(work: (deadlineMs: number) => Promise<R>): Promise<R> => {
		const began = performance.now();
		try {
			return await work(Math.max(1, timeLeft));
		} catch (error) {
			void session.interrupt().catch(() => undefined);
			throw inAllSteps(error, settings);
		} finally {
			timeLeft -= performance.now() - began;
		}
	};
	const inTime = <R>(work: () => Promise<R>) => timed((ms) => within(ms, signal, 'run', work));
	const stepOf = ({ file }: StepResult): Step => {
		const found = made.get(file);
		if (found === undefined) throw new Error('No step in this run produced this result.');
		return found;
	};

	try {
		const statements = await inTime(() => openStatements(session, sources)).catch((error: unknown) => {
			throw asEngineError('', sources, error);
		});
		job.onLog?.('info', `Reading ${count(sources.length, 'source')} with Spark`);

		/** Makes one row readable by a name, from the file that Spark wrote it to. */
		const openRow = async (of: StepResult, index: number) => {
			const step = stepOf(of);
			const { staged, files } = step;
			step.measured ??= duckdb.measure(files.map(({ path }) => path));
			let at = index;
			const place = (await step.measured).findIndex(({ rows }) => {
				if (at < rows) return true;
				at -= rows;
				return false;
			});
			const only = `_metadata.file_name = ${literal(files[place]?.name ?? '')} AND _metadata.row_index = ${at}`;
			await session.createView(ownRow, [staged.location], only);
			statements.addResult(ownRow);
		};

		return await work({
			check: (steps) =>
				inTime(() => checkStepsIn(session, statements, sources, steps)).catch((error: unknown) => {
					throw asEngineError('', sources, error, statements.results);
				}),
			async step({ sql, as, row }) {
				const staged = stage();
				staging.push(staged);
				const own = join(folder, randomUUID());
				const progress = watchProgress(job);
				await mkdir(own, { mode: 0o700 });
				try {
					const columns = await inTime(async () => {
						if (row !== null) await openRow(row.of, row.index);
						const write = () => statements.write(sql, staged.location, progress.report);
						return withinBytes(bytesLeft, staged, write);
					});
					progress.end();
					const taken = await timed((deadlineMs) =>
						importParts({ ...job, duckdb, staged, columns, folder: own, maxBytes: bytesLeft, deadlineMs }),
					);
					const { dispose: _, plan: __, ...result } = taken.result;
					const { file, bytes } = result;
					made.set(file, { ...taken, staged });
					bytesLeft -= bytes;
					if (bytesLeft < 0) throw stepsTooLarge(settings);
					if (as !== null) {
						await inTime(() => session.createView(sparkQuoted(as), [staged.location]));
						statements.addResult(as);
					}
					return result;
				} catch (error) {
					progress.end();
					throw asEngineError(sql, sources, progress.explain(error), statements.results);
				}
			},
			async rows(result, limit) {
				const files = result.staged === undefined ? [result.file] : stepOf(result).files.map(({ path }) => path);
				const texts = result.columns.map(({ name }, index) => `CAST(${quoted(name)} AS VARCHAR) AS c${index}`);
				const sql = `SELECT ${texts.join(', ')} FROM spark.result`;
				const most = { most: limit, maxBytes: settings.maxOutputBytes };
				const { rows } = await duckdb.query({ sources: [resultOf(files)], sql, lane, signal, ...most });
				const names = result.columns.map(({ name }) => name);
				const valuesOf = (text: string) => Object.values(JSON.parse(text) as Record<string, string | null>);
				return { columns: names, rows: rows.map(valuesOf) };
			},
			async end() {
				if (signal.aborted) throw new EngineError('CANCELLED', 'The run was canceled.');
			},
		});
	} finally {
		const results = [...made.values()].map(({ result }) => result.dispose());
		void Promise.all([
			...results,
			...staging.map((staged) => staged.remove()),
			rm(folder, { recursive: true, force: true }),
		]).catch((error: unknown) => log.error('Couldn’t delete the files that Spark wrote for a run.', error));
	}
}
