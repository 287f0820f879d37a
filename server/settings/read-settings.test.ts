import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { helpText, readSettings, SettingsError } from './read-settings.ts';
import { addressOf } from './settings-of.ts';

const problem = (argv: string[], env: Record<string, string> = {}): string => {
	try {
		readSettings(argv, env);
	} catch (error) {
		if (error instanceof SettingsError) return error.message;
		throw error;
	}
	return 'no problem';
};

test('defaults to loopback, port 8750 and a local folder', () => {
	const { settings, resetSample } = readSettings([], {});
	expect(settings).toMatchObject({
		host: '127.0.0.1',
		port: 8750,
		publicUrl: 'http://127.0.0.1:8750',
		dataDir: resolve('.data'),
		consoleOrigins: [],
		sample: true,
		tokenSeconds: 43_200,
	});
	expect(resetSample).toBe(false);
});

test('flags override the environment, and can be written with a space or =', () => {
	const env = { DATASET_CONSOLE_PORT: '9000', DATASET_CONSOLE_DATA_DIR: '/srv/data', DATASET_CONSOLE_HOST: '' };
	const { settings } = readSettings(['--port=9001', '--console-origin', 'https://a.example,https://b.example'], env);
	expect(settings).toMatchObject({
		port: 9001,
		dataDir: resolve('/srv/data'),
		host: '127.0.0.1',
		consoleOrigins: ['https://a.example', 'https://b.example'],
	});
});

test('removes the trailing slash of the public URL', () => {
	expect(readSettings(['--public-url', 'https://data.example.org/x/'], {}).settings.publicUrl).toBe(
		'https://data.example.org/x',
	);
});

describe('rejects invalid settings with a message', () => {
	test.each([
		[['--port', 'abc'], '--port must be a whole number from 0 to 65535, not "abc".'],
		[['--port', '65536'], '--port must be a whole number from 0 to 65535, not "65536".'],
		[['--port'], '--port needs a value: a whole number from 0 to 65535.'],
		[['--port', '--help'], '--port needs a value: a whole number from 0 to 65535.'],
		[['--host', 'example.org'], '--host must be an IP address or "localhost", not "example.org".'],
		[['--public-url', 'data.example.org'], '--public-url must be a URL such as https://data.example.org,'],
		[['--console-origin', 'https://a.example/x'], '--console-origin must be origins'],
		[['--service', 'a.example/api/v1'], '--service must be a base URL'],
		[['--proxy'], '--proxy requires a service'],
		[['--engine', 'spark'], '--engine spark requires the URL of Spark Connect'],
		[['--spark-url', 'http://x/;token=secret'], '--spark-url must be a URL such as sc://spark.example.org:15002 (the'],
		[['--service', 'https://a.example', '--service', 'https://b.example'], 'Only one service can be without a name'],
		[['--allowed-hosts', 'https://a.example'], '--allowed-hosts must be hosts such as data.example.org'],
		[['--console-url', 'a.example/x'], '--console-url must be URLs'],
		[['--connect', 'a.example'], '--connect must be origins'],
		[['--trusted-proxy', '10.0.0.0/33'], '--trusted-proxy must be IP addresses or networks'],
		[['--trusted-proxy', 'proxy.example'], '--trusted-proxy must be IP addresses or networks'],
		[['--data-dir', ''], '--data-dir must be a path, not "".'],
	])('%j', (argv, words) => {
		expect(problem(argv)).toContain(words);
	});

	test('an unknown flag, with suggestions', () => {
		expect(problem(['--prot', '1'])).toBe('Unknown option --prot. Run with --help to see all options.');
		expect(problem(['--data', 'x'])).toBe('Unknown option --data. Did you mean --data-dir or --database-url?');
	});

	test('an environment variable, by its name', () => {
		const words = 'DATASET_CONSOLE_PORT must be a whole number from 0 to 65535, not "x".';
		expect(problem([], { DATASET_CONSOLE_PORT: 'x' })).toBe(words);
	});

	test('a chaos rule, with the reason', () => {
		expect(problem(['--chaos', 'getMe:explode'])).toContain(
			'--chaos isn’t valid: "explode" isn’t a rule. Use latency=',
		);
	});

	test('the URL of a database, without revealing it', () => {
		for (const [argv, env] of [
			[['--database-url', 'mysql://me:secret@db/x'], {}],
			[[], { DATABASE_URL: 'me:secret@db' }],
		] as const) {
			const words = problem([...argv], env);
			expect(words).toMatch(/^(--database-url|DATABASE_URL) must be a URL such as postgres:/);
			expect(words).not.toContain('secret');
		}
	});

	test('all problems at once', () => {
		expect(problem(['--port', 'x', '--host', 'y']).split('\n')).toHaveLength(2);
	});
});

