import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { parseChaos } from './chaos.ts';
import { listOf, type Name, table } from './options.ts';
import { readModels } from './read-models.ts';
import type { ConsoleAlone, S3Settings, Settings } from './settings.ts';

export interface Command {
	readonly settings: Settings;
	readonly resetSample: boolean;
	/** Serve the console alone, for a service that runs elsewhere; null to serve our own. */
	readonly alone: ConsoleAlone | null;
	readonly help: boolean;
}

/** Settings that make no sense; one line for each. */
export class SettingsError extends Error {
	override name = 'SettingsError';
}

/** Reads the command line, then the environment, then defaults. @throws SettingsError that names every flag or variable in question */
export function readSettings(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
	const { flags, problems } = readFlags(argv);
	const values = new Map<Name, string>();
	for (const option of table) {
		const flag = flags.get(option.name);
		const variable = env[option.env];
		const found = flag ?? (variable === undefined || variable === '' ? option.fallback : variable);
		const where = flag === undefined ? option.env : option.flag;
		const problem = option.problem(found);
		if (problem !== null) problems.push(`${where} ${problem}`);
		values.set(option.name, found);
	}
	const models = problems.length > 0 ? null : readModels(values.get('models') ?? '', env);
	if (models?.problem) problems.push(models.problem);
	problems.push(...aloneProblems(values));
	if (problems.length > 0) throw new SettingsError(problems.join('\n'));
	return commandOf((name) => values.get(name) ?? '', models?.providers ?? []);
}

/** The address of a service that listens at a host and port. */
export function addressOf(host: string, port: number): string {
	const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host;
	return `http://${name}:${port}`;
}

export function helpText(): string {
	const lines = table.map((option) => {
		const left = option.value === null ? option.flag : `${option.flag} ${option.value}`;
		const fallback = option.value === null || option.fallback === '' ? '' : ` (${option.fallback})`;
		return `  ${left.padEnd(30)}${option.help}${fallback}`;
	});
	return [
		'Starts the dataset service and serves the console; with --service URL, serves the console alone for that service.',
		'',
		...lines,
		'',
		'Each is also an environment variable: --data-dir is DATASET_CONSOLE_DATA_DIR; --database-url is DATABASE_URL. Flags win.',
	].join('\n');
}

function readFlags(argv: readonly string[]): { flags: Map<Name, string>; problems: string[] } {
	const flags = new Map<Name, string>();
	const problems: string[] = [];
	const rest = [...argv];
	for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
		const [flag = '', inline] = word.split(/=(.*)/s);
		const option = table.find((option) => option.flag === flag);
		if (option === undefined) {
			const meant = table.filter((known) => known.flag.startsWith(flag)).map((known) => known.flag);
			const hint = meant.length > 0 ? `Did you mean ${meant.join(' or ')}?` : 'Run with --help to see all options.';
			problems.push(`Unknown option ${flag}. ${hint}`);
			if (flag.startsWith('--') && rest[0]?.startsWith('--') === false) rest.shift();
		} else if (option.value === null) {
			flags.set(option.name, inline ?? 'true');
		} else {
			const value = inline ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
			if (value === undefined) problems.push(`${flag} needs a value: ${option.must}.`);
			else flags.set(option.name, option.list ? joined(flags.get(option.name), value) : value);
		}
	}
	return { flags, problems };
}

const joined = (before: string | undefined, value: string): string =>
	before === undefined ? value : `${before},${value}`;

