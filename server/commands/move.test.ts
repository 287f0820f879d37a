import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '#contract/service/operations.ts';
import { issueToken } from '../platform/access/tokens.ts';
import { findUser } from '../platform/access/users.ts';
import { insertBuildSpec } from '../platform/build-specs/build-specs.ts';
import { namedObjects } from '../platform/parts/named-objects.ts';
import { openService, type Service } from '../service.ts';
import { readSettings } from '../settings/read-settings.ts';
import { parts } from '../store/catalog/schema/parts.ts';
import { hashBytes } from '../store/objects/hash-file.ts';
import { type Bucket, openBucket } from '../store/objects/s3-client.ts';
import { programFile } from '../testing/built-programs.ts';
import { openTestDatabase, type TestDatabase } from '../testing/database.ts';
import { type Answers, everyAnswer } from '../testing/every-answer.ts';
import { type S3Server, startS3Server } from '../testing/s3-server.ts';

const airports = { owner: 'demo', namespace: 'aviation', datasetName: 'airports' };
const inNature = (datasetName: string) => ({ owner: 'demo', namespace: 'nature', datasetName });
const many = 1_000;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a move to PostgreSQL and a bucket', () => {
	let folder: string;
	let dataDir: string;
	let database: TestDatabase;
	let s3: S3Server;
	beforeAll(async () => {
		folder = await mkdtemp(join(tmpdir(), 'moves-'));
		dataDir = join(folder, 'embedded');
		// A typical database: it sorts texts by language, whereas the embedded one sorts by bytes.
		const opened = await openTestDatabase('en-US');
		if (opened === null) throw new Error('There is no PostgreSQL.');
		database = opened;
		s3 = await startS3Server();
	});
	afterAll(async () => {
		await s3.stop();
		await database.drop();
		await rm(folder, { recursive: true, force: true });
	});

	const flagsOfBucket = () => {
		const { endpoint, bucket, prefix } = s3.settings;
		return ['--s3-endpoint', endpoint ?? '', '--s3-bucket', bucket, '--s3-prefix', prefix];
	};
	const move = (flags: readonly string[]) =>
		promisify(execFile)(process.execPath, [programFile('move'), '--data-dir', dataDir, ...flags], {
			env: { ...process.env, DATABASE_URL: database.url },
		});
	async function within<T>(dataFolder: string, url: string, work: (service: Service) => Promise<T>): Promise<T> {
		const flags = ['--data-dir', dataFolder, '--run-waiting', '1', '--run-threads', '1', '--part-bytes', '100000'];
		const all = [...flags, ...(url === '' ? [] : flagsOfBucket())];
		const { settings } = readSettings(all, { DATABASE_URL: url });
		const service = await openService({ settings, sweeps: false });
		try {
			return await work(service);
		} finally {
			await service.close();
		}
	}

	/** Without the catalog's URL, the service must not start on an empty catalog. */
	async function refusesWithoutDatabase(): Promise<void> {
		const words = ['--data-dir', dataDir];
		const backup = ['--to', join(folder, 'x.tar')];
		for (const [program, more] of [
			['main', ['--port', '0']],
			['doctor', ['--port', '0']],
			['backup', backup],
			['verify-data', []],
			['restore-catalog', []],
		] as const) {
			const ran = promisify(execFile)(process.execPath, [programFile(program), ...words, ...more], {
				env: { ...process.env, DATABASE_URL: '' },
			});
			const { stdout, stderr } = await ran.catch((error) => error);
			expect(stdout + stderr).toMatch(/The catalog in \S+ was moved to PostgreSQL \(\S+ at 127\.0\.0\.1:\d+ on /);
			expect(stdout + stderr).toMatch(
				/[sS]et DATABASE_URL\. To start over instead, choose another folder with --data-dir\./,
			);
		}
		expect(existsSync(join(dataDir, 'catalog'))).toBe(false);
	}

	test('keeps every response the same for every user, with 1,000 BuildSpecs and rows in parts', async () => {
		const { tokens, before, objects } = await within(dataDir, '', async (service) => {
			const tokens = await fill(service);
			const objects = [...(await namedObjects(service.platform.catalog.db))].sort();
			return { tokens, before: await answersTo(service, tokens), objects };
		});
		const requestedPaths = before.flatMap((answers) => [...answers.keys()]);
		const left = operations.filter(
			(operation) => operation.method === 'GET' && !requestedPaths.some((path) => isOf(operation.path, path)),
		);
		expect(left.map((operation) => operation.id)).toEqual(['getResultLink', 'suggestLinks']);
		expect(JSON.parse((before[0]?.get('/build-specs') ?? '').slice(4)).items.length).toBeGreaterThan(many);

		const taken = openBucket({ ...s3.settings, prefix: 'taken/' });
		await taken.putText('catalogue', `${randomUUID()}\n`, new Date());
		taken.close();
		await expect(move([...flagsOfBucket().slice(0, -1), 'taken'])).rejects.toThrow(
			'contains objects from another catalog',
		);
		const { stdout } = await move(flagsOfBucket());
		expect(stdout).toMatch(/rows in \d+ tables to PostgreSQL, and .*All hashes match/);
		expect(stdout).toContain(`${objects.length} objects to the bucket data. All hashes match`);
		await expect(move(flagsOfBucket())).rejects.toThrow('No embedded catalog found');
		await refusesWithoutDatabase();
		const bucket = openBucket(s3.settings);
		expect(await objectsIn(bucket)).toEqual(objects);
		bucket.close();

		// Another machine, which only knows the URLs of both.
		const elsewhere = join(folder, 'elsewhere');
		await within(elsewhere, database.url, async (service) => {
			const after = await answersTo(service, tokens);
			for (const [index, answers] of before.entries()) {
				expect([...(after[index]?.keys() ?? [])]).toEqual([...answers.keys()]);
				for (const [path, text] of answers) expect(after[index]?.get(path), path).toBe(text);
			}
		});
	}, 240_000);

	test('keeps the metadata of parts: a filter fetches only one, and deleting the dataset removes all', async () => {
		const machine = join(folder, 'third');
		await within(machine, database.url, async (service) => {
			const call = callerOf(service, await tokenOf(service, 'demo'));
			const all = await service.platform.catalog.db.select().from(parts);
			expect(all.length).toBeGreaterThan(2);
			const filter = JSON.stringify([{ column: 'n', op: '=', value: 59_000 }]);
			const found = await call('GET', `/data/demo/nature/parts?${new URLSearchParams({ filter })}`);
			expect(found).toMatchObject({ total: 1, rows: [{ n: 59_000 }] });
			const fetched = await namesBelow(join(machine, 'cache'));
			expect(all.map((item) => item.sha256).filter((value) => fetched.includes(value))).toEqual([all.at(-1)?.sha256]);

			await call('POST', '/data/demo/nature/rename', 'earth');
			expect(await call('GET', `/data/demo/earth/parts?${new URLSearchParams({ filter })}`)).toEqual(found);
			await call('DELETE', '/data/demo/earth/parts');
			const bucket = openBucket(s3.settings);
			const left = await objectsIn(bucket);
			bucket.close();
			expect(all.filter((candidate) => left.includes(candidate.sha256))).toEqual([]);
			expect(await service.platform.catalog.db.select().from(parts)).toEqual([]);
			const cached = await namesBelow(join(machine, 'cache'));
			expect(all.filter((candidate) => cached.includes(candidate.sha256))).toEqual([]);
		});
	});
});

