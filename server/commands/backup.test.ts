import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { runAdminCommand } from '../platform/access/administration.ts';
import { dumpFolder } from '../platform/backup/dump.ts';
import { makeBackup } from '../platform/backup/make.ts';
import { findRepository } from '../platform/git-pipeline/repository-fs.ts';
import { openService } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import { datasets } from '../store/catalog/schema/datasets.ts';
import { ingestionChunks } from '../store/catalog/schema/ingestions.ts';
import { parts } from '../store/catalog/schema/parts.ts';
import { runOutputs } from '../store/catalog/schema/runs.ts';
import { readFolderStore } from '../store/objects/folder-store.ts';
import { hashFile } from '../store/objects/hash-file.ts';
import type { ObjectStore } from '../store/objects/types.ts';
import { programFile } from '../testing/built-programs.ts';
import { type Damage, damageFile } from '../testing/corruption/damage.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeRepository } from '../testing/repository.ts';
import { createTestService, type TestService } from '../testing/service.ts';
import { emptyCatalog } from '../testing/snapshot.ts';
import { restoreBackup } from './restore-backup.ts';

let folder: string;
let service: TestService;
let token: string;
let elsewhere: string;
beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'backups-'));
	elsewhere = join(folder, 'elsewhere');
	service = await createTestService({ partBytes: 100_000 });
	token = await service.tokenFor('demo');
	await buildParts();
	await service.request('PUT', '/schema/demo/aviation/airports/description', { as: 'demo', body: { description } });
});
afterAll(async () => {
	await service.close();
	await rm(folder, { recursive: true, force: true });
});

/** As `npm run backup` does while a service is running. */
const backUp = (backupPath: string, objects: Pick<ObjectStore, 'size' | 'read'> = service.platform.objects) => {
	const { dataDir } = service.settings;
	const dump = async () => {
		const id = crypto.randomUUID();
		await runAdminCommand(service.platform, { kind: 'dump-catalogue', id });
		return dumpFolder(dataDir, id);
	};
	return makeBackup({ dataDir, objects, dump }, backupPath, new Date());
};
const restore = async (backupPath: string, dataDir: string) =>
	restoreBackup(backupPath, dataDir, null, await emptyCatalog());

/** Text with characters that some readers treat as line ends. */
const description = 'One\u2028two\u2029three';
const source = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };

/** Creates another BuildSpec; returns its id once the service has stored it. */
async function create(index: number): Promise<string> {
	const destination = { ...source, datasetName: `copy ${index}` };
	const body = { sources: [source], destination, code: { payload: `select ${index} as it` } };
	return (await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body })).id;
}

/** Builds a dataset whose rows are in several objects. */
async function buildParts(): Promise<void> {
	const destination = { ...source, datasetName: 'parts' };
	const body = { sources: [], destination, code: { payload: 'select range as n, hash(range) as h from range(60000)' } };
	const { id } = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body });
	const run = await service.json<{ id: string }>('POST', `/build-specs/${id}/build-runs`, { as: 'demo' });
	await service.platform.running.ended(run.id);
}

/** The responses of a data folder; `last` is a row in the last part of one dataset. */
async function inspect(
	dataDir: string,
	url = '',
): Promise<{ ids: Set<string>; rows: number | undefined; last: number | undefined; words: string | undefined }> {
	const argv = ['--data-dir', dataDir, '--run-waiting', '0'];
	const { settings } = readSettings(argv, { DATABASE_URL: url });
	const opened = await openService({ settings, sweeps: false });
	const read = async (path: string) => {
		const headers = { authorization: `Bearer ${token}` };
		return Object(
			await (await opened.app.fetch(new Request(`${settings.publicUrl}/api/v1${path}`, { headers }))).json(),
		);
	};
	const last = async () => (await read('/data/demo/aviation/parts?offset=59999')).rows?.[0]?.n;
	try {
		const ids: string[] = (await read('/build-specs')).items.map((item: { id: string }) => item.id);
		const words = (await read('/schema/demo/aviation/airports')).description;
		const rows = (await read('/data/demo/aviation/airports?limit=1')).total;
		return { ids: new Set(ids), rows, last: await last(), words };
	} finally {
		await opened.close();
	}
}

