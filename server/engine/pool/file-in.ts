import { join } from 'node:path';
import { FileRead } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { EngineFile, EngineFileRead } from '../types.ts';
import type { Limits } from './guard.ts';
import { withLent } from './lend-sources.ts';
import { assertSameColumns, lentBase } from './load-in.ts';
import { type RunnerProcess, workUntil } from './runner-process.ts';
import { writtenFiles } from './written-files.ts';

const output = 'loaded.parquet';

/** Lets a runner read an uploaded file, within the limits of a run; it lives on where nothing is written. @throws EngineError */
export async function fileIn(
	runner: RunnerProcess,
	job: EngineFile,
	base: Limits,
	maxBytes: number,
): Promise<EngineFileRead> {
	const file = join(runner.dir, output);
	return workUntil(job.signal, runner, 'It was canceled.', async () => {
		const { lane: _lane, signal: _signal, isWritten, ...rest } = job;
		const answer = await withLent(runner, [...job.pieces, ...(job.base?.files ?? [])], (nameOf) => {
			const lent = { pieces: job.pieces.map(nameOf), base: lentBase(job.base, nameOf) };
			const request = { ...rest, ...lent, kind: 'file', output: isWritten ? output : null, maxBytes } as const;
			return runner.ask(request, { ...base, output: isWritten ? { file, maxBytes } : null });
		});
		const { review, written } = FileRead.parse(answer);
		if (!isWritten) return { review, written: null, dispose: async () => undefined };
		await runner.kill({ keepFolder: true });
		const dispose = () => runner.kill();
		if (written === null) return { review, written, dispose };
		if (job.base !== null && job.mode !== 'replace') assertSameColumns(written.columns, job.base.columns);
		const [{ bytes } = { bytes: 0 }] = await writtenFiles(runner.dir, [output]);
		if (bytes > maxBytes) {
			const message = `The dataset would have ${size(bytes)}; the most here is ${size(maxBytes)}.`;
			throw new EngineError('OUTPUT_TOO_LARGE', message);
		}
		return { review, written: { ...written, file, bytes }, dispose };
	});
}
