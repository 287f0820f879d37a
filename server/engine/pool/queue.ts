interface Lane {
	held: number;
	readonly waiting: (() => void)[];
}

export type Queue = ReturnType<typeof createQueue>;

/** Limits how many jobs hold a slot. Next is the waiting lane with the fewest slots, then the one served longest ago. */
export function createQueue(places: number) {
	let free = places;
	// In order of their turns: a lane moves to the end when one of its jobs enters or leaves.
	const lanes = new Map<string, Lane>();

	const toEnd = (key: string, lane: Lane): void => {
		lanes.delete(key);
		lanes.set(key, lane);
	};
	const hold = (key: string, lane: Lane): void => {
		lane.held += 1;
		toEnd(key, lane);
	};
	const next = (): [string, Lane] | null => {
		let best: [string, Lane] | null = null;
		for (const entry of lanes) {
			if (entry[1].waiting.length > 0 && (best === null || entry[1].held < best[1].held)) best = entry;
		}
		return best;
	};
	const forgetEmpty = (key: string, lane: Lane): void => {
		if (lane.held === 0 && lane.waiting.length === 0) lanes.delete(key);
	};
	const leave = (key: string, lane: Lane) => () => {
		lane.held -= 1;
		toEnd(key, lane);
		const found = next();
		if (found === null) free += 1;
		else {
			hold(...found);
			found[1].waiting.shift()?.();
		}
		forgetEmpty(key, lane);
	};

	return {
		counts: () => ({
			active: places - free,
			waiting: [...lanes.values()].reduce((sum, lane) => sum + lane.waiting.length, 0),
		}),
		full: () => free === 0,
		/** Waits for a slot and returns a function that releases it, once. Rejects with the signal's reason if it aborts first. */
		enter: (key: string, signal: AbortSignal | undefined) =>
			new Promise<() => void>((resolve, reject) => {
				if (signal?.aborted) {
					reject(signal.reason);
					return;
				}
				const lane = lanes.get(key) ?? { held: 0, waiting: [] };
				if (free > 0) {
					free -= 1;
					hold(key, lane);
					resolve(leave(key, lane));
					return;
				}
				const begin = () => {
					signal?.removeEventListener('abort', abort);
					resolve(leave(key, lane));
				};
				const abort = () => {
					lane.waiting.splice(lane.waiting.indexOf(begin), 1);
					forgetEmpty(key, lane);
					reject(signal?.reason);
				};
				signal?.addEventListener('abort', abort, { once: true });
				lane.waiting.push(begin);
				lanes.set(key, lane);
			}),
	};
}
