import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startProcess } from '../e2e/support/service-process.ts';
import { tokenOf } from '../e2e/support/token.ts';
import { readNumber } from './read-number.ts';

/**
 * Tests the built service with Schemathesis against its own OpenAPI document: `npm run schemathesis -- --examples 50 --seconds 120 --seed 1`,
 * after `npm run build:service`. If `schemathesis` isn't on the PATH, it is installed from PyPI into .cache.
 */
const version = '4.32.5';
const examples = readNumber('examples', 50);
const seed = readNumber('seed', 1);
/** Duration of the stateful phase, in which each operation is called with values from earlier responses. */
const seconds = readNumber('seconds', 120);

/** Never called: it would revoke the run's token. */
const excluded = ['revokeToken'];
/** Called last, separately: they rename and empty the namespaces that everything else uses. */
const destructive = ['renameNamespace', 'wipeNamespace'];

/** Excluded from the stateful phase: DELETE cancels a run without deleting it, which the check of deleted resources doesn't allow for. */
const notFollowed = ['--exclude-operation-id', 'cancelRun'];

/** Errors for requests that match the document, for reasons that JSON Schema can't express. */
const beyondSchemas: Readonly<
	Record<string, { readonly statuses: readonly number[]; readonly operations: readonly string[] }>
> = {
	'a cursor that the service did not give, or a namespace without its owner': {
		statuses: [400],
		operations: [
			...['listRuns', 'listBuildSpecVersions', 'listNamespaces', 'listDatasets', 'listLinks', 'listIngestions'],
			...[
				'listShareChanges',
				'listTokens',
				'listTokenChanges',
				'listBuildPlans',
				'listDatasetVersions',
				'listRunChecks',
			],
		],
	},
	'a column, dataset, user or provider that is not there, one named twice, or a name with a character that Unicode does not assign':
		{
			statuses: [400],
			operations: [
				...['createBuildSpec', 'checkBuildSpec', 'startPreviewRun', 'startScratchRun', 'startIngestion', 'addLink'],
				...[
					'tryLink',
					'describeDataset',
					'putSortOrder',
					'getRows',
					'ask',
					'previewIngest',
					'createToken',
					'grantShare',
				],
				...['revokeShare', 'createNamespace', 'renameNamespace', 'suggestLinks'],
				...[
					'viewRows',
					'profileRows',
					'findRows',
					'groupRows',
					'exportQueriedRows',
					'chartRows',
					'compareRows',
					'proposeKey',
				],
			],
		},
	'a check without a member that its kind needs, or a name with a character that Unicode does not assign': {
		statuses: [400],
		operations: ['putChecks'],
	},
	'a chunk with another hash, without rows, or one that was not received': {
		statuses: [400],
		operations: ['putChunk', 'commitIngestion'],
	},
	'another version than the current one': { statuses: [400, 412], operations: ['updateBuildSpec', 'startBuildRun'] },
};

/** Existing names, so that requests get further than 404. */
const names: Readonly<Record<string, readonly string[]>> = {
	username: ['demo', 'guest'],
	namespace: ['aviation', 'geography', 'nature'],
	datasetName: ['airports', 'routes', 'flights', 'countries'],
	dataset: ['airports', 'routes', 'flights', 'countries'],
	buildSpecId: [1, 2, 3].map((n) => `5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b0${n}`),
	agentName: ['nl2ql', 'assistant'],
	sort: ['-origin', 'name'],
};

