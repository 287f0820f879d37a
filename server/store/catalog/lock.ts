import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const LockContent = z.object({
	/** Null once the lock is released. */
	pid: z.nullable(z.int()),
	/** Start time of the process, in the system's units; distinguishes it from a later one with the same id. */
	began: z.nullable(z.string()),
	/** The process id namespace, such as a container; null on systems with a single one. */
	space: z._default(z.nullable(z.string()), null),
	/** Public URL of the service; null while it starts. */
	address: z.nullable(z.string()),
	/** Where it listens on its machine; null while it starts. */
	local: z._default(z.nullable(z.string()), null),
});
type LockContent = z.infer<typeof LockContent>;
type LockHolder = Pick<LockContent, 'pid' | 'address' | 'local'>;

/** How often a holder updates its file's time, ms. */
const beatMs = 5_000;
/** A holder whose process can't be inspected from here counts as gone after this silence, ms. */
const silentMs = 30_000;

export interface Lock {
	/** Publishes the service's public URL and where it listens on this machine, for other processes (`npm run sign-in`). */
	announce(address: string, local: string): Promise<void>;
	release(): Promise<void>;
}

/** A data folder that can't be used, and what to do about it. */
export class DataFolderError extends Error {
	override name = 'DataFolderError';
}

/** A data folder in use by another live process. */
export class FolderInUseError extends DataFolderError {
	override name = 'FolderInUseError';
}

/**
 * Makes this process the only one on a data folder. A stale lock is taken over: immediately if process ids mean the same to both, or, for example
 * from another container, after a period of silence.
 * Locks are files with increasing numbers, and the highest one is valid. A process claims a number by a hard link, which only one can create, and
 * never gives it back: on exit it marks its file as released. So a stale lock is superseded, not removed, and two processes that find one can't both
 * win.
 * @throws DataFolderError, FolderInUseError
 */
export async function takeLock(dataDir: string): Promise<Lock> {
	try {
		await makeFolder(dataDir);
		return await lockFolder(dataDir);
	} catch (error) {
		const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
		if (reason === undefined) throw error;
		const owner = await ownerOf(dataDir);
		const choose = owner === '' ? 'Choose' : 'Or choose';
		throw new DataFolderError(
			`Can’t use the data folder ${dataDir}: ${reason}${owner} ${choose} another folder with --data-dir.`,
		);
	}
}

/** The folder's owner, if it isn't the service's user; ids, as `ls -n` and `id` show them. */
async function ownerOf(folder: string): Promise<string> {
	const found = await stat(folder).catch(() => null);
	const own = process.getuid?.();
	if (own === undefined || found === null || found.uid === own) return '';
	return ` It’s owned by user ${found.uid}, but the service runs as user ${own}. Change its owner with chown, or run the service as that user.`;
}

/** Reasons by system error code, for creating the folder, or a file or hard link in it. */
const reasons: Readonly<Record<string, string>> = {
	EEXIST: 'it’s a file.',
	ENOTDIR: 'part of the path is a file.',
	ENOENT: 'the system doesn’t allow a folder there.',
	EACCES: 'no permission to write to it.',
	EPERM: 'no permission to write to it, or its file system doesn’t support hard links.',
	ENOTSUP: 'its file system doesn’t support hard links.',
	EROFS: 'its file system is read-only.',
	ENOSPC: 'the disk is full.',
};

/** Node's own recursive mkdir never returns if the system answers ENOENT below an existing folder, as in /proc. */
export async function makeFolder(folder: string): Promise<void> {
	if (!existsSync(dirname(folder))) await makeFolder(dirname(folder));
	await mkdir(folder, { mode: 0o700 }).catch(async (error: NodeJS.ErrnoException) => {
		if (error.code !== 'EEXIST' || !(await stat(folder)).isDirectory()) throw error;
	});
}

