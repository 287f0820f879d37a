import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildRun } from '#contract/build-run.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { issueToken } from '../../platform/tokens.ts';
import { findUser } from '../../platform/users.ts';
import { addressOf, createKilledService } from '../killed.ts';
import { type Ask, ingest, Refused, type Register, registersOf } from './registers.ts';

export interface SoakOptions {
	/** The program of the service and its first arguments. */
	readonly command: readonly string[];
	/** How often it is killed at most. */
	readonly kills: number;
	/** No further kill after so many ms. */
	readonly longestMs: number;
	/** Called after every kill. */
	readonly onKill?: (kill: number) => void;
}

export interface SoakReport {
	readonly kills: number;
	/** By register: writes that were acknowledged, and those that a kill met, by what became of them. */
	readonly writes: ReadonlyMap<string, { acknowledged: number; kept: number; dropped: number }>;
	/** Build runs that were acknowledged; all of them are known afterwards. */
	readonly runs: number;
	/** Objects whose bytes were hashed after the last kill. */
	readonly objects: number;
}

interface Client {
	readonly register: Register;
	/** The last acknowledged value. */
	value: string;
	/** What a write that is under way makes of it. */
	pending: string | null;
}

/**
 * Kills the service again and again while clients write, and looks each time at what it kept: every acknowledged write,
 * and of one that the kill met all or nothing.
 * @throws Error that says what was lost
 */
export async function soak({ command, kills, longestMs, onKill }: SoakOptions): Promise<SoakReport> {
	const house = await createKilledService();
	const writes = new Map<string, { acknowledged: number; kept: number; dropped: number }>();
	const runs: string[] = [];
	let killed = 0;
	let running: ChildProcess | null = null;
	try {
		const { token, specId } = await house.inProcess(async ({ platform, app }) => {
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
		const clients: Client[] = registersOf(specId).map((register) => ({ register, value: '', pending: null }));
		const until = Date.now() + longestMs;
		for (let first = true; ; first = false) {
			running = spawn(
				process.execPath,
				[...command, '--data-dir', house.settings.dataDir, '--port', '0', '--run-waiting', '1'],
				{ stdio: ['ignore', 'pipe', 'inherit'] },
			);
			const gone = new Promise<void>((resolve) => running?.once('exit', () => resolve()));
			const ask = askerOf(await addressOf(running), token, fetch);
			for (const client of clients) await look(client, ask, writes, first);
			for (const id of runs) await ask('GET', `/build-runs/${id}`);
			if (killed >= kills || Date.now() >= until) break;
			const { onWrite, come } = countdown(randomInt(0, 30));
			const working = [...clients.map((it) => work(it, ask, writes, onWrite)), build(specId, ask, runs)];
			await Promise.race([Promise.all(working), come]);
			await new Promise((resolve) => setTimeout(resolve, randomInt(0, 40)));
			running.kill('SIGKILL');
			await gone;
			const ends = await Promise.allSettled(working);
			const broken = ends.find((it) => it.status === 'rejected');
			if (broken?.status === 'rejected') throw broken.reason;
			killed += 1;
			onKill?.(killed);
		}
		running.kill('SIGKILL');
		return { kills: killed, writes, runs: runs.length, objects: await checkObjects(house.settings.dataDir) };
	} finally {
		running?.kill('SIGKILL');
		await house.dispose();
	}
}

/** After a start: the acknowledged value is there, or that of the write that was under way. */
async function look(client: Client, ask: Ask, writes: Map<string, Tally>, isFirst: boolean): Promise<void> {
	const { register, value, pending } = client;
	const found = await register.read(ask);
	const same = (wanted: string) => found === wanted || (wanted === 'a link' && found !== 'none');
	if (!isFirst && !same(value) && !(pending !== null && same(pending))) {
		throw new Error(`${register.name}: ${value} was acknowledged and ${pending} under way, but it is ${found}.`);
	}
	if (pending !== null) tallyOf(writes, register.name)[same(pending) ? 'kept' : 'dropped'] += 1;
	client.value = found;
	client.pending = null;
}

type Tally = { acknowledged: number; kept: number; dropped: number };

function tallyOf(writes: Map<string, Tally>, name: string): Tally {
	const tally = writes.get(name) ?? { acknowledged: 0, kept: 0, dropped: 0 };
	writes.set(name, tally);
	return tally;
}

/** Writes until the service is gone. @throws Refused where it answers with an error */
async function work(client: Client, ask: Ask, writes: Map<string, Tally>, onWrite: () => void): Promise<void> {
	for (;;) {
		const { after, send } = client.register.next(client.value);
		client.pending = after;
		try {
			await send(ask);
		} catch (error) {
			if (error instanceof Refused) throw error;
			return;
		}
		client.value = after;
		client.pending = null;
		tallyOf(writes, client.register.name).acknowledged += 1;
		onWrite();
	}
}

/** `come` is there after so many writes. */
function countdown(writes: number): { onWrite: () => void; come: Promise<void> } {
	let left = writes;
	let onWrite = () => {};
	const come = new Promise<void>((resolve) => {
		onWrite = () => {
			left -= 1;
			if (left <= 0) resolve();
		};
		if (left === 0) resolve();
	});
	return { onWrite: () => onWrite(), come };
}

/** Builds now and then; a run that was acknowledged is known for ever. */
async function build(specId: string, ask: Ask, runs: string[]): Promise<void> {
	try {
		for (let index = 0; index < 3; index += 1) {
			runs.push((await ask<BuildRun>('POST', `/build-specs/${specId}/build-runs`)).id);
			await new Promise((resolve) => setTimeout(resolve, 60));
		}
	} catch (error) {
		// The BuildSpec is changed all the time, and a build of another version than the one that was seen is refused.
		if (error instanceof Refused && !/VERSION_CONFLICT|RATE_LIMITED|CONFLICT/.test(error.message)) throw error;
	}
}

const askerOf =
	(address: string, token: string, send: (request: Request) => Promise<Response>): Ask =>
	async <T>(method: string, path: string, body?: unknown) => {
		const type = typeof body === 'string' ? 'text/plain' : 'application/json';
		const request = new Request(`${address}/api/v1${path}`, {
			method,
			headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': type }) },
			...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
		});
		// A connection that is left from a process before may lead to this one's port: a read is asked again, a write is not.
		const again = () => send(new Request(request));
		const answer = await (method === 'GET' ? send(request).catch(again) : send(request));
		const text = await answer.text();
		if (!answer.ok) throw new Refused(`${method} ${path}: ${answer.status} ${text}`);
		return (text === '' ? null : JSON.parse(text)) as T;
	};

/** @returns how many objects there are. @throws Error that names the first one whose bytes are not those of its name */
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
