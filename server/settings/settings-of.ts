import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { type Values, withoutSlash } from './options.ts';
import { limitsOf, providersOf } from './read-models.ts';

/** The address of a service that listens at a host and port. */
export function addressOf(host: string, port: number): string {
	const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : isIP(host) === 6 ? `[${host}]` : host;
	return `http://${name}:${port}`;
}

/** An address stands alone; a name comes before one. */
export const isNamed = (service: string): boolean => !/^https?:\/\//i.test(service);

/** Every setting of the service, checked once at start and handed down; nothing below the root reads the environment. */
export function settingsOf(value: Values, env: Readonly<Record<string, string | undefined>>) {
	const [host, port, dataDir, consoleDir] = [value('host'), value('port'), value('data-dir'), value('console-dir')];
	const s3 = s3Of(value);
	return {
		/** Folder of everything the service keeps: keys, catalog, objects, runner folders. */
		dataDir,
		/** Address to listen on; loopback unless said otherwise. */
		host,
		/** Port; 0 asks the system for a free one. */
		port,
		/** Where people reach the service, without a trailing slash, for example `http://127.0.0.1:8750`. */
		publicUrl: value('public-url') ?? addressOf(host, port),
		/** Hosts that the service answers under besides loopback's and the public one; one without a port means any port. */
		allowedHosts: value('allowed-hosts'),
		/** Origins of consoles that are served elsewhere and may call this service from a browser. */
		consoleOrigins: value('console-origin'),
		/** Addresses of such consoles that lie below a path, without a trailing slash. Their origins may call this service too. */
		consoleUrls: value('console-url').map(withoutSlash),
		/** IP addresses, and networks such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` says where a call comes from. */
		trustedProxies: value('trusted-proxy'),
		/** Folder of the built console, or null to serve the API alone. */
		consoleDir: existsSync(consoleDir) ? consoleDir : null,
		/** Largest request body, bytes. */
		maxBodyBytes: value('max-body-bytes'),
		/** Lifetime of a signed download address, seconds. */
		linkSeconds: value('link-seconds'),
		/** Lifetime of a token from sign-in, seconds. */
		tokenSeconds: value('token-seconds'),
		/** Whether people may sign in with passphrases. */
		passphrases: value('passphrases'),
		/** Whether people may sign in with one-time addresses. */
		signInLinks: value('sign-in-links'),
		/** The OpenID Connect provider that people may sign in with; null where there is none. */
		oidc: oidcOf(value),
		/** Whether to create the sample workspace when the catalog is empty. */
		sample: value('sample'),
		/** PostgreSQL that holds the catalog; null for the embedded one. It may hold a password: never print it. */
		databaseUrl: value('database-url'),
		/** Where objects are kept; null for a folder of the data folder. */
		s3,
		/** Bytes from which on a dataset's rows are kept in several objects, of about so many bytes at most. */
		partBytes: value('part-bytes'),
		/** Offer what the interface states and none of the extensions. */
		coreOnly: value('core-only'),
		retention: {
			/** How long an ended run is kept with its log and outputs, milliseconds. */
			runsMs: value('keep-runs-days'),
			/** Most bytes of preview outputs that are kept. */
			previewBytes: value('keep-preview-bytes'),
			/** How many versions of a dataset are kept at least, the current one included. */
			versions: value('keep-versions'),
			/** How long every version of a dataset is kept, milliseconds. */
			versionsMs: value('keep-versions-days'),
			/** How long an ingestion is listed after it ended, milliseconds. */
			ingestionsMs: value('keep-ingestions-days'),
			/** How long an entry of the audit log is kept, milliseconds. */
			auditMs: value('keep-audit-days'),
			/** How long a result of a row query is kept after its last use, milliseconds. */
			rowResultsMs: value('keep-row-results-days'),
			/** Most bytes of results of row queries. */
			rowResultBytes: value('keep-row-results-bytes'),
		},
		/** Whether a write is on the disk before it is acknowledged; otherwise a power cut, not a crash of the service, may lose it. */
		isDurable: value('durability') === 'safe',
		/** How often all stored objects are verified, milliseconds; 0 for never. */
		scrubMs: value('scrub-days'),
		/** What one user may do at most; 0 for no limit. */
		limits: {
			requestsPerMinute: value('user-requests-per-minute'),
			/** Queued and running runs. */
			runsAtOnce: value('user-runs-at-once'),
			/** Runs that began within 24 hours. */
			runsPerDay: value('user-runs-per-day'),
			/** Bytes of the datasets in a user's namespaces. */
			bytesOfUser: value('user-bytes'),
		},
		/** Requests that are worked on at the same time. */
		requestsAtOnce: value('requests-at-once'),
		/** Space on the data folder's disk, bytes, below which writes are refused. */
		diskReserveBytes: value('disk-reserve-bytes'),
		/** `text`: what goes wrong, in words. `json`: that, and every request, an object a line. */
		log: value('log'),
		/** `debug`: clients that disconnect too. */
		logLevel: value('log-level'),
		/** Who may read `/metrics`: whoever calls from this machine, everybody who reaches the port, or nobody. */
		metrics: value('metrics'),
		/** Other services that the console offers to sign in to. */
		services: value('service').filter(isNamed).map(serviceOf),
		/** Other origins that the console may call, such as object stores. */
		connect: [...value('connect'), ...storeOrigins(s3)],
		/** Delays and failures for development; none where empty. */
		chaos: value('chaos'),
		/** Where pipelines' repositories are read from, and within which limits. */
		git: {
			/** Folders in which repositories lie; the first is the data folder's own, which holds the sample's. */
			folders: [join(dataDir, 'repositories'), ...value('git-folder').map((folder) => resolve(folder))],
			/** Hosts that repositories are fetched from over https, in lower case, with the port where it is not 443. */
			hosts: value('git-host').map((host) => host.toLowerCase()),
			/** Most bytes that are fetched of a repository, and of one file of Git's that is read. */
			maxBytes: value('git-bytes'),
			/** Longest time that reading a repository may take, milliseconds. */
			deadlineMs: value('git-deadline-ms'),
		},
		/** Where Spark Connect answers, which then runs people’s SQL; null for DuckDB. It may hold a token: never print it. */
		sparkUrl: value('engine') === 'spark' ? value('spark-url') : null,
		engine: {
			/** Longest time a run may take, milliseconds. */
			deadlineMs: value('run-deadline-ms'),
			/** Most memory a runner process may hold, bytes. */
			memoryBytes: value('run-memory-bytes'),
			/** Largest output of a run, bytes. */
			maxOutputBytes: value('run-output-bytes'),
			/** Runs that execute at the same time. */
			concurrency: value('run-concurrency'),
			/** Runner processes kept waiting. */
			waiting: value('run-waiting'),
			/** Threads of one runner. */
			threads: value('run-threads'),
			/** Whether runners are separated from the rest of the system: where that works, never, or else the service doesn't start. */
			isolation: value('isolation'),
		},
		agents: {
			/** Longest time of a query that an agent writes, milliseconds. */
			queryMs: value('agent-query-ms'),
		},
		/** Language models that agents may use. Without one they work with what is built in. */
		models: {
			/** The first one is asked where a request names none. */
			providers: providersOf(value('models'), env),
			limits: limitsOf(value('models')),
			/** What costs are in. */
			currency: value('models').currency ?? 'USD',
			/** Longest time that a model may take for one answer, milliseconds. */
			deadlineMs: value('model-deadline-ms'),
		},
		conversations: {
			/** How long a conversation is kept after its last turn, milliseconds. */
			keepMs: value('keep-conversations-days'),
			/** Most conversations of one user; the oldest go first. */
			most: value('keep-conversations'),
		},
	} as const;
}

