import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../errors.ts';

/**
 * The files a runner wrote, read after it's gone: regular files in its folder only. A link, or a name that leads out of the folder, could make the
 * service read or move one of its own files. Names may include a subfolder of the runner's folder.
 * @throws EngineError RUNNER_DIED
 */
export async function writtenFiles(dir: string, names: readonly string[]): Promise<{ file: string; bytes: number }[]> {
	const folder = await realpath(dir);
	return Promise.all(
		names.map(async (name) => {
			const file = join(dir, name);
			const real = await realpath(file).catch(() => null);
			const isPlain = name.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
			const isOurs = isPlain && real === join(folder, name);
			const stats = isOurs ? await lstat(file) : null;
			if (stats?.isFile() !== true)
				throw new EngineError('RUNNER_DIED', 'The output of this run isn’t a regular file. Run it again.');
			return { file, bytes: stats.size };
		}),
	);
}
