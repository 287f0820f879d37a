import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../testing/service.ts';
import { type Listener, listen } from '../listen.ts';

let service: TestService;
let listener: Listener;
let here: string;
beforeAll(async () => {
	service = await createTestService();
	listener = await listen('127.0.0.1', 0, 1_000_000);
	listener.serve(service.app as Parameters<Listener['serve']>[0]);
	here = `http://127.0.0.1:${listener.port}`;
});
afterAll(async () => {
	await listener.close();
	await service.close();
});

test('serves metrics to this machine only, and not to forwarded requests', async () => {
	await fetch(`${here}/api/v1/user/me`);
	const answer = await fetch(`${here}/metrics`);
	expect(answer.headers.get('content-type')).toContain('text/plain');
	const text = await answer.text();
	expect(text).toMatch(/dataset_http_requests_total\{method="GET",route="\/api\/v1\/user\/me",status="401"\} 1/);
	expect(text).toContain('dataset_runs_active 0');
	expect(text).toMatch(/dataset_isolation\{layer="[a-z-]+"\} 1/);
	expect(text).toContain('dataset_engine_waiting{work="runs"} 0');
	expect(text).toContain('nodejs_heap_size_used_bytes');
	expect((await fetch(`${here}/metrics`, { headers: { 'x-forwarded-for': '10.0.0.1' } })).status).toBe(404);
	expect((await service.request('GET', `${service.settings.publicUrl}/metrics`)).status).toBe(404);
});

test('is no longer ready while stopping, and agents say that the service is shutting down', async () => {
	const ready = await fetch(`${here}/health/ready`);
	expect([ready.status, await ready.json()]).toEqual([
		200,
		{ status: 'ready', checks: { catalog: 'ok', objects: 'ok', running: 'ok' } },
	]);
	service.platform.stopping.abort();
	const stopping = await fetch(`${here}/health/ready`);
	expect([stopping.status, Object(await stopping.json()).checks.running]).toEqual([503, 'stopping']);
	expect((await fetch(`${here}/health/live`)).status).toBe(200);
	const message = {
		messageId: crypto.randomUUID(),
		role: 'ROLE_USER',
		parts: [{ text: 'How many flights are there by origin?' }],
		metadata: { namespace: 'aviation' },
	};
	const body = { jsonrpc: '2.0', id: '1', method: 'SendStreamingMessage', params: { message } };
	const stream = await (await service.request('POST', '/a2a/nl2ql', { as: 'demo', body })).text();
	expect(stream).toMatch(/TASK_STATE_FAILED[\s\S]*The service is shutting down/);
});
