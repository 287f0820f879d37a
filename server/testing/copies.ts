import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueToken } from '../platform/access/tokens.ts';
import { findUser } from '../platform/access/users.ts';
import { openService, type Service } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import { programFile } from './built-programs.ts';
import { openTestDatabase } from './database.ts';
import { type S3Server, s3Credentials, startS3Server } from './s3-server.ts';

/** Replicas of the service that share only a PostgreSQL and an S3 server. */
export interface Copies {
	readonly s3: S3Server;
	/** Opens another replica in this process, with its own folder. */
	open(): Promise<Copy>;
	/** Starts another replica as a separate process, which can be killed. Returns its URL. */
	start(): Promise<{ address: string; kill(): Promise<void> }>;
	dispose(): Promise<void>;
}

export interface Copy extends Service {
	/** A new token of a sample user, from this replica. */
	token(username?: string): Promise<string>;
	call(
		token: string,
		method: string,
		path: string,
		body?: unknown,
		headers?: Record<string, string>,
	): Promise<Response>;
}

export async function createCopies(flags: readonly string[] = []): Promise<Copies> {
	const database = await openTestDatabase();
	if (database === null) throw new Error('Copies need a PostgreSQL: run this with scripts/with-postgres.mjs.');
	const s3 = await startS3Server();
	const folders: string[] = [];
	const services = new Set<Service>();
	const children: ChildProcess[] = [];
	const env = { DATABASE_URL: database.url };
	const flagsFor = async () => {
		const dataDir = await mkdtemp(join(tmpdir(), 'dataset-copy-'));
		folders.push(dataDir);
		const storageFlags = ['--data-dir', dataDir, '--s3-bucket', 'data', '--s3-endpoint', s3.settings.endpoint ?? ''];
		return [
			...storageFlags,
			'--console-dir',
			join(dataDir, 'no-console'),
			'--port',
			'0',
			'--run-waiting',
			'1',
			'--run-threads',
			'1',
			...flags,
		];
	};
	return {
		s3,
		async open() {
			const { settings } = readSettings(await flagsFor(), env);
			const service = await openService({ settings, sweeps: false });
			services.add(service);
			const close = async () => {
				services.delete(service);
				await service.close();
			};
			return { ...service, close, token: (name = 'demo') => tokenOf(service, name), call: callerOf(service) };
		},
		async start() {
			const command = [programFile('main'), ...(await flagsFor())];
			const child = spawn(process.execPath, command, {
				env: { ...process.env, ...env, ...s3Credentials },
				stdio: ['ignore', 'pipe', 'inherit'],
			});
			children.push(child);
			const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
			return {
				address: await addressOf(child),
				kill: async () => {
					child.kill('SIGKILL');
					await gone;
				},
			};
		},
		async dispose() {
			for (const child of children) child.kill('SIGKILL');
			await Promise.all([...services].map((service) => service.close()));
			await s3.stop();
			await database.drop();
			await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
		},
	};
}

async function tokenOf({ platform }: Service, username: string): Promise<string> {
	const user = await findUser(platform.catalog.db, username);
	const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 600 };
	return (await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token;
}

const callerOf =
	({ app, platform }: Service): Copy['call'] =>
	async (token, method, path, body, headers = {}) => {
		const address = path.startsWith('http') ? path : `${platform.settings.publicUrl}/api/v1${path}`;
		const sent = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}`, ...headers };
		const content = body === undefined ? {} : { body: JSON.stringify(body) };
		return app.fetch(new Request(address, { method, headers: sent, ...content }));
	};

const addressOf = (child: ChildProcess): Promise<string> =>
	new Promise((resolve, reject) => {
		let text = '';
		child.once('exit', () => reject(new Error(`The copy ended: ${text}`)));
		child.stdout?.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			const found = /running at (\S+)/.exec(text)?.[1];
			if (found !== undefined) resolve(found);
		});
	});
