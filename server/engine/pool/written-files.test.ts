import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { takeFiles, writtenFiles } from './written-files.ts';

test('takes only regular files from a runner’s own folder, whatever names and links it returns', async () => {
	const root = await mkdtemp(join(tmpdir(), 'written-'));
	onTestFinished(() => rm(root, { recursive: true }));
	const dir = join(root, 'run');
	await mkdir(dir);
	await writeFile(join(root, 'keys.json'), 'secret');
	await writeFile(join(dir, 'output'), 'rows');
	await symlink(join(root, 'keys.json'), join(dir, 'link'));
	await mkdir(join(dir, 'steps'));
	await writeFile(join(dir, 'steps', '1.parquet'), 'rows');
	await symlink(root, join(dir, 'up'));
	expect(await writtenFiles(dir, ['steps/1.parquet'])).toEqual([{ file: join(dir, 'steps', '1.parquet'), bytes: 4 }]);
	expect(await writtenFiles(dir, ['output'])).toEqual([{ file: join(dir, 'output'), bytes: 4 }]);
	for (const name of [
		'../keys.json',
		'../run/output',
		'./output',
		'up/keys.json',
		'steps/../output',
		'link',
		'..',
		'',
		'missing',
	])
		await expect(writtenFiles(dir, ['output', name])).rejects.toThrow('isn’t a regular file');
});

test('moves files out of the reach of a runner that continues', async () => {
	const root = await mkdtemp(join(tmpdir(), 'written-'));
	onTestFinished(() => rm(root, { recursive: true }));
	const dir = join(root, 'run');
	await mkdir(dir);
	await writeFile(join(dir, 'values-0'), 'a');
	await writeFile(join(dir, 'values-1'), 'b');
	const { files, dispose } = await takeFiles(dir, ['values-1', 'values-0']);
	expect(await Promise.all(files.map((file) => readFile(file, 'utf8')))).toEqual(['b', 'a']);
	expect(await readdir(dir)).toEqual([]);
	await dispose();
	expect(await readdir(root)).toEqual(['run']);
	await writeFile(join(root, 'keys.json'), 'secret');
	await symlink(join(root, 'keys.json'), join(dir, 'values-0'));
	await expect(takeFiles(dir, ['values-0'])).rejects.toThrow('isn’t a regular file');
	expect(await readdir(root)).toEqual(['keys.json', 'run']);
});