/** A user's responses, one set per token. */
async function answersTo(service: Service, tokens: readonly string[]): Promise<Answers[]> {
	const all: Answers[] = [];
	for (const token of tokens) all.push(await everyAnswer(service, token));
	return all;
}

const isOf = (template: string, path: string): boolean =>
	new RegExp(`^${template.replaceAll(/\{[^}]+\}/g, '[^/]+').replaceAll('.', '\\.')}$`).test(path.split('?')[0] ?? '');

async function objectsIn(bucket: Bucket): Promise<string[]> {
	const names: string[] = [];
	for await (const { key } of bucket.list('objects/')) {
		const name = key.slice(-64);
		const content = await bucket.get(key);
		if (content === null) throw new Error(`${key} is not there.`);
		expect((await hashBytes(content)).sha256).toBe(name);
		names.push(name);
	}
	return names.sort();
}

async function namesBelow(folder: string): Promise<string[]> {
	if (!existsSync(folder)) return [];
	return (await readdir(folder, { recursive: true })).map((value) => value.slice(-64));
}

type Call = (method: string, path: string, body?: unknown) => Promise<Answer>;

interface Answer {
	readonly id: string;
	readonly token: string;
	readonly items: readonly { readonly id: string; readonly code: { readonly payload: string } }[];
	readonly columns: readonly { readonly name: string }[];
}

