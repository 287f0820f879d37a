import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Socket } from 'node:net';

export interface FaultProxy {
	/** On loopback. */
	readonly port: number;
	/** Closes all connections, and every new one immediately. */
	cut(): void;
	/** Delays what the server sends. */
	delay(ms: number): void;
	/** Changes some bytes sent to the server, as a bad network does. @param to as long as `from` */
	alter(from: string, to: string): void;
	/** Passes everything on again. */
	heal(): void;
	close(): Promise<void>;
}

/** Forwards connections to a port on loopback. */
export async function openFaultProxy(target: number): Promise<FaultProxy> {
	const open = new Set<Socket>();
	let isCut = false;
	let delayMs = 0;
	let altered: readonly [string, string] | null = null;
	const server = createServer((client) => {
		if (isCut) {
			client.destroy();
			return;
		}
		const upstream = connect(target, '127.0.0.1');
		const ends = [client, upstream] as const;
		for (const end of ends) {
			open.add(end);
			end.on('error', () => undefined);
			end.on('close', () => {
				open.delete(end);
				for (const other of ends) other.destroy();
			});
		}
		client.on('data', (part: Buffer) => {
			const at = altered === null ? -1 : part.indexOf(altered[0]);
			if (altered !== null && at >= 0) part.write(altered[1], at);
			upstream.write(part);
		});
		upstream.on('data', (part) => {
			if (delayMs === 0) client.write(part);
			else setTimeout(() => client.destroyed || client.write(part), delayMs).unref();
		});
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const destroyAll = () => open.forEach((socket) => void socket.destroy());
	return {
		port: (server.address() as AddressInfo).port,
		cut() {
			isCut = true;
			destroyAll();
		},
		delay(ms) {
			delayMs = ms;
		},
		alter(from, to) {
			altered = [from, to];
		},
		heal() {
			isCut = false;
			altered = null;
			delayMs = 0;
		},
		async close() {
			destroyAll();
			server.close();
			await once(server, 'close');
		},
	};
}
