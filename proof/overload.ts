import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BuildRun } from '#contract/build-run.ts';
import { issueToken } from '../server/platform/access/tokens.ts';
import { findUser } from '../server/platform/access/users.ts';
import { openService } from '../server/service.ts';
import { readSettings } from '../server/settings/read-settings.ts';
import { addressOf } from '../server/testing/killed.ts';
import { readNumber } from './read-number.ts';
import { printTable } from './table.ts';

/** Sends the built service more requests than it can handle: `npm run overload -- --clients 200 --seconds 60 --runs 1000`. */
const clients = readNumber('clients', 200);
const seconds = readNumber('seconds', 60);
const runs = readNumber('runs', 1_000);

const dataDir = await mkdtemp(join(tmpdir(), 'overload-'));
const tokens = await makeTokens(['demo', 'guest']);
const [demo = '', guest = ''] = tokens;
const flags = ['--data-dir', dataDir, '--port', '0', '--user-runs-at-once', '0'];
const service = spawn(process.execPath, ['dist/server/main.js', ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
const gone = new Promise((resolve) => service.once('exit', resolve));
try {
	const address = await addressOf(service);
	const agent = new Agent({ keepAlive: true, maxSockets: clients + 8 });
	await reads(address, agent);
	await waiting(address, agent);
} finally {
	service.kill('SIGKILL');
	await gone;
	await rm(dataDir, { recursive: true, force: true });
}

async function makeTokens(usernames: readonly string[]): Promise<string[]> {
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0'], {});
	const { platform, close } = await openService({ settings, sweeps: false });
	const made: string[] = [];
	for (const username of usernames) {
		const user = await findUser(platform.catalog.db, username);
		const wanted = { userId: user?.id ?? '', name: 'Overload', permissions: null, seconds: 7_200 };
		made.push((await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token);
	}
	await close();
	return made;
}

interface Answer {
	readonly status: number;
	readonly retryAfterMs: number;
	readonly ms: number;
	readonly text: string;
}

function ask(
	address: string,
	agent: Agent,
	token: string,
	path: string,
	method = 'GET',
	body?: unknown,
): Promise<Answer> {
	const began = performance.now();
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
	return new Promise((resolve, reject) => {
		const sent = request(`${address}${path}`, { method, headers, agent }, (answer) => {
			let text = '';
			answer.setEncoding('utf8').on('data', (part: string) => {
				text += part;
			});
			answer.on('end', () => {
				const retryAfterMs = Number(answer.headers['retry-after'] ?? 0) * 1_000;
				resolve({ status: answer.statusCode ?? 0, retryAfterMs, ms: performance.now() - began, text });
			});
		});
		// The service may close an idle connection just as it is reused.
		sent.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code !== 'ECONNRESET') reject(error);
			else ask(address, agent, token, path, method, body).then(resolve, reject);
		});
		sent.end(body === undefined ? undefined : JSON.stringify(body));
	});
}

/** Mostly reads of the catalog; of a hundred requests, three read rows and two save. */
async function reads(address: string, agent: Agent): Promise<void> {
	const catalog = [
		'/api/v1/build-specs',
		'/api/v1/namespaces',
		'/api/v1/schema/demo/aviation/flights',
		'/api/v1/build-runs?limit=20',
		'/api/v1/links',
	];
	const edit = {
		sources: [],
		destination: { owner: 'demo', namespace: 'aviation', datasetName: 'overload' },
		code: { payload: 'SELECT 1' },
	};
	const lists: Record<string, number[]> = {};
	const add = (what: string, ms: number) => {
		lists[what] ??= [];
		lists[what].push(ms);
	};
	// The service has just started, and all clients connect at once, so the first seconds are reported separately.
	const firstUntil = performance.now() + 5_000;
	const until = firstUntil + seconds * 1_000;
	const client = async (at: number): Promise<void> => {
		const token = at % 2 === 0 ? demo : guest;
		for (let n = at; performance.now() < until; n += 1) {
			const turn = n % 100;
			const kind = turn < 3 ? 'rows' : turn < 5 && token === demo ? 'save' : 'catalog read';
			const path =
				kind === 'rows'
					? '/api/v1/data/demo/aviation/flights?limit=100'
					: kind === 'save'
						? '/api/v1/build-specs'
						: (catalog[n % (token === demo ? catalog.length : 2)] ?? '');
			const answer = await ask(
				address,
				agent,
				token,
				path,
				kind === 'save' ? 'POST' : 'GET',
				kind === 'save' ? edit : undefined,
			);
			const when = performance.now() < firstUntil ? 'first 5 s: ' : '';
			const isRejected = answer.status === 429 || answer.status === 503;
			if (!isRejected && answer.status >= 400) add(`${when}${kind}: HTTP ${answer.status}`, answer.ms);
			else add(isRejected ? `${when}${kind}: rejected` : when + kind, answer.ms);
			if (isRejected) await sleep(answer.retryAfterMs * (0.5 + Math.random()));
		}
	};
	console.log(`${clients} clients for ${seconds} s`);
	await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
	printTable(
		['what', 'answers', 'p50 ms', 'p99 ms', 'longest ms'],
		Object.entries(lists)
			.sort()
			.map(([what, all]) => [
				what,
				String(all.length),
				...[0.5, 0.99, 1].map((part) => percentile(all, part).toFixed(0)),
			]),
	);
	console.log(`Memory of the service: ${await memory(address, agent)}\n`);
}