const folder = await mkdtemp(path.join(tmpdir(), 'schemathesis-'));
const command = await findSchemathesis();
const data = path.join(folder, 'data');
let log = '';
const service = await startProcess(['--data-dir', data, '--port', '0'], 0, {}, (text) => {
	log += text;
});
try {
	const token = await tokenOf(service.address);
	const config = path.join(folder, 'schemathesis.toml');
	await writeFile(config, configuration());
	const exclude = [...excluded, ...destructive].flatMap((id) => ['--exclude-operation-id', id]);
	const only = destructive.flatMap((id) => ['--include-operation-id', id]);
	const inputs = ['--phases', 'examples,coverage,fuzzing'];
	const runs = [
		await run(token, config, 'stateful', [
			'--phases',
			'stateful',
			'--max-time',
			String(seconds),
			...notFollowed,
			...exclude,
		]),
		await run(token, config, 'inputs', [...inputs, ...exclude]),
		// Neither operation's response is input for the other, so there is no stateful phase.
		await run(token, config, 'destructive', [...inputs, ...only]),
	];
	for (const { name, report } of runs) {
		const { operations, test_cases: cases } = report;
		console.log(
			`${name}: ${operations.tested} of ${operations.total} operations, ${cases.generated} cases, ${cases.unique_failures} failures`,
		);
	}
	const wrong = log.split('\n').filter((line) => / failed\b/.test(line));
	if (wrong.length > 0) console.log(`\nThe service logged:\n${wrong.join('\n')}`);
	process.exitCode = runs.every(({ code }) => code === 0) ? 0 : 1;
} finally {
	await service.stop();
	await rm(folder, { recursive: true, force: true });
}

interface Report {
	readonly operations: { readonly total: number; readonly tested: number };
	readonly test_cases: { readonly generated: number; readonly unique_failures: number };
}

async function run(token: string, config: string, name: string, only: readonly string[]) {
	const file = path.join(folder, `${name}.json`);
	const code = await execute(command, [
		...['--config-file', config, '--no-color', 'run', `${service.listensAt}/api/v1/openapi.json`],
		...['--header', `Authorization: Bearer ${token}`, '--checks', 'all', '--continue-on-failure'],
		...['--max-examples', String(examples), '--seed', String(seed), '--generation-database', 'none'],
		...['--request-timeout', '60', '--report', 'json', '--report-json-path', file, ...only],
	]);
	return { name, code, report: JSON.parse(await readFile(file, 'utf8')) as Report };
}

function configuration(): string {
	const lists = Object.entries(names).flatMap(([name, values]) => [
		`[dictionaries.${name}]`,
		`values = ${JSON.stringify(values)}`,
	]);
	const parameters = Object.keys(names).map((name) => `${name} = { dictionary = "${name}", probability = 0.7 }`);
	const allowed = Object.entries(beyondSchemas).flatMap(([reason, { statuses, operations }]) => [
		'[[operations]]',
		`# ${reason}`,
		`include-operation-id = ${JSON.stringify(operations)}`,
		`checks.positive_data_acceptance.expected-statuses = ${JSON.stringify(['2xx', 401, 403, 404, 409, ...statuses])}`,
	]);
	const rejected = [
		'[[operations]]',
		'# A list with more items than the document allows may also be a body with more bytes than the service takes.',
		'include-path-regex = "^/rows/"',
		'checks.negative_data_rejection.expected-statuses = [400, 401, 403, 404, 413]',
		'[[operations]]',
		'# "Protocol errors are returned as JSON-RPC error objects with HTTP status 200" (interface, "Agent interface")',
		'include-operation-id = ["callAgent"]',
		'checks.negative_data_rejection.expected-statuses = [200, 400, 401, 403, 404]',
	];
	return [...lists, '[parameters]', ...parameters, ...allowed, ...rejected, ''].join('\n');
}

/** The program on the PATH or in .cache. Installs it there if it's in neither. */
async function findSchemathesis(): Promise<string> {
	if ((await execute('schemathesis', ['--version'], 'ignore')) === 0) return 'schemathesis';
	const environment = path.resolve('.cache', `schemathesis-${version}`);
	const program = path.join(environment, 'bin', 'schemathesis');
	if (existsSync(program)) return program;
	const isReady =
		(await execute('python3', ['-m', 'venv', environment])) === 0 &&
		(await execute(path.join(environment, 'bin', 'pip'), ['install', '--quiet', `schemathesis==${version}`])) === 0;
	if (!isReady) throw new Error('Schemathesis could not be installed. It needs Python 3.10 or later with pip.');
	return program;
}

/** Runs a program to completion. @returns its exit code; -1 if it can't be started */
function execute(program: string, args: readonly string[], stdio: 'inherit' | 'ignore' = 'inherit'): Promise<number> {
	return new Promise((resolve) => {
		// It stores its findings in the folder in which it is started.
		const child = spawn(program, args, { stdio, cwd: folder });
		child.once('error', () => resolve(-1));
		child.once('exit', (code) => resolve(code ?? -1));
	});
}
