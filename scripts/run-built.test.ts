import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterEach, beforeEach, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
	root = realpathSync(mkdtempSync(path.join(tmpdir(), 'run-built-')));
	for (const name of ['run-built.mjs', 'stop-with-parent.mjs']) {
		cpSync(path.join('scripts', name), path.join(root, 'scripts', name));
	}
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A built program that stands in for the service. */
function build(code: string): void {
	mkdirSync(path.join(root, 'dist/server'), { recursive: true });
	writeFileSync(path.join(root, 'dist/server/main.js'), code);
	const scripts = { start: 'node scripts/run-built.mjs main' };
	writeFileSync(path.join(root, 'package.json'), JSON.stringify({ name: 'built', type: 'module', scripts }));
}
const script = (...words: string[]) =>
	promisify(execFile)(process.execPath, [path.join(root, 'scripts/run-built.mjs'), ...words]);

test('prints in one line what is missing and what to run if nothing was built', async () => {
	await expect(script('main')).rejects.toMatchObject({
		code: 1,
		stderr: `Not built yet: ${path.join(root, 'dist', 'server', 'main.js')} doesn’t exist. Run: npm run build\n`,
	});
});

test('passes arguments to the program as if Node ran it directly', async () => {
	build('console.log(process.argv.slice(2).join(), import.meta.url.endsWith("main.js"));');
	expect((await script('main', '--port', '0')).stdout).toBe('--port,0 true\n');
});

const stopping = `
	process.on('SIGTERM', () => setImmediate(() => { console.log('stopped'); process.exit(); }));
	setInterval(() => {}, 60_000);
	console.log('running', process.ppid);
`;

test.skipIf(process.platform === 'win32').each(['npm', 'the shell of npm'])(
	'SIGTERM to %s stops the program gracefully',
	async (target) => {
		build(stopping);
		const npm = spawn('exec npm start', { shell: true, cwd: root, stdio: ['ignore', 'pipe', 'ignore'] });
		let printed = '';
		npm.stdout.setEncoding('utf8').on('data', (part: string) => {
			printed += part;
		});
		while (!/running \d+\n/.test(printed)) await once(npm.stdout, 'data');
		process.kill(target === 'npm' ? (npm.pid ?? 0) : Number(/running (\d+)/.exec(printed)?.[1]), 'SIGTERM');
		// The program holds the other end of this pipe, so it closes when the program has ended.
		await once(npm.stdout, 'close');
		expect(printed).toContain('stopped\n');
	},
);

test('a program with nothing to stop yet ends with its parent', async () => {
	build('setInterval(() => {}, 60_000); console.log("running");');
	const starter = `
		const { spawn } = await import('node:child_process');
		const program = spawn(process.execPath, ['scripts/run-built.mjs', 'main'], { stdio: ['ignore', 'pipe', 'inherit'] });
		program.stdout.once('data', () => process.kill(process.pid, 'SIGKILL'));
	`;
	const parent = spawn(process.execPath, ['--input-type=module', '-e', starter], {
		cwd: root,
		stdio: ['ignore', 'ignore', 'pipe'],
	});
	// Both hold the other end of this pipe, so it ends when both have ended.
	expect(await text(parent.stderr)).toBe('');
});
