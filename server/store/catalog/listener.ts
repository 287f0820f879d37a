import postgres from 'postgres';

/** What is told from one process to the others that have the same catalogue open. */
export interface Listener {
	/** Whether what is told arrives at present. */
	isHearing(): boolean;
	close(): Promise<void>;
}

export interface Hearing {
	onMessage(message: string): void;
	/** The connection was lost, or is silent: from now on something may have been told that was not heard. */
	onCut(): void;
	/** It is there, the first time or again. */
	onHearing(): void;
}

/** The one channel; the first word of a message says what it is about. */
export const channel = 'copies';
/** Each listener tells itself something this often, and takes itself for deaf when it has not heard it for `silentMs`. */
const beatMs = 500;
const silentMs = 2_000;

/**
 * Listens on a connection of its own, which is made anew when it is lost.
 * @param tell sends a message by another connection
 */
export function listenOn(
	url: string,
	options: postgres.Options<Record<string, never>>,
	hearing: Hearing,
	tell: (message: string) => Promise<unknown>,
): Listener {
	const own = `echo ${crypto.randomUUID()}`;
	let client: postgres.Sql | null = null;
	let hears = false;
	let heardAt = 0;
	let closed = false;

	/** One that was lost by itself has nothing left to end. */
	const cut = (lost: postgres.Sql): void => {
		if (client !== lost) return;
		client = null;
		if (hears) hearing.onCut();
		hears = false;
	};

	const connect = async (): Promise<void> => {
		// The driver takes these two of its own accord; its types do not know them.
		const driver = {
			onnotify: (_channel: string, message: string) => {
				heardAt = Date.now();
				if (message !== own) hearing.onMessage(message);
			},
			onclose: () => cut(mine),
		};
		const mine: postgres.Sql = postgres(url, {
			...options,
			...driver,
			max: 1,
			idle_timeout: 0,
			max_lifetime: null,
			fetch_types: false,
		});
		client = mine;
		try {
			await mine.unsafe(`listen ${channel}`);
			if (client !== mine) return;
			[hears, heardAt] = [true, Date.now()];
			hearing.onHearing();
		} catch {
			cut(mine);
		}
	};

	const beat = (): void => {
		if (closed) return;
		if (client === null) void connect();
		else if (hears && Date.now() - heardAt > silentMs) {
			const silent = client;
			cut(silent);
			void silent.end({ timeout: 1 }).catch(() => undefined);
		}
		// Where the database is away, this connection is cut as well: it is seen there.
		if (hears) tell(own).catch(() => undefined);
	};
	const timer = setInterval(beat, beatMs);
	void connect();
	return {
		isHearing: () => hears,
		async close() {
			closed = true;
			clearInterval(timer);
			const last = client;
			client = null;
			await last?.end({ timeout: 1 });
		},
	};
}
