import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ErrorResponse } from '#contract/error.ts';
import { createTextLog } from '../../logging/log.ts';
import { createTestService, type TestService } from '../../testing/service.ts';

let service: TestService;
beforeAll(async () => {
	service = await createTestService({ maxBodyBytes: 10_000, consoleOrigins: ['https://console.example.org'] });
});
afterAll(() => service.close());

const send = (method: string, path: string, init: RequestInit = {}) =>
	service.app.fetch(new Request(service.settings.publicUrl + path, { ...init, method }));

async function expectError(answer: Response, status: number, code: string): Promise<ErrorResponse> {
	const error = ErrorResponse.parse(await answer.json());
	expect([answer.status, error.error_code]).toEqual([status, code]);
	expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
	expect(error.message).not.toBe('');
	return error;
}

async function post(
	body: BodyInit,
	headers: Record<string, string> = { 'content-type': 'application/json' },
	path = '/api/v1/build-specs',
) {
	const authorization = `Bearer ${await service.tokenFor('demo')}`;
	const init: RequestInit & { duplex?: 'half' } = { body, headers: { authorization, ...headers }, duplex: 'half' };
	return send('POST', path, init);
}

describe('a request path', () => {
	test('that is unknown is answered with 404, under every prefix of the service', async () => {
		for (const path of [
			'/api/v1/nope',
			'/api/v2/build-specs',
			'/api',
			'/auth/nope',
			'/objects',
			'/assets/nope.js',
			'/x.png',
		]) {
			await expectError(await send('GET', path, { headers: { accept: 'text/html' } }), 404, 'NOT_FOUND');
		}
	});

	test('with an invalid ID is answered like one with an unknown ID', async () => {
		for (const id of ['x', '%00', 'a%20b', '%E0%A4%A']) {
			const answer = await service.request('GET', `/build-specs/${id}`, { as: 'demo' });
			await expectError(answer, 404, 'NOT_FOUND');
		}
		const id = '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01';
		for (const version of ['0', '-1', '1.5', '9999999999']) {
			const answer = await service.request('GET', `/build-specs/${id}/versions/${version}`, { as: 'demo' });
			await expectError(answer, 404, 'NOT_FOUND');
		}
	});

	test('lists its allowed methods if the method is wrong', async () => {
		const answer = await send('PATCH', '/api/v1/build-specs');
		expect(answer.headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
		await expectError(answer, 405, 'METHOD_NOT_ALLOWED');
		await expectError(await send('GET', '/auth/code'), 405, 'METHOD_NOT_ALLOWED');
	});

	test('of an operation isn’t taken for an ID of another one', async () => {
		for (const [method, path, allow] of [
			['DELETE', '/links/add', 'POST, OPTIONS'],
			['DELETE', '/user/tokens/changes', 'GET, HEAD, OPTIONS'],
			['PUT', '/build-specs/check', 'POST, OPTIONS'],
		] as const) {
			const answer = await service.request(method, path, { as: 'demo' });
			expect(answer.headers.get('allow')).toBe(allow);
			await expectError(answer, 405, 'METHOD_NOT_ALLOWED');
			const options = await send('OPTIONS', `/api/v1${path}`);
			expect(options.headers.get('allow')).toBe(allow);
		}
	});

	test('lists its allowed methods for OPTIONS', async () => {
		const answer = await send('OPTIONS', '/api/v1/user/me');
		expect([answer.status, answer.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
	});
});

describe('a request body', () => {
	test('is rejected if it isn’t JSON, isn’t declared as JSON, is missing or isn’t UTF-8', async () => {
		await expectError(await post('{"sources": ['), 400, 'VALIDATION_FAILED');
		await expectError(await post('{}', { 'content-type': 'text/plain' }), 400, 'VALIDATION_FAILED');
		await expectError(await post(''), 400, 'VALIDATION_FAILED');
		await expectError(await post(new Uint8Array([0x22, 0xff, 0x22])), 400, 'VALIDATION_FAILED');
	});

	test('has a sub_error with path and message for each problem', async () => {
		const sources = [{ owner: 'a/b', namespace: 7, datasetName: ' x' }];
		const error = await expectError(await post(JSON.stringify({ sources, code: {} })), 400, 'VALIDATION_FAILED');
		expect(
			Object.fromEntries(error.sub_errors?.map(({ path, code, message }) => [path, [code, message]]) ?? []),
		).toEqual({
			'sources.0.owner': ['INVALID_FORMAT', expect.stringContaining('contains "/"')],
			'sources.0.namespace': ['INVALID_TYPE', 'namespace in item 1 of sources must be text, not a number.'],
			'sources.0.datasetName': [
				'INVALID_FORMAT',
				'datasetName in item 1 of sources starts or ends with a space. Remove the space.',
			],
			destination: ['REQUIRED', 'destination is missing.'],
			'code.payload': ['REQUIRED', 'code.payload is missing.'],
		});
	});

	test('over the limit is rejected without being read', async () => {
		let read = 0;
		const body = new ReadableStream(
			{
				pull(controller) {
					read += 1;
					controller.enqueue(new Uint8Array(1_000));
				},
			},
			{ highWaterMark: 0 },
		);
		// Sign-in codes have their own, lower limit.
		for (const [path, length] of [
			['/api/v1/build-specs', '10001'],
			['/auth/code', '4097'],
		] as const) {
			const declared = await post(body, { 'content-type': 'application/json', 'content-length': length }, path);
			await expectError(declared, 413, 'PAYLOAD_TOO_LARGE');
		}
		expect(read).toBe(0);
	});

	test('without a declared length is read no further than the limit', async () => {
		let read = 0;
		const body = new ReadableStream(
			{
				pull(controller) {
					read += 1;
					controller.enqueue(new Uint8Array(1_000));
				},
			},
			{ highWaterMark: 0 },
		);
		await expectError(await post(body), 413, 'PAYLOAD_TOO_LARGE');
		expect(read).toBe(11);
	});
});

test('rejects invalid limits, cursors and If-Match headers', async () => {
	for (const query of ['limit=0', 'limit=1001', 'limit=x', 'cursor=x', 'cursor=WzEsMl0', 'buildSpecId=x']) {
		await expectError(await service.request('GET', `/build-runs?${query}`, { as: 'demo' }), 400, 'VALIDATION_FAILED');
	}
	const yearZero = Buffer.from(JSON.stringify(['0000-01-01T00:00:00Z', crypto.randomUUID()])).toString('base64url');
	const lists = ['/build-runs', '/links', '/ingestionTracking', '/user/tokens', '/user/tokens/changes'];
	for (const list of [...lists, '/permissions/namespaces/demo/aviation/changes']) {
		const refused = await service.request('GET', `${list}?cursor=${yearZero}`, { as: 'demo' });
		await expectError(refused, 400, 'VALIDATION_FAILED');
	}
	const answer = await service.request('PUT', '/build-specs/5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01', {
		as: 'demo',
		headers: { 'if-match': 'three' },
		body: { sources: [], destination: { owner: 'demo', namespace: 'a', datasetName: 'b' }, code: { payload: '' } },
	});
	expect((await expectError(answer, 400, 'VALIDATION_FAILED')).sub_errors?.[0]?.path).toBe('If-Match');
});

test('logs an internal error under the request ID without exposing it', async () => {
	const lines: string[] = [];
	const broken = await createTestService(
		{},
		undefined,
		createTextLog('info', (line) => void lines.push(line)),
	);
	const token = await broken.tokenFor('demo');
	await broken.platform.catalog.close();
	const answer = await broken.request('GET', '/build-specs', { token });
	const error = await expectError(answer, 500, 'INTERNAL');
	const id = answer.headers.get('x-request-id') ?? 'none';
	expect(error.message).toContain(id);
	expect(error.message).not.toMatch(/PGlite|select/i);
	expect(lines[0]).toContain(id);
});

describe('pages of other origins', () => {
	test('can call and read the headers that a console needs if configured', async () => {
		const preflight = await send('OPTIONS', '/api/v1/build-specs', {
			headers: { origin: 'https://console.example.org', 'access-control-request-method': 'PUT' },
		});
		expect(preflight.status).toBe(204);
		expect(preflight.headers.get('access-control-allow-origin')).toBe('https://console.example.org');
		expect(preflight.headers.get('access-control-allow-methods')).toContain('PUT');
		expect(preflight.headers.get('access-control-allow-headers')).toContain('If-Match');
		const answer = await send('GET', '/api/v1/user/me', { headers: { origin: 'https://console.example.org' } });
		expect(answer.headers.get('access-control-allow-origin')).toBe('https://console.example.org');
		for (const name of ['X-Request-Id', 'ETag', 'Content-Range', 'Accept-Ranges', 'Date']) {
			expect(answer.headers.get('access-control-expose-headers')).toContain(name);
		}
	});

	test('are rejected if not configured, and so are foreign host names', async () => {
		const origins = ['https://evil.example', 'null', 'http://127.0.0.1.evil.example:8750'];
		for (const origin of origins) {
			const answer = await send('GET', '/api/v1/openapi.json', { headers: { origin } });
			expect(answer.headers.get('access-control-allow-origin')).toBeNull();
			await expectError(answer, 403, 'FORBIDDEN');
		}
		const rebound = await service.app.fetch(new Request('http://evil.example:8750/api/v1/openapi.json'));
		await expectError(rebound, 403, 'FORBIDDEN');
	});
});
