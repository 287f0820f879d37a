/**
 * `npm run node-versions` runs the README's first command on each supported version of Node, in an empty clone of what is committed, and signs in
 * with a browser. The npm package `node` provides Node. Flags: `--only 22`, `--verify` (also runs the second command).
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../bench/browser.ts';

const { values } = parseArgs({ options: { only: { type: 'string' }, verify: { type: 'boolean', default: false } } });
const supported = values.only?.split(',') ?? ['20', '22', '24'];
const isWindows = process.platform === 'win32';
const npm = isWindows ? 'npm.cmd' : 'npm';

/** Installs a version of Node in its own folder. Returns the folder of its program. */
function installNode(folder: string, version: string): string {
	execFileSync(npm, ['install', '--prefix', folder, '--no-save', `node@${version}`], {
		stdio: 'ignore',
		shell: isWindows,
	});
	return join(folder, 'node_modules', 'node', 'bin');
}

async function end(child: ChildProcess): Promise<void> {
	const ended = once(child, 'exit');
	if (isWindows) execFileSync('taskkill', ['/pid', `${child.pid}`, '/t', '/f'], { stdio: 'ignore' });
	else process.kill(-(child.pid ?? 0), 'SIGTERM');
	await ended;
}

/** Runs `npm start` until it prints the sign-in URL, and opens that in a browser. Returns the page's heading. */
async function signIn(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
	const child = spawn(npm, ['start', '--', '--port', '0'], { cwd, env, shell: isWindows, detached: !isWindows });
	const failed = once(child, 'exit').then(([code]) => Promise.reject(new Error(`npm start ended with ${code}.`)));
	const address = new Promise<string>((resolve) => {
		let output = '';
		child.stdout.on('data', (chunk: Buffer) => {
			output += chunk;
			const printed = /https?:\/\/\S+#code=\S+/.exec(output);
			if (printed) resolve(printed[0]);
		});
	});
	const browser = await launchBrowser();
	try {
		const page = await browser.newPage();
		await page.goto(await Promise.race([address, failed]));
		const heading = page.getByRole('heading', { level: 1 });
		await heading.filter({ hasText: 'BuildSpecs' }).waitFor();
		return await heading.innerText();
	} finally {
		failed.catch(() => undefined);
		await browser.close();
		await end(child);
	}
}

async function tryVersion(version: string): Promise<string> {
	const folder = mkdtempSync(join(tmpdir(), `node-${version}-`));
	try {
		const bin = installNode(join(folder, 'node'), version);
		const clone = join(folder, 'clone');
		execFileSync('git', ['clone', '--quiet', '.', clone]);
		const { NODE_ENV: _, ...rest } = process.env;
		const env = { ...rest, PATH: `${bin}${delimiter}${process.env.PATH}` };
		const log = createWriteStream(join(tmpdir(), `node-${version}.log`));
		const run = async (...args: string[]) => {
			const child = spawn(npm, args, { cwd: clone, env, shell: isWindows });
			child.stdout.pipe(log, { end: false });
			child.stderr.pipe(log, { end: false });
			const [code] = await once(child, 'exit');
			if (code !== 0) throw new Error(`npm ${args.join(' ')} ended with ${code}; see ${log.path}`);
		};
		const exact = execFileSync(join(bin, isWindows ? 'node.exe' : 'node'), ['--version'], { encoding: 'utf8' }).trim();
		await run('ci');
		await run('run', 'build');
		const heading = await signIn(clone, env);
		if (values.verify) await run('run', 'verify');
		return `${exact} | signed in: ${heading} | ${values.verify ? 'verified' : 'not run'}`;
	} finally {
		rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
	}
}

console.log('| Node | npm ci && npm run build && npm start | npm run verify |\n|---|---|---|');
for (const version of supported) {
	const result = await tryVersion(version).catch((error: Error) => {
		process.exitCode = 1;
		return `${version} | failed: ${error.message} |`;
	});
	console.log(`| ${result} |`);
}
