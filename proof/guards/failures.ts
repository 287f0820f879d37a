import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Guard } from './guard.ts';

/** Which tests failed, and whether they ran at all. */
export interface Outcome {
	readonly failed: readonly string[];
	readonly ran: boolean;
}

/** Runs the tests of a guard in a folder that lacks its protection. @throws Error where there are no such tests */
export async function failuresOf(root: string, guard: Guard): Promise<Outcome> {
	const missing = guard.tests.filter((it) => !existsSync(path.join(root, it)));
	if (missing.length > 0) throw new Error(`No such tests: ${missing.join(', ')}`);
	return isJourney(guard) ? await journeysOf(root, guard) : await unitsOf(root, guard.tests);
}

export const isJourney = ({ tests }: Guard): boolean => tests.some((it) => it.startsWith('e2e/'));

async function unitsOf(root: string, tests: readonly string[]): Promise<Outcome> {
	interface Report {
		readonly testResults: readonly { readonly assertionResults: readonly { fullName: string; status: string }[] }[];
	}
	const file = path.join(root, 'report.json');
	await rm(file, { force: true });
	const args = ['--reporter=json', `--outputFile=${file}`, '--testTimeout=30000', ...tests];
	const code = await run(root, ['vitest', 'run', ...args]);
	if (code === null) return { failed: ['the tests did not come to an end'], ran: true };
	if (!existsSync(file)) return { failed: [], ran: false };
	const { testResults } = JSON.parse(await readFile(file, 'utf8')) as Report;
	const all = testResults.flatMap((it) => it.assertionResults);
	return { failed: all.filter((it) => it.status === 'failed').map((it) => it.fullName), ran: all.length > 0 };
}

async function journeysOf(root: string, { file: changed, tests, only }: Guard): Promise<Outcome> {
	interface Suite {
		readonly suites?: readonly Suite[];
		readonly specs: readonly { readonly title: string; readonly ok: boolean }[];
	}
	const file = path.join(root, 'report.json');
	await rm(file, { force: true });
	const config = changed.startsWith('server/') ? ['--config', 'vite.service.config.ts'] : [];
	if ((await run(root, ['vite', 'build', ...config])) !== 0) return { failed: [], ran: false };
	const names = tests.map((it) => `${path.basename(it)}$`);
	const grep = only === undefined ? [] : ['--grep', only];
	await run(root, ['playwright', 'test', '--reporter=json', '--timeout=60000', ...grep, ...names], file);
	if (!existsSync(file)) return { failed: [], ran: false };
	const specsOf = (it: Suite): readonly { title: string; ok: boolean }[] => [
		...it.specs,
		...(it.suites ?? []).flatMap(specsOf),
	];
	const specs = (JSON.parse(await readFile(file, 'utf8')) as { suites: readonly Suite[] }).suites.flatMap(specsOf);
	return { failed: specs.filter((it) => !it.ok).map((it) => it.title), ran: specs.length > 0 };
}

/** Longest that the tests of one guard take, ms: without their protection some would go on for ever. */
const longestMs = 240_000;

/** Runs a program of the project's to its end; its exit code, null where it had to be ended. */
function run(root: string, args: readonly string[], report = ''): Promise<number | null> {
	const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report };
	// In a group of its own, so that what it starts ends with it.
	const child = spawn('npx', args, { cwd: root, stdio: 'ignore', env, detached: true });
	const end = setTimeout(() => process.kill(-(child.pid ?? 0), 'SIGKILL'), longestMs);
	return new Promise((resolve) =>
		child.once('exit', (code) => {
			clearTimeout(end);
			resolve(code);
		}),
	);
}
