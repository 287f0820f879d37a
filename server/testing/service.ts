import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../logging/log.ts';
import { issueToken } from '../platform/access/tokens.ts';
import { findUser } from '../platform/access/users.ts';
import type { Platform } from '../platform/state/platform.ts';
import { openService } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import type { TokenPermission } from '../store/catalog/schema/tokens.ts';
import { openTestCatalog } from './catalog.ts';
import { differenceFrom } from './check-response.ts';
import { openTestDatabase } from './database.ts';

export interface TestRequest {
	/** The user whose token is sent; none if absent. */
	readonly as?: string;
	readonly token?: string;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
}

export interface TestService {
	readonly platform: Platform;
	readonly settings: Settings;
	/** The app, without a port: `fetch(request)`. */
	readonly app: { fetch(request: Request): Response | Promise<Response> };
	/** A token of a sample user, `demo` or `guest`; restricted if permissions are given. */
	tokenFor(username: string, permissions?: readonly TokenPermission[]): Promise<string>;
	/** Calls a path of the API or, if it starts with `http`, any URL of the service. */
	request(method: string, path: string, options?: TestRequest): Promise<Response>;
	/** Like `request`, and parses the response. */
	json<T>(method: string, path: string, options?: TestRequest): Promise<T>;
	/** Advances the service's clock, milliseconds. */
	wait(ms: number): void;
	close(): Promise<void>;
}

/**
 * The whole service with the sample workspace, in this process: objects in a temporary folder, the catalog in memory or, if TEST_DATABASE_URL names a
 * PostgreSQL, in its own database there.
 * @param folder the data folder, which is kept; if absent, a new one that is removed afterwards
 * @param log of failures; if absent, lines on stderr
 */
export async function createTestService(
	overrides: Partial<Settings> = {},
	folder?: string,
	log?: Log,
): Promise<TestService> {
	const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'dataset-console-')));
	const { settings: defaults } = readSettings(['--data-dir', dataDir, '--run-waiting', '0', '--run-threads', '1'], {});
	const database = await openTestDatabase();
	const settings = { ...defaults, consoleDir: null, databaseUrl: database?.url ?? null, ...overrides };
	let moved = 0;
	const { platform, app, close } = await openService({
		settings,
		sweeps: false,
		...(log === undefined ? {} : { log }),
		...(database === null ? { catalog: await openTestCatalog() } : {}),
		now: () => new Date(Date.now() + moved),
	});
	const tokens = new Map<string, string>();

	const tokenFor = async (username: string, permissions?: readonly TokenPermission[]) => {
		const user = await findUser(platform.catalog.db, username);
		if (user === null) throw new Error(`The sample has no user ${username}.`);
		const wanted = { userId: user.id, name: 'Test', permissions: permissions ?? null, seconds: settings.tokenSeconds };
		return (await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token;
	};
	const rememberedToken = async (username: string) => {
		const token = tokens.get(username) ?? (await tokenFor(username));
		tokens.set(username, token);
		return token;
	};
	const request: TestService['request'] = async (method, path, options = {}) => {
		const headers = new Headers(options.headers);
		const token = options.as === undefined ? options.token : await rememberedToken(options.as);
		if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
		if (options.body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
		const body = options.body === undefined ? null : JSON.stringify(options.body);
		const address = path.startsWith('http') ? path : `${settings.publicUrl}/api/v1${path}`;
		const response = await app.fetch(new Request(address, { method, headers, body }));
		const isStream = ['text/event-stream', 'application/x-ndjson'].includes(response.headers.get('content-type') ?? '');
		// With the core only, extensions don't exist, even if the core has something else at that path.
		const isMissing = settings.coreOnly && [404, 405].includes(response.status);
		const difference = isStream || isMissing ? null : await differenceFrom(method, address, response);
		if (difference !== null) throw new Error(difference);
		return response;
	};
	return {
		platform,
		settings,
		app,
		tokenFor,
		request,
		json: async (method, path, options) => (await request(method, path, options)).json(),
		wait(ms) {
			moved += ms;
		},
		async close() {
			await close();
			await database?.drop();
			if (folder === undefined) await rm(dataDir, { recursive: true, force: true });
		},
	};
}
