/**
 * `npm run containerfile` runs the steps of deploy/Containerfile in an empty folder, without a container engine: copies, RUN commands, environment
 * and start command, then waits for the health check. It skips and prints what only a container can do (another user, volumes, the base images).
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

interface Instruction {
	readonly name: string;
	readonly rest: string;
}

/** One image of the file, with a folder as its root. */
interface Stage {
	readonly name: string;
	readonly root: string;
	workingDirectory: string;
	readonly env: Record<string, string>;
	healthCheck?: string[];
	command?: string[];
}

const file = 'deploy/Containerfile';
const startLimit = 60_000;

/** The instructions of a container file; lines that end with a backslash continue on the next. */
const instructionsOf = (text: string): Instruction[] =>
	text
		.split('\n')
		.filter((line) => !line.startsWith('#'))
		.join('\n')
		.replaceAll(/\\\n\s*/g, ' ')
		.split('\n')
		.filter((line) => line.trim() !== '')
		.map((line) => ({ name: line.split(' ', 1)[0] ?? '', rest: line.slice(line.indexOf(' ') + 1).trim() }));

/** The build context: files tracked by git, except those in .dockerignore. */
function contextFiles(): string[] {
	const ignored = readFileSync('.dockerignore', 'utf8').split('\n').filter(Boolean);
	return execFileSync('git', ['ls-files', '-z'], { encoding: 'utf8' })
		.split('\0')
		.filter((name) => name !== '' && !ignored.some((entry) => name === entry || name.startsWith(`${entry}/`)));
}

/** A path of the image, inside the stage's folder. */
const inside = (stage: Stage, path: string): string =>
	join(stage.root, path.startsWith('/') ? path : join(stage.workingDirectory, path));

function copy(stage: Stage, stages: readonly Stage[], rest: string): void {
	const words = rest.split(/\s+/);
	const from = words[0]?.startsWith('--from=') ? words.shift()?.slice('--from='.length) : undefined;
	const target = inside(stage, words.pop() ?? '.');
	if (from !== undefined) {
		const source = stages.find(({ name }) => name === from);
		if (!source) throw new Error(`COPY --from=${from}: there is no stage of that name.`);
		for (const path of words) {
			const to = words.length > 1 || rest.endsWith('/') ? join(target, path.slice(path.lastIndexOf('/') + 1)) : target;
			cpSync(inside(source, path), to, { recursive: true, verbatimSymlinks: true });
		}
		return;
	}
	const files = words.includes('.') ? contextFiles() : words;
	for (const name of files) {
		const to = join(target, name);
		mkdirSync(dirname(to), { recursive: true });
		cpSync(name, to);
	}
}

function run(stage: Stage, command: string): void {
	const possible = command.split(' && ').filter((part) => {
		if (!/^(chown|apt-get|rm -rf \/var) ?/.test(part)) return true;
		console.log(`  skipped: ${part} (another user's files, and packages of the system, need a container)`);
		return false;
	});
	for (const part of possible) {
		const local = part.replaceAll(/(?<=\s)\/(?=\w)/g, `${stage.root}/`);
		const { status } = spawnSync(local, {
			cwd: inside(stage, '.'),
			env: { ...process.env, ...stage.env },
			shell: true,
			stdio: 'inherit',
		});
		if (status !== 0) throw new Error(`"${part}" ended with ${status}.`);
	}
}

function carryOut(instructions: readonly Instruction[], folder: string): Stage {
	const stages: Stage[] = [];
	for (const { name, rest } of instructions) {
		console.log(`${name} ${rest}`);
		const stage = stages.at(-1);
		if (name === 'FROM') {
			const alias = rest.split(/ as /i)[1] ?? `stage ${stages.length + 1}`;
			stages.push({ name: alias, root: join(folder, `${stages.length}`), workingDirectory: '/', env: {} });
			continue;
		}
		if (!stage) throw new Error(`${name} comes before FROM.`);
		if (name === 'WORKDIR') {
			stage.workingDirectory = rest;
			mkdirSync(inside(stage, '.'), { recursive: true });
		} else if (name === 'ENV') {
			for (const pair of rest.split(/\s+/))
				stage.env[pair.slice(0, pair.indexOf('='))] = pair.slice(pair.indexOf('=') + 1);
		} else if (name === 'COPY') copy(stage, stages, rest);
		else if (name === 'RUN') run(stage, rest);
		else if (name === 'CMD') stage.command = JSON.parse(rest);
		else if (name === 'HEALTHCHECK') stage.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD') + 3));
		else if (['USER', 'VOLUME', 'EXPOSE'].includes(name)) console.log('  skipped: needs a container');
		else throw new Error(`${name} isn't known to this script.`);
	}
	const last = stages.at(-1);
	if (!last?.command || !last.healthCheck) throw new Error(`${file} has no CMD or no HEALTHCHECK.`);
	return last;
}

async function freePort(): Promise<number> {
	const server = createServer().listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as { port: number };
	server.close();
	await once(server, 'close');
	return port;
}

/** Starts the image's command and waits until its health check passes. */
async function startAndCheck(stage: Stage): Promise<void> {
	const [program, ...args] = stage.command ?? [];
	const [checkProgram, ...checkArgs] = stage.healthCheck ?? [];
	const env: NodeJS.ProcessEnv = {
		PATH: process.env.PATH,
		...stage.env,
		DATASET_CONSOLE_DATA_DIR: inside(stage, stage.env.DATASET_CONSOLE_DATA_DIR ?? '/data'),
		DATASET_CONSOLE_HOST: '127.0.0.1',
		DATASET_CONSOLE_PORT: `${await freePort()}`,
	};
	const options = { cwd: inside(stage, '.'), env };
	const child: ChildProcess = spawn(program ?? '', args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
	const ended = once(child, 'exit');
	try {
		const deadline = Date.now() + startLimit;
		while (spawnSync(checkProgram ?? '', checkArgs, options).status !== 0) {
			if (child.exitCode !== null) throw new Error(`${stage.command?.join(' ')} ended with ${child.exitCode}.`);
			if (Date.now() > deadline) throw new Error(`The health check failed for ${startLimit / 1000} seconds.`);
			await wait(500);
		}
		console.log('The health check succeeded.');
	} finally {
		child.kill('SIGTERM');
		await ended;
	}
}

const folder = mkdtempSync(join(tmpdir(), 'container-'));
try {
	await startAndCheck(carryOut(instructionsOf(readFileSync(file, 'utf8')), folder));
	console.log(`Every step of ${file} works.`);
} finally {
	rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