const callerOf =
	({ app, platform }: Service, token: string): Call =>
	async (method, path, body) => {
		const isText = typeof body === 'string';
		const headers = { authorization: `Bearer ${token}`, 'content-type': isText ? 'text/plain' : 'application/json' };
		const content = body === undefined ? {} : { body: isText ? body : JSON.stringify(body) };
		const address = `${platform.settings.publicUrl}/api/v1${path}`;
		const answer = await app.fetch(new Request(address, { method, headers, ...content }));
		const text = await answer.text();
		if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
		return text === '' ? {} : JSON.parse(text);
	};

async function tokenOf({ platform }: Service, username: string): Promise<string> {
	const user = await findUser(platform.catalog.db, username);
	const wanted = { userId: user?.id ?? '', name: 'Test', permissions: null, seconds: 3_600 };
	return (await platform.catalog.write((tx) => issueToken(platform, tx, wanted))).token;
}

/** Adds data of every kind to the sample; returns the tokens to read it with. */
async function fill(service: Service): Promise<string[]> {
	const { platform } = service;
	const demo = await tokenOf(service, 'demo');
	const call = callerOf(service, demo);
	const run = async (path: string, body?: unknown) => {
		const { id } = await call('POST', path, body);
		await platform.running.ended(id);
	};
	const owner = await findUser(platform.catalog.db, 'demo');
	const ids = Array.from({ length: many }, () => randomUUID());
	const editOf = (index: number, payload: string) => ({
		sources: [airports],
		destination: { ...airports, datasetName: `${['copy ', 'Copy-', 'copy_', 'École.'][index % 4]}${index}` },
		code: { payload },
	});
	await platform.catalog.write(async (tx) => {
		for (const [index, id] of ids.entries()) {
			const edit = editOf(index, `SELECT ${index} AS "größe"`);
			await insertBuildSpec(tx, { id, ownerId: owner?.id ?? '', edit, now: platform.now() });
		}
	});
	for (let index = 0; index < many; index += 50) {
		for (const payload of ['SELECT 1', 'SELECT 2', 'SELECT 1']) {
			await call('PUT', `/build-specs/${ids[index]}`, editOf(index, payload));
		}
	}
	const code = { payload: 'SELECT range AS n, hash(range) AS h FROM range(60000)' };
	const large = await call('POST', '/build-specs', { sources: [], destination: inNature('parts'), code });
	const check = { name: 'Einmalig', kind: 'unique', severity: 'error', columns: ['n'] };
	await call('PUT', `/build-specs/${large.id}/checks`, { checks: [check] });
	await run(`/build-specs/${large.id}/build-runs`, { downstream: true });
	const { items } = await call('GET', '/build-specs');
	const git = items.find((item) => item.code.payload.includes('gitPipeline'));
	for (const id of ['5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01', git?.id]) await run(`/build-specs/${id}/preview-runs`);
	await run(`/build-specs/${ids[50]}/preview-runs`);

	const columns = { iata: 'Ein Kürzel, "IATA"' };
	await call('PUT', '/schema/demo/aviation/airports/description', { description: 'Alle\nFlughäfen', columns });
	const schema = await call('GET', '/schema/demo/aviation/routes');
	const order = schema.columns.map((column) => column.name).reverse();
	await call('PUT', '/schema/demo/aviation/routes/sort-order', { order });
	const end = (dataset: string, columnName: string) => ({ username: 'demo', namespace: 'nature', dataset, columnName });
	await call('POST', '/links/add', { from: end('parts', 'n'), to: end('parts', 'h'), matchType: 'ExactMatch' });

	const shares = '/permissions/namespaces/demo/nature/shares';
	for (const role of ['viewer', 'editor']) await call('PUT', shares, { username: 'guest', role });
	const entry = { username: 'demo', namespace: 'nature', dataset: '*', access: 'read' };
	const wanted = { name: 'Nur "nature"', permissions: [entry], expiresInSeconds: 3_600 };
	const narrow = await call('POST', '/user/tokens', wanted);
	const revoked = await call('POST', '/user/tokens', { ...wanted, name: 'revoked' });
	await call('DELETE', `/user/tokens/${revoked.id}`);

	const mapping = [{ from: 'n', column: 'n' }];
	const { id } = await call('POST', '/ingestions', { target: inNature('walks'), mode: 'create', mapping });
	const text = '{"n":12345678901234567890}\n{"n":0.10}\n';
	const sha256 = createHash('sha256').update(text).digest('hex');
	await call('PUT', `/ingestions/${id}/chunks/1?sha256=${sha256}`, text);
	await call('POST', `/ingestions/${id}/commit`, { chunks: 1 });
	await call('POST', `/ingestionTracking/${id}/seen`);
	return [demo, await tokenOf(service, 'guest'), narrow.token, revoked.token];
}
