import { mkdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { EngineSettings } from '../../settings/settings.ts';
import { CheckedSteps, TextRows, Written } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { count, seconds, size } from '../format.ts';
import type { Engine, EngineJob, EnginePipeline } from '../types.ts';
import type { Limits } from './guard.ts';
import { mountSources } from './mount-sources.ts';
import { killOnAbort, type RunnerProcess } from './runner-process.ts';
import { writtenFiles } from './written-files.ts';

const folder = 'results';

/** Runs the steps of a pipeline in a runner, which is killed afterwards and its output removed. */
export async function runPipeline<T>(
	runner: RunnerProcess,
	job: Parameters<Engine['pipeline']>[0],
	settings: EngineSettings,
	work: (pipeline: EnginePipeline) => Promise<T>,
): Promise<T> {
	const run = async () => {
		await mkdir(join(runner.dir, folder), { mode: 0o700 });
		const pipeline = createPipeline(runner, settings, job.onLog);
		const sources = await mountSources(runner, job.sources);
		job.onLog?.('info', `Reading ${count(sources.length, 'source')}`);
		await pipeline.ask({ kind: 'begin', sources, folder }, null);
		return work(pipeline);
	};
	return killOnAbort(job.signal, runner, 'The run was canceled.', run).finally(() => runner.kill());
}

function createPipeline(runner: RunnerProcess, settings: EngineSettings, onLog: EngineJob['onLog']) {
	let timeLeft = settings.deadlineMs;
	let bytesLeft = settings.maxOutputBytes;
	let steps = 0;
	const outputs: string[] = [];

	const ask = async (request: Parameters<RunnerProcess['ask']>[0], file: string | null): Promise<unknown> => {
		const limits: Limits = {
			deadlineMs: Math.max(1, timeLeft),
			memoryBytes: settings.memoryBytes,
			output: file === null ? null : { file, maxBytes: bytesLeft },
		};
		const began = performance.now();
		try {
			return await runner.ask(request, limits, onLog);
		} catch (error) {
			throw inAllSteps(error, settings);
		} finally {
			timeLeft -= performance.now() - began;
		}
	};

	return {
		ask,
		async check(steps) {
			return CheckedSteps.parse(await ask({ kind: 'check-steps', steps }, null));
		},
		async step({ sql, as, row }) {
			steps += 1;
			const output = `${folder}/${steps}.parquet`;
			outputs.push(output);
			const file = join(runner.dir, output);
			const from = row === null ? null : { file: relative(runner.dir, row.of.file), index: row.index };
			const written = Written.parse(await ask({ kind: 'step', sql, output, as, row: from }, file));
			bytesLeft -= written.bytes;
			if (bytesLeft < 0) throw stepsTooLarge(settings);
			return { file, ...written };
		},
		async rows(result, limit) {
			return TextRows.parse(await ask({ kind: 'peek', file: relative(runner.dir, result.file), limit }, null));
		},
		async end() {
			await runner.kill({ keepFolder: true });
			await writtenFiles(runner.dir, outputs);
		},
	} satisfies EnginePipeline & { ask: unknown };
}

/** Time and size limits apply to all steps together; the message states those, not what was left for this step. */
export function inAllSteps(error: unknown, settings: EngineSettings): unknown {
	if (!(error instanceof EngineError)) return error;
	if (error.code === 'OUTPUT_TOO_LARGE') return stepsTooLarge(settings);
	if (error.code !== 'DEADLINE_EXCEEDED') return error;
	const longest = seconds(settings.deadlineMs);
	return new EngineError(
		error.code,
		`The run was stopped because its steps exceeded the total time limit of ${longest}. Read fewer rows, or ask your admin to raise the limit.`,
	);
}

export const stepsTooLarge = (settings: EngineSettings): EngineError =>
	new EngineError(
		'OUTPUT_TOO_LARGE',
		`The run was stopped because its steps wrote more than the limit of ${size(settings.maxOutputBytes)}. Write fewer rows, or ask your admin to raise the limit.`,
	);
