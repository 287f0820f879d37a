import { Socket } from 'node:net';
import { Readable } from 'node:stream';

/** The file descriptor for rows: they're JSON already, and inside a JSON message every quote would need escaping. */
export const rowsFd = 4;

/** Maximum bytes; no request for rows allows as many. */
const limit = 64 * 2 ** 20;
/** Timeout for rows, ms. They are written before the answer that has their length, so they arrive quickly. */
const patience = 5_000;

/** Opens the runner's end; the returned function resolves when the bytes are written. */
export function openRows(): (bytes: Uint8Array) => Promise<void> {
	const socket = new Socket({ fd: rowsFd, readable: false, writable: true });
	return (bytes) =>
		new Promise((resolve, reject) => {
			socket.write(bytes, (error) => (error ? reject(error) : resolve()));
		});
}

/** Collects what a runner writes. @param onFlood called when it writes more than any request allows */
export function collect(stream: unknown, onFlood: () => void) {
	let parts: Buffer[] = [];
	let held = 0;
	let onData = () => {};
	if (stream instanceof Readable) {
		stream.on('data', (part: Buffer) => {
			parts.push(part);
			held += part.length;
			if (held > limit) onFlood();
			onData();
		});
		// The end of the process is reported elsewhere.
		stream.on('error', () => {});
	}
	return {
		/** The next bytes; null if they don't arrive, or `gone` settles first. */
		take: async (bytes: number, gone: Promise<unknown>) => {
			let timer: NodeJS.Timeout | undefined;
			const arrived = new Promise<void>((resolve) => {
				onData = () => held >= bytes && resolve();
				onData();
			});
			const late = new Promise<void>((resolve) => {
				timer = setTimeout(resolve, patience);
			});
			await Promise.race([arrived, gone, late]);
			clearTimeout(timer);
			const taken = held === bytes ? Buffer.concat(parts) : null;
			parts = [];
			held = 0;
			return taken;
		},
	};
}
