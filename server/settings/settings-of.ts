import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type Values, withoutSlash } from './options.ts';
import { limitsOf, providersOf } from './read-models.ts';

export function addressOf(host: string, port: number): string {
	const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host;
	return `http://${name}:${port}`;
}

/** An entry is a bare URL, or a name and a URL. */
export const isNamed = (service: string): boolean => !/^https?:\/\//i.test(service);

/** Every setting of the service, validated once at startup and passed down; only the root reads the environment. */
export function settingsOf(value: Values, env: Readonly<Record<string, string | undefined>>) {
	const [host, port, dataDir, consoleDir] = [value('host'), value('port'), value('data-dir'), value('console-dir')];
	const s3 = s3Of(value);
	return {
		/** Folder of everything the service stores: keys, catalog, objects, runner folders. */
		dataDir,
		/** Address to listen on; defaults to loopback. */
		host,
		/** Port; 0 asks the system for a free one. */
		port,
		/** Where users reach the service, without a trailing slash, for example `http://127.0.0.1:8750`. */
		publicUrl: value('public-url') ?? addressOf(host, port),
		/** Hosts that the service answers for besides loopback and the public one; without a port, any port is accepted. */
		allowedHosts: value('allowed-hosts'),
		/** Origins of separately hosted consoles that may call this service from a browser. */
		consoleOrigins: value('console-origin'),
		/** URLs of such consoles below a path, without a trailing slash. Their origins may call this service too. */
		consoleUrls: value('console-url').map(withoutSlash),
		/** IP addresses, and networks such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` is trusted. */
		trustedProxies: value('trusted-proxy'),
		/** Folder of the built console, or null to serve the API alone. */
		consoleDir: existsSync(consoleDir) ? consoleDir : null,
		/** Largest request body, bytes. */
		maxBodyBytes: value('max-body-bytes'),
		/** Lifetime of a signed download URL, seconds. */
		linkSeconds: value('link-seconds'),
		/** Lifetime of a token from sign-in, seconds. */
		tokenSeconds: value('token-seconds'),
		passphrases: value('passphrases'),
		/** Whether users may sign in with one-time URLs. */
		signInLinks: value('sign-in-links'),
		/** The OpenID Connect provider that users may sign in with; null if there is none. */
		oidc: oidcOf(value),
		/** Whether to create the sample workspace when the catalog is empty. */
		sample: value('sample'),
		/** PostgreSQL for the catalog; null for the embedded one. It may contain a password: never print it. */
		databaseUrl: value('database-url'),
		/** Bucket for objects; null for the data folder. */
		s3,
		/** Size from which a dataset's rows are split into several objects, and their approximate maximum, bytes. */
		partBytes: value('part-bytes'),
		/** Offer only the core of the interface, without extensions. */
		coreOnly: value('core-only'),
		retention: {
			/** How long an ended run is kept with its log and outputs, milliseconds. */
			runsMs: value('keep-runs-days'),
			/** Maximum bytes of preview outputs kept. */
			previewBytes: value('keep-preview-bytes'),
			/** Minimum number of versions kept per dataset, including the current one. */
			versions: value('keep-versions'),
			/** How long every version of a dataset is kept, milliseconds. */
			versionsMs: value('keep-versions-days'),
			/** How long an ingestion is listed after it ended, milliseconds. */
			ingestionsMs: value('keep-ingestions-days'),
			/** How long an entry of the audit log is kept, milliseconds. */
			auditMs: value('keep-audit-days'),
			/** How long a result of a row query is kept after its last use, milliseconds. */
			rowResultsMs: value('keep-row-results-days'),
			/** Maximum bytes of row query results. */
			rowResultBytes: value('keep-row-results-bytes'),
		},
		/** Whether writes reach the disk before they are acknowledged; if not, a power failure may lose some, but a crash of the service doesn't. */
		isDurable: value('durability') === 'safe',
		/** How often all stored objects are verified, milliseconds; 0 for never. */
		scrubMs: value('scrub-days'),
		/** Limits per user; 0 for no limit. */
		limits: {
			requestsPerMinute: value('user-requests-per-minute'),
			runsAtOnce: value('user-runs-at-once'),
			/** Runs started within 24 hours. */
			runsPerDay: value('user-runs-per-day'),
			/** Bytes of the datasets in a user's namespaces. */
			bytesOfUser: value('user-bytes'),
		},
		requestsAtOnce: value('requests-at-once'),
		/** Free space on the data folder's disk below which writes are refused, bytes. */
		diskReserveBytes: value('disk-reserve-bytes'),
		/** `text`: failures, as readable lines. `json`: failures and every request, one object per line. */
		log: value('log'),
		/** `debug`: also logs disconnected clients. */
		logLevel: value('log-level'),
		/** Who may read `/metrics`: clients on this machine, anyone who can reach the port, or nobody. */
		metrics: value('metrics'),
		/** Other services that users of the console can sign in to. */
		services: value('service').filter(isNamed).map(serviceOf),
		/** Other origins that the console may call, such as object stores. */
		connect: [...value('connect'), ...storeOrigins(s3)],
		/** Simulated delays and failures for development; empty for none. */
		chaos: value('chaos'),
		/** Where pipelines' repositories come from, and the limits for reading them. */
		git: {
			/** Folders with repositories; the first is the data folder's own, which has the sample's. */
			folders: [join(dataDir, 'repositories'), ...value('git-folder').map((folder) => resolve(folder))],
			/** Hosts to fetch repositories from over https, lower case, with the port unless it's 443. */
			hosts: value('git-host').map((host) => host.toLowerCase()),
			/** Maximum bytes fetched per repository, and maximum bytes of a single Git file. */
			maxBytes: value('git-bytes'),
			/** Time limit for reading a repository, milliseconds. */
			deadlineMs: value('git-deadline-ms'),
		},
		/** URL of a Spark Connect server, which then runs users' SQL; null for DuckDB. It may contain a token: never print it. */
		sparkUrl: value('engine') === 'spark' ? value('spark-url') : null,
		engine: {
			/** Time limit of a run, milliseconds. */
			deadlineMs: value('run-deadline-ms'),
			/** Maximum memory of a runner process, bytes. */
			memoryBytes: value('run-memory-bytes'),
			/** Maximum output of a run, bytes. */
			maxOutputBytes: value('run-output-bytes'),
			concurrency: value('run-concurrency'),
			/** Runner processes kept warm. */
			waiting: value('run-waiting'),
			threads: value('run-threads'),
			/** Whether runners are isolated from the system: if possible, never, or always, in which case the service otherwise doesn't start. */
			isolation: value('isolation'),
		},
		agents: {
			/** Time limit of a query that an agent writes, milliseconds. */
			queryMs: value('agent-query-ms'),
		},
		/** Language models for agents, which otherwise use the built-in reader. */
		models: {
			/** The first one is the default. */
			providers: providersOf(value('models'), env),
			limits: limitsOf(value('models')),
			currency: value('models').currency ?? 'USD',
			/** Time limit of one model response, milliseconds. */
			deadlineMs: value('model-deadline-ms'),
		},
		conversations: {
			/** How long a conversation is kept after its last turn, milliseconds. */
			keepMs: value('keep-conversations-days'),
			/** Maximum conversations per user; the oldest are removed first. */
			most: value('keep-conversations'),
		},
	} as const;
}

