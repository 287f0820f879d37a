import { execFileSync } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildRun } from '../contract/build-run.ts';
import { startService } from '../e2e/support/service.ts';
import { tokenOf } from '../e2e/support/token.ts';
import { sendCommand } from '../server/commands/send-command.ts';
import { dumpFolder, readDump } from '../server/platform/backup/dump.ts';
import { type ChaosEvent, damageOne, damageUpload, fileIn, randomOf } from '../server/testing/corruption/chaos.ts';
import { chaosObjects } from '../server/testing/corruption/chaos-objects.ts';
import { damageObjects } from '../server/testing/corruption/damage.ts';
import { type Call, isNamed, prepareSurvey, surveyData } from '../server/testing/corruption/survey.ts';
import { readNumber } from './read-number.ts';
import { printTable } from './table.ts';

/**
 * Flips bits of, truncates and deletes objects of all kinds while the built service runs, one at a time, and reads each:
 * `npm run chaos-bytes -- --events 1000 --seed 1`. Every response must be an error that names what is corrupt, and the object
 * must be readable again once it is restored. At the end, all objects are damaged at once and read in every way, and
 * `npm run verify-data` must find all of them and repair them from a backup.
 */
const events = readNumber('events', 1_000);
const seed = readNumber('seed', Math.floor(Date.now() % 2 ** 31), 0);
console.log(`${events.toLocaleString('en')} events, seed ${seed}`);
const random = randomOf(seed);
const service = await startService(['--part-bytes', '20000']);
const failures: string[] = [];
try {
	const call = callerOf(service.url, await tokenOf(service.signInAddress()));
	await buildParts(call);
	const prepared = await prepareSurvey(call);
	const objects = chaosObjects(service.dataDir, await dump(), prepared);
	const all: ChaosEvent[] = [];
	for (let index = 0; index < events; index += 1) {
		// Only one in ten, because an upload takes three requests before it can be damaged, and leaves a dataset behind.
		const isUpload = index % 10 === 9;
		all.push(
			isUpload
				? await damageUpload(call, newObject, objectNames, Math.floor(index / 10), random)
				: await damageOne(call, objects, index - Math.floor(index / 10), random),
		);
	}
	report(all);
	await wreckEverything(call, prepared);
} finally {
	await service.dispose();
}
for (const failure of failures.slice(0, 20)) console.error(failure);
process.exitCode = failures.length === 0 ? 0 : 1;

function report(all: readonly ChaosEvent[]): void {
	failures.push(...all.flatMap((event) => event.served));
	const groups = new Map<string, ChaosEvent[]>();
	for (const event of all) {
		const key = `${event.kind}, ${event.damage}`;
		groups.set(key, [...(groups.get(key) ?? []), event]);
	}
	const rowOf = (what: string, of: readonly ChaosEvent[]): string[] => {
		const served = of.filter((event) => event.served.length > 0).length;
		const repaired = of.filter((event) => event.repaired).length;
		if (repaired < of.length)
			failures.push(`${what}: ${of.length - repaired} weren’t read as before after they were restored`);
		return [what, ...[of.length, of.length - served, repaired, served].map(String)];
	};
	const rows = [...groups].sort(([a], [b]) => a.localeCompare(b, 'en')).map(([what, of]) => rowOf(what, of));
	printTable(['what', 'damaged', 'rejected', 'repaired', 'served'], [...rows, rowOf('all', all)]);
}

/** Damages everything at once, reads it in every way, then runs the command that finds and repairs damage. */
async function wreckEverything(call: Call, prepared: Awaited<ReturnType<typeof prepareSurvey>>): Promise<void> {
	const backup = `${service.dataDir}-backup.tar`;
	try {
		command('backup', '--to', backup);
		const { objects } = await dump();
		const damaged = await damageObjects(service.dataDir, 'flip', random);
		const readings = await surveyData(call, prepared);
		const wrong = readings.filter((reading) => !isNamed(reading));
		failures.push(...wrong.map(({ what, status, text }) => `${what}: ${status} ${text.slice(0, 200)}`));
		console.log(
			`${damaged} objects corrupted at once: ${readings.length} reads, ${readings.length - wrong.length} rejected with the name of the corrupt data.`,
		);
		const lines = command('verify-data', '--repair-from', backup).trim().split('\n');
		console.log(lines.at(-1));
		const found = objects.filter((sha256) => lines.some((line) => line.includes(sha256) && line.includes('repaired')));
		if (found.length < objects.length)
			failures.push(`verify-data repaired ${found.length} of ${objects.length} objects`);
	} finally {
		await rm(backup, { force: true });
	}
}

function command(name: string, ...words: readonly string[]): string {
	const argv = ['scripts/run-built.mjs', name, ...words, '--data-dir', service.dataDir];
	return execFileSync(process.execPath, argv, { encoding: 'utf8' });
}

/** Builds a dataset whose rows are stored in several objects: those of the sample are too small. */
async function buildParts(call: Call): Promise<void> {
	const destination = { owner: 'demo', namespace: 'aviation', datasetName: 'in parts' };
	const body = { sources: [], destination, code: { payload: 'select range as n, hash(range) as h from range(60000)' } };
	const { id } = (await (await call('POST', '/build-specs', body)).json()) as { id: string };
	let run = (await (await call('POST', `/build-specs/${id}/build-runs`)).json()) as BuildRun;
	while (run.state === 'queued' || run.state === 'running') {
		await new Promise((resolve) => setTimeout(resolve, 50));
		run = (await (await call('GET', `/build-runs/${run.id}`)).json()) as BuildRun;
	}
	if (run.state !== 'succeeded') throw new Error(`The dataset in parts was not built: ${run.error?.message}`);
}

async function dump() {
	const id = crypto.randomUUID();
	const { dataDir } = service;
	await sendCommand({ dataDir, databaseUrl: null, s3: null }, { kind: 'dump-catalogue', id });
	return readDump(dumpFolder(dataDir, id));
}

async function objectNames(): Promise<Set<string>> {
	const names = await readdir(join(service.dataDir, 'objects'), { recursive: true });
	return new Set(names.map((name) => name.slice(-64)).filter((name) => /^[0-9a-f]{64}$/.test(name)));
}

async function newObject(before: ReadonlySet<string>): Promise<string> {
	const [name] = [...(await objectNames())].filter((candidate) => !before.has(candidate));
	if (name === undefined) throw new Error('No object was added.');
	return fileIn(service.dataDir, name);
}

function callerOf(origin: string, token: string): Call {
	return (method, path, body) => {
		if (method === 'RANGE') return fetch(path, { headers: { range: 'bytes=4-99' } });
		if (path.startsWith('http')) return fetch(path, { method });
		const isText = typeof body === 'string';
		const headers = { authorization: `Bearer ${token}`, 'content-type': isText ? 'text/plain' : 'application/json' };
		const sent = body === undefined ? {} : { body: isText ? body : JSON.stringify(body) };
		return fetch(`${origin}/api/v1${path}`, { method, headers, ...sent });
	};
}
