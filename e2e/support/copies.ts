import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openTestDatabase } from '../../server/testing/database.ts';
import { s3Credentials, startS3Server } from '../../server/testing/s3-server.ts';
import { startRoundRobin } from './round-robin.ts';
import { printSignIn, type Service, serviceOrigins, startProcess } from './service-process.ts';

/** Several copies of the service behind one URL, sharing a PostgreSQL and an S3 server. */
export interface ServiceOfCopies extends Service {
	/** Kills the copy that is answering a request whose URL contains a text; the others continue. */
	killAnswering(part: string): Promise<void>;
}

/** Number of copies that journeys run against; 0 for a single service with its own storage. */
export const copiesOfJourneys = Number(process.env.JOURNEY_COPIES ?? 0);

export async function startCopies(
	count: number,
	firstFlags: readonly string[] = [],
	clockOff = 0,
): Promise<ServiceOfCopies> {
	const database = await openTestDatabase();
	if (database === null) throw new Error('Copies need a PostgreSQL: run the journeys with npm run test:copies.');
	const s3 = await startS3Server();
	const env = {
		...s3Credentials,
		DATABASE_URL: database.url,
		DATASET_CONSOLE_S3_BUCKET: s3.settings.bucket,
		DATASET_CONSOLE_S3_ENDPOINT: s3.settings.endpoint ?? '',
	};
	const { port, rest } = withoutPort(firstFlags);
	const proxy = await startRoundRobin(port);
	serviceOrigins.add(proxy.url);
	const root = await mkdtemp(path.join(tmpdir(), 'dataset-copies-'));
	const folders = await makeFolders(root, count);
	let running: Awaited<ReturnType<typeof startProcess>>[] = [];
	let output = '';

	const startOne = async (dataDir: string, flags: readonly string[]) => {
		const place = ['--port', '0', '--data-dir', dataDir, '--public-url', proxy.url];
		const started = await startProcess([...place, '--run-waiting', '1', ...flags], clockOff, env, (text) => {
			output += text;
		});
		return started;
	};
	const start = async (flags: readonly string[] = rest): Promise<void> => {
		const [first = '', ...others] = folders;
		// One creates the catalog and the sample; if they exist, all start together.
		const isNew = running.length === 0;
		const one = isNew ? [await startOne(first, flags)] : [];
		const together = isNew ? others : folders;
		running = [...one, ...(await Promise.all(together.map((value) => startOne(value, flags))))];
		await proxy.to(running.map((process) => process.listensAt));
	};
	// Once all copies are gone, the URL doesn't answer either, as with a single service.
	const kill = async (): Promise<void> => {
		await Promise.all(running.map((process) => process.kill()));
		await proxy.to([]);
	};

	await start();
	return {
		url: proxy.url,
		dataDir: folders[0] ?? '',
		signInAddress: () => running[0]?.address ?? '',
		printSignIn: (user) => printSignIn(folders[0] ?? '', user, env),
		kill,
		stop: async () => {
			await Promise.all(running.map((process) => process.stop()));
			await proxy.to([]);
		},
		start: (flags) => start(flags === undefined ? rest : withoutPort(flags).rest),
		killAnswering: async (part) => {
			const address = proxy.answering(part);
			if (address === null) throw new Error(`No copy answers a request to ${part}.`);
			await running.find((process) => process.listensAt === address)?.kill();
		},
		env,
		output: () => output,
		dispose: async () => {
			await kill();
			await proxy.close();
			await s3.stop();
			await database.drop();
			await rm(root, { recursive: true, force: true });
		},
	};
}

/** If a journey sets a port, that is the port of the shared URL. */
export function withoutPort(flags: readonly string[]): { port: number; rest: string[] } {
	const at = flags.indexOf('--port');
	if (at < 0) return { port: 0, rest: [...flags] };
	return { port: Number(flags[at + 1]), rest: [...flags.slice(0, at), ...flags.slice(at + 2)] };
}

/** Each copy has its own folder; pipelines' repositories are the same on each machine. */
async function makeFolders(root: string, count: number): Promise<string[]> {
	const repositories = path.join(root, 'repositories');
	await mkdir(repositories);
	const folders = Array.from({ length: count }, (_, index) => path.join(root, `copy-${index + 1}`));
	for (const folder of folders) {
		await mkdir(folder);
		// A junction needs no permission on Windows; elsewhere it's a symbolic link.
		await symlink(repositories, path.join(folder, 'repositories'), 'junction');
	}
	return folders;
}