function percentile(values: readonly number[], part: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

async function memory(address: string, agent: Agent): Promise<string> {
	const { text } = await ask(address, agent, '', '/metrics');
	const bytes = Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN);
	return `${Math.round(bytes / 2 ** 20)} MiB`;
}

/** How long runs wait: those of a user who starts a thousand, and one that another user starts right after. */
async function waiting(address: string, agent: Agent): Promise<void> {
	const start = async (token: string, sql: string): Promise<BuildRun> => {
		for (;;) {
			const body = { sources: [], code: { payload: sql } };
			const answer = await ask(address, agent, token, '/api/v1/preview-runs', 'POST', body);
			if (answer.status === 202) return JSON.parse(answer.text);
			await sleep(answer.retryAfterMs || 200);
		}
	};
	const get = async (token: string, id: string): Promise<BuildRun> =>
		JSON.parse((await ask(address, agent, token, `/api/v1/build-runs/${id}`)).text);
	const ended = async (token: string, id: string): Promise<BuildRun> => {
		for (;;) {
			const run = await get(token, id);
			if (run.finishedAt !== null) return run;
			await sleep(250);
		}
	};
	const many = async (sql: string): Promise<BuildRun[]> => {
		const started: BuildRun[] = [];
		const left = Array.from({ length: runs }, (_, index) => index);
		const worker = async () => {
			while (left.pop() !== undefined) started.push(await start(demo, sql));
		};
		await Promise.all(Array.from({ length: 16 }, worker));
		return started;
	};
	const waitOf = (run: BuildRun) => Date.parse(run.startedAt ?? run.finishedAt ?? '') - Date.parse(run.createdAt);
	const ofDemo = await many('SELECT 1 AS n');
	const one = await ended(guest, (await start(guest, 'SELECT 1 AS n')).id);
	const all: BuildRun[] = [];
	for (const { id } of ofDemo) all.push(await ended(demo, id));
	const seconds = (ms: number) => (ms / 1_000).toFixed(1);
	const waits = all.map(waitOf);
	console.log(`Wait times, s: ${runs} runs of one user, then one run of another user`);
	printTable(
		['whose', 'p50', 'p99', 'longest', 'not succeeded'],
		[
			[
				'user with many runs',
				...[0.5, 0.99, 1].map((part) => seconds(percentile(waits, part))),
				String(all.filter((run) => run.state !== 'succeeded').length),
			],
			['the other', seconds(waitOf(one)), '', '', one.state === 'succeeded' ? '0' : '1'],
		],
	);
	const queued = await many('SELECT sum(a.range * b.range) FROM range(100000000) a, range(100000000) b');
	const began = performance.now();
	const left = [...queued];
	const worker = async () => {
		for (let run = left.pop(); run !== undefined; run = left.pop()) {
			const answer = await ask(address, agent, demo, `/api/v1/build-runs/${run.id}`, 'DELETE');
			if (answer.status !== 200) {
				left.push(run);
				await sleep(answer.retryAfterMs);
			}
		}
	};
	await Promise.all(Array.from({ length: 16 }, worker));
	console.log(`\nCanceling ${runs} runs took ${seconds(performance.now() - began)} s.`);
	console.log(`Memory of the service: ${await memory(address, agent)}`);
}
