import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { chaosProblem } from './chaos.ts';
import { modelsProblem } from './read-models.ts';

interface Entry {
	/** The placeholder of the value in the help; null for a switch. */
	readonly value: string | null;
	readonly help: string;
	/** Nothing unless said otherwise; nothing is accepted then. */
	readonly fallback?: string;
	/** What a value must be, in words that follow "must be". */
	readonly must: string;
	readonly accepts: (text: string) => boolean;
	/** Given more than once, the values are joined with commas. */
	readonly list?: boolean;
	/** The variable of the environment, where it is not named after the flag. */
	readonly env?: string;
	/** What is wrong with a value, in words that follow the flag, where `must` and the value itself do not say it. */
	readonly explain?: (text: string) => string;
}

export interface Option extends Required<Omit<Entry, 'explain' | 'accepts'>> {
	readonly name: Name;
	readonly flag: string;
	/** What is wrong with a value, in words that follow the flag or the variable; null where nothing is. */
	problem(text: string): string | null;
}

export const listOf = (text: string): string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter((value) => value !== '');

const whole = (low: number, high: number) => (text: string) =>
	/^\d{1,15}$/.test(text) && Number(text) >= low && Number(text) <= high;
const number = (low: number, high: number) => ({
	value: 'NUMBER',
	must: `a number from ${low} to ${high}`,
	accepts: whole(low, high),
});
const limit = (high: number) => ({ ...number(0, high), fallback: '0' });
const address = (example: string) => ({ value: 'URL', must: `a web address such as ${example}`, accepts: webAddress });
const matching = (value: string, must: string, pattern: RegExp) => ({
	value,
	must,
	accepts: (text: string) => pattern.test(text),
});
const text = { value: 'PATH', must: 'a path', accepts: (value: string) => value !== '' };
/** One of some words, the first unless said otherwise. */
const choice = (...words: readonly [string, ...string[]]) => {
	const [last, ...others] = words.map((word) => `"${word}"`).toReversed();
	return {
		value: words.join('|'),
		fallback: words[0],
		must: `${others.toReversed().join(', ')} or ${last}`,
		accepts: (value: string) => words.includes(value),
	};
};
const switched = { ...choice('true', 'false'), value: null, fallback: 'false' };

const list = (value: string, must: string, accepts: (value: string) => boolean = () => true) => ({
	value,
	list: true,
	must: `${must}, separated by commas`,
	accepts: (text: string) => listOf(text).every(accepts),
});

const origin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value && value !== 'null';
const webAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(value);

const listedService = (value: string): boolean =>
	webAddress(value) || (/^[^=]*[^=\s][^=]*=/.test(value) && webAddress(value.slice(value.indexOf('=') + 1).trim()));
const host = (value: string): boolean =>
	URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value.toLowerCase();
/** As the driver will read it. The address may hold a password: it is shown nowhere. */
const database = (value: string): boolean => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);

