import {
	type ClientRequest,
	createServer,
	type IncomingMessage,
	request,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Distributes requests to several servers in turn; skips one that doesn't accept the connection. */
export interface RoundRobin {
	readonly url: string;
	/** Sets the servers, each as `http://host:port`; with none, no connection is accepted, as if nothing were listening. */
	to(addresses: readonly string[]): Promise<void>;
	/** The server that is answering a request whose URL contains a text; null if none is. */
	answering(part: string): string | null;
	close(): Promise<void>;
}

/** @param port 0 for any */
export async function startRoundRobin(port: number): Promise<RoundRobin> {
	let addresses: readonly string[] = [];
	let turn = 0;
	const open = new Map<ServerResponse, { url: string; address: string }>();
	const server = createServer((incoming, outgoing) => {
		const order = addresses.map((_, index) => addresses[(turn + index) % addresses.length] ?? '');
		turn += 1;
		outgoing.on('close', () => open.delete(outgoing));
		void pass(incoming, outgoing, order).then((address) => {
			if (address !== null && !outgoing.closed) open.set(outgoing, { url: incoming.url ?? '', address });
		});
	});
	const listen = (at: number) => new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
	await listen(port);
	const taken = (server.address() as AddressInfo).port;
	return {
		url: `http://127.0.0.1:${taken}`,
		async to(given) {
			addresses = given;
			if (given.length === 0) await close(server);
			else if (!server.listening) await listen(taken);
		},
		answering: (part) => [...open.values()].find((candidate) => candidate.url.includes(part))?.address ?? null,
		close: () => close(server),
	};
}

/** The server that got the request; null if none accepts it, which closes the connection. */
async function pass(
	incoming: IncomingMessage,
	outgoing: ServerResponse,
	order: readonly string[],
): Promise<string | null> {
	for (const address of order) {
		const reached = await connected(address, incoming);
		if (reached === null) continue;
		reached.on('response', (answer) => {
			outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
			answer.pipe(outgoing);
			// The server died: close this response just as abruptly.
			answer.on('error', () => outgoing.destroy());
		});
		reached.on('error', () => outgoing.destroy());
		outgoing.on('close', () => reached.destroy());
		incoming.pipe(reached);
		return address;
	}
	incoming.socket.destroy();
	return null;
}

/** A request whose connection a server has accepted, with nothing sent yet; null if it doesn't. */
function connected(
	address: string,
	{ method = 'GET', url, rawHeaders }: IncomingMessage,
): Promise<ClientRequest | null> {
	return new Promise((resolve) => {
		const passed = request(`${address}${url ?? '/'}`, {
			method,
			headers: rawHeaders,
			agent: false,
		});
		passed.once('socket', (socket) => socket.once('connect', () => resolve(passed)));
		passed.once('error', () => resolve(null));
	});
}

async function close(server: Server): Promise<void> {
	if (!server.listening) return;
	const closed = new Promise((resolve) => server.close(resolve));
	server.closeAllConnections();
	await closed;
}
