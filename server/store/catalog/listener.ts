import type { Client } from 'pg';

/** Receives messages of other processes that have the same catalog open. */
export type Listener = ReturnType<typeof listenOn>;

export interface ListenerEvents {
	onMessage(message: string): void;
	/** The connection is lost or silent: from now on messages may have been missed. */
	onDisconnected(): void;
	/** The connection is up, for the first time or again. */
	onConnected(): void;
}

/** The only channel; the first word of a message is its type. */
export const channel = 'copies';
/** Interval at which a listener sends itself a message; it counts as disconnected after `silentMs` without one. */
const beatMs = 500;
const silentMs = 2_000;
/** A connection that isn't listening after this long is replaced. */
const connectMs = 10_000;

/** Listens on a reconnecting connection. @param make a client that isn't connected yet @param notify sends on another connection */
export function listenOn(make: () => Client, events: ListenerEvents, notify: (message: string) => Promise<unknown>) {
	const own = `echo ${crypto.randomUUID()}`;
	let client: Client | null = null;
	let isConnected = false;
	let heardAt = 0;
	let beganAt = 0;
	let closed = false;

	const cut = (lost: Client): void => {
		if (client !== lost) return;
		client = null;
		if (isConnected) events.onDisconnected();
		isConnected = false;
		end(lost);
	};

	const connect = async (): Promise<void> => {
		const mine = make();
		[client, beganAt] = [mine, Date.now()];
		mine.on('notification', ({ payload = '' }) => {
			heardAt = Date.now();
			if (payload !== own) events.onMessage(payload);
		});
		for (const event of ['error', 'end'] as const) mine.on(event, () => cut(mine));
		try {
			await mine.connect();
			await mine.query(`listen ${channel}`);
			if (client !== mine) return;
			[isConnected, heardAt] = [true, Date.now()];
			events.onConnected();
		} catch {
			cut(mine);
		}
	};

	const beat = (): void => {
		if (closed) return;
		if (client === null) void connect();
		else if (Date.now() - (isConnected ? heardAt : beganAt) > (isConnected ? silentMs : connectMs)) cut(client);
		// If the database is down, this connection breaks as well and reports it.
		if (isConnected) notify(own).catch(() => undefined);
	};
	const timer = setInterval(beat, beatMs);
	void connect();
	return {
		isConnected: () => isConnected,
		close() {
			closed = true;
			clearInterval(timer);
			const last = client;
			client = null;
			if (last !== null) end(last);
		},
	};
}

/** The connection may already be lost and not answer. */
function end(client: Client): void {
	client.end().catch(() => undefined);
}