async function lockFolder(dataDir: string): Promise<Lock> {
	const draft = join(dataDir, `lock.${randomUUID()}.draft`);
	const write = (content: LockHolder) => {
		const whole: LockContent = { ...content, began: beginOf(process.pid), space: ownSpace() };
		return writeFile(draft, `${JSON.stringify(whole)}\n`, { mode: 0o600 });
	};
	await write({ pid: process.pid, address: null, local: null });
	const file = await takeNumber(dataDir, draft).finally(() => rm(draft, { force: true }));
	const beat = setInterval(() => {
		const now = new Date();
		utimes(file, now, now).catch(() => undefined);
	}, beatMs).unref();
	const replace = async (content: LockHolder) => {
		await write(content);
		await rename(draft, file);
	};
	return {
		announce: (address, local) => replace({ pid: process.pid, address, local }),
		release: async () => {
			clearInterval(beat);
			// If this folder was replaced, its lock belongs to another process.
			const found = await contentOf(file);
			if (found?.content.pid === process.pid) await replace({ pid: null, address: null, local: null });
		},
	};
}

/** The process that has a data folder open, or null. */
export async function readLock(dataDir: string): Promise<LockContent | null> {
	const highest = Math.max(0, ...(await numbersIn(dataDir)));
	const found = await contentOf(fileOf(dataDir, highest));
	return found !== null && isAlive(found) ? found.content : null;
}

/**
 * How a process with the same data folder calls the service: where it listens, which needs no name or certificate; from another container, which has
 * its own loopback, at the public URL. Null while it starts.
 */
export const calledAt = (content: LockContent): string | null =>
	isHere(content) ? (content.local ?? content.address) : content.address;

const fileOf = (dataDir: string, number: number): string => join(dataDir, `lock.${number}.json`);

async function numbersIn(dataDir: string): Promise<number[]> {
	const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
		// A missing folder isn't in use; an unreadable one may be.
		if (error.code === 'ENOENT') return [];
		throw error;
	});
	return names.flatMap((name) => Number(/^lock\.(\d{1,15})\.json$/.exec(name)?.[1] ?? 0));
}

/** Gives the draft the next number; returns the file's path. */
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
	const { pid, address } = found.content;
	const where = address === null ? '' : ` and serves ${address}`;
	const inUse = `The data folder ${dataDir} is in use:`;
	if (isHere(found.content)) {
		throw new FolderInUseError(
			`${inUse} process ${pid} has it open${where}. Stop that process, or choose another folder with --data-dir.`,
		);
	}
	const seconds = Math.ceil((silentMs - found.silentForMs) / 1_000);
	throw new FolderInUseError(
		`${inUse} process ${pid} in another container has it open${where}. Stop that process, or choose another folder with --data-dir. If it was killed, try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`,
	);
}

/** A hard link is created atomically, and never replaces an existing file. */
async function linked(draft: string, file: string): Promise<boolean> {
	try {
		await link(draft, file);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

interface Found {
	readonly content: LockContent;
	/** Time since its holder last updated the file, ms. */
	readonly silentForMs: number;
}

async function contentOf(file: string): Promise<Found | null> {
	try {
		const content = LockContent.parse(JSON.parse(await readFile(file, 'utf8')));
		return { content, silentForMs: Date.now() - (await stat(file)).mtimeMs };
	} catch {
		return null;
	}
}

/** Whether its process can be inspected from here. Locks of earlier versions don't record the namespace. */
const isHere = ({ space }: LockContent): boolean => space === null || ownSpace() === null || space === ownSpace();

function isAlive({ content, silentForMs }: Found): boolean {
	if (content.pid === null) return false;
	if (!isHere(content)) return silentForMs < silentMs;
	if (content.pid === process.pid) return content.began !== null && content.began === beginOf(process.pid);
	try {
		process.kill(content.pid, 0);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
	}
	return content.began === null || content.began === beginOf(content.pid);
}

/** The process id namespace (pid_namespaces(7)); null if the system has none. */
function ownSpace(): string | null {
	try {
		return readlinkSync('/proc/self/ns/pid');
	} catch {
		return null;
	}
}

/** Field 22 of /proc/<pid>/stat; null for a zombie process, and on systems without this file. */
function beginOf(pid: number): string | null {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return state === 'Z' || state === 'X' ? null : (fields[18] ?? null);
	} catch {
		return null;
	}
}
