import { listText } from '#lib/text/list-text.ts';
import { type Name, table, type Values, valuesOf, withoutSlash } from './options.ts';
import { missingKey } from './read-models.ts';
import { isNamed, settingsOf } from './settings-of.ts';

export class SettingsError extends Error {
	override name = 'SettingsError';
}

/** Reads the command line, then the environment, then defaults. @throws SettingsError that names every affected flag or variable */
export function readSettings(argv: readonly string[], env: Readonly<Record<string, string | undefined>>) {
	const { flags, problems } = readFlags(argv);
	const texts = new Map<Name, string>();
	for (const option of table) {
		const flag = flags.get(option.name);
		const found = flag ?? (env[option.env] || option.fallback);
		const problem = found === option.fallback ? null : option.problem(found);
		if (problem !== null) problems.push(`${flag === undefined ? option.env : option.flag} ${problem}`);
		texts.set(option.name, found);
	}
	const value = valuesOf(texts);
	const key = problems.length > 0 ? undefined : missingKey(value('models'), env);
	if (key !== undefined)
		problems.push(
			`${texts.get('models')} names the environment variable ${key}, which isn’t set. Set it to your API key for the provider.`,
		);
	problems.push(...aloneProblems(value), ...signInProblems(value));
	if (value('engine') === 'spark' && value('spark-url') === null)
		problems.push('--engine spark requires the URL of Spark Connect: --spark-url sc://spark.example.org:15002.');
	if (problems.length > 0) throw new SettingsError(problems.join('\n'));
	return {
		settings: settingsOf(value, env),
		resetSample: value('reset-sample'),
		/** Serve only the console, for a service that runs elsewhere; null to serve our own. */
		alone: aloneOf(value),
	};
}

export function helpText(): string {
	const lefts = table.map((option) => (option.value === null ? option.flag : `${option.flag} ${option.value}`));
	const widest = Math.max(...lefts.map((left) => left.length));
	const lines = table.map((option, index) => {
		const fallback = option.value === null || option.fallback === '' ? '' : ` (${option.fallback})`;
		return `  ${lefts[index]?.padEnd(widest)}  ${option.help}${fallback}`;
	});
	return [
		'Starts the dataset service and serves the console. With --service URL, serves only the console, for that service.',
		'',
		...lines,
		'',
		'Each option can also be set as an environment variable, such as DATASET_CONSOLE_DATA_DIR for --data-dir (DATABASE_URL for --database-url). The command line takes precedence.',
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
			const hint = meant.length > 0 ? `Did you mean ${listText(meant, 'or')}?` : 'Run with --help to see all options.';
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

function aloneProblems(value: Values): string[] {
	const unnamed = value('service').filter((service) => !isNamed(service));
	if (unnamed.length > 1) {
		return [
			`These services have no name: ${unnamed.join(' and ')}. Only one service can be without a name. Name the others, for example: --service "Test=${unnamed[1]}".`,
		];
	}
	const isLost = value('proxy') && unnamed.length === 0;
	return isLost ? ['--proxy requires a service: --service https://data.example.org/api/v1.'] : [];
}

function signInProblems(value: Values): string[] {
	const hasProvider = value('oidc-issuer') !== null;
	if (hasProvider && value('oidc-client-id') === '') {
		return ['--oidc-issuer requires the client ID of this service at the provider: --oidc-client-id ID.'];
	}
	if (hasProvider || value('passphrases') || value('sign-in-links')) return [];
	return [
		'No one could sign in: passphrases and sign-in links are turned off. Turn one of them on, or set a provider with --oidc-issuer URL.',
	];
}

/** A console without its own service, and the service it's for; that service's `baseUrl` ends in `/api/v1`. */
function aloneOf(value: Values) {
	const address = value('service').find((service) => !isNamed(service));
	if (address === undefined) return null;
	const plain = withoutSlash(address);
	const baseUrl = plain.endsWith('/api/v1') ? plain : `${plain}/api/v1`;
	return {
		service: { name: new URL(baseUrl).host, baseUrl },
		/** Whether its calls are forwarded through the console's origin, because the service doesn't allow that origin. */
		proxy: value('proxy'),
	} as const;
}
