import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { errorBody } from './http/errors.ts';
import type { ServiceApp } from './http/service-app.ts';

export interface Listener {
	/** The port that was taken, also where any was asked for. */
	readonly port: number;
	/** Begins to answer; requests that came before have waited. */
	serve(app: ServiceApp): void;
	/** Takes no more requests, lets those at work end, and ends the others after a while. */
	close(): Promise<void>;
}

/** A port that cannot be listened on. */
export class ListenError extends Error {
	override name = 'ListenError';
}

/** Takes the port first, so that a port in use is told before anything is opened. @throws ListenError */
export async function listen(host: string, port: number, maxBodyBytes: number): Promise<Listener> {
	let begin: (app: ServiceApp) => void = () => undefined;
	const listener = new Promise<ServiceApp>((resolve) => {
		begin = resolve;
	}).then((app) => getRequestListener(app.fetch, { errorHandler: badRequest, overrideGlobalObjects: false }));
	const answer = (request: IncomingMessage, response: ServerResponse): void => {
		listener.then((it) => it(request, response));
	};
	const server = createServer(answer);
	// Who asks before sending is told to go on only where the body will be read.
	server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
		if (Number(request.headers['content-length'] ?? 0) <= maxBodyBytes) response.writeContinue();
		answer(request, response);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => reject(new ListenError(explain(error, host, port))));
		server.listen(port, host, resolve);
	});
	return { port: (server.address() as AddressInfo).port, serve: begin, close: () => close(server) };
}

/** What is no request to begin with, such as one with a malformed Host. */
const badRequest = (): Response =>
	Response.json(errorBody('VALIDATION_FAILED', 'This is not a valid HTTP request.'), {
		status: 400,
		headers: { 'X-Request-Id': randomUUID() },
	});

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
		return `Port ${port} on ${host} is in use by another program. Stop it, or choose another port with --port.`;
	}
	if (error.code === 'EACCES') return `Port ${port} may not be used by you. Choose one above 1023 with --port.`;
	if (error.code === 'EADDRNOTAVAIL') return `${host} is not an address of this machine. Choose another with --host.`;
	return `Cannot listen on ${host}, port ${port}: ${error.message}`;
}
