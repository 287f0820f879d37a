import { join } from 'node:path';
import { ColumnValues, FileRead } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import { partName } from '../parquet/cut.ts';
import type { EngineFile, EngineFileRead, EngineValues, WantedValues } from '../types.ts';
import type { Limits } from './guard.ts';
import { assertSameColumns, mountedBase } from './load-in.ts';
import { withMountedFiles } from './mount-sources.ts';
import { killOnAbort, type RunnerProcess } from './runner-process.ts';
import { takeFiles, writtenFiles } from './written-files.ts';

const output = 'loaded.parquet';
const canceled = 'The file wasn’t read because the request was canceled.';

/** Has a runner read an uploaded file, within the limits of a run. The runner stays alive if nothing is written. @throws EngineError */
export async function fileIn(
	runner: RunnerProcess,
	job: EngineFile,
	base: Limits,
	maxBytes: number,
): Promise<EngineFileRead> {
	const file = join(runner.dir, output);
	const { isWritten } = job;
	return killOnAbort(job.signal, runner, canceled, async () => {
		const answer = await withJob(runner, job, (rest) => {
			const request = { ...rest, kind: 'file', output: isWritten ? output : null, maxBytes } as const;
			const bounds = { ...base, output: isWritten ? { file, maxBytes } : null };
			return runner.ask(request, bounds, undefined, undefined, job.onProgress);
		});
		const { written, ...found } = FileRead.parse(answer);
		if (!isWritten) return { ...found, written: null, dispose: async () => undefined };
		await runner.kill({ keepFolder: true });
		const dispose = () => runner.kill();
		if (written === null) return { ...found, written, dispose };
		if (job.base !== null && job.mode !== 'replace') assertSameColumns(written.columns, job.base.columns);
		const { parts: measured, ...whole } = written;
		const names = [output, ...measured.map((_, index) => partName(index))];
		const [{ bytes } = { bytes: 0 }, ...parts] = await writtenFiles(runner.dir, names);
		if (bytes > maxBytes) {
			const message = `The dataset would be ${size(bytes)}. The limit is ${size(maxBytes)}. Save fewer rows.`;
			throw new EngineError('OUTPUT_TOO_LARGE', message);
		}
		const cutParts = measured.map((part, index) => ({ ...part, file: parts[index]?.file ?? '' }));
		return { ...found, written: { ...whole, file, bytes, parts: cutParts }, dispose };
	});
}

/** Has a runner write the distinct values of columns. It stays alive, because the file is read again when they are cleaned. @throws EngineError */
export async function valuesIn(
	runner: RunnerProcess,
	job: EngineFile,
	wanted: WantedValues,
	limits: Limits,
	maxBytes: number,
): Promise<EngineValues> {
	return killOnAbort(job.signal, runner, canceled, async () => {
		const answer = await withJob(runner, job, (rest) =>
			runner.ask({ ...rest, ...wanted, kind: 'values', maxBytes }, limits, undefined, undefined, job.onProgress),
		);
		const found = ColumnValues.parse(answer);
		const names = found.map((column) => column.output);
		const { files, dispose } = await takeFiles(runner.dir, names);
		return {
			columns: found.map(({ output: _, ...column }, index) => ({ ...column, file: files[index] ?? '' })),
			dispose,
		};
	});
}

type MountedJob = Omit<EngineFile, 'lane' | 'signal' | 'isWritten' | 'onProgress'>;

/** Sends a request about a file whose pieces the runner may read until it answers. */
function withJob<T>(runner: RunnerProcess, job: EngineFile, ask: (job: MountedJob) => Promise<T>): Promise<T> {
	const { lane: _lane, signal: _signal, isWritten: _isWritten, onProgress: _onProgress, ...rest } = job;
	const changes = job.cleaning?.columns.flatMap((column) => column.changes) ?? [];
	const files = new Set([...job.pieces, ...changes, ...(job.base?.files ?? []), ...(job.compared ?? [])]);
	return withMountedFiles(runner, [...files], (nameOf) =>
		ask({
			...rest,
			pieces: job.pieces.map(nameOf),
			base: mountedBase(job.base, nameOf),
			compared: job.compared?.map(nameOf) ?? null,
			cleaning: job.cleaning && {
				...job.cleaning,
				columns: job.cleaning.columns.map((column) => ({ ...column, changes: column.changes.map(nameOf) })),
			},
		}),
	);
}