function commandOf(value: (name: Name) => string, providers: Settings['models']['providers']): Command {
	const port = Number(value('port'));
	const consoleDir = resolve(value('console-dir'));
	return {
		resetSample: value('reset-sample') === 'true',
		alone: aloneOf(value),
		help: value('help') === 'true',
		settings: {
			dataDir: resolve(value('data-dir')),
			host: value('host'),
			port,
			publicUrl: withoutSlash(value('public-url')) || addressOf(value('host'), port),
			allowedHosts: listOf(value('allowed-hosts')),
			consoleOrigins: listOf(value('console-origin')),
			consoleUrls: listOf(value('console-url')).map(withoutSlash),
			trustedProxies: listOf(value('trusted-proxy')),
			consoleDir: existsSync(consoleDir) ? consoleDir : null,
			maxBodyBytes: Number(value('max-body-bytes')),
			linkSeconds: Number(value('link-seconds')),
			tokenSeconds: Number(value('token-seconds')),
			sample: value('sample') === 'true',
			databaseUrl: value('database-url') || null,
			s3: s3Of(value),
			partBytes: Number(value('part-bytes')),
			coreOnly: value('core-only') === 'true',
			retention: {
				runsMs: Number(value('keep-runs-days')) * 86_400_000,
				previewBytes: Number(value('keep-preview-bytes')),
				ingestionsMs: Number(value('keep-ingestions-days')) * 86_400_000,
			},
			limits: {
				requestsPerMinute: Number(value('user-requests-per-minute')),
				runsAtOnce: Number(value('user-runs-at-once')),
				runsPerDay: Number(value('user-runs-per-day')),
				bytesOfUser: Number(value('user-bytes')),
			},
			log: value('log') === 'json' ? 'json' : 'text',
			metrics: value('metrics') as Settings['metrics'],
			services: listOf(value('service')).filter(isNamed).map(serviceOf),
			connect: [...listOf(value('connect')), ...storeOrigins(s3Of(value))],
			chaos: parseChaos(value('chaos')),
			git: {
				folders: [join(value('data-dir'), 'repositories'), ...listOf(value('git-folder'))].map((path) => resolve(path)),
				hosts: listOf(value('git-host')).map((value) => value.toLowerCase()),
				maxBytes: Number(value('git-bytes')),
				deadlineMs: Number(value('git-deadline-ms')),
			},
			engine: {
				deadlineMs: Number(value('run-deadline-ms')),
				memoryBytes: Number(value('run-memory-bytes')),
				maxOutputBytes: Number(value('run-output-bytes')),
				concurrency: Number(value('run-concurrency')),
				waiting: Number(value('run-waiting')),
				threads: Number(value('run-threads')),
			},
			models: { providers, deadlineMs: Number(value('model-deadline-ms')) },
			conversations: {
				keepMs: Number(value('keep-conversations-days')) * 86_400_000,
				most: Number(value('keep-conversations')),
			},
		},
	};
}

function s3Of(value: (name: Name) => string): S3Settings | null {
	if (value('s3-bucket') === '') return null;
	const prefix = value('s3-prefix').replace(/^\/+|\/+$/g, '');
	return {
		endpoint: withoutSlash(value('s3-endpoint')) || null,
		publicEndpoint: withoutSlash(value('s3-public-endpoint')) || null,
		region: value('s3-region'),
		bucket: value('s3-bucket'),
		prefix: prefix === '' ? '' : `${prefix}/`,
		downloads: value('s3-downloads') === 'store' ? 'store' : 'service',
		cacheBytes: Number(value('s3-cache-bytes')),
	};
}

/** What the console downloads from, where the store hands objects out itself. */
function storeOrigins(s3: S3Settings | null): string[] {
	if (s3 === null || s3.downloads === 'service') return [];
	const endpoint = s3.publicEndpoint ?? s3.endpoint;
	return [endpoint === null ? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com` : new URL(endpoint).origin];
}

const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

/** An address stands alone; a name comes before one. */
const isNamed = (text: string): boolean => !/^https?:\/\//i.test(text);

function aloneProblems(values: ReadonlyMap<Name, string>): string[] {
	const unnamed = listOf(values.get('service') ?? '').filter((value) => !isNamed(value));
	if (unnamed.length > 1) {
		return [
			`--service names ${unnamed.join(' and ')}: the console is served alone for one. Give the others names: --service "Test=${unnamed[1]}".`,
		];
	}
	const isLost = values.get('proxy') === 'true' && unnamed.length === 0;
	return isLost ? ['--proxy needs the service whose calls pass: --service https://data.example.org/api/v1.'] : [];
}

function aloneOf(value: (name: Name) => string): ConsoleAlone | null {
	const [address] = listOf(value('service')).filter((value) => !isNamed(value));
	if (address === undefined) return null;
	const plain = withoutSlash(address);
	const baseUrl = plain.endsWith('/api/v1') ? plain : `${plain}/api/v1`;
	return { service: { name: new URL(baseUrl).host, baseUrl }, proxy: value('proxy') === 'true' };
}

function serviceOf(text: string): { name: string; baseUrl: string } {
	const at = text.indexOf('=');
	return { name: text.slice(0, at).trim(), baseUrl: withoutSlash(text.slice(at + 1).trim()) };
}
