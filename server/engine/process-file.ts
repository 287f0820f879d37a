import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Arguments that start a runner: its built program, or its TypeScript source through tsx. Absolute paths, because runners have no environment. */
export const runnerArguments = (): string[] =>
	processArguments('runner', new URL('./runner/runner.ts', import.meta.url));

/** The built program of a runner, whose folder has all its code; null if it runs from source, through a compiler. */
export const runnerFile = (): string | null => (isSource ? null : builtFile('runner'));

/** @param name of the built program @param source its source file, used if the service runs from source */
export function processArguments(name: string, source: URL): string[] {
	if (!isSource) return [builtFile(name)];
	return ['--import', pathToFileURL(tsx('tsx')).href, fileURLToPath(source)];
}

/** Starts a thread from the built program, or from source through tsx's API, because tsx can't be loaded into a thread by an option. */
export function startThread(name: string, source: URL, options: WorkerOptions): Worker {
	// Flags of this process, such as `--input-type`, must not apply to a thread.
	if (!isSource) return new Worker(builtFile(name), { ...options, execArgv: [] });
	const [api, file] = [tsx('tsx/cjs/api'), fileURLToPath(source)].map((value) => JSON.stringify(value));
	const code = `require(${api}).register(); require(${file})`;
	return new Worker(code, { ...options, eval: true, execArgv: [] });
}

/** Folder where a test run built the programs. */
const builtForTests = process.env.DATASET_CONSOLE_PROGRAMS;

const isSource = import.meta.url.endsWith('.ts') && builtForTests === undefined;

const tsx = (name: string): string => createRequire(import.meta.url).resolve(name);

function builtFile(name: string): string {
	if (builtForTests !== undefined) return join(builtForTests, `${name}.js`);
	const places = [`./${name}.js`, `../${name}.js`].map((path) => fileURLToPath(new URL(path, import.meta.url)));
	const file = places.find((path) => existsSync(path));
	if (file === undefined) throw new Error(`The build is incomplete: ${places[0]} is missing. Run npm run build.`);
	return file;
}
