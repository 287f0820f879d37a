import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import { resolve } from 'node:path';
import { parseChaos } from './chaos.ts';
import { readModelsFile } from './read-models.ts';

interface Option<T = unknown> {
	/** The placeholder of the value in the help; null for a switch. */
	readonly value: string | null;
	readonly help: string;
	/** The default; if absent, the option may be left unset. */
	readonly fallback?: string;
	/** What a value must be; completes "must be". */
	readonly must: string;
	/** May be given more than once; the values are joined with commas. */
	readonly list?: boolean;
	/** The environment variable, if it isn't named after the flag. */
	readonly env?: string;
	/** What is wrong with a value, as a phrase that follows the flag or variable; null if it's valid. */
	problem(text: string): string | null;
	/** Parses a valid text. */
	read(text: string): T;
}

export const withoutSlash = (address: string): string => address.replace(/\/+$/, '');

const listOf = (text: string): readonly string[] =>
	text
		.split(',')
		.map((part) => part.trim())
		.filter((value) => value !== '');

const asIs = (text: string): string => text;
const whole = (low: number, high: number) => (text: string) =>
	/^\d{1,15}$/.test(text) && Number(text) >= low && Number(text) <= high;

const kind = <T>(value: string, must: string, accepts: (text: string) => boolean, read: (text: string) => T) => ({
	value,
	must,
	problem: (text: string) => (accepts(text) ? null : `must be ${must}, not "${text}".`),
	read,
});
const number = (low: number, high: number, fallback: number, help: string) => ({
	...kind('NUMBER', `a whole number from ${low} to ${high}`, whole(low, high), Number),
	fallback: String(fallback),
	help,
});
/** Entered in days, stored in milliseconds. */
const days = (fallback: number, help: string) => ({
	...number(1, 36_500, fallback, help),
	read: (text: string) => Number(text) * 86_400_000,
});
const address = (example: string, help: string) => ({
	...kind('URL', `a URL such as ${example}`, webAddress, (text) => withoutSlash(text) || null),
	help,
});
const path = (fallback: string, help: string) => ({
	...kind('PATH', 'a path', (text) => text !== '', resolve),
	fallback,
	help,
});
const matching = (value: string, must: string, pattern: RegExp) =>
	kind(value, must, (text) => pattern.test(text), asIs);
/** One of several words; the first is the default. */
const choice = <const W extends string>(values: readonly [W, ...W[]], help: string) => {
	const [last, ...others] = values.map((word) => `"${word}"`).toReversed();
	const must = `${others.toReversed().join(', ')} or ${last}`;
	const accepts = (text: string): boolean => values.some((word) => word === text);
	return { ...kind(values.join('|'), must, accepts, (text) => text as W), fallback: values[0], help };
};
const yesOrNo = (help: string) => ({ ...choice(['true', 'false'], help), read: (text: string) => text === 'true' });
const switched = (help: string) => ({ ...yesOrNo(help), value: null, fallback: 'false' });
const list = (value: string, must: string, accepts: (value: string) => boolean, help: string) => ({
	value,
	must: `${must}, separated by commas`,
	problem(text: string) {
		const wrong = listOf(text).find((item) => !accepts(item));
		return wrong === undefined ? null : `must be ${must}, separated by commas. "${wrong}" isn’t valid.`;
	},
	read: listOf,
	list: true,
	help,
});
/** A value whose parser explains what is wrong with it, as a phrase that follows others. */
const explained = <T>(expected: string, read: (text: string) => T) => ({
	read,
	problem(text: string) {
		try {
			read(text);
			return null;
		} catch (error) {
			return `${expected}: ${(error as Error).message}`;
		}
	},
});

const origin = (value: string): boolean => URL.canParse(value) && new URL(value).origin === value && value !== 'null';
const webAddress = (value: string): boolean => URL.canParse(value) && /^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(value);

const listedService = (value: string): boolean =>
	webAddress(value) || (/^[^=]*[^=\s][^=]*=/.test(value) && webAddress(value.slice(value.indexOf('=') + 1).trim()));
const host = (value: string): boolean =>
	URL.canParse(`https://${value}`) && new URL(`https://${value}`).host === value.toLowerCase();
/** Whether a value is a PostgreSQL URL as the driver parses it. */
const database = (value: string): boolean => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol);

