import { constants, copyFile, link, symlink, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { sourcesFolder } from '../isolation/visible.ts';

export interface LentFiles {
	/** The runner's name of a file, by path. */
	readonly names: ReadonlyMap<string, string>;
	takeBack(): Promise<void>;
}

interface Borrower {
	readonly dir: string;
	/** A number not used before for a file lent to this runner. */
	next(): number;
	/** Whether files must be copied, because links to another file system can't be followed. */
	readonly copies: boolean;
}

/**
 * Links files into a runner's sources folder under neutral names, so that no statement or error reveals where objects are. An isolated runner can't
 * write there.
 */
export async function lendFiles(files: readonly string[], { dir, next, copies }: Borrower): Promise<LentFiles> {
	const names = new Map([...new Set(files)].map((file) => [file, `${sourcesFolder}/source-${next()}`]));
	const takeBack = async () => {
		for (const name of names.values()) await unlink(join(dir, name)).catch(() => undefined);
	};
	try {
		await Promise.all([...names].map(([file, name]) => lendOne(file, join(dir, name), copies)));
	} catch (error) {
		await takeBack();
		throw error;
	}
	return { names, takeBack };
}

async function lendOne(file: string, target: string, copies: boolean): Promise<void> {
	await link(file, target).catch((error: unknown) => {
		if (!['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK'].includes(codeOf(error))) throw error;
		return copies ? copyFile(file, target, constants.COPYFILE_FICLONE) : symlink(file, target);
	});
}

export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');
