import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Readable } from 'node:stream';

/** What may happen to a request. Anything may happen to reads; writes arrive once, but late. */
const ends = ['pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'pass', 'reset', 'unavailable', 'cut'] as const;
type End = (typeof ends)[number];

/** A slow, lossy network between browsers and a service. */
export interface FaultProxy {
	/** The URL for browsers, without a trailing slash. */
	readonly url: string;
	/** Sets the service's port: it may start after the proxy. */
	leadTo(port: number): void;
	close(): Promise<void>;
}

/**
 * Every response arrives late and in pieces. Of API reads and downloads, three in ten fail the first time: the connection closes before or during the
 * response, or a gateway returns 503. The same read doesn't fail twice in a row, as with a bad but working network.
 * @param seed decides what happens to which request
 * @param port for browsers; 0 for any
 */
export async function openFaultProxy(seed: number, port: number): Promise<FaultProxy> {
	let target = 0;
	let state = seed;
	/** A number in [0, 1), by a linear congruential generator. */
	const random = (): number => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
	const lately = new Set<string>();
	const endOf = ({ method = '', url = '', headers }: IncomingMessage): End => {
		// Pages can't retry the browser's own downloads, or requests that a journey makes itself.
		const isOfPage = headers['user-agent']?.includes('Mozilla') === true && headers['sec-fetch-mode'] !== 'navigate';
		if (!isOfPage) return 'pass';
		if (method !== 'GET' || !/^\/(api|objects)\//.test(url) || lately.delete(url)) return 'pass';
		const end = ends[Math.floor(random() * ends.length)] ?? 'pass';
		if (end !== 'pass') lately.add(url);
		return end;
	};

	const sockets = new Set<Socket>();
	const server = createServer(async (asked, answer) => {
		const end = endOf(asked);
		const isApi = /^\/(api|objects|auth)\//.test(asked.url ?? '');
		await pause(isApi ? 5 + random() * 120 : random() * 10);
		if (end === 'reset') asked.socket.destroy();
		else if (end === 'unavailable') answer.writeHead(503, { 'retry-after': '0' }).end('<h1>503</h1>');
		else forward(asked, answer, target, end === 'cut', isApi ? random : () => 0);
	});
	server.on('connection', (socket) => {
		sockets.add(socket);
		socket.once('close', () => sockets.delete(socket));
	});
	await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		leadTo: (at) => {
			target = at;
		},
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	};
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

function forward(
	asked: IncomingMessage,
	answer: ServerResponse,
	port: number,
	isCut: boolean,
	random: () => number,
): void {
	const { method, url: path, headers } = asked;
	const further = request({ host: '127.0.0.1', port, method, path, headers }, async (given) => {
		answer.writeHead(given.statusCode ?? 502, given.headers);
		try {
			await pass(given, answer, isCut, random);
		} catch {
			answer.destroy();
		}
	});
	further.on('error', () => asked.socket.destroy());
	answer.on('close', () => further.destroy());
	asked.pipe(further);
}

/** In pieces of any length, with pauses; if cut, only half of the first one arrives. */
async function pass(given: Readable, answer: ServerResponse, isCut: boolean, random: () => number): Promise<void> {
	for await (const part of given as AsyncIterable<Buffer>) {
		if (isCut) {
			answer.write(part.subarray(0, Math.floor(part.length / 2)));
			await pause(5);
			answer.destroy();
			return;
		}
		const middle = Math.floor(part.length * random());
		answer.write(part.subarray(0, middle));
		if (middle > 0) await pause(random() * 8);
		if (!answer.write(part.subarray(middle))) await new Promise((resolve) => answer.once('drain', resolve));
	}
	answer.end();
}
