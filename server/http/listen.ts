import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import { takesStream } from './base/body.ts';
import { errorBody } from './base/errors.ts';
import type { ServiceApp } from './base/service-app.ts';

export class ListenError extends Error {
	override name = 'ListenError';
}

export type Listener = Awaited<ReturnType<typeof listen>>;

/** How long a client may take for the headers and between two pieces of a body, ms, and its minimum transfer rate; slower connections are closed. */
const slowest = { headersMs: 15_000, pieceMs: 20_000, bytesPerSecond: 1_024 };

/** Binds the port first, so that a port in use is reported before anything is opened. @param limits for tests @throws ListenError */
export async function listen(host: string, port: number, maxBodyBytes: number, limits = slowest) {
	let begin: (app: ServiceApp) => void = () => undefined;
	const listener = new Promise<ServiceApp>((resolve) => {
		begin = resolve;
	}).then((app) => getRequestListener(app.fetch, { errorHandler: badRequest, overrideGlobalObjects: false }));
	const answer = (request: IncomingMessage, response: ServerResponse): void => {
		response.once('finish', () => endUnread(request));
		endSlow(request, response, limits);
		listener.then((item) => item(request, response));
	};
	const checkMs = Math.min(limits.headersMs, 5_000);
	// A file may take longer than any time limit for a whole request; `endSlow` enforces a minimum rate instead.
	const times = { headersTimeout: limits.headersMs, requestTimeout: 0, connectionsCheckingInterval: checkMs };
	const server = createServer(times, answer);
	// Answers `Expect: 100-continue` only if the body will be read.
	server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
		const isSmall = Number(request.headers['content-length'] ?? 0) <= maxBodyBytes;
		if (isSmall || takesStream(request.method, request.url)) response.writeContinue();
		answer(request, response);
	});
	server.on('clientError', refuse);
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(explain(error, host, port))));
		server.listen(port, host, resolve);
	});
	return {
		/** The bound port, if any free one was requested. */
		port: (server.address() as AddressInfo).port,
		/** Starts to answer, beginning with requests that arrived earlier. */
		serve: begin,
		/** Accepts no more requests, waits for those in progress, and ends the rest after a while. */
		close: () => close(server),
	};
}

const badRequest = (): Response =>
	Response.json(errorBody('VALIDATION_FAILED', 'This isn’t a valid HTTP request.'), {
		status: 400,
		headers: { 'X-Request-Id': randomUUID() },
	});

/** Responds directly on the connection to input that never becomes a request, and closes the connection. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const [status, code, message] = unread[error.code ?? ''] ?? unread.malformed;
	const body = JSON.stringify(errorBody(code, message));
	const head = [
		`HTTP/1.1 ${status}`,
		'Content-Type: application/json',
		`Content-Length: ${Buffer.byteLength(body)}`,
		`X-Request-Id: ${randomUUID()}`,
		'Connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}

const unread: Record<string, readonly [string, string, string]> & { malformed: readonly [string, string, string] } = {
	malformed: ['400 Bad Request', 'VALIDATION_FAILED', 'This isn’t a valid HTTP request.'],
	HPE_HEADER_OVERFLOW: [
		'431 Request Header Fields Too Large',
		'VALIDATION_FAILED',
		'The request’s URL and headers are larger than the limit of 16 KB. Shorten them.',
	],
	ERR_HTTP_REQUEST_TIMEOUT: [
		'408 Request Timeout',
		'VALIDATION_FAILED',
		'The request took too long to arrive. Check the connection, then try again.',
	],
};

/** Closes connections with an unread body, such as that of a GET, which Node would otherwise receive completely. */
function endUnread(request: IncomingMessage): void {
	if (!request.complete) setTimeout(() => request.complete || request.socket.destroy(), unreadMs).unref();
}

/** Closes the connection of a request whose body stalls, or trickles in byte by byte, while it's being read. */
function endSlow(
	request: IncomingMessage,
	response: ServerResponse,
	{ pieceMs, bytesPerSecond }: typeof slowest,
): void {
	if (request.complete || !hasBody(request)) return;
	const [first, began] = [request.socket.bytesRead, performance.now()];
	let seen = first;
	const timer = setInterval(() => {
		const isOver = request.complete || request.destroyed || response.headersSent;
		const { bytesRead } = request.socket;
		const enough = ((performance.now() - began) / 1_000) * bytesPerSecond;
		const isSlow = bytesRead === seen || bytesRead - first < enough;
		const isWaitedFor = !isOver && request.readableLength === 0;
		if (isOver || (isWaitedFor && isSlow)) clearInterval(timer);
		if (isWaitedFor && isSlow) refuse(Object.assign(new Error(), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), request.socket);
		seen = bytesRead;
	}, pieceMs).unref();
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
	headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const unreadMs = 500;
const patienceMs = 3_000;

async function close(server: Server): Promise<void> {
	const impatient = setTimeout(() => server.closeAllConnections(), patienceMs);
	await new Promise<void>((resolve) => {
		server.close(() => resolve());
		server.closeIdleConnections();
	});
	clearTimeout(impatient);
}

function explain(error: NodeJS.ErrnoException, host: string, port: number): string {
	if (error.code === 'EADDRINUSE') {
		return `Port ${port} on ${host} is in use by another program. Stop that program, or choose another port with --port.`;
	}
	if (error.code === 'EACCES')
		return `You don’t have permission to use port ${port}. Choose a port above 1023 with --port.`;
	if (error.code === 'EADDRNOTAVAIL')
		return `${host} isn’t one of this machine’s addresses. Choose another address with --host.`;
	return `Can’t listen on ${host}, port ${port} (${error.code}). Choose another address with --host or --port.`;
}
