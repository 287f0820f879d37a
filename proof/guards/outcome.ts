import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { programOf } from '../../scripts/program-of.ts';
import { readJourneys, readUnits, type TestResult } from '../test-results.ts';
import type { Guard } from './guard.ts';

/** The outcome of a guard's tests. */
export interface Outcome {
	readonly failed: readonly string[];
	/** Whether any of them ran. */
	readonly ran: boolean;
	/** The exit code of the program that ran them; null if it had to be killed. */
	readonly code: number | null;
}

/** Where a copy of the sources keeps the build of the unchanged sources. */
export const builtWhole = '.cache/dist';

/** Runs a guard's tests in a copy with its protection. */
export const outcomeWith = (root: string, guard: Guard): Promise<Outcome> =>
	isJourney(guard) ? journeysOf(root, guard) : unitsOf(root, guard.tests);

/** Runs a guard's tests in a copy without its protection. */
export async function outcomeWithout(root: string, guard: Guard): Promise<Outcome> {
	if (!isJourney(guard)) return await unitsOf(root, guard.tests);
	const config = guard.file.startsWith('server/') ? ['--config', 'vite.service.config.ts'] : [];
	try {
		const code = await run(root, ['vite', 'build', ...config]);
		return code === 0 ? await journeysOf(root, guard) : { failed: [], ran: false, code };
	} finally {
		// The next guard must not use the build without this protection.
		await rm(path.join(root, 'dist'), { recursive: true });
		await cp(path.join(root, builtWhole), path.join(root, 'dist'), { recursive: true });
	}
}

/** Why tests can't notice anything, because they fail with everything in place already; null if they passed. */
export function whyNotWith({ failed, ran, code }: Outcome): string | null {
	if (code === null) return 'DO NOT END with it in place';
	if (failed.length > 0) return `FAIL with it in place: ${failed[0]}`;
	if (!ran) return 'DO NOT RUN with it in place';
	return code === 0 ? null : `END WITH ${code}, with it in place`;
}

/** The verdict on tests that ran without a protection, and whether they noticed. */
export function verdictOf({ failed, ran, code }: Outcome, mayHang = false): { words: string; noticed: boolean } {
	if (code === null) return { words: mayHang ? 'did not end, as expected' : 'DID NOT END', noticed: mayHang };
	if (!ran) return { words: 'NOT RUN: the tests do not load without it', noticed: false };
	const [first] = failed;
	if (first === undefined) return { words: 'NOTHING FAILED', noticed: false };
	return { words: `${failed.length} failed: ${first}`, noticed: true };
}

const isJourney = ({ tests }: Guard): boolean => tests.some((test) => test.startsWith('e2e/'));

async function unitsOf(root: string, tests: readonly string[]): Promise<Outcome> {
	const file = path.join(root, 'report.json');
	await rm(file, { force: true });
	const args = ['--reporter=json', `--outputFile=${file}`, '--testTimeout=30000', ...tests];
	const code = await run(root, ['vitest', 'run', ...args]);
	return outcomeOf(code, existsSync(file) ? readUnits(await readFile(file, 'utf8'), root) : []);
}

async function journeysOf(root: string, { tests, only }: Guard): Promise<Outcome> {
	const file = path.join(root, 'report.json');
	await rm(file, { force: true });
	const names = tests.map((test) => `${path.basename(test)}$`);
	const grep = only === undefined ? [] : ['--grep', only];
	const code = await run(root, ['playwright', 'test', '--reporter=json', '--timeout=60000', ...grep, ...names], file);
	return outcomeOf(code, existsSync(file) ? readJourneys(await readFile(file, 'utf8')) : []);
}

const outcomeOf = (code: number | null, results: readonly TestResult[]): Outcome => ({
	failed: results.filter((testResult) => testResult.result === 'failed').map((testResult) => testResult.name),
	ran: results.some((testResult) => testResult.result !== 'skipped'),
	code,
});

/** Time limit for the tests of one guard, ms: without the protection, some would never finish. */
const longestMs = 240_000;

/** Runs a program of the project. @returns its exit code; null if it had to be killed */
function run(root: string, args: readonly string[], report = ''): Promise<number | null> {
	const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
	const [program = '', ...rest] = args;
	// In its own process group, so that its child processes are killed with it. Windows has no such groups: there only the program is killed.
	const hasGroups = process.platform !== 'win32';
	const child = spawn(process.execPath, [programOf(program), ...rest], {
		cwd: root,
		stdio: 'ignore',
		env,
		detached: hasGroups,
	});
	const end = setTimeout(() => {
		if (hasGroups) process.kill(-(child.pid ?? 0), 'SIGKILL');
		else child.kill('SIGKILL');
	}, longestMs);
	return new Promise((resolve) =>
		child.once('exit', (code) => {
			clearTimeout(end);
			resolve(code);
		}),
	);
}
