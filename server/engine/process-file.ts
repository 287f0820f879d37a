import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The command of a runner: its built program, or its TypeScript through tsx, by absolute path as runners have no environment. */
export const runnerArguments = (): string[] =>
	processArguments('runner', new URL('./runner/runner.ts', import.meta.url));

/** The built program of a runner, whose folder holds all its code; null where it runs from its source, through a compiler. */
export const runnerFile = (): string | null => (isSource ? null : builtFile('runner'));

/** @param name of the built program @param source the same, where the service runs from its source */
export function processArguments(name: string, source: URL): string[] {
	if (!isSource) return [builtFile(name)];
	return ['--import', pathToFileURL(tsx('tsx')).href, fileURLToPath(source)];
}

/** Starts a thread from the built program, or from source through tsx's API, as tsx doesn't load into a thread by option. */
export function startThread(name: string, source: URL, options: WorkerOptions): Worker {
	// Flags of the process that starts it, such as `--input-type`, are not for a thread.
	if (!isSource) return new Worker(builtFile(name), { ...options, execArgv: [] });
	const [api, file] = [tsx('tsx/cjs/api'), fileURLToPath(source)].map((value) => JSON.stringify(value));
	const code = `require(${api}).register(); require(${file})`;
	return new Worker(code, { ...options, eval: true, execArgv: [] });
}

/** The folder in which a run of the tests built the programs. */
const builtForTests = process.env.DATASET_CONSOLE_PROGRAMS;

const isSource = import.meta.url.endsWith('.ts') && builtForTests === undefined;

const tsx = (name: string): string => createRequire(import.meta.url).resolve(name);

function builtFile(name: string): string {
	if (builtForTests !== undefined) return join(builtForTests, `${name}.js`);
	const places = [`./${name}.js`, `../${name}.js`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
	const file = places.find((path) => existsSync(path));
	if (file === undefined) throw new Error(`The build is incomplete: ${places[0]} is missing. Run "npm run build".`);
	return file;
}
