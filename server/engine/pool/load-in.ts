import { join } from 'node:path';
import { Loaded } from '../answers.ts';
import { EngineError } from '../errors.ts';
import { size } from '../format.ts';
import type { Base, EngineLoad, EngineLoaded } from '../types.ts';
import type { Limits } from './guard.ts';
import { withMountedFiles } from './mount-sources.ts';
import { killOnAbort, type RunnerProcess } from './runner-process.ts';
import { writtenFiles } from './written-files.ts';

const output = 'loaded.parquet';

/** Has a runner write rows that were sent as strings, within the limits of a run. @throws EngineError */
export async function loadIn(
	runner: RunnerProcess,
	job: EngineLoad,
	base: Limits,
	maxBytes: number,
): Promise<EngineLoaded> {
	const file = join(runner.dir, output);
	const work = async (): Promise<EngineLoaded> => {
		const { chunks, columns, skipInvalid, mode, key } = job;
		const answer = await withMountedFiles(runner, filesOf(job), (nameOf) => {
			const sent = chunks.map((chunk) => ({ ...chunk, file: nameOf(chunk.file) }));
			const request = {
				kind: 'load',
				chunks: sent,
				columns,
				base: mountedBase(job.base, nameOf),
				skipInvalid,
				mode,
				key,
				output,
			} as const;
			return runner.ask(request, { ...base, output: { file, maxBytes } });
		});
		const { written, ...rest } = Loaded.parse(answer);
		await runner.kill({ keepFolder: true });
		const dispose = () => runner.kill();
		if (written === null) return { ...rest, written, dispose };
		if (job.base !== null && job.mode !== 'replace') assertSameColumns(written.columns, job.base.columns);
		const [{ bytes } = { bytes: 0 }] = await writtenFiles(runner.dir, [output]);
		if (bytes > maxBytes) {
			throw new EngineError(
				'OUTPUT_TOO_LARGE',
				`The dataset would be ${size(bytes)}. The limit is ${size(maxBytes)}. Save fewer rows.`,
			);
		}
		return { ...rest, written: { ...written, file, bytes }, dispose };
	};
	return killOnAbort(job.signal, runner, 'The write was canceled.', work);
}

export const mountedBase = (base: Base | null, nameOf: (file: string) => string): Base | null =>
	base && { ...base, files: base.files.map(nameOf) };

const filesOf = ({ chunks, base }: EngineLoad): string[] => [
	...chunks.map((chunk) => chunk.file),
	...(base?.files ?? []),
];

/** Checks that the dataset's columns kept their types: no write may change them silently. @throws EngineError */
export function assertSameColumns(
	written: readonly { name: string; type: string }[],
	wanted: readonly { name: string; type: string }[],
): void {
	for (const [index, { name, type }] of wanted.entries()) {
		const found = written[index];
		if (found?.name === name && found.type === type) continue;
		throw new EngineError(
			'UNSUPPORTED_TYPE',
			found?.name !== name
				? `The new rows would remove the column "${name}". Build the dataset from a BuildSpec instead.`
				: `The new rows would change the type of the column "${name}" from ${type} to ${found.type}. Build the dataset from a BuildSpec instead.`,
		);
	}
}
