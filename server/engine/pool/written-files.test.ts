import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writtenFiles } from './written-files.ts';

test('only ordinary files in a runner’s own folder are taken, whatever names and links it gives', async () => {
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
