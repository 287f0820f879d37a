import { beforeEach, describe, expect, it } from 'vitest';
import { deleteBuildSpec, getBuildSpec, listBuildSpecs, updateBuildSpec } from '#contract/build-spec.ts';
import { getDescription } from '#contract/description.ts';
import { getMe } from '#contract/user.ts';
import { startService, unauthorized } from '../testing/node/service.ts';
import { call, callWithEtag, connect, type Exchange, openExchange } from './http.ts';
import { readAddress } from './read-address.ts';

const id = '6b1f6a3e-0000-4000-8000-000000000001';
const me = { id: '1', username: 'demo', name: 'Demo', email: '' };
const refusedTokens: string[] = [];
const exchanges: Exchange[] = [];

beforeEach(() => {
	refusedTokens.length = 0;
	exchanges.length = 0;
});

const connectTo = (baseUrl: string) =>
	connect({
		baseUrl: () => baseUrl,
		token: () => 'secret',
		onUnauthorized: (token) => refusedTokens.push(token),
		onExchange: (exchange) => exchanges.push(exchange),
	});

describe('a call', () => {
	it('sends the token and returns the parsed body', async () => {
		const service = await startService(() => ({ status: 200, body: me, headers: { 'X-Request-Id': 'r-1' } }));
		connectTo(service.baseUrl);
		expect(await call(getMe, {})).toEqual(me);
		expect(service.received).toMatchObject([
			{ method: 'GET', path: '/api/v1/user/me', authorization: 'Bearer secret' },
		]);
		expect(exchanges).toMatchObject([{ operation: 'getMe', status: 200, requestId: 'r-1', errorCode: null }]);
		expect(JSON.stringify(exchanges)).not.toContain('secret');
	});

	it('parses an unchanged long list only once, and notices changes', async () => {
		const item = (name: string) => ({
			id,
			owner: 'demo',
			version: 1,
			sources: [],
			destination: { owner: 'demo', namespace: 'a', datasetName: name },
			code: { payload: 'select 1' },
			createdAt: '2026-01-01T00:00:00.000Z',
			updatedAt: '2026-01-01T00:00:00.000Z',
		});
		const items = Array.from({ length: 1_000 }, (_, index) => item(`table_${index}`));
		const service = await startService(() => ({ status: 200, body: { items } }));
		connectTo(service.baseUrl);
		const first = await call(listBuildSpecs, {});
		expect(first.items.map((item) => item.destination.datasetName)).toEqual(items.map((_, index) => `table_${index}`));
		expect(await call(listBuildSpecs, {})).toBe(first);
		items[700] = item('renamed');
		expect((await call(listBuildSpecs, {})).items[700]?.destination.datasetName).toBe('renamed');
	});

	it('sends no token for a public operation', async () => {
		const service = await startService(() => ({ status: 200, body: { openapi: '3.1.0', paths: {} } }));
		connectTo(service.baseUrl);
		await call(getDescription, {});
		expect(service.received[0]?.authorization).toBeUndefined();
	});

	it('guards a write with the ETag it’s based on', async () => {
		const service = await startService(() => ({
			status: 412,
			body: { error_code: 'VERSION_CONFLICT', message: 'Changed.' },
			headers: { ETag: '"2"' },
		}));
		connectTo(service.baseUrl);
		const body = {
			sources: [],
			destination: { owner: 'demo', namespace: 'a', datasetName: 'b' },
			code: { payload: 'select 1' },
		};
		const saved = callWithEtag(updateBuildSpec, { params: { buildSpecId: id }, body }, { ifMatch: '"1"' });
		await expect(saved).rejects.toMatchObject({ status: 412, code: 'VERSION_CONFLICT' });
		expect(JSON.parse(service.received[0]?.body ?? '')).toEqual(body);
	});

	it('reports a rejected token once', async () => {
		const service = await startService(() => unauthorized);
		connectTo(service.baseUrl);
		await expect(call(getMe, {})).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED' });
		expect(refusedTokens).toEqual(['secret']);
	});

	it('reports an unreachable service without resending a write', async () => {
		connectTo('http://127.0.0.1:9/api/v1');
		const deleted = call(deleteBuildSpec, { params: { buildSpecId: id } });
		await expect(deleted).rejects.toMatchObject({ kind: 'unreachable', code: 'UNREACHABLE', status: 0 });
		expect(exchanges).toHaveLength(1);
	});

	it('doesn’t follow redirects with the token', async () => {
		const other = await startService(() => ({ status: 200, body: me }));
		const service = await startService(() => ({ status: 302, headers: { Location: `${other.baseUrl}/user/me` } }));
		connectTo(service.baseUrl);
		await expect(call(getMe, {})).rejects.toMatchObject({ kind: 'unreachable' });
		expect(other.received).toEqual([]);
	});

	it('stops when aborted, without counting it as a failure of the service', async () => {
		const service = await startService(() => ({ status: 200, body: me }));
		connectTo(service.baseUrl);
		const aborted = call(getBuildSpec, { params: { buildSpecId: id } }, { signal: AbortSignal.abort() });
		await expect(aborted).rejects.toMatchObject({ name: 'AbortError' });
		expect(exchanges).toEqual([]);
	});
});

describe('a URL from the service', () => {
	it('gets the token under the base path only', async () => {
		const service = await startService(() => ({ status: 200, body: {} }));
		const other = await startService(() => ({ status: 200, body: {} }));
		connectTo(service.baseUrl);
		await readAddress('followOutput', `${service.baseUrl}/build-runs/1/outputs/x`);
		await readAddress('followOutput', `${service.origin}/objects/x`);
		await readAddress('followOutput', `${service.origin}/api/v10/x`);
		await readAddress('followOutput', `${other.baseUrl}/x`);
		const tokens = [...service.received, ...other.received].map((received) => received.authorization);
		expect(tokens).toEqual(['Bearer secret', undefined, undefined, undefined]);
	});

	it('of an agent gets the token under the base path only, and never if called without it', async () => {
		const service = await startService(() => ({ status: 200, body: {} }));
		const other = await startService(() => ({ status: 200, body: {} }));
		connectTo(service.baseUrl);
		const ask = (url: string, withToken: boolean) => openExchange('callAgent', url, { method: 'POST' }, withToken);
		await ask(`${service.baseUrl}/a2a/guide`, true);
		await ask(`${service.baseUrl}/a2a/guide`, false);
		await ask(`${service.origin}/api/v10/a2a/guide`, true);
		await ask(`${other.baseUrl}/a2a/guide`, true);
		const tokens = [...service.received, ...other.received].map((received) => received.authorization);
		expect(tokens).toEqual(['Bearer secret', undefined, undefined, undefined]);
	});
});
