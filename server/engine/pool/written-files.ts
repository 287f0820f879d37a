import { createWriteStream } from 'node:fs';
import { constants, lstat, mkdtemp, open, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
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
				throw new EngineError('RUNNER_DIED', 'This run’s output isn’t a regular file. Run it again.');
			return { file, bytes: stats.size };
		}),
	);
}

/** Moves files that a runner wrote out of its folder, as copies, because a runner that is still alive could change the originals. */
export async function takeFiles(
	dir: string,
	names: readonly string[],
): Promise<{ readonly files: string[]; dispose(): Promise<void> }> {
	const folder = await mkdtemp(`${dir}-written-`);
	const dispose = () => rm(folder, { recursive: true, force: true });
	const files: string[] = [];
	try {
		for (const { file } of await writtenFiles(dir, names)) {
			// It may have become a link in the meantime.
			const source = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW || 0));
			const copy = join(folder, String(files.length));
			await pipeline(source.createReadStream(), createWriteStream(copy));
			await rm(file, { force: true });
			files.push(copy);
		}
	} catch (error) {
		await dispose();
		throw error;
	}
	return { files, dispose };
}
