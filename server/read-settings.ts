import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Settings } from './settings.ts';

/** What the command line asked for. */
export interface Command {
	readonly settings: Settings;
	/** Put the sample workspace back before serving. */
	readonly resetSample: boolean;
	/** Print the help and stop. */
	readonly help: boolean;
}

/** Settings that make no sense; one line for each. */
export class SettingsError extends Error {
	override name = 'SettingsError';
}

interface Option {
	readonly flag: string;
	readonly env: string;
	/** The placeholder of the value in the help; null for a switch. */
	readonly value: string | null;
	readonly help: string;
	readonly fallback: string;
	/** What a value must be, in words that follow "must be". */
	readonly must: string;
	readonly accepts: (text: string) => boolean;
}

const whole = (low: number, high: number) => (text: string) =>
	/^\d{1,15}$/.test(text) && Number(text) >= low && Number(text) <= high;
const number = (low: number, high: number) => ({
	value: 'NUMBER',
	must: `a number from ${low} to ${high}`,
	accepts: whole(low, high),
});
const text = { value: 'PATH', must: 'a path', accepts: (it: string) => it !== '' };
const switched = { value: null, must: '"true" or "false"', accepts: (it: string) => it === 'true' || it === 'false' };

const origin = (it: string): boolean => URL.canParse(it) && new URL(it).origin === it && it !== 'null';
const webAddress = (it: string): boolean => URL.canParse(it) && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(it);

const gibibyte = 1024 ** 3;
const maxBytes = 1024 * gibibyte;
const defaultMemory = Math.max(gibibyte / 2, Math.min(4 * gibibyte, Math.floor(totalmem() / 4)));
const defaultThreads = Math.max(1, Math.min(4, availableParallelism()));

const options = {
	port: { ...number(0, 65535), help: 'port to listen on; 0 takes a free one', fallback: '8750' },
	host: {
		value: 'ADDRESS',
		help: 'address to listen on',
		fallback: '127.0.0.1',
		must: 'an IP address or "localhost"',
		accepts: (it: string) => isIP(it) !== 0 || it === 'localhost',
	},
	'data-dir': { ...text, help: 'folder of everything the service keeps', fallback: '.data' },
	'public-url': {
		value: 'URL',
		help: 'where people reach the service, when that is not the address it listens on',
		fallback: '',
		must: 'a web address such as https://data.example.org',
		accepts: (it: string) => it === '' || webAddress(it),
	},
	'console-origin': {
		value: 'ORIGINS',
		help: 'origins of consoles served elsewhere, separated by commas',
		fallback: '',
		must: 'origins such as https://console.example.org, separated by commas',
		accepts: (it: string) => listOf(it).every(origin),
	},
	'console-dir': { ...text, help: 'folder of the built console', fallback: 'dist/console' },
	sample: {
		...switched,
		value: 'true|false',
		help: 'whether a new catalogue begins with the sample',
		fallback: 'true',
	},
	'max-body-bytes': { ...number(1024, maxBytes), help: 'largest request body', fallback: String(8 * 1024 ** 2) },
	'link-seconds': { ...number(1, 86_400), help: 'lifetime of a download address', fallback: '900' },
	'token-seconds': { ...number(60, 31_536_000), help: 'lifetime of a token from sign-in', fallback: '43200' },
	'run-deadline-ms': { ...number(100, 86_400_000), help: 'longest time of a run', fallback: '120000' },
	'run-memory-bytes': {
		...number(134_217_728, maxBytes),
		help: 'most memory of a run',
		fallback: String(defaultMemory),
	},
	'run-output-bytes': { ...number(1024, maxBytes), help: 'largest output of a run', fallback: String(4 * gibibyte) },
	'run-concurrency': { ...number(1, 64), help: 'runs at the same time', fallback: '2' },
	'run-waiting': { ...number(0, 16), help: 'runner processes kept waiting', fallback: '2' },
	'run-threads': { ...number(1, 256), help: 'threads of one run', fallback: String(defaultThreads) },
	'reset-sample': { ...switched, help: 'put the sample workspace back as it was', fallback: 'false' },
	help: { ...switched, help: 'print this', fallback: 'false' },
} satisfies Record<string, Omit<Option, 'flag' | 'env'>>;