/** A bucket in an S3-compatible store. The AWS SDK finds the credentials. */
function s3Of(value: Values) {
	const bucket = value('s3-bucket');
	if (bucket === '') return null;
	const prefix = value('s3-prefix').replace(/^\/+|\/+$/g, '');
	return {
		/** Null for Amazon's own. */
		endpoint: value('s3-endpoint'),
		/** URL at which browsers reach the store, if different; null for the same. */
		publicEndpoint: value('s3-public-endpoint'),
		region: value('s3-region'),
		bucket,
		/** Prefix of all keys; empty, or ends with `/`. */
		prefix: prefix === '' ? '' : `${prefix}/`,
		/** Who serves downloads: the store, by URLs valid for a minute, or the service, where revocation takes effect immediately. */
		downloads: value('s3-downloads'),
		/** Maximum bytes of objects cached on this machine, excluding those in use. */
		cacheBytes: value('s3-cache-bytes'),
	} as const;
}

function oidcOf(value: Values) {
	const issuer = value('oidc-issuer');
	if (issuer === null) return null;
	const [claim = '', ...rest] = value('oidc-admins').split('=');
	return {
		/** As the provider spells it. */
		issuer,
		clientId: value('oidc-client-id'),
		/** Null for a public client. Never print it. */
		clientSecret: value('oidc-client-secret'),
		scopes: value('oidc-scopes'),
		label: value('oidc-label'),
		/** Domains of verified addresses that may sign in; empty for any. */
		emailDomains: value('oidc-email-domains').map((domain) => domain.toLowerCase()),
		/** The claim that makes the provider's users admins; null if the provider doesn't decide that. */
		admins: claim === '' ? null : { claim, value: rest.join('=') },
		/** Whether a verified address may be linked to an existing user. */
		linkEmails: value('oidc-link-emails'),
		prompt: value('oidc-prompt'),
	} as const;
}

/** Origins that the console downloads from if the store serves objects itself. */
function storeOrigins(s3: ReturnType<typeof s3Of>): string[] {
	if (s3 === null || s3.downloads === 'service') return [];
	const endpoint = s3.publicEndpoint ?? s3.endpoint;
	return [endpoint === null ? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com` : new URL(endpoint).origin];
}

function serviceOf(text: string): { readonly name: string; readonly baseUrl: string } {
	const at = text.indexOf('=');
	return { name: text.slice(0, at).trim(), baseUrl: withoutSlash(text.slice(at + 1).trim()) };
}
