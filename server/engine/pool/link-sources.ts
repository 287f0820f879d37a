import { link, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { EngineError } from '../errors.ts';
import { fullName } from '../sql/source-views.ts';
import type { EngineSource } from '../types.ts';

/**
 * Links the sources' files into a runner's folder under neutral names, so that no statement or error shows where objects are.
 * @throws EngineError for a source whose file is gone
 */
export async function linkSources(sources: readonly EngineSource[], dir: string): Promise<EngineSource[]> {
	const files = [...new Set(sources.flatMap((source) => source.files))];
	const names = await Promise.all(
		files.map((file, index) =>
			linkOne(file, join(dir, `source-${index + 1}`)).catch((error: unknown) => {
				const source = sources.find((source) => source.files.includes(file));
				const name = source === undefined ? file : fullName(source);
				throw codeOf(error) === 'ENOENT'
					? new EngineError('SQL_ERROR', `The rows of the source ${name} are not there any more.`)
					: error;
			}),
		),
	);
	const linked = new Map(files.map((file, index) => [file, names[index] ?? file]));
	return sources.map(({ owner, namespace, datasetName, files }) => ({
		owner,
		namespace,
		datasetName,
		files: files.map((file) => linked.get(file) ?? file),
	}));
}

async function linkOne(file: string, target: string): Promise<string> {
	await link(file, target).catch((error: unknown) => {
		if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
		return symlink(file, target);
	});
	return basename(target);
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
