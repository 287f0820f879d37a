import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BuildRun, OutputLink } from '#contract/build-run.ts';
import { createTextLog, textLog } from '../../logging/log.ts';
import { type Damage, damageFile } from '../../testing/corruption/damage.ts';
import { type FaultProxy, openFaultProxy } from '../../testing/fault-proxy.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { createTestService } from '../../testing/service.ts';
import { openBucket } from './s3-client.ts';
import { objectKey, openS3Store } from './s3-store.ts';

const partBytes = 5 * 2 ** 20;
const nameOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

// `npm run test:s3` starts a versitygw: it verifies checksums, can be read-only and keeps its objects across restarts.
describe.skipIf(!process.env.TEST_VERSITYGW)('a real S3 server', () => {
	let server: S3Server;
	let proxy: FaultProxy;
	let dir: string;
	beforeAll(async () => {
		server = await startS3Server();
	});
	afterAll(() => server.stop());
	beforeEach(async () => {
		dir = mkdtempSync(join(tmpdir(), 's3-server-test-'));
		proxy = await openFaultProxy(Number(new URL(server.settings.endpoint ?? '').port));
	});
	afterEach(async () => {
		await proxy.close();
		rmSync(dir, { recursive: true, force: true });
	});

	const open = (bucket: ReturnType<typeof openBucket>, name: string) => {
		const alone = <T>(_key: string, work: () => Promise<T>): Promise<T> => work();
		const cacheFolder = join(dir, name);
		return openS3Store({
			bucket,
			cacheFolder,
			cacheBytes: 2 ** 30,
			signs: true,
			alone,
			now: () => new Date(),
			log: textLog,
		});
	};
	const fileWith = (bytes: Uint8Array): string => {
		const file = join(dir, randomBytes(4).toString('hex'));
		writeFileSync(file, bytes);
		return file;
	};
	const fileOf = (sha256: string): string => join(server.folder ?? '', 'buckets/data/console', objectKey(sha256));

	test.each([
		['whole', 2 ** 20],
		['in parts', 11 * 2 ** 20],
	])('rejects bytes that change in transit when sent %s, and keeps none of them', async (_name, size) => {
		const distant = openBucket({ ...server.settings, endpoint: `http://127.0.0.1:${proxy.port}` }, { partBytes });
		const store = await open(distant, 'sender');
		const bytes = randomBytes(size);
		// A chunk of the stream may end within a mark, so there are three.
		for (const at of [size / 4, size / 3, size / 2].map(Math.floor)) bytes.write('a mark of the test', at);
		proxy.alter('a mark of the test', 'something else ...');
		await expect(store.copy(fileWith(bytes))).rejects.toThrow(
			/reported an error \(.*(checksum|Checksum|digest|SHA256)/,
		);
		expect(await store.size(nameOf(bytes))).toBeNull();
		proxy.heal();
		await store.copy(fileWith(bytes));
		const direct = openBucket(server.settings);
		const reader = await open(direct, 'reader');
		await reader.withFiles([nameOf(bytes)], async (path) =>
			expect(readFileSync(path(nameOf(bytes))).equals(bytes)).toBe(true),
		);
		const part = await new Response(await reader.read(nameOf(bytes), size - 10, size - 1)).arrayBuffer();
		expect(Buffer.from(part)).toEqual(bytes.subarray(size - 10));
		const listed = new Map<string, number>();
		for await (const object of reader.list()) listed.set(object.sha256, object.bytes);
		expect(listed.get(nameOf(bytes))).toBe(size);
		direct.close();
		distant.close();
	});

	test.each<Damage>(['flip', 'truncate', 'remove'])(
		'leads to a rejected object after a %s of its own file',
		async (damage) => {
			const bucket = openBucket(server.settings);
			const store = await open(bucket, 'one');
			const bytes = randomBytes(50_000);
			const sha256 = nameOf(bytes);
			await store.copy(fileWith(bytes));
			await store.verify(sha256);
			const { atime, mtime } = await stat(fileOf(sha256));
			await damageFile(fileOf(sha256), damage);
			// As failing disks change bytes: without a new modification time.
			if (damage !== 'remove') utimesSync(fileOf(sha256), atime, mtime);
			const problem = damage === 'remove' ? 'missing' : 'changed';
			await expect(store.verify(sha256)).rejects.toMatchObject({ name: 'CorruptObjectError', problem });
			const reader = await open(bucket, 'two');
			await expect(reader.withFiles([sha256], async () => 'read')).rejects.toMatchObject({ problem });
			await expect(reader.read(sha256, 0, 9)).rejects.toMatchObject({ problem });
			expect(await reader.address(sha256, { fileName: 'a.parquet', seconds: 60 })).toBeNull();
			// Storing it again repairs it.
			await store.copy(fileWith(bytes));
			await reader.withFiles([sha256], async (path) => expect(readFileSync(path(sha256)).equals(bytes)).toBe(true));
			bucket.close();
		},
	);

	test('fails requests with a message while stopped or read-only, and serves its objects once it’s back', async () => {
		const logged: string[] = [];
		const log = createTextLog('info', (line) => void logged.push(line));
		const service = await createTestService({ s3: server.settings }, undefined, log);
		const run = async (payload: string) => {
			const body = { sources: [], code: { payload } };
			const { id } = await service.json<BuildRun>('POST', '/preview-runs', { as: 'demo', body });
			await service.platform.running.ended(id);
			return service.json<BuildRun>('GET', `/build-runs/${id}`, { as: 'demo' });
		};
		const { id } = await run('SELECT 42 AS answer');
		const { downloadUrl } = OutputLink.parse(
			await service.json('GET', `/build-runs/${id}/outputs/result`, { as: 'demo' }),
		);
		const bytes = await (await service.request('GET', downloadUrl)).arrayBuffer();
		const sha256 = new URL(downloadUrl).pathname.split('/').at(-1) ?? '';
		const withoutCopy = async () => {
			await rm(join(service.settings.dataDir, 'cache', sha256.slice(0, 2), sha256));
			return service.request('GET', downloadUrl);
		};

		await server.stop();
		const refused = await withoutCopy();
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '10']);
		expect(await refused.json()).toMatchObject({
			error_code: 'UNAVAILABLE',
			message: expect.stringMatching(/^The object store http:\S+ can’t be reached\. No stored data is lost/),
		});
		expect((await service.request('GET', '/build-specs', { as: 'demo' })).status).toBe(200);

		await server.start('--readonly');
		const again = await service.request('GET', downloadUrl);
		expect(Buffer.from(await again.arrayBuffer())).toEqual(Buffer.from(bytes));
		const failed = await run('SELECT 43 AS answer');
		expect(failed).toMatchObject({
			state: 'failed',
			error: { code: 'UNAVAILABLE', message: expect.stringContaining('doesn’t let the service read') },
		});
		expect(service.platform.failures.failures().get('object_store_unavailable')).toBe(2);
		expect(logged.filter((line) => line.includes('failed: object_store_unavailable'))).toHaveLength(2);

		await server.stop();
		await server.start();
		expect((await run('SELECT 44 AS answer')).state).toBe('succeeded');
		await service.close();
	});
});
