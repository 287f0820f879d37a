import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '../platform/access/tokens.ts';
import { findUser } from '../platform/access/users.ts';
import { openService, type Service } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { programFile } from './built-programs.ts';
import { openTestDatabase } from './database.ts';

/** A data folder whose service runs either in this process, to inspect it, or in its own, to be killed. */
export interface KilledService {
	readonly settings: Settings;
	/** Opens the service in this process, runs work with it and closes it. */
	inProcess<T>(work: (service: Service) => Promise<T>): Promise<T>;
	/** A token of the sample user `demo`, for a service in this process. */
	token(service: Service): Promise<string>;
	start(): Promise<RunningService>;
	dispose(): Promise<void>;
}

interface RunningService {
	/** Without a trailing slash. */
	readonly address: string;
	/** Ends it abruptly, like a power failure, and resolves when it's gone. */
	kill(): Promise<void>;
}

/** @param flags of the service, in addition to its location */
export async function createKilledService(flags: readonly string[] = []): Promise<KilledService> {
	const dataDir = await mkdtemp(join(tmpdir(), 'dataset-killed-'));
	const database = await openTestDatabase();
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0', ...flags], {
		DATABASE_URL: database?.url,
	});
	let child: ChildProcess | null = null;
	return {
		settings,
		inProcess: async (work) => {
			const service = await openService({ settings, sweeps: false });
			try {
				return await work(service);
			} finally {
				await service.close();
			}
		},
		token: async ({ platform }) => {
			const user = await findUser(platform.catalog.db, 'demo');
			const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 600 };
			return (await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token;
		},
		start: async () => {
			// The process doesn't live long enough for optimized code to pay off.
			const started = spawn(
				process.execPath,
				['--liftoff-only', programFile('main'), '--data-dir', dataDir, '--port', '0', '--run-waiting', '0', ...flags],
				{ env: { ...process.env, DATABASE_URL: database?.url ?? '' }, stdio: ['ignore', 'pipe', 'inherit'] },
			);
			child = started;
			const gone = new Promise<void>((resolve) => started.once('exit', () => resolve()));
			return {
				address: await addressOf(started),
				kill: async () => {
					started.kill('SIGKILL');
					await gone;
				},
			};
		},
		dispose: async () => {
			child?.kill('SIGKILL');
			await database?.drop();
			await rm(dataDir, { recursive: true });
		},
	};
}

/** The URL that a service process prints. */
export const addressOf = (started: ChildProcess): Promise<string> =>
	new Promise((resolve, reject) => {
		let text = '';
		started.once('exit', () => reject(new Error(`The service ended: ${text}`)));
		started.stdout?.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			const found = /running at (\S+)/.exec(text)?.[1];
			if (found !== undefined) resolve(found);
		});
	});