/** A bucket of an S3-compatible store. Credentials are found as the AWS SDK finds them. */
function s3Of(value: Values) {
	const bucket = value('s3-bucket');
	if (bucket === '') return null;
	const prefix = value('s3-prefix').replace(/^\/+|\/+$/g, '');
	return {
		/** Null for Amazon's own. */
		endpoint: value('s3-endpoint'),
		/** Where browsers reach the store, when that is another address; null for the same. */
		publicEndpoint: value('s3-public-endpoint'),
		region: value('s3-region'),
		bucket,
		/** What all keys begin with; empty, or ending with `/`. */
		prefix: prefix === '' ? '' : `${prefix}/`,
		/** Who hands downloads out: the store, by addresses of a minute, or the service, where a revocation bites at once. */
		downloads: value('s3-downloads'),
		/** Most bytes of objects that are kept on this machine beside those in use. */
		cacheBytes: value('s3-cache-bytes'),
	} as const;
}

function oidcOf(value: Values) {
	const issuer = value('oidc-issuer');
	if (issuer === null) return null;
	const [claim = '', ...rest] = value('oidc-admins').split('=');
	return {
		/** As the provider writes it. */
		issuer,
		clientId: value('oidc-client-id'),
		/** Null for a public client. Never print it. */
		clientSecret: value('oidc-client-secret'),
		scopes: value('oidc-scopes'),
		/** Text of the button. */
		label: value('oidc-label'),
		/** Domains of the verified addresses that may sign in; any where empty. */
		emailDomains: value('oidc-email-domains').map((domain) => domain.toLowerCase()),
		/** What makes a user of the provider an admin; null where the provider has no say in it. */
		admins: claim === '' ? null : { claim, value: rest.join('=') },
		/** Whether a verified address may lead to a user who exists. */
		linkEmails: value('oidc-link-emails'),
		prompt: value('oidc-prompt'),
	} as const;
}

/** What the console downloads from, where the store hands objects out itself. */
function storeOrigins(s3: ReturnType<typeof s3Of>): string[] {
	if (s3 === null || s3.downloads === 'service') return [];
	const endpoint = s3.publicEndpoint ?? s3.endpoint;
	return [endpoint === null ? `https://${s3.bucket}.s3.${s3.region}.amazonaws.com` : new URL(endpoint).origin];
}

function serviceOf(text: string): { readonly name: string; readonly baseUrl: string } {
	const at = text.indexOf('=');
	return { name: text.slice(0, at).trim(), baseUrl: withoutSlash(text.slice(at + 1).trim()) };
}
