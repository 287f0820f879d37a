import { link } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunnerSource } from './messages.ts';
import type { EngineSource } from './types.ts';

/**
 * Makes the sources' files appear in a runner's folder under names that say nothing, so that neither the statement nor
 * its errors show where objects lie. A folder on another file system cannot link; there the path itself is used.
 */
export async function linkSources(sources: readonly EngineSource[], dir: string): Promise<RunnerSource[]> {
	const files = [...new Set(sources.map((it) => it.file))];
	const names = await Promise.all(files.map((file, index) => linkOne(file, dir, `source-${index + 1}`)));
	return sources.map(({ owner, namespace, datasetName, file }) => ({
		owner,
		namespace,
		datasetName,
		file: names[files.indexOf(file)] ?? file,
	}));
}

async function linkOne(file: string, dir: string, name: string): Promise<string> {
	try {
		await link(file, join(dir, name));
		return name;
	} catch (error) {
		const cannotLink =
			error instanceof Error && 'code' in error && ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(String(error.code));
		if (!cannotLink) throw error;
		return file;
	}
}
