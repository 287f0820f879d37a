import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const LockContent = z.object({
	pid: z.int(),
	/** When the process began, as its system counts; tells a process from a later one with the same id. */
	began: z.nullable(z.string()),
	/** Where the service is reached; null while it starts. */
	address: z.nullable(z.string()),
});
type LockContent = z.infer<typeof LockContent>;

export interface Lock {
	/** Tells other processes (`npm run sign-in`) where the service is reached. */
	announce(address: string): Promise<void>;
	release(): Promise<void>;
}

/** A data folder that another living process uses. */
export class FolderInUseError extends Error {
	override name = 'FolderInUseError';
}

const lockFile = (dataDir: string): string => join(dataDir, 'lock.json');

/**
 * Makes this process the only one on a data folder. A lock whose process is gone is taken over.
 * @throws FolderInUseError
 */
export async function takeLock(dataDir: string): Promise<Lock> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const file = lockFile(dataDir);
	const mine = { pid: process.pid, began: beginOf(process.pid) };
	const write = async (target: string, address: string | null) =>
		writeFile(target, `${JSON.stringify({ ...mine, address } satisfies LockContent)}\n`, { mode: 0o600 });
	const draft = `${file}.${randomUUID()}`;
	await write(draft, null);
	try {
		while (!(await linked(draft, file))) await removeStale(dataDir, file);
	} finally {
		await rm(draft, { force: true });
	}
	return {
		async announce(address) {
			await write(draft, address);
			await rename(draft, file);
		},
		release: () => rm(file, { force: true }),
	};
}

/** Who has a data folder open, or null. */
export async function readLock(dataDir: string): Promise<LockContent | null> {
	const content = await contentOf(lockFile(dataDir));
	return content !== null && isAlive(content) ? content : null;
}

/** A hard link comes into being whole or not at all, and never replaces what is there. */
async function linked(draft: string, file: string): Promise<boolean> {
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

/** Moves a dead process's lock away; if what was moved is no longer the one that was judged, it goes back. */
async function removeStale(dataDir: string, file: string): Promise<void> {
	const found = await contentOf(file);
	if (found !== null && isAlive(found)) {
		const where = found.address === null ? '' : ` and serves ${found.address}`;
		throw new FolderInUseError(
			`The data folder ${dataDir} is in use: process ${found.pid} has it open${where}. Stop that process, or choose another folder with --data-dir.`,
		);
	}
	const aside = `${file}.${randomUUID()}`;
	try {
		await rename(file, aside);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
		throw error;
	}
	const moved = await contentOf(aside);
	if (moved !== null && isAlive(moved)) await linked(aside, file);
	await rm(aside, { force: true });
}

async function contentOf(file: string): Promise<LockContent | null> {
	try {
		return LockContent.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		return null;
	}
}

function isAlive(content: LockContent): boolean {
	if (content.pid === process.pid) return content.began !== null && content.began === beginOf(process.pid);
	try {
		process.kill(content.pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
	}
	return content.began === null || content.began === beginOf(content.pid);
}

/** Field 22 of /proc/<pid>/stat; null where the system has no such file. */
function beginOf(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
	} catch {
		return null;
	}
}