test('reads the database, other services and origins, and the retention of runs', () => {
	const argv = ['--service', 'Test=https://a.example/api/v1/', '--service', 'Other=http://b.example/x/api/v1'];
	const { settings } = readSettings(
		[
			...argv,
			'--connect',
			'https://s3.example',
			'--trusted-proxy',
			'127.0.0.1,10.0.0.0/8',
			'--keep-runs-days',
			'2',
			'--core-only',
		],
		{
			DATABASE_URL: 'postgres://me:secret@db:5433/x',
		},
	);
	expect(settings).toMatchObject({
		databaseUrl: 'postgres://me:secret@db:5433/x',
		services: [
			{ name: 'Test', baseUrl: 'https://a.example/api/v1' },
			{ name: 'Other', baseUrl: 'http://b.example/x/api/v1' },
		],
		connect: ['https://s3.example'],
		coreOnly: true,
		trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
		retention: { runsMs: 172_800_000 },
	});
});

test('serves only the console if a service is given without a name', () => {
	const argv = ['--service', 'https://a.example/x/', '--service', 'Other=http://b.example/api/v1', '--proxy'];
	const { alone, settings } = readSettings(argv, {});
	expect(alone).toEqual({ service: { name: 'a.example', baseUrl: 'https://a.example/x/api/v1' }, proxy: true });
	expect(settings.services).toEqual([{ name: 'Other', baseUrl: 'http://b.example/api/v1' }]);
	expect(readSettings(argv.slice(2, 4), {}).alone).toBeNull();
});

test('the help lists the flags', () => {
	for (const flag of ['--port', '--host', '--data-dir', '--reset-sample', '--public-url', '--console-origin']) {
		expect(helpText()).toContain(`  ${flag}`);
	}
});

test('returns an address that a browser can open, whatever the host', () => {
	expect(addressOf('0.0.0.0', 80)).toBe('http://127.0.0.1:80');
	expect(addressOf('::1', 80)).toBe('http://[::1]:80');
});

describe('an OpenID Connect provider', () => {
	const issuer = ['--oidc-issuer', 'https://id.example.org/realms/main/'];
	test('is read with its secret from the environment, and keeps its issuer as written', () => {
		const env = { DATASET_CONSOLE_OIDC_CLIENT_SECRET: 'secret' };
		const flags = [...issuer, '--oidc-client-id', 'datasets', '--oidc-admins', 'groups=a=b'];
		expect(readSettings(flags, env).settings.oidc).toMatchObject({
			...{ issuer: 'https://id.example.org/realms/main/', clientId: 'datasets', clientSecret: 'secret' },
			...{ scopes: 'openid profile email', admins: { claim: 'groups', value: 'a=b' }, linkEmails: false },
		});
	});

	test('requires a client ID, https and the openid scope', () => {
		expect(problem(issuer)).toContain('--oidc-client-id');
		expect(problem(['--oidc-issuer', 'http://id.example.org'])).toContain('must be an https URL');
		expect(problem([...issuer, '--oidc-scopes', 'profile'])).toContain('openid');
	});

	test('is required if passphrases and sign-in links are off', () => {
		const off = ['--passphrases', 'false', '--sign-in-links', 'false'];
		expect(problem(off)).toContain('No one could sign in');
		expect(problem([...off, ...issuer, '--oidc-client-id', 'datasets'])).toBe('no problem');
	});
});
