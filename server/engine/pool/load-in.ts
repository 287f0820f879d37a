import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Loaded } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { EngineLoad, EngineLoaded } from '../types.ts';
import type { Limits } from './guard.ts';
import { type RunnerProcess, workUntil } from './runner-process.ts';

const output = 'loaded.parquet';

/** Lets a runner write rows that came as texts, within the limits of a run. @throws EngineError */
export async function loadIn(
	runner: RunnerProcess,
	job: EngineLoad,
	base: Limits,
	maxBytes: number,
): Promise<EngineLoaded> {
	const file = join(runner.dir, output);
	const work = async (): Promise<EngineLoaded> => {
		const { chunks, columns, skipInvalid } = job;
		const request = { kind: 'load', chunks, columns, base: job.base, skipInvalid, output } as const;
		const { written, ...rest } = Loaded.parse(await runner.ask(request, { ...base, output: { file, maxBytes } }));
		await runner.kill({ keepFolder: true });
		const dispose = () => runner.kill();
		if (written === null) return { ...rest, written, dispose };
		if (job.base !== null) assertSameColumns(written.columns, job.base.columns);
		const bytes = (await stat(file)).size;
		if (bytes > maxBytes) {
			throw new EngineError(
				'OUTPUT_TOO_LARGE',
				`The dataset would have ${size(bytes)}; the most here is ${size(maxBytes)}.`,
			);
		}
		return { ...rest, written: { ...written, file, bytes }, dispose };
	};
	return workUntil(job.signal, runner, 'It was cancelled.', work);
}

/** Whether what was written has the columns that the dataset had: nobody's types change in silence. @throws EngineError */
function assertSameColumns(
	written: readonly { name: string; type: string }[],
	wanted: readonly { name: string; type: string }[],
): void {
	for (const [index, { name, type }] of wanted.entries()) {
		const found = written[index];
		if (found?.name === name && found.type === type) continue;
		throw new EngineError(
			'UNSUPPORTED_TYPE',
			`The column "${name}" is ${type} and would be written as ${found?.type ?? 'nothing'}. Rows cannot be added to this dataset.`,
		);
	}
}
