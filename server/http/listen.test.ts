import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../testing/service.ts';
import { type Listener, listen } from './listen.ts';

let service: TestService;
let listener: Listener;
beforeAll(async () => {
	service = await createTestService();
	listener = await listen('127.0.0.1', 0, 1_000_000, { headersMs: 300, pieceMs: 300, bytesPerSecond: 1_000 });
	listener.serve(service.app as Parameters<Listener['serve']>[0]);
});
afterAll(async () => {
	await listener.close();
	await service.close();
});

/** The response to a client that sends this and then waits. */
async function answerTo(sent: string): Promise<string> {
	const socket = connect(listener.port, '127.0.0.1');
	let text = '';
	socket.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	socket.write(sent);
	await once(socket, 'close');
	return text;
}

test.each([
	['headers', 'GET /api/v1/user/me HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: '],
	[
		'body',
		'POST /api/v1/build-specs HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 500\r\nAuthorization: Bearer TOKEN\r\n\r\n{"sources"',
	],
])('closes the connection of a client that stalls while sending its %s', async (_, sent) => {
	const answer = await answerTo(sent.replace('TOKEN', await service.tokenFor('demo')));
	expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
	expect(answer).toContain('The request took too long to arrive.');
	const other = await fetch(`http://127.0.0.1:${listener.port}/health/live`);
	expect(other.status).toBe(200);
});

const drop = ' ';

test('closes the connection of a client that sends its body byte by byte', async () => {
	const socket = connect(listener.port, '127.0.0.1');
	let text = '';
	socket.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	const head = ['POST /api/v1/build-specs HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
	const more = ['Content-Length: 500', `Authorization: Bearer ${await service.tokenFor('demo')}`];
	socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n{`);
	const dripping = setInterval(() => socket.writable && socket.write(drop), 20);
	const began = performance.now();
	await once(socket, 'close').finally(() => clearInterval(dripping));
	expect(text).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
	// Sending it all would take ten seconds.
	expect(performance.now() - began).toBeLessThan(5_000);
});

test('accepts a slow body that is fast enough', async () => {
	const socket = connect(listener.port, '127.0.0.1');
	let text = '';
	socket.setEncoding('utf8').on('data', (part: string) => {
		text += part;
	});
	const body = `{"sources":[],"destination":{"owner":"demo","namespace":"nature","datasetName":"slow"},"code":{"payload":"SELECT 1 AS n"}}${' '.repeat(3_000)}`;
	const head = ['POST /api/v1/build-specs HTTP/1.1', 'Host: 127.0.0.1', 'Content-Type: application/json'];
	const more = [
		`Content-Length: ${body.length}`,
		'Connection: close',
		`Authorization: Bearer ${await service.tokenFor('demo')}`,
	];
	socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n`);
	let sent = 0;
	const sending = setInterval(() => {
		if (sent < body.length) socket.write(body.slice(sent, sent + 100));
		sent += 100;
	}, 25);
	await once(socket, 'close').finally(() => clearInterval(sending));
	expect(text).toMatch(/^HTTP\/1\.1 201 Created\r\n/);
});
