/** Every setting of the service, checked once at start and handed down; nothing below the root reads the environment. */
export interface Settings {
	/** Folder of everything the service keeps: keys, catalog, objects, runner folders. */
	readonly dataDir: string;
	/** Address to listen on; loopback unless said otherwise. */
	readonly host: string;
	/** Port; 0 asks the system for a free one. */
	readonly port: number;
	/** Where people reach the service, without a trailing slash, for example `http://127.0.0.1:8750`. */
	readonly publicUrl: string;
	/** Hosts that the service answers under besides loopback's and the public one; one without a port means any port. */
	readonly allowedHosts: readonly string[];
	/** Origins of consoles that are served elsewhere and may call this service from a browser. */
	readonly consoleOrigins: readonly string[];
	/** Addresses of such consoles that lie below a path, without a trailing slash. Their origins may call this service too. */
	readonly consoleUrls: readonly string[];
	/** IP addresses, and networks such as `10.0.0.0/8`, of proxies whose `X-Forwarded-For` says where a call comes from. */
	readonly trustedProxies: readonly string[];
	/** Folder of the built console, or null to serve the API alone. */
	readonly consoleDir: string | null;
	/** Largest request body, bytes. */
	readonly maxBodyBytes: number;
	/** Lifetime of a signed download address, seconds. */
	readonly linkSeconds: number;
	/** Lifetime of a token from sign-in, seconds. */
	readonly tokenSeconds: number;
	/** Whether to create the sample workspace when the catalog is empty. */
	readonly sample: boolean;
	/** PostgreSQL that holds the catalog; null for the embedded one. It may hold a password: never print it. */
	readonly databaseUrl: string | null;
	/** Where objects are kept; null for a folder of the data folder. */
	readonly s3: S3Settings | null;
	/** Bytes from which on a dataset's rows are kept in several objects, of about so many bytes at most. */
	readonly partBytes: number;
	/** Offer what the interface states and none of the extensions. */
	readonly coreOnly: boolean;
	readonly retention: RetentionSettings;
	readonly limits: LimitSettings;
	/** `text`: what goes wrong, in words. `json`: that, and every request, an object a line. */
	readonly log: 'text' | 'json';
	/** Who may read `/metrics`: whoever calls from this machine, everybody who reaches the port, or nobody. */
	readonly metrics: 'loopback' | 'all' | 'off';
	/** Other services that the console offers to sign in to. */
	readonly services: readonly { readonly name: string; readonly baseUrl: string }[];
	/** Other origins that the console may call, such as object stores. */
	readonly connect: readonly string[];
	/** Delays and failures for development; none where empty. */
	readonly chaos: readonly ChaosRule[];
	readonly engine: EngineSettings;
	readonly git: GitSettings;
	readonly models: ModelSettings;
	readonly conversations: ConversationSettings;
}

/** Whether several processes may serve the same catalog and objects: they share a PostgreSQL and a bucket, and nothing else. */
export const isShared = ({ databaseUrl, s3 }: Pick<Settings, 'databaseUrl' | 's3'>): boolean =>
	databaseUrl !== null && s3 !== null;

/** A bucket of an S3-compatible store. Credentials are found as the AWS SDK finds them. */
export interface S3Settings {
	/** Null for Amazon's own. */
	readonly endpoint: string | null;
	/** Where browsers reach the store, when that is another address; null for the same. */
	readonly publicEndpoint: string | null;
	readonly region: string;
	readonly bucket: string;
	/** What all keys begin with; empty, or ending with `/`. */
	readonly prefix: string;
	/** Who hands downloads out: the store, by addresses of a minute, or the service, where a revocation bites at once. */
	readonly downloads: 'store' | 'service';
	/** Most bytes of objects that are kept on this machine beside those in use. */
	readonly cacheBytes: number;
}

/** A console without a service of its own. */
export interface ConsoleAlone {
	/** The service that it is for; `baseUrl` ends in `/api/v1`. */
	readonly service: { readonly name: string; readonly baseUrl: string };
	/** Whether its calls pass through the console's origin, because the service does not let the browser in. */
	readonly proxy: boolean;
}

/** Language models that agents may use. Without one they work with what is built in. */
export interface ModelSettings {
	/** The first one is asked where a request names none. */
	readonly providers: readonly ProviderSettings[];
	/** Longest time that a model may take for one answer, milliseconds. */
	readonly deadlineMs: number;
}

/** An OpenAI-compatible service of language models. */
export interface ProviderSettings {
	readonly name: string;
	/** For example `http://127.0.0.1:11434/v1`. */
	readonly baseUrl: string;
	/** Null where it needs none. Never print it. */
	readonly apiKey: string | null;
	/** Names of its models; the first one is asked where a request names none. */
	readonly models: readonly string[];
	/** Whether it takes a JSON Schema as the form of an answer. */
	readonly structured: boolean;
	/** How much chance there is in an answer; null where the provider does not take it. */
	readonly temperature: number | null;
}

export interface ConversationSettings {
	/** How long a conversation is kept after its last turn, milliseconds. */
	readonly keepMs: number;
	/** Most conversations of one user; the oldest go first. */
	readonly most: number;
}

/** Where pipelines' repositories are read from, and within which limits. */
export interface GitSettings {
	/** Folders in which repositories lie; the first is the data folder's own, which holds the sample's. */
	readonly folders: readonly string[];
	/** Hosts that repositories are fetched from over https, in lower case, with the port where it is not 443. */
	readonly hosts: readonly string[];
	/** Most bytes that are fetched of a repository, and of one file of Git's that is read. */
	readonly maxBytes: number;
	/** Longest time that reading a repository may take, milliseconds. */
	readonly deadlineMs: number;
}

/** What one user may do at most; 0 for no limit. */
export interface LimitSettings {
	readonly requestsPerMinute: number;
	/** Runs that have not ended. */
	readonly runsAtOnce: number;
	/** Runs that began within 24 hours. */
	readonly runsPerDay: number;
	/** Bytes of the datasets in a user's namespaces. */
	readonly bytesOfUser: number;
}

export interface RetentionSettings {
	/** How long an ended run is kept with its log and outputs, milliseconds. */
	readonly runsMs: number;
	/** Most bytes of preview outputs that are kept. */
	readonly previewBytes: number;
	/** How long an ingestion is listed after it ended, milliseconds. */
	readonly ingestionsMs: number;
}

/** What is done to an operation's requests, for development. */
export interface ChaosRule {
	/** Id of an operation, or `*` for all. */
	readonly operation: string;
	/** How many of the requests are met, from 0 to 1. */
	readonly rate: number;
	/** Milliseconds that a request waits before anything else happens to it. */
	readonly latencyMs: number;
	/** What happens then: an error status, no answer before (`drop`) or after (`after`) the work, half an answer (`cut`), or null for nothing. */
	readonly effect: { readonly fail: number } | 'drop' | 'after' | 'cut' | null;
}

export interface EngineSettings {
	/** Longest time a run may take, milliseconds. */
	readonly deadlineMs: number;
	/** Most memory a runner process may hold, bytes. */
	readonly memoryBytes: number;
	/** Largest output of a run, bytes. */
	readonly maxOutputBytes: number;
	/** Runs that execute at the same time. */
	readonly concurrency: number;
	/** Runner processes kept waiting. */
	readonly waiting: number;
	/** Threads of one runner. */
	readonly threads: number;
}
