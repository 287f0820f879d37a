/** Every setting of the service, checked once at start and handed down; nothing below the root reads the environment. */
export interface Settings {
	/** Folder of everything the service keeps: keys, catalogue, objects, runner folders. */
	readonly dataDir: string;
	/** Address to listen on; loopback unless said otherwise. */
	readonly host: string;
	/** Port; 0 asks the system for a free one. */
	readonly port: number;
	/** Where people reach the service, without a trailing slash, for example `http://127.0.0.1:8750`. */
	readonly publicUrl: string;
	/** Origins of consoles that are served elsewhere and may call this service from a browser. */
	readonly consoleOrigins: readonly string[];
	/** Folder of the built console, or null to serve the API alone. */
	readonly consoleDir: string | null;
	/** Largest request body, bytes. */
	readonly maxBodyBytes: number;
	/** Lifetime of a signed download address, seconds. */
	readonly linkSeconds: number;
	/** Lifetime of a token from sign-in, seconds. */
	readonly tokenSeconds: number;
	/** Whether to create the sample workspace when the catalogue is empty. */
	readonly sample: boolean;
	readonly engine: EngineSettings;
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
