import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { calledAt, DataFolderError, FolderInUseError, readLock, takeLock } from './lock.ts';

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'dataset-lock-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function deadPid(): Promise<number> {
	const child = spawn(process.execPath, ['-e', '']);
	await once(child, 'exit');
	return child.pid ?? 0;
}
const leave = (content: object | string) =>
	writeFile(join(folder, 'lock.7.json'), typeof content === 'string' ? content : JSON.stringify(content));

test('rejects a folder in use, and names the process and its URL', async () => {
	const lock = await takeLock(folder);
	await lock.announce('http://127.0.0.1:8750', 'http://127.0.0.1:8750');
	const refused = takeLock(folder);
	await expect(refused).rejects.toThrow(FolderInUseError);
	await expect(refused).rejects.toThrow(`process ${process.pid}`);
	await expect(refused).rejects.toThrow(folder);
	await expect(refused).rejects.toThrow('http://127.0.0.1:8750');
	await lock.release();
	const next = await takeLock(folder);
	expect(await readdir(folder)).toHaveLength(1);
	await next.release();
	expect(await readLock(folder)).toBeNull();
});

test('rejects a path that is a file or leads through one', async () => {
	const file = join(folder, 'file');
	await writeFile(file, '');
	await expect(takeLock(file)).rejects.toThrow(
		`Can’t use the data folder ${file}: it’s a file. Choose another folder with --data-dir.`,
	);
	const below = takeLock(join(file, 'data'));
	await expect(below).rejects.toThrow(DataFolderError);
	await expect(below).rejects.toThrow('part of the path is a file');
});

test.runIf(process.platform === 'linux')('rejects a folder that the system refuses to create', async () => {
	await expect(takeLock('/proc/data/folder')).rejects.toThrow(DataFolderError);
});

test.skipIf(process.platform === 'win32')('rejects a folder without write permission', async () => {
	await chmod(folder, 0o555);
	const isRoot = process.getuid?.() === 0;
	if (isRoot) process.seteuid?.('nobody');
	try {
		await expect(takeLock(folder)).rejects.toThrow(`Can’t use the data folder ${folder}: no permission to write`);
		await expect(takeLock(join(folder, 'data'))).rejects.toThrow('no permission to write');
	} finally {
		if (isRoot) process.seteuid?.(0);
		await chmod(folder, 0o700);
	}
});

test('takes over the lock of a dead process', async () => {
	await leave({ pid: await deadPid(), began: null, address: null });
	expect(await readLock(folder)).toBeNull();
	await takeLock(folder);
	expect((await readLock(folder))?.pid).toBe(process.pid);
});

test.runIf(process.platform === 'linux')('ignores the lock of an earlier process with the same ID', async () => {
	for (const pid of [process.pid, process.ppid]) {
		await leave({ pid, began: '1', address: null });
		await (await takeLock(folder)).release();
	}
});

test('takes over a lock that a crash left unreadable', async () => {
	await leave('{"pid": 1');
	await takeLock(folder);
	expect((await readLock(folder))?.pid).toBe(process.pid);
});

test('gives a stale lock to only one of many concurrent takers', async () => {
	await leave({ pid: await deadPid(), began: null, address: null });
	const taken = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)));
	expect(taken.filter((promiseSettledResult) => promiseSettledResult.status === 'fulfilled')).toHaveLength(1);
});

test.runIf(process.platform === 'linux')('honors another container’s lock while its heartbeat is recent', async () => {
	const file = join(folder, 'lock.7.json');
	const setHeartbeat = (secondsAgo: number) => {
		const at = new Date(Date.now() - secondsAgo * 1_000);
		return utimes(file, at, at);
	};
	// Process ids have no meaning across containers: try one that is unused here, and our own.
	for (const pid of [await deadPid(), process.pid]) {
		await leave({ pid, began: '1', space: 'pid:[1]', address: 'http://127.0.0.1:8750' });
		await setHeartbeat(20);
		expect((await readLock(folder))?.address).toBe('http://127.0.0.1:8750');
		await expect(takeLock(folder)).rejects.toThrow(FolderInUseError);
		await expect(takeLock(folder)).rejects.toThrow(/another container.*try again in (9|10) seconds/);
	}
	await setHeartbeat(31);
	expect(await readLock(folder)).toBeNull();
	await (await takeLock(folder)).release();
});

test.runIf(process.platform === 'linux')('takes over at once from a process killed in the same container', async () => {
	const lock = await takeLock(folder);
	const space = (await readLock(folder))?.space;
	await lock.release();
	expect(space).toMatch(/^pid:/);
	await leave({ pid: await deadPid(), began: '1', space, address: null });
	await (await takeLock(folder)).release();
});

test('a holder sends heartbeats until it releases the folder', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
	try {
		const lock = await takeLock(folder);
		const file = join(folder, 'lock.1.json');
		await utimes(file, new Date(0), new Date(0));
		vi.advanceTimersByTime(10_000);
		await vi.waitFor(async () => expect((await stat(file)).mtimeMs).toBeGreaterThan(Date.now() - 20_000));
		await lock.release();
		expect(vi.getTimerCount()).toBe(0);
	} finally {
		vi.useRealTimers();
	}
});

test.runIf(process.platform === 'linux')(
	'calls the service at its local URL, and from another container at its public URL',
	async () => {
		const [address, local] = ['https://data.example.org', 'http://127.0.0.1:8750'];
		const lock = await takeLock(folder);
		await lock.announce(address, local);
		const content = await readLock(folder);
		if (content === null) throw new Error('Nobody has the folder.');
		expect(calledAt(content)).toBe(local);
		expect(calledAt({ ...content, space: 'pid:[1]' })).toBe(address);
		await lock.release();
	},
);
