import { constants, copyFile, link, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesFolder } from '../isolation/visible.ts';

export interface MountedFiles {
	/** The runner's name of a file, by path. */
	readonly names: ReadonlyMap<string, string>;
	unmount(): Promise<void>;
}

interface MountTarget {
	readonly dir: string;
	/** A number not used before for a file mounted for this runner. */
	next(): number;
	/** Whether files must be copied, because links to another file system can't be followed. */
	readonly copies: boolean;
}

/**
 * Links files into a runner's sources folder under neutral names, so that no statement or error reveals where objects are. An isolated runner can't
 * write there.
 */
export async function mountFiles(files: readonly string[], { dir, next, copies }: MountTarget): Promise<MountedFiles> {
	const names = new Map([...new Set(files)].map((file) => [file, `${sourcesFolder}/source-${next()}`]));
	const unmount = async () => {
		for (const name of names.values()) await unlink(join(dir, name)).catch(() => undefined);
	};
	try {
		await Promise.all([...names].map(([file, name]) => mountFile(file, join(dir, name), copies)));
	} catch (error) {
		await unmount();
		throw error;
	}
	return { names, unmount };
}

async function mountFile(file: string, target: string, copies: boolean): Promise<void> {
	await link(file, target).catch((error: unknown) => {
		if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
		return copies ? copyFile(file, target, constants.COPYFILE_FICLONE) : symlink(file, target);
	});
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
