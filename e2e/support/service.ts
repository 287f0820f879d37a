import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { copiesOfJourneys, startCopies, withoutPort } from './copies.ts';
import { openFaultProxy } from './fault-proxy.ts';
import { printSignIn, type Service, type ServiceProcess, serviceOrigins, startProcess } from './service-process.ts';

export { type Service, serviceOrigins } from './service-process.ts';

/** Passes the folder of `prepareSample` to the processes that run journeys. */
const preparedName = 'DATASET_CONSOLE_PREPARED';

/** Seed of the failing network (`npm run test:faults`); null: no such network between browsers and services. */
export const faultSeed = process.env.JOURNEY_FAULTS ? Number(process.env.JOURNEY_FAULTS) : null;

/**
 * Creates a data folder with the sample workspace, once for all services started afterwards: creating it takes longer than the rest of a start.
 * Returns a function that removes it. Copies have nothing in their folders that could be prepared.
 */
export async function prepareSample(): Promise<() => Promise<void>> {
	if (copiesOfJourneys > 0) return async () => undefined;
	const service = await startService();
	await service.stop();
	// Each service signs with its own keys.
	await rm(path.join(service.dataDir, 'keys'), { recursive: true });
	process.env[preparedName] = service.dataDir;
	return service.dispose;
}

/** One service, or as many copies as JOURNEY_COPIES says. @param clockOff how far its machine's clock is ahead, ms */
export async function startService(firstFlags: readonly string[] = [], clockOff = 0): Promise<Service> {
	if (copiesOfJourneys > 0) return startCopies(copiesOfJourneys, firstFlags, clockOff);
	const dataDir = await mkdtemp(path.join(tmpdir(), 'dataset-console-'));
	const prepared = process.env[preparedName];
	// With a shifted clock, the sample has to be as old as its service.
	const takesPrepared = prepared !== undefined && clockOff === 0 && !firstFlags.includes('--sample');
	if (takesPrepared) await cp(prepared, dataDir, { recursive: true });
	// A journey previews one thing at a time.
	const waiting = prepared === undefined ? [] : ['--run-waiting', '1'];
	let running: ServiceProcess | null = null;
	let output = '';
	let url = '';
	const { port: wanted, rest } = withoutPort(firstFlags);
	const proxy = faultSeed === null ? null : await openFaultProxy(faultSeed, wanted);
	const port = proxy === null ? wanted : await freePort();
	proxy?.leadTo(port);

	async function start(flags: readonly string[] = rest): Promise<void> {
		const at = proxy === null && url !== '' ? new URL(url).port : String(port);
		const seenAt = proxy === null ? [] : ['--public-url', proxy.url];
		const place = ['--port', at, '--data-dir', dataDir, ...waiting, ...seenAt];
		running = await startProcess([...place, ...withoutPort(flags).rest], clockOff, {}, (text) => {
			output += text;
		});
		url = new URL(running.address).origin;
		serviceOrigins.add(url);
	}
	const kill = async (): Promise<void> => running?.kill();

	await start();
	return {
		url,
		dataDir,
		env: {},
		signInAddress: () => running?.address ?? '',
		printSignIn: (user) => printSignIn(dataDir, user),
		kill,
		stop: async () => running?.stop(),
		start,
		output: () => output,
		dispose: async () => {
			await kill();
			await proxy?.close();
			// A runner killed with the service may still write its last file.
			await rm(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
		},
	};
}

/** A port that was free just now, for when it must be known before listening. */
export async function freePort(): Promise<number> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	await new Promise((resolve) => server.close(resolve));
	return port;
}
