import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderInUseError, readLock, takeLock } from './lock.ts';

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

test('a folder in use is refused, with who uses it, where, and what to do', async () => {
	const lock = await takeLock(folder);
	await lock.announce('http://127.0.0.1:8750');
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

test('the lock of a dead process is taken over', async () => {
	await leave({ pid: await deadPid(), began: null, address: null });
	expect(await readLock(folder)).toBeNull();
	await takeLock(folder);
	expect((await readLock(folder))?.pid).toBe(process.pid);
});

test.runIf(process.platform === 'linux')('a later process with the same id is not the one that locked', async () => {
	for (const pid of [process.pid, process.ppid]) {
		await leave({ pid, began: '1', address: null });
		await (await takeLock(folder)).release();
	}
});

test('a lock that a crash left unreadable is taken over', async () => {
	await leave('{"pid": 1');
	await takeLock(folder);
	expect((await readLock(folder))?.pid).toBe(process.pid);
});

test('of many that take a stale lock at once, one gets it', async () => {
	await leave({ pid: await deadPid(), began: null, address: null });
	const taken = await Promise.allSettled(Array.from({ length: 8 }, () => takeLock(folder)));
	expect(taken.filter((it) => it.status === 'fulfilled')).toHaveLength(1);
});
