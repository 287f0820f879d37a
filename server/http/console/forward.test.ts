import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textLog } from '../../logging/log.ts';
import { readSettings } from '../../settings/read-settings.ts';
import { createTestService, type TestService } from '../../testing/service.ts';
import { type Listener, listen } from '../listen.ts';
import { createConsoleApp } from './console-app.ts';

let upstream: Listener;
let service: TestService;
let front: Listener;
let here: string;
let token: string;
const listeners: { close(): Promise<void> }[] = [];

/** A console for a service, as `npm start -- --service URL --proxy` starts it. */
async function startFront(serviceUrl: string): Promise<string> {
	const listener = await listen('127.0.0.1', 0, 1_000_000);
	const { settings, alone } = readSettings(['--service', serviceUrl, '--proxy'], {});
	if (alone === null) throw new Error('No console alone was asked for.');
	const publicUrl = `http://127.0.0.1:${listener.port}`;
	listener.serve(createConsoleApp({ ...settings, consoleDir: null, publicUrl, port: listener.port }, alone, textLog));
	listeners.push(listener);
	front = listener;
	return publicUrl;
}

/** A third-party service that does what ours never does. */
async function startStub(answer: RequestListener): Promise<string> {
	const server: Server = createServer(answer);
	await once(server.listen(0, '127.0.0.1'), 'listening');
	listeners.push({
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

beforeAll(async () => {
	upstream = await listen('127.0.0.1', 0, 8_000_000);
	service = await createTestService({ publicUrl: `http://127.0.0.1:${upstream.port}` });
	upstream.serve(service.app as Parameters<Listener['serve']>[0]);
	here = await startFront(service.settings.publicUrl);
	token = await service.tokenFor('demo');
});
afterAll(async () => {
	await Promise.all(listeners.map((listener) => listener.close()));
	await upstream.close();
	await service.close();
});

const ask = (path: string, init: RequestInit = {}) =>
	fetch(here + path, { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } });

test('forwards calls with their token and returns errors unchanged, but rejects other origins', async () => {
	const me = await ask('/api/v1/user/me', { headers: { origin: here } });
	expect([me.status, Object(await me.json()).username]).toEqual([200, 'demo']);
	const refused = await fetch(`${here}/api/v1/user/me`);
	expect([refused.status, Object(await refused.json()).error_code]).toEqual([401, 'UNAUTHORIZED']);
	expect(refused.headers.get('www-authenticate')).toBe('Bearer');
	const foreign = await ask('/api/v1/user/me', { headers: { origin: 'https://evil.example' } });
	expect([foreign.status, foreign.headers.get('access-control-allow-origin')]).toEqual([403, null]);
	expect(await (await fetch(`${here}/config.json`)).json()).toMatchObject({ services: [{ baseUrl: '/api/v1' }] });
});

test('rewrites URLs of agents, cards and downloads to its own, and serves ranges', async () => {
	const agents = await (await fetch(`${here}/api/v1/a2a`)).text();
	expect(agents).toContain(`${here}/api/v1/a2a/nl2ql`);
	const card = await (await fetch(`${here}/api/v1/a2a/nl2ql/.well-known/agent-card.json`)).text();
	const call = { jsonrpc: '2.0', id: '1', method: 'GetExtendedAgentCard' };
	const headers = { 'content-type': 'application/json' };
	const extended = await (
		await ask('/api/v1/a2a/nl2ql', { method: 'POST', headers, body: JSON.stringify(call) })
	).text();
	for (const text of [agents, card, extended]) expect(text).not.toContain(service.settings.publicUrl);

	const body = JSON.stringify({
		sources: [],
		code: { payload: `select '${service.settings.publicUrl}/api/v1' as url` },
	});
	const run = Object(await (await ask('/api/v1/preview-runs', { method: 'POST', headers, body })).json());
	await service.platform.running.ended(run.id);
	const outputs = Object(await (await ask(`/api/v1/build-runs/${run.id}/outputs`)).json());
	const link = Object(await (await ask(`/api/v1/${outputs.items[0].href.replace(/^\/?(api\/v1\/)?/, '')}`)).json());
	expect(link.downloadUrl).toMatch(new RegExp(`^${here}/objects/`));
	const part = await fetch(link.downloadUrl, { headers: { range: 'bytes=0-3' } });
	expect([part.status, await part.text()]).toEqual([206, 'PAR1']);
	expect(part.headers.get('content-security-policy')).toContain('sandbox');
});

test('forwards only to the service, and only what a console calls', async () => {
	for (const path of ['/auth/commands', '/auth/authorize', '/.well-known/oauth-authorization-server', '/metrics']) {
		const answer = await ask(path, { method: path === '/auth/commands' ? 'POST' : 'GET' });
		expect([path, answer.status]).toEqual([path, 404]);
	}
	for (const path of [
		'/api/v1/../../auth/authorize',
		'/api/v1/%2e%2e/x',
		'/objects/..%2fx',
		'/api/v1/http:%2f%2fa.example',
	]) {
		const answer = await rawStatus(path);
		expect([path, [400, 404].includes(answer)]).toEqual([path, true]);
	}
	expect(await rawStatus('http://evil.example/api/v1/user/me')).toBe(403);
});

/** The status of a request whose URL is sent unmodified. */
async function rawStatus(path: string): Promise<number> {
	const { request } = await import('node:http');
	return new Promise((resolve, reject) => {
		const sent = request({ host: '127.0.0.1', port: front.port, path, method: 'GET' }, (answer) => {
			answer.resume();
			resolve(answer.statusCode ?? 0);
		});
		sent.once('error', reject).end();
	});
}

test('forwards a stream as it arrives, and ends it at the service if the client disconnects', async () => {
	let seen: IncomingMessage | null = null;
	let next: (text: string) => void = () => undefined;
	let ended: Promise<unknown> = Promise.resolve();
	const stub = await startStub((request, response) => {
		seen = request;
		ended = once(response, 'close');
		next = (text) => response.write(text);
		const head = { 'Content-Type': 'text/event-stream', 'Set-Cookie': 'a=b', 'Access-Control-Allow-Origin': '*' };
		response.writeHead(200, { ...head, 'Strict-Transport-Security': 'max-age=1', 'X-Request-Id': 'theirs' });
		response.write('data: 1\n\n');
	});
	const own = await startFront(stub);
	const abort = new AbortController();
	const answer = await fetch(`${own}/api/v1/a2a/nl2ql`, {
		method: 'POST',
		signal: abort.signal,
		headers: { authorization: 'Bearer secret', cookie: 'mine=1', 'x-forwarded-for': '1.2.3.4', referer: `${own}/x` },
		body: '{"a":1}',
	});
	const reader = (answer.body ?? new Blob().stream()).getReader();
	const read = async () => new TextDecoder().decode((await reader.read()).value);
	expect(await read()).toBe('data: 1\n\n');
	next('data: 2\n\n');
	expect(await read()).toBe('data: 2\n\n');
	expect([answer.headers.get('x-request-id'), answer.headers.get('set-cookie')]).toEqual(['theirs', null]);
	for (const name of ['strict-transport-security', 'access-control-allow-origin']) {
		expect([name, answer.headers.get(name)]).toEqual([name, null]);
	}
	const { headers } = seen as unknown as IncomingMessage;
	expect([headers.authorization, headers.cookie, headers.referer]).toEqual(['Bearer secret', undefined, undefined]);
	expect(headers['x-forwarded-for']).toBeUndefined();
	abort.abort();
	await ended;
});

test('leaves URLs in rows unchanged, but rewrites Location headers', async () => {
	const rows = '{"result":{"url":"STUB/api/v1/x"}}';
	let stub = '';
	stub = await startStub((request, response) => {
		const { url = '' } = request;
		if (url === '/x/api/v1/moved') response.writeHead(302, { Location: `${stub}/x/api/v1/there` }).end();
		else if (url === '/x/api/v1/away') response.writeHead(302, { Location: 'https://store.example/x' }).end();
		else response.writeHead(200, { 'Content-Type': 'application/json' }).end(rows.replace('STUB', `${stub}/x`));
	});
	const own = await startFront(`${stub}/x`);
	const manual = (path: string) => fetch(own + path, { redirect: 'manual' });
	expect((await manual('/api/v1/moved')).headers.get('location')).toBe(`${own}/api/v1/there`);
	expect((await manual('/api/v1/away')).headers.get('location')).toBe('https://store.example/x');
	const answer = await fetch(`${own}/api/v1/a2a/nl2ql`, { method: 'POST', body: '{}' });
	expect(await answer.text()).toBe(rows.replace('STUB', `${stub}/x`));
});

test('forwards one request as one, whatever its headers say about its body', async () => {
	const seen: (string | undefined)[][] = [];
	const stub = await startStub(async (request, response) => {
		const { method, url, headers } = request;
		seen.push([method, url, headers['content-length'], request.method === 'GET' ? '' : await text(request)]);
		response.writeHead(204).end();
	});
	await startFront(stub);
	const { port } = front;
	const send = async (lines: string[], body: string) => {
		const socket = connect(port, '127.0.0.1', () =>
			socket.write(`${[...lines, 'Host: 127.0.0.1', 'Connection: close'].join('\r\n')}\r\n\r\n${body}`),
		);
		expect(await text(socket)).toContain('HTTP/1.1 204');
	};
	const second = 'GET /api/v1/second HTTP/1.1\r\nHost: a\r\n\r\n';
	const chunked = `${second.length.toString(16)}\r\n${second}\r\n0\r\n\r\n`;
	await send(['DELETE /api/v1/chunked HTTP/1.1', 'Transfer-Encoding: chunked'], chunked);
	const hidden = 'Connection: content-length';
	await send(['DELETE /api/v1/hidden HTTP/1.1', hidden, `Content-Length: ${second.length}`], second);
	await send(['GET /api/v1/long HTTP/1.1', `Content-Length: ${second.length}`], second);
	await send(['DELETE /api/v1/empty HTTP/1.1'], '');
	await send(['GET /api/v1/next HTTP/1.1'], '');
	expect(seen).toEqual([
		['DELETE', '/api/v1/chunked', undefined, second],
		['DELETE', '/api/v1/hidden', undefined, second],
		['GET', '/api/v1/long', undefined, ''],
		['DELETE', '/api/v1/empty', undefined, ''],
		['GET', '/api/v1/next', undefined, ''],
	]);
});

test('reports a service that isn’t responding', async () => {
	const own = await startFront('http://127.0.0.1:9');
	const answer = await fetch(`${own}/api/v1/user/me`);
	expect(answer.status).toBe(502);
	expect(Object(await answer.json()).message).toContain('The service at http://127.0.0.1:9 isn’t responding');
});
