import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ErrorResponse } from '#contract/error.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { openWire, type Wire, type WireAnswer } from '../../testing/wire.ts';

let service: TestService;
let wire: Wire;
beforeAll(async () => {
	service = await createTestService();
	wire = await openWire(service);
});
afterAll(async () => {
	await wire.close();
	await service.close();
});

function expectError(answer: WireAnswer, status: number, code: string): void {
	const error = ErrorResponse.parse(JSON.parse(answer.body));
	expect([answer.status, error.error_code]).toEqual([status, code]);
	expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
}

const id = '5a3c1f60-7d1e-4b52-9c1a-0d6f4e2a1b01';
const addresses = [
	'/api/v1/user/me',
	`/api/v1/build-specs/${id}/versions/1`,
	`/api/v1/build-runs/${id}/outputs/result`,
	`/objects/${'0'.repeat(64)}`,
	'/auth/code',
	'/assets/index.js',
	'/sign-in',
];

test.each(['..', '.', '%2e%2e', '.%2E', '%2e', '..%2f', '%2F..', 'a%2fb', '..%5c'])(
	'%s is rejected in place of any path segment',
	async (segment) => {
		for (const address of addresses) {
			const segments = address.split('/');
			for (let index = 1; index < segments.length; index++) {
				const path = segments.with(index, segment).join('/');
				expectError(await wire.ask(path, { headers: { accept: 'text/html' } }), 400, 'VALIDATION_FAILED');
				expectError(await wire.ask(`${path}?x=y`), 400, 'VALIDATION_FAILED');
			}
			expectError(await wire.ask(`${address}/${segment}`), 400, 'VALIDATION_FAILED');
			expectError(await wire.ask(`http://127.0.0.1${address}/${segment}`), 400, 'VALIDATION_FAILED');
		}
	},
);

test('dots within a segment or in the query are allowed', async () => {
	expect((await wire.ask('/api/v1/openapi.json?x=../y')).status).toBe(200);
	expectError(await wire.ask('/api/v1/..hidden/a..b/...'), 404, 'NOT_FOUND');
});

test.each(addresses.concat('/', '/config.json', '/nowhere', '/api/v1/openapi.json'))(
	'a foreign Host and a foreign Origin are rejected at %s',
	async (address) => {
		for (const host of ['evil.example', '127.0.0.1.evil.example:8750', 'localhost.evil.example']) {
			expectError(await wire.ask(address, { headers: { host } }), 403, 'FORBIDDEN');
		}
		expectError(await wire.ask(`http://evil.example${address}`), 403, 'FORBIDDEN');
		for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
			for (const method of ['GET', 'POST', 'OPTIONS']) {
				const answer = await wire.ask(address, { method, headers: { origin } });
				expect(answer.headers['access-control-allow-origin']).toBeUndefined();
				expectError(answer, 403, 'FORBIDDEN');
			}
		}
	},
);

test('rejects a 2 GB body by its Content-Length, and doesn’t send 100 Continue', async () => {
	const authorization = `Bearer ${await service.tokenFor('demo')}`;
	const headers = { authorization, 'content-type': 'application/json', 'content-length': String(2 ** 31) };
	for (const [path, token] of [
		['/api/v1/build-specs', authorization],
		['/auth/code', ''],
		['/api/v1/user/me', authorization],
		['/', ''],
	] as const) {
		const answer = await wire.ask(path, {
			method: path.length > 1 ? 'POST' : 'GET',
			headers: { ...headers, authorization: token, expect: '100-continue' },
		});
		expectError(answer, 413, 'PAYLOAD_TOO_LARGE');
		expect(answer.continued).toBe(false);
	}
});

test('answers invalid HTTP and oversized headers with an error response', async () => {
	expectError(await wire.ask('/', { headers: { host: 'a b' } }), 400, 'VALIDATION_FAILED');
	expectError(await wire.ask('/', { headers: { 'x-long': 'a'.repeat(20_000) } }), 431, 'VALIDATION_FAILED');
	expectError(await wire.ask(`/${'a'.repeat(20_000)}`), 431, 'VALIDATION_FAILED');
	const socket = connect(wire.port, '127.0.0.1');
	socket.end('HELLO\r\n\r\n');
	let answer = '';
	for await (const part of socket) answer += String(part);
	const [head = '', body = ''] = answer.split('\r\n\r\n');
	expect(head).toContain('HTTP/1.1 400');
	expect(ErrorResponse.parse(JSON.parse(body)).error_code).toBe('VALIDATION_FAILED');
});