const network = (value: string): boolean => {
	const [address = '', bits, ...more] = value.split('/');
	const most = isIP(address) === 6 ? 128 : 32;
	return isIP(address) !== 0 && more.length === 0 && (bits === undefined || whole(0, most)(bits));
};

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
		accepts: (value: string) => isIP(value) !== 0 || value === 'localhost',
	},
	'data-dir': { ...text, help: 'folder of everything the service keeps', fallback: '.data' },
	'database-url': {
		value: 'URL',
		env: 'DATABASE_URL',
		help: 'PostgreSQL for the catalogue instead of the embedded one; better given as DATABASE_URL',
		must: 'an address such as postgres://user:password@127.0.0.1:5432/database',
		accepts: database,
		explain: () =>
			'must be an address such as postgres://user:password@127.0.0.1:5432/database (what was given is not shown, because it may hold a password).',
	},
	's3-bucket': {
		...matching('NAME', 'the name of a bucket', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
		help: 'bucket of an S3-compatible store for the objects instead of a folder, see docs/deployment.md',
	},
	's3-endpoint': {
		...address('https://s3.example.org'),
		help: 'address of the store, when it is not Amazon’s own',
	},
	's3-public-endpoint': {
		...address('https://s3.example.org'),
		help: 'where browsers reach the store, when that is another address',
	},
	's3-region': {
		...matching('NAME', 'the name of a region', /^[a-z0-9-]+$/),
		help: 'region of the bucket',
		fallback: 'us-east-1',
	},
	's3-prefix': {
		...matching('TEXT', 'letters, digits and any of _ - . /', /^[\w./-]*$/),
		help: 'what all keys in the bucket begin with',
	},
	's3-downloads': {
		...choice('service', 'store'),
		help: 'who hands out downloads: the service, or the store by addresses of a minute',
	},
	'part-bytes': {
		...number(1024, maxBytes),
		help: 'bytes from which on the rows of a dataset are kept in several objects',
		fallback: String(64 * 2 ** 20),
	},
	's3-cache-bytes': {
		...number(0, maxBytes),
		help: 'most bytes of objects of the store that are kept on this machine',
		fallback: String(10 * gibibyte),
	},
	'public-url': {
		...address('https://data.example.org'),
		help: 'where people reach the service, when that is not the address it listens on',
	},
	'allowed-hosts': {
		...list('HOSTS', 'hosts such as data.example.org or data.example.org:8443', host),
		help: 'other hosts that people reach the service under (Host header), separated by commas; may be repeated',
	},
	'console-origin': {
		...list('ORIGINS', 'origins such as https://console.example.org', origin),
		help: 'origins of consoles served elsewhere, separated by commas',
	},
	'console-url': {
		...list('URL', 'web addresses such as https://example.org/data/console', webAddress),
		help: 'address of a console served elsewhere below a path; may be repeated',
	},
	'trusted-proxy': {
		...list('ADDRESS', 'IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8', network),
		help: 'address or network of a proxy that says who calls, see docs/deployment.md; may be repeated',
	},
	service: {
		value: '[NAME=]URL',
		list: true,
		help: 'another service that the console offers; without a name: serve the console alone, for that one',
		must: 'a base address such as https://data.example.org/api/v1, or a name and one such as "Test=https://data.example.org/api/v1"',
		accepts: (value: string) => listOf(value).every(listedService),
	},
	proxy: {
		...switched,
		help: 'with --service URL: pass its calls through this origin, where it lets no browser in',
	},
	connect: {
		...list('ORIGIN', 'origins such as https://objects.example.org', origin),
		help: 'another origin that the console may call, such as an object store; may be repeated',
	},
	'console-dir': { ...text, help: 'folder of the built console', fallback: 'dist/console' },
	sample: {
		...choice('true', 'false'),
		help: 'whether a new catalogue begins with the sample',
	},
	'core-only': {
		...switched,
		help: 'offer the core of the interface and none of the extensions',
	},
	'keep-runs-days': { ...number(1, 36_500), help: 'how long runs, their logs and outputs are kept', fallback: '7' },
	'keep-preview-bytes': {
		...number(0, maxBytes),
		help: 'most bytes of preview outputs that are kept, the newest',
		fallback: String(20 * gibibyte),
	},
	'keep-ingestions-days': {
		...number(1, 36_500),
		help: 'how long ingestions that ended are listed, with the rows that they rejected',
		fallback: '90',
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
	'user-requests-per-minute': { ...limit(1_000_000), help: 'most requests of one user in a minute; 0 for any' },
	'user-runs-at-once': { ...limit(10_000), help: 'most runs of one user that have not ended; 0 for any' },
	'user-runs-per-day': { ...limit(1_000_000), help: 'most runs that one user begins in 24 hours; 0 for any' },
	'user-bytes': { ...limit(maxBytes), help: 'most bytes of rows in the namespaces of one user; 0 for any' },
	log: {
		...choice('text', 'json'),
		help: 'what the log is made of; json also has a line for each request',
	},
	metrics: {
		...choice('loopback', 'all', 'off'),
		help: 'who may read /metrics: this machine, everybody who reaches the port, nobody',
	},
	models: {
		value: 'FILE',
		help: 'JSON file that names the language models of the agents, see docs/agents.md',
		must: 'the path of a JSON file',
		accepts: (value: string) => modelsProblem(value) === null,
		explain: (value: string) => `cannot be used: ${modelsProblem(value)}`,
	},
	'model-deadline-ms': { ...number(100, 3_600_000), help: 'longest time of one answer of a model', fallback: '60000' },
	'keep-conversations-days': {
		...number(1, 36_500),
		help: 'how long conversations with the assistant are kept',
		fallback: '7',
	},
	'keep-conversations': { ...number(1, 10_000), help: 'most conversations of a user that are kept', fallback: '100' },
	'git-folder': {
		...list('PATHS', 'paths'),
		help: 'folder in which repositories of pipelines lie, beside the data folder’s own; may be repeated',
	},
	'git-host': {
		...list('HOSTS', 'hosts such as git.example.org or git.example.org:8443', host),
		help: 'host that repositories of pipelines are fetched from over https; may be repeated',
	},
	'git-bytes': {
		...number(1024, 2 * gibibyte),
		help: 'most bytes that are fetched of a repository, and of one file of Git’s',
		fallback: String(64 * 1024 ** 2),
	},
	'git-deadline-ms': { ...number(100, 3_600_000), help: 'longest time of reading a repository', fallback: '60000' },
	'reset-sample': { ...switched, help: 'put the sample workspace back as it was' },
	chaos: {
		value: 'RULES',
		help: 'for development: delays and failures by operation, see CONTRIBUTING.md',
		must: 'rules such as "listBuildSpecs:latency=2000,rate=0.5;updateBuildSpec:fail=503;*:drop"',
		accepts: (value: string) => chaosProblem(value) === null,
		explain: (value: string) => `is not understood: ${chaosProblem(value)}`,
	},
	help: { ...switched, help: 'print this' },
} satisfies Record<string, Entry>;

export type Name = keyof typeof options;

export const table: readonly Option[] = (Object.keys(options) as Name[]).map((name) => {
	const { accepts, explain, ...entry }: Entry = options[name];
	return {
		list: false,
		fallback: '',
		env: `DATASET_CONSOLE_${name.toUpperCase().replaceAll('-', '_')}`,
		...entry,
		name,
		flag: `--${name}`,
		problem: (text) =>
			text === (entry.fallback ?? '') || accepts(text)
				? null
				: (explain?.(text) ?? `must be ${entry.must}, not "${text}".`),
	};
});
