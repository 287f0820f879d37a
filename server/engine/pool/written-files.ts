import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { EngineError } from '../errors.ts';

/**
 * The files that a runner wrote, once it is gone: ordinary ones in its folder. In place of one that it made a link of, the service
 * would read, or move away, a file of its own; so it would where a name that a runner gave led out of the folder. A name may be
 * that of a file in a folder of the runner's.
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
