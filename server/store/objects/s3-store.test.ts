import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { KeyedLock } from '#lib/concurrency/keyed-lock.ts';
import { textLog } from '../../logging/log.ts';
import { damageFile } from '../../testing/corruption/damage.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { type Bucket, openBucket } from './s3-client.ts';
import { openS3Store } from './s3-store.ts';
import type { ObjectStore, Staging } from './types.ts';

let server: S3Server;
let dir: string;
let bucket: Bucket;
let time: Date;
const lock = new KeyedLock();
const alone = <T>(key: string, work: () => Promise<T>): Promise<T> => lock.run(key, work);

beforeAll(async () => {
	server = await startS3Server();
});
afterAll(() => server.stop());
beforeEach(() => {
	dir = mkdtempSync(join(tmpdir(), 's3-store-'));
	bucket = openBucket(server.settings);
	time = new Date('2026-01-01T00:00:00Z');
});
afterEach(() => {
	bucket.close();
	rmSync(dir, { recursive: true, force: true });
});

const open = (name: string, cacheBytes = 2 ** 30, signs = false): Promise<ObjectStore> =>
	openS3Store({ bucket, cacheFolder: join(dir, name), cacheBytes, signs, alone, now: () => time, log: textLog });

const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const keyOf = (name: string): string => `objects/${name.slice(0, 2)}/${name}`;
function fileWith(bytes: Uint8Array): string {
	const file = join(dir, `given-${randomBytes(4).toString('hex')}`);
	writeFileSync(file, bytes);
	return file;
}
const contentOf = (store: ObjectStore, name: string): Promise<Buffer> =>
	store.withFiles([name], async (fileOf) => readFileSync(fileOf(name)));
const cached = (name: string): string[] =>
	readdirSync(join(dir, name), { recursive: true })
		.map(String)
		.filter((value) => /[0-9a-f]{64}$/.test(value))
		.map((value) => value.slice(-64));

