import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ErrorResponse } from '#contract/error.ts';
import { createTextLog } from './logging/log.ts';
import type { Settings } from './settings/settings.ts';
import { openTestDatabase, type TestDatabase } from './testing/database.ts';
import { type FaultProxy, openFaultProxy } from './testing/fault-proxy.ts';
import { type S3Server, startS3Server } from './testing/s3-server.ts';
import { createTestService, type TestService } from './testing/service.ts';

const edit = {
	sources: [],
	destination: { owner: 'demo', namespace: 'nature', datasetName: 'kept' },
	code: { payload: 'SELECT 1 AS n' },
};
const patience = { timeout: 30_000, interval: 100 };

let lines: string[] = [];
beforeEach(() => {
	lines = [];
});
const log = createTextLog('info', (line) => void lines.push(line));

interface Ran {
	readonly state: string;
	readonly finishedAt: string | null;
	readonly error: { readonly code: string; readonly message: string } | null;
}

interface Outcome {
	readonly status: number;
	readonly code: string;
	readonly message: string;
	readonly retryAfter: string | null;
}

async function outcomeOf(answer: Promise<Response>): Promise<Outcome> {
	const response = await answer;
	const body = (await response.json()) as Partial<ErrorResponse>;
	const { error_code: code = '', message = '' } = body;
	return { status: response.status, code, message, retryAfter: response.headers.get('retry-after') };
}

const failures = (
	service: TestService,
	kind: 'database_unavailable' | 'database_read_only' | 'object_store_unavailable',
) => service.platform.failures.failures().get(kind) ?? 0;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a failing PostgreSQL server', () => {
	let database: TestDatabase;
	let proxy: FaultProxy;
	let service: TestService;
	beforeEach(async () => {
		database = (await openTestDatabase()) as TestDatabase;
		const url = new URL(database.url);
		proxy = await openFaultProxy(Number(url.port));
		url.port = String(proxy.port);
		service = await createTestService({ databaseUrl: url.href }, undefined, log);
	}, 60_000);
	afterEach(async () => {
		proxy.heal();
		await service.close();
		await proxy.close();
		await database.drop();
	});

	const list = () => service.request('GET', '/build-specs', { as: 'demo' });
	const save = () => service.request('POST', '/build-specs', { as: 'demo', body: edit });

	test('is reported as unavailable while unreachable, and is used again once it’s back', async () => {
		expect((await list()).status).toBe(200);
		proxy.cut();
		expect(await outcomeOf(list())).toMatchObject({ status: 503, code: 'UNAVAILABLE', retryAfter: '10' });
		expect((await outcomeOf(save())).message).toMatch(/^The service’s database isn’t responding\./);
		expect(failures(service, 'database_unavailable')).toBe(2);
		expect(lines).toHaveLength(2);
		expect(lines[0]).toContain('failed: database_unavailable');
		proxy.heal();
		await vi.waitUntil(async () => (await list()).status === 200, patience);
		expect((await save()).status).toBe(201);
	}, 60_000);

	test('only delays responses while it’s slow', async () => {
		proxy.delay(300);
		expect((await list()).status).toBe(200);
		expect((await save()).status).toBe(201);
	}, 60_000);

	test('is reported as read-only, and can still be read, until writes work again', async () => {
		expect((await list()).status).toBe(200);
		const admin = new Client(database.url);
		admin.on('error', () => undefined);
		await admin.connect();
		const name = new URL(database.url).pathname.slice(1);
		const setReadOnly = async (value: string) => {
			await admin.query('set default_transaction_read_only = off');
			await admin.query(`alter database ${name} set default_transaction_read_only = ${value}`);
			// Also affects new connections.
			proxy.cut();
			proxy.heal();
			await vi.waitUntil(async () => (await list()).status === 200, patience);
		};
		await setReadOnly('on');
		expect(await outcomeOf(save())).toMatchObject({ status: 503, code: 'STORAGE_READ_ONLY', retryAfter: '10' });
		expect((await list()).status).toBe(200);
		expect(failures(service, 'database_read_only')).toBe(1);
		expect(lines.at(-1)).toContain('failed: database_read_only');
		await setReadOnly('off');
		expect((await save()).status).toBe(201);
		await admin.end();
	}, 60_000);
});

describe('a failing object store', () => {
	let s3: S3Server;
	let proxy: FaultProxy;
	let service: TestService;
	beforeEach(async () => {
		s3 = await startS3Server();
		const endpoint = new URL(s3.settings.endpoint ?? '');
		proxy = await openFaultProxy(Number(endpoint.port));
		endpoint.port = String(proxy.port);
		service = await createTestService(
			{ s3: { ...s3.settings, endpoint: endpoint.origin } as Settings['s3'] },
			undefined,
			log,
		);
	}, 60_000);
	afterEach(async () => {
		proxy.heal();
		await service.close();
		await proxy.close();
		await s3.stop();
	});

	const run = async () => {
		const body = { sources: [], code: { payload: `SELECT ${Math.random()} AS n` } };
		const { id } = await service.json<{ id: string }>('POST', '/preview-runs', { as: 'demo', body });
		return vi.waitUntil(async () => {
			const found = await service.json<Ran>('GET', `/build-runs/${id}`, { as: 'demo' });
			return found.finishedAt === null ? null : found;
		}, patience);
	};

	test('fails only runs that need it, with a message, and is used again once it’s back', async () => {
		expect((await run()).state).toBe('succeeded');
		proxy.cut();
		const failed = await run();
		expect(failed).toMatchObject({ state: 'failed', error: { code: 'UNAVAILABLE' } });
		expect(failed.error?.message).toMatch(/^The object store http:\S+ can’t be reached\. No stored data is lost/);
		expect(failures(service, 'object_store_unavailable')).toBe(1);
		expect(lines.filter((line) => line.includes('failed: object_store_unavailable'))).toHaveLength(1);
		expect((await service.request('GET', '/build-specs', { as: 'demo' })).status).toBe(200);
		proxy.delay(200);
		proxy.heal();
		expect((await run()).state).toBe('succeeded');
	}, 90_000);

	test('only delays runs while it’s slow', async () => {
		proxy.delay(300);
		expect((await run()).state).toBe('succeeded');
	}, 60_000);
});
