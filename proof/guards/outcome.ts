import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { programOf } from '../../scripts/program-of.ts';
import { readJourneys, readUnits, type TestResult } from '../test-results.ts';
import type { Guard } from './guard.ts';

/** What came of the tests of a guard. */
export interface Outcome {
	readonly failed: readonly string[];
	/** Whether any of them ran. */
	readonly ran: boolean;
	/** How the program that ran them ended: its exit code, null where it had to be ended. */
	readonly code: number | null;
}

/** Where a copy of the sources keeps what was built of them as they are. */
export const builtWhole = '.cache/dist';

/** Runs the tests of a guard in a copy that has its protection. */
export const outcomeWith = (root: string, guard: Guard): Promise<Outcome> =>
	isJourney(guard) ? journeysOf(root, guard) : unitsOf(root, guard.tests);

/** Runs the tests of a guard in a copy that lacks its protection. */
export async function outcomeWithout(root: string, guard: Guard): Promise<Outcome> {
	if (!isJourney(guard)) return await unitsOf(root, guard.tests);
	const config = guard.file.startsWith('server/') ? ['--config', 'vite.service.config.ts'] : [];
	try {
		const code = await run(root, ['vite', 'build', ...config]);
		return code === 0 ? await journeysOf(root, guard) : { failed: [], ran: false, code };
	} finally {
		// What was built without it must not be there for the next.
		await rm(path.join(root, 'dist'), { recursive: true });
		await cp(path.join(root, builtWhole), path.join(root, 'dist'), { recursive: true });
	}
}

/** What is said of tests that ran with everything in place; null where they passed, so that they can notice something. */
export function whyNotWith({ failed, ran, code }: Outcome): string | null {
	if (code === null) return 'DO NOT END with it in place';
	if (failed.length > 0) return `FAIL with it in place: ${failed[0]}`;
	if (!ran) return 'DO NOT RUN with it in place';
	return code === 0 ? null : `END WITH ${code}, with it in place`;
}

/** What is said of tests that ran without a protection, and whether they noticed. */
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

/** Longest that the tests of one guard take, ms: without their protection some would go on for ever. */
const longestMs = 240_000;

/** Runs a program of the project's to its end; its exit code, null where it had to be ended. */
function run(root: string, args: readonly string[], report = ''): Promise<number | null> {
	const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
	const [program = '', ...rest] = args;
	// In a group of its own, so that what it starts ends with it. Windows has no such groups: there it ends by itself.
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
