import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';

const LockContent = z.object({
	/** Null once the lock is released. */
	pid: z.nullable(z.int()),
	/** When the process began, as its system counts; tells a process from a later one with the same id. */
	began: z.nullable(z.string()),
	/** Within what its id means something, such as a container; null where the system has but one such space. */
	space: z._default(z.nullable(z.string()), null),
	/** Where the service is reached; null while it starts. */
	address: z.nullable(z.string()),
	/** Where it listens on its machine; null while it starts. */
	local: z._default(z.nullable(z.string()), null),
});
type LockContent = z.infer<typeof LockContent>;
type LockHolder = Pick<LockContent, 'pid' | 'address' | 'local'>;

/** How often a holder says that it lives, by its file's time, ms. */
const beatMs = 5_000;
/** After this long without a word a holder whose process cannot be looked at from here is taken for gone, ms. */
const silentMs = 30_000;

export interface Lock {
	/** Tells other processes (`npm run sign-in`) where people reach the service, and where it listens on this machine. */
	announce(address: string, local: string): Promise<void>;
	release(): Promise<void>;
}

/** A data folder that can't be used, and what to do about it. */
export class DataFolderError extends Error {
	override name = 'DataFolderError';
}

/** A data folder that another living process uses. */
export class FolderInUseError extends DataFolderError {
	override name = 'FolderInUseError';
}

/**
 * Makes this process the only one on a data folder. A lock whose process is gone is taken over: at once where ids of
 * processes mean the same to both, else, such as from another container, when it has been silent for a while.
 *
 * Locks are files with rising numbers, and the highest counts. A number is taken by a hard link, which one process gets,
 * and is never given back: who stops leaves its file, marked as released. So a stale lock is passed, not removed, and
 * two processes that find one cannot both win.
 * @throws DataFolderError, FolderInUseError
 */
export async function takeLock(dataDir: string): Promise<Lock> {
	try {
		await makeFolder(dataDir);
		return await lockFolder(dataDir);
	} catch (error) {
		const reason = reasons[(error as NodeJS.ErrnoException).code ?? ''];
		if (reason === undefined) throw error;
		throw new DataFolderError(
			`Can’t use the data folder ${dataDir}: ${reason}${await ownerOf(dataDir)} Choose another folder with --data-dir.`,
		);
	}
}

/** Whose folder it is, where it isn't the one of whoever runs the service; ids, as `ls -n` and `id` show them. */
async function ownerOf(folder: string): Promise<string> {
	const found = await stat(folder).catch(() => null);
	const own = process.getuid?.();
	if (own === undefined || found === null || found.uid === own) return '';
	return ` It belongs to user ${found.uid}, and the service runs as user ${own}: change its owner with chown, or run the service as that user.`;
}

/** By what the system answers to making the folder, or a file or a hard link in it. */
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

/** Node's own recursive mkdir never returns where the system answers ENOENT below a folder that exists, as it does in /proc. */
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
			// In a folder that has taken the place of this one it is another's.
			const found = await contentOf(file);
			if (found?.content.pid === process.pid) await replace({ pid: null, address: null, local: null });
		},
	};
}

/** Who has a data folder open, or null. */
export async function readLock(dataDir: string): Promise<LockContent | null> {
	const highest = Math.max(0, ...(await numbersIn(dataDir)));
	const found = await contentOf(fileOf(dataDir, highest));
	return found !== null && isAlive(found) ? found.content : null;
}

/**
 * Where a process with the same data folder calls the service: where it listens, past what stands in front of it and needs
 * no name or certificate; from another container, whose loopback is another, where people reach it. Null while it starts.
 */
export const calledAt = (content: LockContent): string | null =>
	isHere(content) ? (content.local ?? content.address) : content.address;

const fileOf = (dataDir: string, number: number): string => join(dataDir, `lock.${number}.json`);

async function numbersIn(dataDir: string): Promise<number[]> {
	const names = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
		// No folder is nobody's; one that may not be read may be in use.
		if (error.code === 'ENOENT') return [];
		throw error;
	});
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
		`${inUse} process ${pid} of another container has it open${where}. Stop it there, or choose another folder with --data-dir. If it was killed, try again in ${seconds} seconds: a process is considered gone after ${silentMs / 1_000}.`,
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

interface Found {
	readonly content: LockContent;
	/** Since its holder last said that it lives, ms. */
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

/** Its process can be looked at from here. A lock of an earlier version says nothing of it. */
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

/** The namespace of process ids (pid_namespaces(7)); null where the system has no such thing. */
function ownSpace(): string | null {
	try {
		return readlinkSync('/proc/self/ns/pid');
	} catch {
		return null;
	}
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
