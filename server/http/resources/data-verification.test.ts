import { readFile, rename, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DataVerification } from '#contract/integrity.ts';
import { createTextLog } from '../../logging/log.ts';
import { recheckCorrupt } from '../../platform/integrity/recheck.ts';
import { scrub } from '../../platform/integrity/scrub.ts';
import { datasets } from '../../store/catalog/schema/datasets.ts';
import { scrubs } from '../../store/catalog/schema/integrity.ts';
import { damageFile } from '../../testing/corruption/damage.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeEach(async () => {
	// Every corrupt object is reported to the log.
	service = await createTestService(
		{},
		undefined,
		createTextLog('info', () => undefined),
	);
});
afterEach(async () => {
	vi.restoreAllMocks();
	await service.close();
});

const report = (as = 'demo') => service.json<DataVerification>('GET', '/data-verification', { as });
const found = async (as = 'demo') => {
	await service.platform.corruption.recorded();
	return (await report(as)).corrupt.map(({ datasetName, problem }) => `${datasetName} ${problem}`);
};
async function fileOf(name: string): Promise<string> {
	const [dataset] = await service.platform.catalog.db.select().from(datasets).where(eq(datasets.name, name));
	const sha256 = dataset?.sha256 ?? '';
	return join(service.settings.dataDir, 'objects', sha256.slice(0, 2), sha256);
}
/** Changes a byte without changing anything that stat reports, as failing disks do. */
async function rot(file: string): Promise<void> {
	const { mtime, atime } = await stat(file);
	await damageFile(file, 'flip', () => 0.5);
	await utimes(file, atime, mtime);
}
const fast = { bytesPerSecond: Number.POSITIVE_INFINITY };

test('lists corrupt data for users who can read it, until it’s restored', async () => {
	expect(await report()).toEqual({ verifiedAt: null, corrupt: [] });
	const file = await fileOf('countries');
	const bytes = await readFile(file);
	await damageFile(file, 'flip', () => 0.5);
	expect((await service.request('GET', '/data/demo/geography/countries', { as: 'demo' })).status).toBe(500);
	expect(await found()).toEqual(['countries changed']);
	expect(await found('guest')).toEqual([]);
	await writeFile(`${file}.restored`, bytes);
	await rename(`${file}.restored`, file);
	expect((await service.request('GET', '/data/demo/geography/countries', { as: 'demo' })).status).toBe(200);
	expect(await found()).toEqual([]);
});

test('a full verification finds corruption that reads miss, and is due again after a week', async () => {
	const file = await fileOf('countries');
	await service.request('GET', '/data/demo/geography/countries', { as: 'demo' });
	await rot(file);
	expect((await service.request('GET', '/data/demo/geography/countries', { as: 'demo' })).status).toBe(200);
	expect(await scrub(service.platform, fast)).toBe(true);
	expect(await found()).toEqual(['countries changed']);
	expect((await report()).verifiedAt).not.toBeNull();
	expect((await service.request('GET', '/data/demo/geography/countries', { as: 'demo' })).status).toBe(500);
	expect(await scrub(service.platform, fast)).toBe(false);
	service.wait(7 * 86_400_000);
	expect(await scrub(service.platform, fast)).toBe(true);
});

test('an interrupted verification continues without reading an object twice', async () => {
	const { objects } = service.platform;
	const abort = new AbortController();
	const read: string[] = [];
	const platform = {
		...service.platform,
		objects: {
			...objects,
			verify: async (sha256: string) => {
				if (read.length === 3) abort.abort();
				else read.push(sha256);
				await objects.verify(sha256);
			},
		},
	};
	expect(await scrub(platform, { ...fast, signal: abort.signal })).toBe(false);
	const [kept] = await service.platform.catalog.db.select().from(scrubs);
	expect([kept?.objects, kept?.position, kept?.finishedAt]).toEqual([3, read[2], null]);
	const verify = vi.spyOn(objects, 'verify');
	expect(await scrub(service.platform, fast)).toBe(true);
	const rest = verify.mock.calls.map(([sha256]) => sha256);
	expect(rest.filter((sha256) => read.includes(sha256))).toEqual([]);
	const [ended] = await service.platform.catalog.db.select().from(scrubs);
	expect(ended?.objects).toBe(3 + rest.length);
});

test('a verification slows down to its rate limit', async () => {
	const pauses = vi.fn<(bytes: number) => void>();
	const { objects } = service.platform;
	const platform = {
		...service.platform,
		objects: {
			...objects,
			verify: async (sha256: string, pace?: (bytes: number) => Promise<void>) =>
				objects.verify(sha256, async (bytes) => {
					const began = performance.now();
					await pace?.(bytes);
					pauses(performance.now() - began);
				}),
		},
	};
	expect(await scrub(platform, { bytesPerSecond: 2_000_000 })).toBe(true);
	const [ended] = await service.platform.catalog.db.select().from(scrubs);
	const waitedMs = pauses.mock.calls.reduce((sum, [ms]) => sum + ms, 0);
	expect(waitedMs).toBeGreaterThan(0);
	expect(ended?.bytes).toBeGreaterThan(100_000);
});

test('rechecks known corruption, and forgets it if its dataset is deleted', async () => {
	await damageFile(await fileOf('countries'), 'remove');
	await damageFile(await fileOf('us_states'), 'flip', () => 0.5);
	await scrub(service.platform, fast);
	expect((await found()).sort()).toEqual(['countries missing', 'us_states changed']);
	expect(service.platform.corruption.count()).toBe(2);
	await service.request('DELETE', '/data/demo/geography/us_states', { as: 'demo' });
	await recheckCorrupt(service.platform);
	expect(await found()).toEqual(['countries missing']);
	expect(service.platform.corruption.count()).toBe(1);
});
