/** Lets a fixed number of holders in at once, the others in the order in which they came. */
export interface Queue {
	/** Whether the next one would have to wait. */
	full(): boolean;
	/** Waits for a place; rejects with the signal's reason when it is aborted first. Call the answer to leave, once. */
	enter(signal: AbortSignal | undefined): Promise<() => void>;
}

export function createQueue(places: number): Queue {
	let free = places;
	const waiting: (() => void)[] = [];
	const leave = () => {
		const next = waiting.shift();
		if (next) next();
		else free += 1;
	};
	return {
		full: () => free === 0,
		enter: (signal) =>
			new Promise((resolve, reject) => {
				if (signal?.aborted) {
					reject(signal.reason);
					return;
				}
				if (free > 0) {
					free -= 1;
					resolve(leave);
					return;
				}
				const begin = () => {
					signal?.removeEventListener('abort', abort);
					resolve(leave);
				};
				const abort = () => {
					waiting.splice(waiting.indexOf(begin), 1);
					reject(signal?.reason);
				};
				signal?.addEventListener('abort', abort, { once: true });
				waiting.push(begin);
			}),
	};
}
