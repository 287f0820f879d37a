import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { printTable } from './table.ts';

/** A claim and the files of tests that prove it. */
export interface Claim {
	readonly claim: string;
	/** Unit and service tests, and journeys (`e2e/`), from the root of the project. */
	readonly files: readonly string[];
	/** Only tests whose names match; all where it is absent. */
	readonly only?: RegExp;
}

interface Result {
	readonly file: string;
	readonly name: string;
	readonly passed: boolean;
	/** What a test says that it tried. */
	readonly tried: readonly string[];
}

/** Runs the tests of all claims and prints one table at the end. Answers whether everything held. */
export async function proveClaims(claims: readonly Claim[]): Promise<boolean> {
	const files = [...new Set(claims.flatMap((it) => it.files))];
	const missing = files.filter((it) => !existsSync(it));
	if (missing.length > 0) throw new Error(`No such tests: ${missing.join(', ')}`);
	const journeys = files.filter((it) => it.startsWith('e2e/'));
	const units = files.filter((it) => !it.startsWith('e2e/'));
	const results = [
		...(units.length === 0 ? [] : await runUnits(units)),
		...(journeys.length === 0 ? [] : await runJourneys(journeys)),
	];
	console.log();
	const rows = claims.map((claim) => rowOf(claim, results));
	printTable(
		['claim', 'tests', 'tried besides', 'result'],
		rows.map((it) => it.cells),
	);
	return rows.every((it) => it.holds);
}

function rowOf({ claim, files, only = /./ }: Claim, results: readonly Result[]): { cells: string[]; holds: boolean } {
	const own = results.filter((it) => files.includes(it.file) && only.test(it.name));
	const failed = own.filter((it) => !it.passed).length;
	// A file without a result was not run to its end.
	const unseen = files.filter((file) => !own.some((it) => it.file === file));
	const holds = failed === 0 && unseen.length === 0;
	const words = holds ? 'holds' : failed > 0 ? `${failed} FAILED` : `NOT RUN: ${unseen.join(', ')}`;
	return { cells: [claim, String(own.length), own.flatMap((it) => it.tried).join('; '), words], holds };
}

async function runUnits(files: readonly string[]): Promise<Result[]> {
	interface Report {
		testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[];
	}
	const report = await reportOf<Report>((file) => ({
		args: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${file}`, ...files],
	}));
	return report.testResults.flatMap(({ name, assertionResults }) =>
		assertionResults.map((it) => ({
			file: path.relative('.', name),
			name: it.fullName,
			passed: it.status === 'passed',
			tried: [],
		})),
	);
}

async function runJourneys(files: readonly string[]): Promise<Result[]> {
	interface Suite {
		readonly file: string;
		readonly suites?: readonly Suite[];
		readonly specs: readonly {
			readonly title: string;
			readonly ok: boolean;
			readonly tests: readonly { readonly annotations: readonly { type: string; description?: string }[] }[];
		}[];
	}
	const report = await reportOf<{ suites: readonly Suite[] }>((file) => ({
		args: ['playwright', 'test', '--reporter=list,json', ...files.map((it) => `${path.basename(it)}$`)],
		env: { PLAYWRIGHT_JSON_OUTPUT_NAME: file },
	}));
	const read = (suite: Suite): Result[] => [
		...suite.specs.map((it) => ({
			file: `e2e/${path.basename(suite.file)}`,
			name: it.title,
			passed: it.ok,
			tried: it.tests.flatMap((one) =>
				one.annotations.flatMap((note) => (note.type === 'tried' ? (note.description ?? '') : [])),
			),
		})),
		...(suite.suites ?? []).flatMap(read),
	];
	return report.suites.flatMap(read);
}

/** Runs a test program to its end, whatever it says, and reads the report that it wrote. */
async function reportOf<T>(
	program: (file: string) => { args: readonly string[]; env?: Readonly<Record<string, string>> },
): Promise<T> {
	const folder = await mkdtemp(path.join(tmpdir(), 'dataset-console-claims-'));
	try {
		const file = path.join(folder, 'report.json');
		const { args, env = {} } = program(file);
		const child = spawn('npx', args, { stdio: 'inherit', env: { ...process.env, ...env } });
		await new Promise((resolve) => child.once('exit', resolve));
		if (!existsSync(file)) throw new Error(`\`npx ${args.slice(0, 2).join(' ')}\` ended without a report.`);
		return JSON.parse(await readFile(file, 'utf8')) as T;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
