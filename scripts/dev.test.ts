import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
let port: string;
const taken = createServer();
beforeAll(async () => {
	folder = mkdtempSync(path.join(tmpdir(), 'dev-'));
	await once(taken.listen(0, '127.0.0.1'), 'listening');
	port = String((taken.address() as AddressInfo).port);
});
afterAll(() => {
	taken.close();
	rmSync(folder, { recursive: true, force: true });
});

const dev = (words: readonly string[], env: Record<string, string> = {}) =>
	promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/dev.mjs', ...words], {
		env: {
			...process.env,
			DATASET_CONSOLE_PORT: '0',
			DATASET_CONSOLE_DATA_DIR: path.join(folder, 'data'),
			...env,
		},
	});

test('reports what prevents a start in one line, and starts nothing', async () => {
	const refusals = [
		{ words: ['--port', 'x'], stderr: '--port must be a whole number from 0 to 65535, not "x".\n' },
		{
			words: ['--port', port],
			stderr: `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another port with --port.\n`,
		},
		{
			env: { DATASET_CONSOLE_DEV_PORT: port },
			stderr: `Port ${port} on 127.0.0.1 is in use by another program. Stop that program, or choose another port with DATASET_CONSOLE_DEV_PORT.\n`,
		},
		{
			env: { DATASET_CONSOLE_DEV_PORT: 'x' },
			stderr: 'DATASET_CONSOLE_DEV_PORT must be a whole number from 1 to 65535, not "x".\n',
		},
		{
			env: { DATASET_CONSOLE_DATA_DIR: path.resolve('package.json'), DATASET_CONSOLE_DEV_PORT: '5174' },
			stderr: `Can’t use the data folder ${path.resolve('package.json')}: it’s a file. Choose another folder with --data-dir.\n`,
		},
	];
	for (const { words = [], env = {}, stderr } of refusals) {
		await expect(dev(words, env)).rejects.toMatchObject({ code: 1, stdout: '', stderr });
	}
});
