import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import { createTextLog } from '../../logging/log.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

const edit = {
	sources: [],
	destination: { owner: 'demo', namespace: 'nature', datasetName: 'kept' },
	code: { payload: 'SELECT 1 AS n' },
};

const flights = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };

const lines: string[] = [];
beforeEach(() => {
	lines.length = 0;
});
const log = createTextLog('info', (line) => void lines.push(line));

/** Whether a small file system can be mounted here, to fill up a real disk. */
const canMount = isPossible(() => {
	const folder = execFileSync('mktemp', ['-d'], { encoding: 'utf8' }).trim();
	execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder], { stdio: 'ignore' });
	execFileSync('umount', [folder]);
});

function isPossible(work: () => void): boolean {
	try {
		work();
		return true;
	} catch {
		return false;
	}
}

const failures = async (service: TestService): Promise<Record<string, number>> =>
	Object.fromEntries([...service.platform.failures.failures()].filter(([, count]) => count > 0));

async function codeOf(answer: Promise<Response>): Promise<[number, string]> {
	const response = await answer;
	return [response.status, ((await response.json()) as ErrorResponse).error_code];
}

/** The storage state is cached for a second. */
const cacheExpired = () => new Promise((resolve) => setTimeout(resolve, 1_100));

// Needs permission to mount: root, or a privileged container.
describe.skipIf(!canMount)('on a small disk', () => {
	let folder: string;
	let service: TestService;
	beforeEach(async () => {
		folder = await mkdtemp(join(tmpdir(), 'dataset-disk-'));
		execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64m,mode=700', 'tmpfs', folder]);
		service = await createTestService({ diskReserveBytes: 16 * 2 ** 20 }, folder, log);
	});
	afterEach(async () => {
		await service.close();
		execFileSync('umount', ['-l', folder]);
		await rm(folder, { recursive: true, force: true });
	});

	test('rejects writes with 507 if the disk is almost full, but not reads or deletions, and recovers', async () => {
		const kept = await service.json<{ id: string }>('POST', '/build-specs', { as: 'demo', body: edit });
		const filler = join(folder, 'filler');
		await writeFile(filler, Buffer.alloc(50 * 2 ** 20));
		await cacheExpired();
		const answer = await service.request('POST', '/build-specs', { as: 'demo', body: edit });
		const body = (await answer.json()) as ErrorResponse;
		expect([answer.status, body.error_code, answer.headers.get('retry-after')]).toEqual([507, 'STORAGE_FULL', '10']);
		expect(body.message).toMatch(/^The service’s disk is almost full, so nothing new can be saved\./);
		expect((await service.request('GET', '/build-specs', { as: 'demo' })).status).toBe(200);
		expect((await service.request('GET', '/data/demo/aviation/flights?limit=5', { as: 'demo' })).status).toBe(200);
		expect((await service.request('POST', '/build-specs/check', { as: 'demo', body: edit })).status).toBe(200);
		expect((await service.request('DELETE', `/build-specs/${kept.id}`, { as: 'demo' })).status).toBe(204);
		expect(await service.json('GET', '/status', { as: 'demo' })).toMatchObject({
			problems: [{ code: 'STORAGE_FULL', message: body.message }],
		});
		expect(lines.filter((line) => line.startsWith('disk_full: '))).toHaveLength(1);
		expect(await failures(service)).toEqual({ disk_full: 1 });

		await rm(filler);
		await cacheExpired();
		expect((await service.request('POST', '/build-specs', { as: 'demo', body: edit })).status).toBe(201);
		expect(await service.json('GET', '/status', { as: 'demo' })).toMatchObject({ problems: [] });
		expect(lines.at(-1)).toMatch(/^disk_full resolved: /);
	}, 60_000);

	test('fails a run whose output fills the disk, and leaves nothing behind', async () => {
		const body = {
			sources: [],
			code: { payload: 'SELECT hash(range) AS h, hash(range + 1) AS i FROM range(20000000)' },
		};
		const { id } = await service.json<{ id: string }>('POST', '/preview-runs', { as: 'demo', body });
		await service.platform.running.ended(id);
		expect(await service.json('GET', `/build-runs/${id}`, { as: 'demo' })).toMatchObject({
			state: 'failed',
			error: { code: 'STORAGE_FULL', message: expect.stringMatching(/service’s disk is full/) },
		});
		expect((await service.request('POST', '/build-specs', { as: 'demo', body: edit })).status).toBe(201);
	}, 60_000);

	test('answers a query that needs disk space with 507, and succeeds once there is space', async () => {
		const request = { source: { kind: 'dataset', ...flights }, filter: [], offset: 0, limit: 5 };
		const view = (column: string) =>
			service.request('POST', '/rows/view', {
				as: 'demo',
				body: { ...request, sort: [{ column, descending: true }] },
			});
		const sorted = () => service.request('GET', '/data/demo/aviation/flights?sort=-origin', { as: 'demo' });
		const outcomeOf = async (answer: Response) => [answer.status, ((await answer.json()) as ErrorResponse).message];
		expect((await view('delay')).status).toBe(200);
		const filler = join(folder, 'filler');
		// Nothing may be left behind even if the storage check passes.
		service.platform.storage.assertWritable = async () => undefined;
		await writeFile(filler, Buffer.alloc(64 * 2 ** 20)).catch(() => undefined);
		const full = expect.stringMatching(
			/^The service’s disk is full, so the result couldn’t be calculated\. Select fewer/,
		);
		// First in a process that has the rows open, then in one that can't even start.
		expect(await outcomeOf(await view('distance'))).toEqual([507, full]);
		expect(await outcomeOf(await sorted())).toEqual([507, full]);
		expect(await failures(service)).toMatchObject({ disk_full: 2 });
		await rm(filler);
		expect((await view('distance')).status).toBe(200);
		expect((await sorted()).status).toBe(200);
	}, 60_000);
});

test('rejects writes while the data folder is replaced by a file, until it’s back', async () => {
	const parent = await mkdtemp(join(tmpdir(), 'dataset-moved-'));
	const folder = join(parent, 'data');
	await mkdir(folder);
	const service = await createTestService({}, folder, log);
	try {
		await rename(folder, `${folder}.away`);
		await writeFile(folder, '');
		await cacheExpired();
		expect(await codeOf(service.request('POST', '/build-specs', { as: 'demo', body: edit }))).toEqual([
			503,
			'STORAGE_READ_ONLY',
		]);
		expect((await service.request('GET', '/build-specs', { as: 'demo' })).status).toBe(200);
		expect(lines).toEqual([expect.stringMatching(/^storage_read_only: .* isn’t a folder anymore\./)]);
		await rm(folder);
		await mkdir(folder);
		await cacheExpired();
		expect((await service.request('POST', '/build-specs', { as: 'demo', body: edit })).status).toBe(503);
		await rm(folder, { recursive: true });
		await rename(`${folder}.away`, folder);
		await cacheExpired();
		expect((await service.request('POST', '/build-specs', { as: 'demo', body: edit })).status).toBe(201);
		expect(await failures(service)).toEqual({ storage_read_only: 1 });
	} finally {
		await service.close();
		await rm(parent, { recursive: true, force: true });
	}
}, 60_000);
