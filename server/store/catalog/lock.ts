import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const LockContent = z.object({
	/** Null once the lock is released. */
	pid: z.nullable(z.int()),
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

/**
 * Makes this process the only one on a data folder. A lock whose process is gone is taken over.
 *
 * Locks are files with rising numbers, and the highest counts. A number is taken by a hard link, which one process gets,
 * and is never given back: who stops leaves its file, marked as released. So a stale lock is passed, not removed, and
 * two processes that find one cannot both win.
 * @throws FolderInUseError
 */
export async function takeLock(dataDir: string): Promise<Lock> {
	await mkdir(dataDir, { recursive: true, mode: 0o700 });
	const draft = join(dataDir, `lock.${randomUUID()}.draft`);
	const write = (content: Omit<LockContent, 'began'>) =>
		writeFile(draft, `${JSON.stringify({ ...content, began: beginOf(process.pid) } satisfies LockContent)}\n`, {
			mode: 0o600,
		});
	await write({ pid: process.pid, address: null });
	const file = await takeNumber(dataDir, draft).finally(() => rm(draft, { force: true }));
	const replace = async (content: Omit<LockContent, 'began'>) => {
		await write(content);
		await rename(draft, file);
	};
	return {
		announce: (address) => replace({ pid: process.pid, address }),
		release: () => replace({ pid: null, address: null }),
	};
}

/** Who has a data folder open, or null. */
export async function readLock(dataDir: string): Promise<LockContent | null> {
	const highest = Math.max(0, ...(await numbersIn(dataDir)));
	const content = await contentOf(fileOf(dataDir, highest));
	return content !== null && isAlive(content) ? content : null;
}

const fileOf = (dataDir: string, number: number): string => join(dataDir, `lock.${number}.json`);

async function numbersIn(dataDir: string): Promise<number[]> {
	const names = await readdir(dataDir).catch(() => []);
	return names.flatMap((name) => Number(/^lock\.(\d{1,15})\.json$/.exec(name)?.[1] ?? 0));
}

/** Gives the draft the next number; the file's path. */
async function takeNumber(dataDir: string, draft: string): Promise<string> {
	for (;;) {
		const highest = Math.max(0, ...(await numbersIn(dataDir)));
		await assertFree(dataDir, highest);
		const mine = fileOf(dataDir, highest + 1);
		if (!(await linked(draft, mine))) continue;
		const all = await numbersIn(dataDir);
		const overtaken = all.some((number) => number > highest + 1);
		const done = overtaken ? [highest + 1] : all.filter((number) => number <= highest);
		await Promise.all(done.map((number) => rm(fileOf(dataDir, number), { force: true })));
		if (!overtaken) return mine;
	}
}

async function assertFree(dataDir: string, number: number): Promise<void> {
	const found = await contentOf(fileOf(dataDir, number));
	if (found === null || !isAlive(found)) return;
	const where = found.address === null ? '' : ` and serves ${found.address}`;
	throw new FolderInUseError(
		`The data folder ${dataDir} is in use: process ${found.pid} has it open${where}. Stop that process, or choose another folder with --data-dir.`,
	);
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

async function contentOf(file: string): Promise<LockContent | null> {
	try {
		return LockContent.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		return null;
	}
}

function isAlive(content: LockContent): boolean {
	if (content.pid === null) return false;
	if (content.pid === process.pid) return content.began !== null && content.began === beginOf(process.pid);
	try {
		process.kill(content.pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
	}
	return content.began === null || content.began === beginOf(content.pid);
}

/** Field 22 of /proc/<pid>/stat; null for a process that has ended and waits to be reaped, and where the system has no such file. */
function beginOf(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
	} catch {
		return null;
	}
}
