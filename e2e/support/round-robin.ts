import {
	type ClientRequest,
	createServer,
	type IncomingMessage,
	request,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** Passes requests on to several servers in turn, as they come; one that does not take the connection is passed over. */
export interface RoundRobin {
	readonly url: string;
	/** Where requests go from now on, each as `http://host:port`; with none no connection is taken, as where nothing listens. */
	to(addresses: readonly string[]): Promise<void>;
	/** Who answers an open request whose address holds a text; null where nobody does. */
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

/** The address that a request was passed on to; null where no server takes it: then the connection ends. */
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
			// Who answered has died: the answer ends as abruptly here.
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

/** A request that a server has taken the connection of, before anything of it was sent; null where it does not. */
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
