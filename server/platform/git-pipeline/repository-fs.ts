import { constants } from 'node:fs';
import { lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { RefusedError } from './reader-messages.ts';

/** The files of one repository, read-only; links out of its folder appear as missing. @param root real path of the folder */
export function createRepositoryFs(root: string, maxBytes: number) {
	const tooLarge: string[] = [];

	const inside = async (path: string): Promise<string> => {
		const real = await realpath(path);
		if (real === root || real.startsWith(root + sep)) return real;
		throw absent(path);
	};

	const readFile = async (path: string, options?: string | { encoding?: BufferEncoding }): Promise<Buffer | string> => {
		const file = await open(await inside(path), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
		try {
			const { size } = await file.stat().then((stats) => (stats.isFile() ? stats : Promise.reject(absent(path))));
			if (size > maxBytes) {
				tooLarge.push(path.slice(root.length + 1));
				throw absent(path);
			}
			const bytes = await file.readFile();
			const encoding = typeof options === 'string' ? (options as BufferEncoding) : options?.encoding;
			return encoding === undefined ? bytes : bytes.toString(encoding);
		} finally {
			await file.close();
		}
	};

	const refuse = (path: string): Promise<never> =>
		Promise.reject(Object.assign(new Error(`read-only: ${path}`), { code: 'EROFS' }));

	return {
		/** Files skipped because they are too large, which isomorphic-git sees as missing. */
		tooLarge,
		/** The shape that isomorphic-git expects. */
		promises: {
			readFile,
			readdir: async (path: string) => readdir(await inside(path)),
			stat: async (path: string) => stat(await inside(path)),
			lstat: async (path: string) => lstat(await inside(path)),
			readlink: async (path: string) => readlink(await inside(path)),
			writeFile: refuse,
			unlink: refuse,
			mkdir: refuse,
			rmdir: refuse,
			symlink: refuse,
		},
	};
}

const absent = (path: string): Error => Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });

/** The real paths of a repository, given as an absolute or relative path, and of its Git folder. @throws RefusedError */
export async function findRepository(
	repository: string,
	folders: readonly string[],
	resolve: (folder: string, path: string) => string,
): Promise<{ root: string; gitdir: string }> {
	for (const folder of folders) {
		const home = await realpath(folder).catch(() => null);
		const root = home === null ? null : await realpath(resolve(home, repository)).catch(() => null);
		// Unreadable paths look the same as missing ones, so that nothing outside is revealed.
		if (home === null || root === null || !root.startsWith(home + sep)) continue;
		const inner = await lstat(`${root}${sep}.git`).catch(() => null);
		if (inner?.isDirectory()) return { root, gitdir: `${root}${sep}.git` };
		const bare = await Promise.all(
			['HEAD', 'objects', 'refs'].map((value) => lstat(`${root}${sep}${value}`).catch(() => null)),
		);
		if (inner === null && bare.every((stats) => stats !== null)) return { root, gitdir: root };
	}
	throw new RefusedError(
		'repository',
		`There is no Git repository "${repository}" in this service’s repository folders. Check the name, or ask your admin to add a folder with --git-folder.`,
	);
}
