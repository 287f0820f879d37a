/** Lets the works that bear one key happen one after the other, in the order in which they came. */
export interface Turns {
	/**
	 * Waits for its turn; rejects with the signal's reason when it is aborted first. Call the answer to end the turn, once.
	 * @param onWait called where it has to wait
	 */
	enter(key: string, signal: AbortSignal, onWait: () => void): Promise<() => void>;
}

export function createTurns(): Turns {
	const last = new Map<string, Promise<void>>();
	return {
		async enter(key, signal, onWait) {
			const before = last.get(key);
			const { promise: mine, resolve: leave } = deferred();
			const both = Promise.all([before, mine]).then(() => {
				if (last.get(key) === both) last.delete(key);
			});
			last.set(key, both);
			try {
				if (before !== undefined) {
					onWait();
					await orAborted(before, signal);
				}
				signal.throwIfAborted();
				return leave;
			} catch (error) {
				leave();
				throw error;
			}
		},
	};
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
	let resolve = (): void => undefined;
	const promise = new Promise<void>((settle) => {
		resolve = settle;
	});
	return { promise, resolve };
}

function orAborted(work: Promise<void>, signal: AbortSignal): Promise<void> {
	return new Promise((resolve, reject) => {
		const abort = () => reject(signal.reason);
		if (signal.aborted) abort();
		signal.addEventListener('abort', abort, { once: true });
		work.then(() => {
			signal.removeEventListener('abort', abort);
			resolve();
		});
	});
}