describe('objects in an S3 store', () => {
	it('gives one replica the bytes that another stored, in full and in ranges', async () => {
		const bytes = randomBytes(300_000);
		const [one, two] = [await open('one'), await open('two')];
		const file = fileWith(bytes);
		expect(await one.adopt(file)).toEqual({ sha256: nameOf(bytes), bytes: bytes.length });
		expect(existsSync(file)).toBe(false);
		expect(await two.size(nameOf(bytes))).toBe(bytes.length);
		expect(await contentOf(two, nameOf(bytes))).toEqual(bytes);
		const part = Buffer.from(await new Response(await two.read(nameOf(bytes), 10, 19)).arrayBuffer());
		expect(part).toEqual(bytes.subarray(10, 20));
	});

	it('uploads large files in several parts', async () => {
		const bytes = randomBytes(11 * 2 ** 20);
		const small = openBucket(server.settings, { partBytes: 5 * 2 ** 20 });
		const parts = { bucket: small, cacheFolder: join(dir, 'parts'), cacheBytes: 0, signs: false, alone };
		const store = await openS3Store({ ...parts, now: () => time, log: textLog });
		await store.copy(fileWith(bytes));
		expect((await contentOf(await open('other'), nameOf(bytes))).equals(bytes)).toBe(true);
		small.close();
	});

	/** Puts a file where an engine would write it. */
	async function stagedFile(staged: Staging, name: string, bytes: Uint8Array): Promise<string> {
		const key = `${staged.location.slice(staged.location.indexOf('staged/'))}/${name}`;
		await bucket.putFile(key, fileWith(bytes), bytes.length, nameOf(bytes), time);
		return key;
	}

	it('copies a staged file within the store, or uploads it if the store can’t copy', async () => {
		for (const copies of [true, false]) {
			const sent: string[] = [];
			const watched: Bucket = {
				...bucket,
				copy: copies ? bucket.copy : () => Promise.reject(new Error('Not implemented')),
				putFile: (key, ...rest) => {
					sent.push(key);
					return bucket.putFile(key, ...rest);
				},
			};
			const bytes = randomBytes(300_000);
			const rest = { cacheBytes: 2 ** 30, signs: false, alone, now: () => time, log: textLog };
			const store = await openS3Store({ bucket: watched, cacheFolder: join(dir, `takes-${copies}`), ...rest });
			const staged = store.stage();
			await stagedFile(staged, 'part-0.parquet', bytes);
			const { take } = await staged.fetch('part-0.parquet', dir);
			expect(await take()).toEqual({ sha256: nameOf(bytes), bytes: bytes.length });
			expect(sent).toEqual(copies ? [] : [keyOf(nameOf(bytes))]);
			await staged.remove();
			expect(await contentOf(await open(`reads-${copies}`), nameOf(bytes))).toEqual(bytes);
		}
	});

	it('uploads the fetched bytes if the staged file changed', async () => {
		const bytes = randomBytes(300_000);
		const store = await open('one');
		const staged = store.stage();
		await stagedFile(staged, 'part-0.parquet', bytes);
		const { take } = await staged.fetch('part-0.parquet', dir);
		await stagedFile(staged, 'part-0.parquet', randomBytes(300_000));
		await take();
		expect(await contentOf(await open('two'), nameOf(bytes))).toEqual(bytes);
	});

	it('counts staged bytes once while files are moved', async () => {
		const staged = (await open('one')).stage();
		await stagedFile(staged, 'part-0.parquet', randomBytes(1_000));
		await stagedFile(staged, '_temporary/0/task_0/part-0.parquet', randomBytes(900));
		await stagedFile(staged, '_temporary/0/task_1/part-1.parquet', randomBytes(50));
		expect(await staged.written()).toBe(1_050);
	});

	it('rejects an object whose bytes changed', async () => {
		const bytes = randomBytes(1_000);
		await (await open('one')).copy(fileWith(bytes));
		await bucket.putText(keyOf(nameOf(bytes)), 'something else', time);
		const two = await open('two');
		await expect(contentOf(two, nameOf(bytes))).rejects.toMatchObject({
			name: 'CorruptObjectError',
			problem: 'changed',
		});
		expect(cached('two')).toEqual([]);
	});

	it('replaces a corrupt object when its content is stored again', async () => {
		const bytes = randomBytes(1_000);
		const one = await open('one');
		await one.copy(fileWith(bytes));
		await bucket.putText(keyOf(nameOf(bytes)), 'x'.repeat(1_000), time);
		await one.copy(fileWith(bytes));
		expect((await contentOf(await open('two'), nameOf(bytes))).equals(bytes)).toBe(true);
	});

	it('returns no URL for an object that is corrupt or missing', async () => {
		const bytes = randomBytes(1_000);
		const store = await open('one', 2 ** 30, true);
		await store.copy(fileWith(bytes));
		const address = () => store.address(nameOf(bytes), { fileName: 'a.parquet', seconds: 60 });
		expect(await address()).not.toBeNull();
		await bucket.putText(keyOf(nameOf(bytes)), 'x'.repeat(1_000), time);
		expect(await address()).toBeNull();
		await bucket.remove(keyOf(nameOf(bytes)));
		expect(await address()).toBeNull();
		const other = await open('two');
		await expect(contentOf(other, nameOf(bytes))).rejects.toMatchObject({ problem: 'missing' });
		await expect(other.withFiles([nameOf(bytes)], async () => 'read')).rejects.toMatchObject({ problem: 'missing' });
	});

	it('fetches an object again if its cached file changed while it was open', async () => {
		const bytes = randomBytes(1_000);
		const name = nameOf(bytes);
		const store = await open('one');
		await store.copy(fileWith(bytes));
		expect((await contentOf(store, name)).equals(bytes)).toBe(true);
		await damageFile(join(dir, 'one', name.slice(0, 2), name), 'flip');
		expect((await contentOf(store, name)).equals(bytes)).toBe(true);
	});

	it('doesn’t trust a cached file that changed between processes', async () => {
		const bytes = randomBytes(1_000);
		const name = nameOf(bytes);
		await (await open('one')).copy(fileWith(bytes));
		rmSync(join(dir, 'one', name.slice(0, 2), name));
		writeFileSync(join(dir, 'one', name.slice(0, 2), name), randomBytes(1_000));
		expect((await contentOf(await open('one'), name)).equals(bytes)).toBe(true);
	});

	it('caches the objects used last, and all that are in use', async () => {
		const three = [1, 2, 3].map(() => randomBytes(1_000));
		const [a = '', b = '', c = ''] = three.map(nameOf);
		const source = await open('source');
		for (const content of three) await source.copy(fileWith(content));
		const store = await open('small', 2_000);
		await contentOf(store, a);
		await contentOf(store, b);
		await contentOf(store, a);
		await contentOf(store, c);
		expect(cached('small').sort()).toEqual([a, c].sort());
		const all = await store.withFiles([a, b, c], async (fileOf) => [a, b, c].map((value) => existsSync(fileOf(value))));
		expect(all).toEqual([true, true, true]);
		expect(cached('small')).toHaveLength(2);
		const many = await Promise.all(
			Array.from({ length: 20 }, (_, index) => contentOf(store, [a, b, c][index % 3] ?? a)),
		);
		expect(many.every((buffer, index) => three[index % 3]?.equals(buffer))).toBe(true);
	});

	it('drops removed and unreferenced objects from the cache once they aren’t in use', async () => {
		const three = [1, 2, 3].map(() => randomBytes(1_000));
		const [a = '', b = '', c = ''] = three.map(nameOf);
		const store = await open('one');
		for (const content of three) await store.copy(fileWith(content));
		await store.withFiles([a, b], async (fileOf) => {
			await store.forget(a);
			expect(existsSync(fileOf(a))).toBe(true);
		});
		expect(cached('one').sort()).toEqual([b, c].sort());
		// The same for what an earlier process left.
		await (await open('one')).prune(new Set([c]));
		expect(cached('one')).toEqual([c]);
		expect(await contentOf(store, b)).toEqual(three[1]);
	});

	it('lists objects, and removes one only if it wasn’t kept since', async () => {
		const bytes = randomBytes(100);
		const name = nameOf(bytes);
		const [one, two] = [await open('one'), await open('two')];
		await one.copy(fileWith(bytes));
		const listed = [];
		for await (const object of two.list()) listed.push(object.sha256);
		expect(listed).toContain(name);
		expect(await two.remove(name, time)).toBe(false);
		time = new Date('2026-01-01T02:00:00Z');
		expect(await one.keep(name)).toBe(true);
		expect(await two.remove(name, new Date('2026-01-01T01:00:00Z'))).toBe(false);
		expect(await two.remove(name, new Date('2026-01-01T03:00:00Z'))).toBe(true);
		expect([await one.size(name), await one.keep(name), await one.remove(name, time)]).toEqual([null, false, false]);
	});

	it('keeps an object that is stored while another replica removes it', async () => {
		const bytes = randomBytes(100);
		const [one, two] = [await open('one'), await open('two')];
		for (let turn = 1; turn <= 5; turn++) {
			time = new Date(time.getTime() + 10_000);
			const stale = new Date(time.getTime() - 1_000);
			const removals = Array.from({ length: 3 }, () => two.remove(nameOf(bytes), stale));
			await Promise.all([one.copy(fileWith(bytes)), ...removals, two.copy(fileWith(bytes))]);
			expect(await one.size(nameOf(bytes))).toBe(bytes.length);
		}
	});

	it('returns a URL that is valid for a minute and supports ranges, only if enabled', async () => {
		const bytes = randomBytes(1_000);
		const store = await open('one', 2 ** 30, true);
		await store.copy(fileWith(bytes));
		const wanted = { fileName: 'größe.parquet', seconds: 3_600 };
		const address = new URL((await store.address(nameOf(bytes), wanted)) ?? '');
		expect(address.origin).toBe(server.settings.endpoint);
		expect(Number(address.searchParams.get('X-Amz-Expires'))).toBe(60);
		const answer = await fetch(address, { headers: { Range: 'bytes=0-9', Origin: 'https://console.example.org' } });
		expect([answer.status, answer.headers.get('content-range')]).toEqual([206, 'bytes 0-9/1000']);
		expect(answer.headers.get('access-control-allow-origin')).toBe('*');
		expect(await (await open('two')).address(nameOf(bytes), wanted)).toBeNull();
	});

	it('reports that the store is unreachable, and continues when it’s back', async () => {
		const other = await startS3Server();
		const distant = openBucket(other.settings);
		const options = { bucket: distant, cacheFolder: join(dir, 'away'), cacheBytes: 2 ** 30, signs: false, alone };
		const store = await openS3Store({ ...options, now: () => time, log: textLog });
		const bytes = randomBytes(500);
		await store.copy(fileWith(bytes));
		await other.stop();
		await expect(store.size(nameOf(bytes))).rejects.toThrow('can’t be reached. No stored data is lost');
		// Objects on this machine can still be read.
		expect((await contentOf(store, nameOf(bytes))).equals(bytes)).toBe(true);
		await other.start();
		await store.copy(fileWith(bytes));
		expect(await store.size(nameOf(bytes))).toBe(500);
		distant.close();
		await other.stop();
	});

	it('names a missing bucket', async () => {
		const missing = openBucket({ ...server.settings, bucket: 'nothing-here' });
		await expect(missing.putText('key', '', time)).rejects.toThrow('has no bucket "nothing-here"');
		missing.close();
	});
});