const issuerMust = 'an https URL such as https://id.example.org, or an http URL on localhost, 127.0.0.1 or [::1]';
const issuer = (value: string): boolean =>
	webAddress(value) &&
	(value.startsWith('https:') || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(value).hostname));

const network = (value: string): boolean => {
	const [address = '', bits, ...more] = value.split('/');
	const most = isIP(address) === 6 ? 128 : 32;
	return isIP(address) !== 0 && more.length === 0 && (bits === undefined || whole(0, most)(bits));
};

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;
const maxBytes = 1024 * gibibyte;
const defaultMemory = Math.max(gibibyte / 2, Math.min(4 * gibibyte, Math.floor(totalmem() / 4)));
const defaultThreads = Math.max(1, Math.min(4, availableParallelism()));
const databaseExample = 'a URL such as postgres://user:password@127.0.0.1:5432/database';
const serviceExample =
	'a base URL such as https://data.example.org/api/v1, or a name and a base URL such as "Test=https://data.example.org/api/v1"';

const options = {
	port: number(0, 65535, 8750, 'port to listen on, or 0 for a free one'),
	host: {
		...kind('ADDRESS', 'an IP address or "localhost"', (text) => isIP(text) !== 0 || text === 'localhost', asIs),
		help: 'address to listen on',
		fallback: '127.0.0.1',
	},
	'data-dir': path('.data', 'folder for all of the service’s data'),
	'database-url': {
		value: 'URL',
		env: 'DATABASE_URL',
		help: 'PostgreSQL database for the catalog, instead of the embedded one (use the variable DATABASE_URL to hide the password)',
		must: databaseExample,
		problem: (text: string) =>
			database(text) ? null : `must be ${databaseExample} (the value isn’t shown because it may contain a password).`,
		read: (text: string) => text || null,
	},
	's3-bucket': {
		...matching(
			'NAME',
			'a bucket name of 3 to 63 lowercase letters, digits, dots and hyphens',
			/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
		),
		help: 'S3-compatible bucket for objects, instead of the data folder (see docs/deployment.md)',
	},
	's3-endpoint': address('https://s3.example.org', 'URL of the store, if it isn’t Amazon S3'),
	's3-public-endpoint': address('https://s3.example.org', 'URL at which browsers reach the store, if different'),
	's3-region': {
		...matching('NAME', 'a region such as us-east-1', /^[a-z0-9-]+$/),
		help: 'bucket region',
		fallback: 'us-east-1',
	},
	's3-prefix': {
		...matching('TEXT', 'text with only letters, digits and _ - . /', /^[\w./-]*$/),
		help: 'prefix for all keys in the bucket',
	},
	's3-downloads': choice(
		['service', 'store'],
		'how downloads are served: by the service, or by the store through URLs valid for a minute',
	),
	'part-bytes': number(1024, maxBytes, 64 * mebibyte, 'maximum size of an object that contains rows, in bytes'),
	's3-cache-bytes': number(
		0,
		maxBytes,
		10 * gibibyte,
		'maximum total size of the bucket’s objects cached on this machine, in bytes',
	),
	'public-url': address(
		'https://data.example.org',
		'URL at which users reach the service, if different from the address it listens on',
	),
	'allowed-hosts': list(
		'HOSTS',
		'hosts such as data.example.org or data.example.org:8443',
		host,
		'other hosts at which users reach the service (Host header), separated by commas (repeatable)',
	),
	'console-origin': list(
		'ORIGINS',
		'origins such as https://console.example.org',
		origin,
		'origins of consoles served elsewhere, separated by commas',
	),
	'console-url': list(
		'URL',
		'URLs such as https://example.org/data/console',
		webAddress,
		'URL of a console served elsewhere under a path (repeatable)',
	),
	'trusted-proxy': list(
		'ADDRESS',
		'IP addresses or networks such as 127.0.0.1 or 10.0.0.0/8',
		network,
		'address or network of a trusted proxy (repeatable, see docs/deployment.md)',
	),
	service: {
		...kind('[NAME=]URL', serviceExample, (text) => listOf(text).every(listedService), listOf),
		list: true,
		help: 'another service to offer in the console. Without a name: serve only the console, for that service',
	},
	proxy: switched(
		'with --service URL: proxy requests to that service through this server, if the service doesn’t allow requests from other origins',
	),
	connect: list(
		'ORIGIN',
		'origins such as https://objects.example.org',
		origin,
		'another origin that the console may call, such as an object store (repeatable)',
	),
	'console-dir': path('dist/console', 'folder with the built console'),
	sample: yesOrNo('whether to create the sample workspace in a new catalog'),
	'core-only': switched('serve only the core API, without extensions'),
	'keep-runs-days': days(7, 'days to keep runs, their logs and their outputs'),
	'keep-preview-bytes': number(
		0,
		maxBytes,
		20 * gibibyte,
		'maximum total size of preview outputs, in bytes (the oldest are deleted first)',
	),
	'keep-versions': number(1, 10_000, 20, 'versions of each dataset to keep, regardless of age'),
	'keep-versions-days': days(30, 'days to keep all versions of each dataset'),
	'keep-ingestions-days': days(90, 'days to keep ended ingestions and their rejected rows'),
	'keep-audit-days': days(400, 'days to keep audit log entries'),
	durability: choice(
		['safe', 'fast'],
		'whether writes reach the disk before they’re acknowledged (safe), or may be lost in a power failure (fast)',
	),
	'scrub-days': {
		...number(0, 365, 7, 'days between background verifications of all stored objects, or 0 for never'),
		read: (text: string) => Number(text) * 86_400_000,
	},
	'keep-row-results-days': days(1, 'days to keep row query results after their last use'),
	'keep-row-results-bytes': number(
		0,
		maxBytes,
		10 * gibibyte,
		'maximum total size of row query results, in bytes (the least recently used are deleted first)',
	),
	'max-body-bytes': number(1024, maxBytes, 8 * mebibyte, 'maximum size of a request body, in bytes'),
	'link-seconds': number(1, 86_400, 900, 'lifetime of a download URL, in seconds'),
	'token-seconds': number(60, 31_536_000, 43_200, 'lifetime of a sign-in token, in seconds'),
	passphrases: yesOrNo('whether users can sign in with passphrases'),
	'sign-in-links': yesOrNo('whether users can sign in with one-time links from npm run sign-in'),
	'oidc-issuer': {
		...kind('URL', issuerMust, issuer, (text) => text || null),
		help: 'OpenID Connect provider for sign-in (see docs/sign-in.md)',
	},
	'oidc-client-id': {
		...kind('ID', 'the client ID of this service at the provider', () => true, asIs),
		help: 'client ID of this service at the provider',
	},
	'oidc-client-secret': {
		...kind(
			'TEXT',
			'the client secret of this service at the provider',
			() => true,
			(text) => text || null,
		),
		help: 'client secret of this service at the provider (use the variable DATASET_CONSOLE_OIDC_CLIENT_SECRET to hide it)',
	},
	'oidc-scopes': {
		...matching('SCOPES', 'scopes separated by spaces, including openid', /^(\S+ )*openid( \S+)*$/),
		fallback: 'openid profile email',
		help: 'scopes requested from the provider',
	},
	'oidc-label': {
		...kind('TEXT', 'text of at most 60 characters', (text) => text.length <= 60, asIs),
		fallback: 'Sign in with single sign-on',
		help: 'label of the provider’s button on the sign-in page',
	},
	'oidc-email-domains': list(
		'DOMAINS',
		'domains such as example.org',
		(value) => /^[\w-]+(\.[\w-]+)+$/.test(value),
		'email domains of users who can sign in with the provider (addresses must be verified). Default: any',
	),
	'oidc-admins': {
		...matching('CLAIM=VALUE', 'a claim and a value such as groups=data-admins', /^[^=\s]+=.+$/),
		help: 'claim that grants admin rights to users from the provider (users without the claim aren’t admins)',
	},
	'oidc-link-emails': switched(
		'at the first sign-in, use an existing user with the same email address, if the provider has verified the address',
	),
	'oidc-prompt': choice(
		['default', 'login', 'select_account'],
		'whether the provider asks users to sign in again (login) or to choose an account (select_account), even if they’re signed in there',
	),
	engine: choice(['duckdb', 'spark'], 'engine for SQL in BuildSpecs (for Spark, see docs/spark.md)'),
	'spark-url': {
		...kind('URL', 'a URL such as sc://spark.example.org:15002', () => true, asIs),
		problem: (text: string) =>
			/^sc:\/\/[^\s/]+(\/.*)?$/.test(text)
				? null
				: 'must be a URL such as sc://spark.example.org:15002 (the value isn’t shown because it may contain a token).',
		read: (text: string) => text || null,
		help: 'URL of Spark Connect for --engine spark (use the variable DATASET_CONSOLE_SPARK_URL to hide a token in it)',
	},
	'run-deadline-ms': number(100, 86_400_000, 120_000, 'maximum duration of a run, in ms'),
	'run-memory-bytes': number(128 * mebibyte, maxBytes, defaultMemory, 'maximum memory of a run, in bytes'),
	'run-output-bytes': number(1024, maxBytes, 4 * gibibyte, 'maximum output of a run, in bytes'),
	'run-concurrency': number(1, 64, 2, 'maximum number of concurrent runs'),
	'run-waiting': number(0, 16, 2, 'number of runner processes kept ready for runs'),
	'run-threads': number(1, 256, defaultThreads, 'threads per run'),
	isolation: choice(
		['auto', 'off', 'required'],
		'whether the operating system isolates runs: if possible (auto), never (off) or always (required). See docs/isolation.md',
	),
	'user-requests-per-minute': number(0, 1_000_000, 0, 'maximum requests per minute for each user, or 0 for no limit'),
	'user-runs-at-once': number(0, 10_000, 100, 'maximum queued and running runs per user, or 0 for no limit'),
	'user-runs-per-day': number(0, 1_000_000, 0, 'maximum runs that a user can start in 24 hours, or 0 for no limit'),
	'user-bytes': number(
		0,
		maxBytes,
		0,
		'maximum total size of the datasets in a user’s namespaces, in bytes, or 0 for no limit',
	),
	'requests-at-once': number(
		1,
		10_000,
		64,
		'maximum number of concurrent requests of each kind. Requests over the limit are rejected with 503',
	),
	'disk-reserve-bytes': number(
		0,
		maxBytes,
		256 * mebibyte,
		'free disk space below which writes are rejected, in bytes, or 0 to never reject them',
	),
	log: choice(['text', 'json'], 'log format. json also logs every request'),
	'log-level': choice(['info', 'debug'], 'log level. debug also logs every client that disconnects'),
	metrics: choice(
		['loopback', 'all', 'off'],
		'who can read /metrics: this machine (loopback), anyone who can reach the port (all), or no one (off)',
	),
	models: {
		...explained('can’t be used', readModelsFile),
		value: 'FILE',
		help: 'JSON file with the language models for agents (see docs/agents.md)',
		must: 'the path of a JSON file',
	},
	'model-deadline-ms': number(100, 3_600_000, 60_000, 'maximum time for a model’s answer, in ms'),
	'agent-query-ms': number(100, 3_600_000, 30_000, 'maximum time for a query written by an agent, in ms'),
	'keep-conversations-days': days(7, 'days to keep conversations with the assistant after the last question'),
	'keep-conversations': number(1, 10_000, 100, 'maximum number of stored conversations per user'),
	'git-folder': list(
		'PATHS',
		'paths',
		() => true,
		'folder with Git repositories for pipelines, in addition to repositories in the data folder (repeatable)',
	),
	'git-host': list(
		'HOSTS',
		'hosts such as git.example.org or git.example.org:8443',
		host,
		'host from which the service may fetch pipeline repositories over HTTPS (repeatable)',
	),
	'git-bytes': number(
		1024,
		2 * gibibyte,
		64 * mebibyte,
		'maximum size of a fetch, and of each file in .git (such as a pack), in bytes',
	),
	'git-deadline-ms': number(100, 3_600_000, 60_000, 'maximum time for reading a repository, in ms'),
	'reset-sample': switched('reset the sample workspace'),
	chaos: {
		...explained('isn’t valid', parseChaos),
		value: 'RULES',
		help: 'for development: delays and failures by operation, see CONTRIBUTING.md',
		must: 'rules such as "listBuildSpecs:latency=2000,rate=0.5;updateBuildSpec:fail=503;*:drop"',
	},
	help: switched('show this help'),
} satisfies Record<string, Option>;

export type Name = keyof typeof options;
export type Values = <N extends Name>(name: N) => ReturnType<(typeof options)[N]['read']>;

export const table = (Object.keys(options) as Name[]).map((name) => {
	const option: Option = options[name];
	return {
		list: false,
		fallback: '',
		env: `DATASET_CONSOLE_${name.toUpperCase().replaceAll('-', '_')}`,
		...option,
		name,
		flag: `--${name}`,
	};
});

export const valuesOf = (texts: ReadonlyMap<Name, string>): Values =>
	((name: Name) => options[name].read(texts.get(name) ?? '')) as Values;
