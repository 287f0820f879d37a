import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BuildSpec } from '#contract/build-spec.ts';
import { issueToken } from '../../platform/access/tokens.ts';
import { findUser } from '../../platform/access/users.ts';
import { addressOf, createKilledService, type KilledService } from '../killed.ts';
import {
	type Builds,
	build,
	countdown,
	createClient,
	look,
	lookAtRuns,
	type Tally,
	type Writes,
	work,
} from './clients.ts';
import { type Ask, ingest, Refused, registersOf } from './registers.ts';

export interface SoakOptions {
	/** The service's program and its first arguments. */
	readonly command: readonly string[];
	readonly kills: number;
	/** No more kills after this time, ms. */
	readonly longestMs: number;
	readonly onKill?: (kill: number) => void;
}

export interface SoakReport {
	readonly kills: number;
	/** By register: acknowledged writes, and writes interrupted by a kill, by outcome. */
	readonly writes: ReadonlyMap<string, Tally>;
	/** Acknowledged build runs, all of which were found afterwards. */
	readonly runs: number;
	/** Objects whose bytes were hashed after the last kill. */
	readonly objects: number;
}

/** Message about what was too little to prove anything; null if it was enough. */
export function tooLittle({ kills, writes, runs }: SoakReport, wanted: number): string | null {
	const unwritten = [...writes].filter(([, write]) => write.acknowledged === 0).map(([name]) => name);
	const lacks = [
		...(kills < wanted ? [`${kills} of ${wanted} kills`] : []),
		...(unwritten.length > 0 ? [`nothing written: ${unwritten.join(', ')}`] : []),
		...(runs === 0 ? ['no build run'] : []),
	];
	return lacks.length === 0 ? null : `Not enough was tested: ${lacks.join('; ')}.`;
}

/** Number of complete starts for each one that is killed before it serves. */
const startsToOneKilled = 8;

/**
 * Kills the service again and again while clients write, and checks each time what it stored: every acknowledged write, and all or nothing of an
 * interrupted one.
 * @throws Error describing what was lost
 */
export async function soak({ command, kills, longestMs, onKill }: SoakOptions): Promise<SoakReport> {
	const house = await createKilledService();
	const args = [...command, '--data-dir', house.settings.dataDir, '--port', '0', '--run-waiting', '1'];
	const writes: Writes = new Map();
	const builds: Builds = { runs: [], seen: 0 };
	let killed = 0;
	let running = null as ChildProcess | null;
	const start = () => {
		running = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
		return running;
	};
	const killNow = async (child: ChildProcess) => {
		if (child.exitCode !== null) throw new Error(`The service ended by itself, with ${child.exitCode}.`);
		const gone = new Promise((resolve) => child.once('exit', resolve));
		child.kill('SIGKILL');
		await gone;
		killed += 1;
		onKill?.(killed);
	};
	try {
		const { token, specId } = await prepare(house, longestMs);
		const clients = registersOf(specId).map(createClient);
		for (const { register } of clients) writes.set(register.name, { acknowledged: 0, kept: 0, dropped: 0 });
		const until = Date.now() + longestMs;
		for (let startMs = 0; ; ) {
			const isLast = killed >= kills || Date.now() >= until;
			// Repairs at startup must be correct even if a kill interrupts them.
			if (startMs > 0 && !isLast && randomInt(0, startsToOneKilled) === 0) {
				const child = start();
				await pause(Math.random() * startMs);
				await killNow(child);
				continue;
			}
			const began = performance.now();
			const child = start();
			const ask = askerOf(await addressOf(child), token, fetch);
			const isFirst = startMs === 0;
			startMs = performance.now() - began;
			for (const client of clients) await look(client, ask, writes, isFirst);
			await lookAtRuns(builds, ask, isLast);
			if (isLast) break;
			// Each kill is aimed at one client, at a random moment of its write, and hits the others wherever they are.
			const met = clients[randomInt(0, clients.length)];
			const { onWrite, come } = countdown(randomInt(0, (met?.register.maxBeforeKill ?? 0) + 1));
			const working = [
				...clients.map((client) => work(client, ask, writes, client === met ? onWrite : () => {})),
				build(specId, ask, builds),
			];
			await Promise.race([Promise.all(working), come]);
			await pause(Math.random() * (met?.tookMs ?? 0));
			await killNow(child);
			const broken = (await Promise.allSettled(working)).find(
				(promiseSettledResult) => promiseSettledResult.status === 'rejected',
			);
			if (broken?.status === 'rejected') throw broken.reason;
		}
		running?.kill('SIGKILL');
		return { kills: killed, writes, runs: builds.runs.length, objects: await checkObjects(house.settings.dataDir) };
	} finally {
		running?.kill('SIGKILL');
		await house.dispose();
	}
}

const prepare = (house: KilledService, longestMs: number): Promise<{ token: string; specId: string }> =>
	house.inProcess(async ({ platform, app }) => {
		const user = await findUser(platform.catalog.db, 'demo');
		const wanted = { userId: user?.id ?? '', name: 'Soak', permissions: null, seconds: longestMs / 1_000 + 3_600 };
		const { token } = await platform.catalog.write((tx) => issueToken(platform, tx, wanted));
		const ask = askerOf(house.settings.publicUrl, token, (request) => Promise.resolve(app.fetch(request)));
		for (const namespace of ['soak', 'moving-a']) await ask('POST', '/namespaces', { namespace });
		await ingest(ask, 'create', 0);
		await ask('PUT', '/schema/demo/soak/log/description', { description: '0' });
		const destination = { owner: 'demo', namespace: 'soak', datasetName: 'built' };
		const code = { payload: 'select 0 as n' };
		const spec = await ask<BuildSpec>('POST', '/build-specs', { sources: [], destination, code });
		return { token, specId: spec.id };
	});

const askerOf =
	(address: string, token: string, send: (request: Request) => Promise<Response>): Ask =>
	async <T>(method: string, path: string, body?: unknown) => {
		const type = typeof body === 'string' ? 'text/plain' : 'application/json';
		const request = new Request(`${address}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		// A stale connection of an earlier process may lead to this one's port: reads are retried, writes aren't.
		const again = () => send(new Request(request));
		const answer = await (method === 'GET' ? send(request).catch(again) : send(request));
		const text = await answer.text();
		if (!answer.ok) throw new Refused(`${method} ${path}: ${answer.status} ${text}`);
		return (text === '' ? null : JSON.parse(text)) as T;
	};

/** @returns the number of objects. @throws Error that names the first one whose bytes don't match its name */
async function checkObjects(dataDir: string): Promise<number> {
	const folder = join(dataDir, 'objects');
	const entries = existsSync(folder) ? await readdir(folder, { recursive: true, withFileTypes: true }) : [];
	let objects = 0;
	for (const entry of entries) {
		if (!entry.isFile() || !/^[0-9a-f]{64}$/.test(entry.name)) continue;
		const hash = createHash('sha256');
		for await (const part of createReadStream(join(entry.parentPath, entry.name))) hash.update(part as Buffer);
		if (hash.digest('hex') !== entry.name) throw new Error(`Object ${entry.name} holds other bytes.`);
		objects += 1;
	}
	return objects;
}