test('a backup during writes is a consistent snapshot, and restores completely elsewhere', async () => {
	const before = await Promise.all(Array.from({ length: 10 }, (_, index) => create(index)));
	let goes = true;
	const during: string[] = [];
	const writing = (async () => {
		for (let index = 10; goes && index < 40; index++) {
			during.push(await create(index));
			// An in-memory catalog never waits for anything, which would starve the backup's files.
			await new Promise((resolve) => setImmediate(resolve));
		}
	})();
	const backupFile = join(folder, 'one.tar');
	const made = await backUp(backupFile);
	const untilThen = during.length;
	goes = false;
	await writing;
	expect(made.objects.length).toBeGreaterThanOrEqual(10);
	expect(await restore(backupFile, elsewhere)).toEqual(made);
	const { ids, rows, last, words } = await inspect(elsewhere);
	expect([last, words]).toEqual([59_999, description]);
	expect(rows).toBe(3_376);
	expect(before.filter((id) => !ids.has(id))).toEqual([]);
	// Of concurrent writes, the backup contains the first ones, without gaps.
	const there = during.map((id) => ids.has(id));
	expect(there).toEqual([...there].sort((a, b) => Number(b) - Number(a)));
	expect(untilThen).toBeGreaterThan(0);
	for (const shelf of (await readdir(join(elsewhere, 'objects'))).filter((value) => value.length === 2)) {
		for (const name of await readdir(join(elsewhere, 'objects', shelf))) {
			expect((await hashFile(join(elsewhere, 'objects', shelf, name))).sha256).toBe(name);
		}
	}
	await expect(restore(backupFile, elsewhere)).rejects.toThrow('isn’t empty');
});

test('restores rows in parts with their metadata, independently of the original', async () => {
	const backupFile = join(folder, 'parts.tar');
	await backUp(backupFile);
	const dataDir = join(folder, 'with-parts');
	await restore(backupFile, dataDir);
	const held = await service.platform.catalog.db.select().from(parts);
	expect(held.length).toBeGreaterThan(2);
	const { settings } = readSettings(['--data-dir', dataDir, '--run-waiting', '0'], {});
	const opened = await openService({ settings, sweeps: false });
	try {
		expect(await opened.platform.catalog.db.select().from(parts)).toEqual(held);
		const ask = async ({ app }: Pick<TestService, 'app'>, method: string, path: string) => {
			const headers = { authorization: `Bearer ${token}` };
			const address = `${settings.publicUrl}/api/v1${path}`;
			return (await app.fetch(new Request(address, { method, headers }))).text();
		};
		const border = (held.find((candidate) => candidate.position === 0)?.rows ?? 0) - 2;
		const filter = JSON.stringify([{ column: 'n', op: '>=', value: 59_998 }]);
		for (const query of ['limit=3', `offset=${border}&limit=4`, 'sort=-n&limit=3', new URLSearchParams({ filter })]) {
			const path = `/data/demo/aviation/parts?${query}`;
			const text = await ask(service, 'GET', path);
			expect(JSON.parse(text).rows.length).toBeGreaterThan(1);
			expect(await ask(opened, 'GET', path), path).toBe(text);
		}
		const schema = '/schema/demo/aviation/parts';
		expect(await ask(opened, 'GET', schema)).toBe(await ask(service, 'GET', schema));
		const withFiles = vi.spyOn(opened.platform.objects, 'withFiles');
		await ask(opened, 'GET', `/data/demo/aviation/parts?${new URLSearchParams({ filter })}`);
		const last = held.find((candidate) => candidate.position === held.length - 1)?.sha256;
		expect(new Set(withFiles.mock.calls.flatMap(([names]) => names))).toEqual(new Set([last]));

		await ask(opened, 'DELETE', '/data/demo/aviation/parts');
		expect(await opened.platform.catalog.db.select().from(parts)).toEqual([]);
		const fileOf = (root: string, name: string) => join(root, 'objects', name.slice(0, 2), name);
		expect(held.filter((candidate) => existsSync(fileOf(dataDir, candidate.sha256)))).toEqual([]);
		expect(held.filter((candidate) => !existsSync(fileOf(service.settings.dataDir, candidate.sha256)))).toEqual([]);
	} finally {
		await opened.close();
	}
});

