/** Work that several wait for: it is done once, and stopped when nobody waits for it any more. */
interface Shared<T> {
	readonly result: Promise<T>;
	readonly stop: AbortController;
	waiting: number;
}

export interface SharedWork<T> {
	/** The result under a key, from work that goes on already or begins now. Rejects with the reason where `signal` aborts first. */
	join(key: string, signal: AbortSignal, begin: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

export function createSharedWork<T>(): SharedWork<T> {
	const going = new Map<string, Shared<T>>();
	return {
		async join(key, signal, begin) {
			signal.throwIfAborted();
			const work = going.get(key) ?? start(going, key, begin);
			work.waiting++;
			let leave: (() => void) | undefined;
			const left = new Promise<never>((_, reject) => {
				leave = () => reject(signal.reason);
				signal.addEventListener('abort', leave, { once: true });
			});
			try {
				return await Promise.race([work.result, left]);
			} finally {
				if (leave !== undefined) signal.removeEventListener('abort', leave);
				work.waiting--;
				if (work.waiting === 0) {
					if (going.get(key) === work) going.delete(key);
					work.stop.abort();
				}
			}
		},
	};
}

function start<T>(going: Map<string, Shared<T>>, key: string, begin: (signal: AbortSignal) => Promise<T>): Shared<T> {
	const stop = new AbortController();
	const work: Shared<T> = { result: begin(stop.signal), stop, waiting: 0 };
	// Whoever waits hears of it; when all have left, nobody needs to.
	work.result.catch(() => undefined);
	going.set(key, work);
	return work;
}
