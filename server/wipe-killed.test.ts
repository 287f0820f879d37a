import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { DatasetRows } from '#contract/dataset.ts';
import { sampleFolder } from './places.ts';
import { issueToken } from './platform/tokens.ts';
import { findUser } from './platform/users.ts';
import { readSettings } from './read-settings.ts';
import { putSample } from './sample/sample.ts';
import { openService, type Service } from './service.ts';
import type { Settings } from './settings.ts';
import { datasets, links, wipedObjects } from './store/catalog/schema/datasets.ts';
import { openTestDatabase, type TestDatabase } from './testing/database.ts';

let settings: Settings;
let database: TestDatabase | null;
let child: ChildProcess | null = null;
beforeAll(async () => {
	const dataDir = await mkdtemp(join(tmpdir(), 'dataset-wipe-'));
	database = await openTestDatabase();
	settings = readSettings(['--data-dir', dataDir, '--run-waiting', '1'], { DATABASE_URL: database?.url }).settings;
});
afterAll(async () => {
	child?.kill('SIGKILL');
	await database?.drop();
	await rm(settings.dataDir, { recursive: true });
});

/** Rows of the sample in other namespaces. */
const elsewhereRows = 38_742 + 4_629;

test.each([
	['true', 'at once'],
	['true', 'a while later'],
	['true', 'while the objects go'],
	['false', 'while the objects go'],
])(
	'a wipe with deleteDatasets=%s that is killed %s leaves a namespace wholly there or wholly wiped',
	async (deletes, moment) => {
		const { token, objects } = await inProcess(async ({ platform }) => {
			await putSample(platform, sampleFolder);
			const user = await findUser(platform.catalog.db, 'demo');
			const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 600 };
			const all = await platform.catalog.db.select().from(datasets);
			const { token } = await platform.catalog.write((tx) => issueToken(platform, tx, wanted));
			return { token, objects: all.filter((it) => it.rows > 0).map((it) => it.sha256) };
		});
		await killedAt(token, `deleteDatasets=${deletes}`, moment, objects);

		await inProcess(async ({ platform, app }) => {
			const all = await platform.catalog.db.select().from(datasets);
			const geography = all.filter((it) => ['us_states', 'zip_codes', 'countries', 'country_years'].includes(it.name));
			const rows = geography.reduce((sum, it) => sum + it.rows, 0);
			expect(moment === 'while the objects go' ? [0] : [0, 42_968]).toContain(rows);
			const elsewhere = all.reduce((sum, it) => sum + it.rows, 0) - rows;
			expect(elsewhere).toBe(elsewhereRows);
			expect(await platform.catalog.db.select().from(links)).toHaveLength(rows === 0 ? 2 : 4);
			expect(await platform.catalog.db.select().from(wipedObjects)).toEqual([]);
			const kept = await Promise.all(objects.map((it) => platform.objects.size(it)));
			expect(kept.filter((it) => it === null)).toHaveLength(rows === 0 ? 4 : 0);
			const headers = { authorization: `Bearer ${token}` };
			const address = `${settings.publicUrl}/api/v1/data/demo/geography/us_states`;
			const read = (await (await app.request(address, { headers })).json()) as DatasetRows;
			const [total, columns] = [rows === 0 ? 0 : 50, 7];
			if (rows === 0 && deletes === 'true') expect(geography).toEqual([]);
			else expect([read.total, read.columns.length]).toEqual([total, columns]);
		});
	},
);

async function inProcess<T>(work: (service: Service) => Promise<T>): Promise<T> {
	const service = await openService({ settings, sweeps: false });
	try {
		return await work(service);
	} finally {
		await service.close();
	}
}

async function killedAt(token: string, query: string, moment: string, objects: readonly string[]): Promise<void> {
	const process = spawn(
		globalThis.process.execPath,
		['--import', 'tsx', 'server/main.ts', '--data-dir', settings.dataDir, '--port', '0', '--run-waiting', '1'],
		{ env: { ...globalThis.process.env, DATABASE_URL: database?.url ?? '' }, stdio: ['ignore', 'pipe', 'inherit'] },
	);
	child = process;
	const address = await new Promise<string>((resolve, reject) => {
		let text = '';
		process.once('exit', () => reject(new Error(`The service ended: ${text}`)));
		process.stdout.setEncoding('utf8').on('data', (part: string) => {
			text += part;
			const found = /running at (\S+)/.exec(text)?.[1];
			if (found !== undefined) resolve(found);
		});
	});
	const gone = new Promise((resolve) => process.once('exit', resolve));
	const headers = { authorization: `Bearer ${token}` };
	const asked = fetch(`${address}/api/v1/data/demo/geography/balefire?${query}`, { method: 'DELETE', headers });
	const isGone = (it: string) => !existsSync(join(settings.dataDir, 'objects', it.slice(0, 2), it));
	if (moment === 'while the objects go')
		await vi.waitUntil(() => objects.some(isGone), { timeout: 15_000, interval: 1 });
	if (moment === 'a while later') await new Promise((resolve) => setTimeout(resolve, 40));
	process.kill('SIGKILL');
	await Promise.all([gone, asked.catch(() => undefined)]);
}