test.each(['repositories.tar', 'repositories-as-folder'])(
	'restores a bare repository with packed refs and unusual file names from %s',
	async (name) => {
		const repositories = join(service.settings.dataDir, 'repositories');
		const oid = await makeRepository(join(repositories, 'work'), { 'pipeline.json': '{}' });
		const odd = process.platform === 'win32' ? 'odd name' : 'odd\\name';
		await writeFile(join(repositories, 'work', odd), 'as it was');
		const bare = join(repositories, 'bare.git');
		await cp(join(repositories, 'work', '.git'), bare, { recursive: true });
		await writeFile(join(bare, 'packed-refs'), `${oid} refs/heads/main\n`);
		await rm(join(bare, 'refs', 'heads', 'main'));
		await backUp(join(folder, name));
		const dataDir = join(folder, `from-${name}`);
		await restore(join(folder, name), dataDir);
		const restored = join(dataDir, 'repositories');
		const { gitdir } = await findRepository('bare.git', [restored], resolve);
		expect(await readdir(join(gitdir, 'refs'))).toEqual(await readdir(join(bare, 'refs')));
		expect(await readFile(join(restored, 'work', odd), 'utf8')).toBe('as it was');
		await rm(repositories, { recursive: true });
	},
);

test.each<Damage>(['flip', 'truncate', 'remove'])(
	'refuses to back up a dataset after a %s, and names it',
	async (damage) => {
		const [dataset] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, 'countries'));
		const name = dataset?.sha256 ?? '';
		const { dataDir } = service.settings;
		const file = join(dataDir, 'objects', name.slice(0, 2), name);
		const bytes = await readFile(file);
		await damageFile(file, damage);
		const words = `Data in demo/geography/countries (object ${name}) is ${damage === 'remove' ? 'missing' : 'corrupt'}`;
		await expect(backUp(join(folder, damage))).rejects.toThrow(words);
		// As the command does, outside the service.
		await expect(backUp(join(folder, damage), readFolderStore(join(dataDir, 'objects')))).rejects.toThrow(words);
		expect(existsSync(join(folder, damage))).toBe(false);
		await rm(file, { force: true });
		await writeFile(file, bytes);
	},
);

test('refuses to back up a corrupt preview output, and names it, its run and the fix', async () => {
	const destination = { ...source, datasetName: 'previewed' };
	const body = { sources: [], destination, code: { payload: 'select 4711 as previewed' } };
	const preview = async () => {
		const { id } = await service.json<{ id: string }>('POST', '/preview-runs', { as: 'demo', body });
		await service.platform.running.ended(id);
		return id;
	};
	const id = await preview();
	const [output] = await service.platform.catalog.db.select().from(runOutputs).where(eq(runOutputs.runId, id));
	const name = output?.sha256 ?? '';
	await damageFile(join(service.settings.dataDir, 'objects', name.slice(0, 2), name), 'flip');
	await expect(backUp(join(folder, 'preview'))).rejects.toThrow(
		`Output "previewed" from the preview of demo/aviation/previewed (run ${id}) (object ${name}) is corrupt: its bytes changed in storage. Nothing was backed up. Run the preview again. Then back up again.`,
	);
	expect(existsSync(join(folder, 'preview'))).toBe(false);
	await preview();
	await backUp(join(folder, 'preview'));
});

test('refuses to back up corrupt data of an unfinished upload, and names its dataset', async () => {
	const target = { owner: 'demo', namespace: 'nature', datasetName: 'sent' };
	const wanted = { target, mode: 'create', mapping: [{ from: 'n', column: 'n' }] };
	const { id } = await service.json<{ id: string }>('POST', '/ingestions', { as: 'demo', body: wanted });
	const body = '{"n":4711}\n';
	const sha256 = createHash('sha256').update(body).digest('hex');
	const address = `${service.settings.publicUrl}/api/v1/ingestions/${id}/chunks/1?sha256=${sha256}`;
	const headers = { authorization: `Bearer ${token}`, 'content-type': 'text/plain' };
	expect((await service.app.fetch(new Request(address, { method: 'PUT', headers, body }))).status).toBe(200);
	const [chunk] = await service.platform.catalog.db.select().from(ingestionChunks);
	const name = chunk?.object ?? '';
	await damageFile(join(service.settings.dataDir, 'objects', name.slice(0, 2), name), 'flip');
	await expect(backUp(join(folder, 'upload'))).rejects.toThrow(
		`Uploaded data for demo/nature/sent (object ${name}) is corrupt: its bytes changed in storage. Nothing was backed up. Cancel this upload and start it again. Then back up again.`,
	);
	expect((await service.request('DELETE', `/ingestions/${id}`, { as: 'demo' })).status).toBe(204);
	await backUp(join(folder, 'upload'));
});

