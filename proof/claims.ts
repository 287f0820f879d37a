import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { programOf } from '../scripts/program-of.ts';
import { printTable } from './table.ts';
import { readJourneys, readUnits, type TestResult } from './test-results.ts';

/** A claim and the files of tests that prove it. */
export interface Claim {
	readonly claim: string;
	/** Unit and service tests, and journeys (`e2e/`), relative to the project root. */
	readonly files: readonly string[];
	/** Only tests whose names match. Default: all. */
	readonly only?: RegExp;
}

/** Runs the tests of all claims and prints a table at the end. @returns whether all claims hold */
export async function proveClaims(claims: readonly Claim[]): Promise<boolean> {
	const files = [...new Set(claims.flatMap((claim) => claim.files))];
	const missing = files.filter((file) => !existsSync(file));
	if (missing.length > 0) throw new Error(`No such tests: ${missing.join(', ')}`);
	const journeys = files.filter((file) => file.startsWith('e2e/'));
	const units = files.filter((file) => !file.startsWith('e2e/'));
	const ran = [
		...(units.length === 0 ? [] : [await runUnits(units)]),
		...(journeys.length === 0 ? [] : [await runJourneys(journeys)]),
	];
	console.log();
	const results = ran.flatMap((ran) => ran.results);
	const rows = [...claims.map((claim) => rowOf(claim, results)), ...ran.map(endOf)];
	printTable(
		['claim', 'tests', 'tried besides', 'result'],
		rows.map((row) => row.cells),
	);
	return rows.every((row) => row.holds);
}

interface Line {
	readonly cells: string[];
	readonly holds: boolean;
}

/** The result of a claim. */
export function rowOf({ claim, files, only = /./ }: Claim, results: readonly TestResult[]): Line {
	const own = results.filter((testResult) => files.includes(testResult.file) && only.test(testResult.name));
	const failed = own.filter((testResult) => testResult.result === 'failed').length;
	const notRun = [
		// A file without a result didn't run to completion.
		...files.filter((file) => !own.some((testResult) => testResult.file === file)),
		...own.filter((testResult) => testResult.result === 'skipped').map((testResult) => testResult.name),
		...(own.length === 0 ? ['no test has a matching name'] : []),
	];
	const holds = failed === 0 && notRun.length === 0;
	const words = holds ? 'holds' : failed > 0 ? `${failed} FAILED` : `NOT RUN: ${notRun.join(', ')}`;
	return { cells: [claim, String(own.length), own.flatMap((testResult) => testResult.tried).join('; '), words], holds };
}

/** The results of a test program, and its exit code: null if it was killed. */
interface Ran {
	readonly program: string;
	readonly results: readonly TestResult[];
	readonly code: number | null;
}

/** Errors outside of tests, and tests that weren't reached, are in no result: only the exit code shows them. */
export function endOf({ program, results, code }: Ran): Line {
	const words = code === 0 ? 'holds' : `ENDED WITH ${code ?? 'a signal'}`;
	return {
		cells: [`${program} ended without an error outside its tests`, String(results.length), '', words],
		holds: code === 0,
	};
}

const runUnits = (files: readonly string[]): Promise<Ran> =>
	runTests(readUnits, (file) => ({
		args: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`, ...files],
	}));

const runJourneys = (files: readonly string[]): Promise<Ran> =>
	runTests(readJourneys, (file) => ({
		args: ['playwright', 'test', '--reporter=list,json', ...files.map((file) => `${path.basename(file)}$`)],
		env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
	}));

/** Runs a test program to completion, whatever it prints, and reads its report. */
async function runTests(
	read: (report: string) => TestResult[],
	program: (file: string) => { args: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<Ran> {
	const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-claims-'));
	try {
		const file = path.join(folder, 'report.json');
		const { args, env = {} } = program(file);
		const [runner = '', ...rest] = args;
		const child = spawn(process.execPath, [programOf(runner), ...rest], {
			stdio: 'inherit',
			env: { ...process.env, ...env },
		});
		const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
		const name = args.slice(0, 2).join(' ');
		if (!existsSync(file)) throw new Error(`\`npx ${name}\` ended without a report.`);
		return { program: name, results: read(await readFile(file, 'utf8')), code };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
