import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BuildRun, OutputLink } from '#contract/build-run.ts';
import { startSweeping } from '../../platform/replicas/retention.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { type Bucket, openBucket } from '../../store/objects/s3-client.ts';
import { objectKey } from '../../store/objects/s3-store.ts';
import { type S3Server, startS3Server } from '../../testing/s3-server.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let s3: S3Server;
let bucket: Bucket;
let service: TestService;
beforeAll(async () => {
	s3 = await startS3Server();
	bucket = openBucket(s3.settings);
	service = await createTestService({ s3: s3.settings });
}, 60_000);
afterAll(async () => {
	await service.close();
	bucket.close();
	await s3.stop();
});

const cached = (sha256: string): string => join(service.settings.dataDir, 'cache', sha256.slice(0, 2), sha256);

test('removes cached files of unreferenced objects at startup', async () => {
	const { platform } = service;
	const file = join(service.settings.dataDir, 'rows');
	await writeFile(file, 'rows of a former version');
	const { sha256 } = await platform.objects.adopt(file);
	const [named] = await platform.catalog.db.select().from(datasets);
	expect(existsSync(cached(sha256))).toBe(true);
	await startSweeping(platform).stop();
	expect(existsSync(cached(sha256))).toBe(false);
	expect(existsSync(cached(named?.sha256 ?? ''))).toBe(true);
	// It may be about to be referenced.
	expect(await platform.objects.size(sha256)).not.toBeNull();
});

test('answers a corrupt object with an error, without the file’s headers', async () => {
	const body = { sources: [], code: { payload: 'SELECT 42 AS answer' } };
	const { id } = await service.json<BuildRun>('POST', '/preview-runs', { as: 'demo', body });
	await service.platform.running.ended(id);
	const path = `/build-runs/${id}/outputs/result`;
	const { downloadUrl } = OutputLink.parse(await service.json('GET', path, { as: 'demo' }));
	const sha256 = new URL(downloadUrl).pathname.split('/').at(-1) ?? '';
	expect((await service.request('GET', downloadUrl)).status).toBe(200);
	await bucket.putText(objectKey(sha256), 'something else', new Date());
	await rm(cached(sha256));
	for (const headers of [{}, { range: 'bytes=0-0' }]) {
		const answer = await service.request('GET', downloadUrl, { headers });
		expect([answer.status, await answer.json()]).toMatchObject([500, { error_code: 'DATA_CORRUPT' }]);
		for (const name of ['content-length', 'content-range', 'content-disposition', 'accept-ranges', 'etag']) {
			expect([name, answer.headers.get(name)]).toEqual([name, null]);
		}
	}
});