test('rejects a damaged or incomplete backup, says where, and restores nothing', async () => {
	const backupFolder = join(folder, 'as-folder');
	await backUp(backupFolder);
	await expect(backUp(backupFolder)).rejects.toThrow('isn’t empty');
	const there = join(folder, 'never');
	const users = join(backupFolder, 'catalogue/users.ndjson');
	const text = await readFile(users, 'utf8');
	await writeFile(users, text.replace('demo', 'dome'));
	await expect(restore(backupFolder, there)).rejects.toThrow(
		'The backup is corrupt: catalogue/users.ndjson has changed since the backup',
	);
	await writeFile(users, text);
	const manifest = JSON.parse(await readFile(join(backupFolder, 'manifest.json'), 'utf8'));
	const { sha256 } = manifest.objects[0];
	const object = join(backupFolder, 'objects', sha256.slice(0, 2), sha256);
	await appendFile(object, 'x');
	await expect(restore(backupFolder, there)).rejects.toThrow(`objects/${sha256.slice(0, 2)}/${sha256} has`);
	await rm(object);
	await expect(restore(backupFolder, there)).rejects.toThrow(`objects/${sha256.slice(0, 2)}/${sha256} is missing`);
	await rm(join(backupFolder, 'manifest.json'));
	await expect(restore(backupFolder, there)).rejects.toThrow('is incomplete');
	expect(existsSync(there)).toBe(false);
});

test('restores a compressed backup under any name, and rejects a truncated one', async () => {
	const zipped = join(folder, 'zipped.tar.gz');
	const made = await backUp(zipped);
	const bytes = await readFile(zipped);
	expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0x1f, 0x8b]));
	const [renamed, cut, to] = ['renamed.backup', 'cut.tar.gz', 'from-zipped'].map((name) => join(folder, name));
	await writeFile(renamed ?? '', bytes);
	expect(await restore(renamed ?? '', to ?? '')).toEqual(made);
	await writeFile(cut ?? '', bytes.subarray(0, bytes.length - 1_000));
	await expect(restore(cut ?? '', join(folder, 'never'))).rejects.toThrow('is truncated or isn’t a tar file');
	expect(existsSync(join(folder, 'never'))).toBe(false);
});

test('a backup that can’t start leaves no file behind, and says why', async () => {
	const { dataDir } = service.settings;
	const backupFile = join(folder, 'never.tar');
	const source = {
		dataDir,
		objects: service.platform.objects,
		dump: () => Promise.reject(new Error('No dump today.')),
	};
	await expect(makeBackup(source, backupFile, new Date())).rejects.toThrow('No dump today.');
	// An unhandled rejection would end the process after this turn.
	await new Promise((resolve) => setImmediate(resolve));
	expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
});

test('a killed backup leaves no file under its name, and the next one is complete', async () => {
	const backupFile = join(folder, 'killed.tar');
	const argv = [programFile('backup'), '--to', backupFile, '--data-dir', elsewhere];
	const child = spawn(process.execPath, argv, { env: environment(), stdio: 'ignore' });
	const gone = once(child, 'exit');
	for (let begun = false; !begun && child.exitCode === null; ) {
		begun = (await readdir(folder)).includes('killed.tar.partial');
	}
	child.kill('SIGKILL');
	await gone;
	const named = async () => (await readdir(folder)).filter((value) => value.startsWith('killed'));
	expect(await named()).toEqual(['killed.tar.partial']);
	const { stdout } = await promisify(execFile)(process.execPath, argv, { env: environment() });
	expect(stdout).toMatch(/Backed up .* [\d,]+ rows in \d+ tables, and \d+ objects? \([\d.]+ [kM]B\)/);
	expect(await named()).toEqual(['killed.tar']);
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('the move command', () => {
	let database: TestDatabase;
	beforeEach(async () => {
		const opened = await openTestDatabase();
		if (opened === null) throw new Error('There is no PostgreSQL.');
		database = opened;
	});
	afterEach(() => database.drop());
	const move = (dataDir: string) =>
		promisify(execFile)(process.execPath, [programFile('move'), '--data-dir', dataDir], {
			env: environment(database.url),
		});

	test('moves a catalog to PostgreSQL with the same responses', async () => {
		const before = await inspect(elsewhere);
		expect(before.last).toBe(59_999);
		expect((await move(elsewhere)).stdout).toContain('All hashes match');
		expect(await inspect(elsewhere, database.url)).toEqual(before);
		await expect(move(elsewhere)).rejects.toThrow('No embedded catalog');
	});
});

const environment = (url = '') => ({ ...process.env, DATABASE_URL: url });
