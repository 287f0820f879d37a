import { EngineError, SourceGoneError } from '../errors.ts';
import { fullName } from '../sql/source-views.ts';
import type { EngineSource } from '../types.ts';
import { codeOf } from './mount-files.ts';
import type { RunnerProcess } from './runner-process.ts';

/** Sources as a runner reads them, for the rest of its life. @throws EngineError if a source's file is gone */
export async function mountSources(runner: RunnerProcess, sources: readonly EngineSource[]): Promise<EngineSource[]> {
	const mounted = await runner.mount(sources.flatMap((source) => source.files)).catch((error: unknown) => {
		const path = error instanceof Error && 'path' in error ? String(error.path) : '';
		const source = sources.find((source) => source.files.includes(path));
		throw codeOf(error) === 'ENOENT' && source !== undefined
			? new SourceGoneError(
					'SQL_ERROR',
					`The rows of ${fullName(source)} were replaced or deleted before they could be read. Try again.`,
				)
			: error;
	});
	return sources.map(({ owner, namespace, datasetName, files }) => ({
		owner,
		namespace,
		datasetName,
		files: files.map((file) => mounted.names.get(file) ?? file),
	}));
}

/** Sends a runner a request about files that it may read until it answers. @throws EngineError if one is gone */
export async function withMountedFiles<T>(
	runner: RunnerProcess,
	files: readonly string[],
	ask: (nameOf: (file: string) => string) => Promise<T>,
): Promise<T> {
	const mounted = await runner.mount(files).catch((error: unknown) => {
		throw codeOf(error) === 'ENOENT'
			? new EngineError('SQL_ERROR', 'The rows were replaced or deleted before they could be read. Try again.')
			: error;
	});
	try {
		return await ask((file) => mounted.names.get(file) ?? file);
	} finally {
		await mounted.unmount();
	}
}