type Name = keyof typeof options;

const table = (Object.keys(options) as Name[]).map((name) => ({
	name,
	flag: `--${name}`,
	env: `DATASET_CONSOLE_${name.toUpperCase().replaceAll('-', '_')}`,
	...(options[name] as Omit<Option, 'flag' | 'env'>),
}));

const listOf = (text: string): string[] =>
	text
		.split(',')
		.map((it) => it.trim())
		.filter((it) => it !== '');

/**
 * Reads the command line, then the environment, then defaults.
 * @param argv what follows the program's name
 * @throws SettingsError that names every flag or variable in question
 */
export function readSettings(argv: readonly string[], env: Readonly<Record<string, string | undefined>>): Command {
	const { flags, problems } = readFlags(argv);
	const values = new Map<Name, string>();
	for (const option of table) {
		const flag = flags.get(option.name);
		const variable = env[option.env];
		const found = flag ?? (variable === undefined || variable === '' ? option.fallback : variable);
		const where = flag === undefined ? option.env : option.flag;
		if (!option.accepts(found)) problems.push(`${where} must be ${option.must}, not "${found}".`);
		values.set(option.name, found);
	}
	if (problems.length > 0) throw new SettingsError(problems.join('\n'));
	return commandOf((name) => values.get(name) ?? '');
}

/** The address of a service that listens at a host and port. */
export function addressOf(host: string, port: number): string {
	const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host;
	return `http://${name}:${port}`;
}

export function helpText(): string {
	const lines = table.map((it) => {
		const left = it.value === null ? it.flag : `${it.flag} ${it.value}`;
		const fallback = it.value === null || it.fallback === '' ? '' : ` (${it.fallback})`;
		return `  ${left.padEnd(26)}${it.help}${fallback}`;
	});
	return [
		'Starts the dataset service and serves the console.',
		'',
		...lines,
		'',
		'Each is also an environment variable: --data-dir is DATASET_CONSOLE_DATA_DIR. Flags win.',
	].join('\n');
}

function readFlags(argv: readonly string[]): { flags: Map<Name, string>; problems: string[] } {
	const flags = new Map<Name, string>();
	const problems: string[] = [];
	const known = table.map((it) => it.flag).join(', ');
	const rest = [...argv];
	for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
		const [flag = '', inline] = word.split(/=(.*)/s);
		const option = table.find((it) => it.flag === flag);
		if (option === undefined) {
			problems.push(`${flag} is not known. Known are ${known}.`);
			if (flag.startsWith('--') && rest[0]?.startsWith('--') === false) rest.shift();
		} else if (option.value === null) {
			flags.set(option.name, inline ?? 'true');
		} else {
			const value = inline ?? (rest[0]?.startsWith('--') ? undefined : rest.shift());
			if (value === undefined) problems.push(`${flag} needs a value: ${option.must}.`);
			else flags.set(option.name, option.name === 'console-origin' ? joined(flags.get(option.name), value) : value);
		}
	}
	return { flags, problems };
}

const joined = (before: string | undefined, value: string): string =>
	before === undefined ? value : `${before},${value}`;

function commandOf(value: (name: Name) => string): Command {
	const port = Number(value('port'));
	const consoleDir = resolve(value('console-dir'));
	return {
		resetSample: value('reset-sample') === 'true',
		help: value('help') === 'true',
		settings: {
			dataDir: resolve(value('data-dir')),
			host: value('host'),
			port,
			publicUrl: value('public-url').replace(/\/+$/, '') || addressOf(value('host'), port),
			consoleOrigins: listOf(value('console-origin')),
			consoleDir: existsSync(consoleDir) ? consoleDir : null,
			maxBodyBytes: Number(value('max-body-bytes')),
			linkSeconds: Number(value('link-seconds')),
			tokenSeconds: Number(value('token-seconds')),
			sample: value('sample') === 'true',
			engine: {
				deadlineMs: Number(value('run-deadline-ms')),
				memoryBytes: Number(value('run-memory-bytes')),
				maxOutputBytes: Number(value('run-output-bytes')),
				concurrency: Number(value('run-concurrency')),
				waiting: Number(value('run-waiting')),
				threads: Number(value('run-threads')),
			},
		},
	};
}
