import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface Received {
	readonly method: string;
	readonly path: string;
	readonly authorization: string | undefined;
	readonly headers: IncomingMessage['headers'];
	readonly body: string;
}

export interface Answer {
	readonly status: number;
	readonly body?: unknown;
	readonly headers?: Record<string, string>;
	/** The body isn't ended, so the connection stays open. */
	readonly isHeld?: boolean;
}

/** HTTP server with canned responses that records requests. Stops after the test. */
export async function startService(answer: (request: Received) => Answer) {
	const received: Received[] = [];
	const server = createServer(async (request, response) => {
		const call = await read(request);
		received.push(call);
		const { status, body, headers = {}, isHeld = false } = answer(call);
		response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close', ...headers });
		response.write(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
		if (!isHeld) response.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	return { origin, baseUrl: `${origin}/api/v1`, received };
}

async function read(request: IncomingMessage): Promise<Received> {
	let body = '';
	for await (const chunk of request) body += String(chunk);
	const { method = '', url: path = '', headers } = request;
	return { method, path, authorization: headers.authorization, headers, body };
}

export const unauthorized: Answer = {
	status: 401,
	body: { error_code: 'UNAUTHORIZED', message: 'The token is not valid.' },
};
