// Runs a program of a development package with TEST_VERSITYGW in its environment: a third-party S3 server. It's the one on the PATH, or is built with
// Go into node_modules/.cache. Without either, prints that and runs nothing.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { programOf } from './program-of.ts';

const versitygw = 'github.com/versity/versitygw/cmd/versitygw@v1.8.0';
const suffix = process.platform === 'win32' ? '.exe' : '';

const program = findProgram();
if (program === null) {
	console.log('Neither versitygw nor Go is installed, so the tests against an S3 server were skipped.');
	process.exit(0);
}
const [name = '', ...args] = process.argv.slice(2);
const { status } = spawnSync(process.execPath, [programOf(name), ...args], {
	stdio: 'inherit',
	env: { ...process.env, TEST_VERSITYGW: program },
});
process.exit(status ?? 1);

function findProgram(): string | null {
	const folder = path.resolve('node_modules/.cache/go');
	const folders = [folder, ...(process.env.PATH ?? '').split(path.delimiter)];
	const found = folders.map((one) => path.join(one, `versitygw${suffix}`)).find((file) => existsSync(file));
	if (found !== undefined) return found;
	console.log(`Building ${versitygw} …`);
	try {
		execFileSync('go', ['install', versitygw], { stdio: 'inherit', env: { ...process.env, GOBIN: folder } });
	} catch {
		return null;
	}
	return path.join(folder, `versitygw${suffix}`);
}
