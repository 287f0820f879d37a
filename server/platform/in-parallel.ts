/** Does work for each of a list, in its order, so many at a time. The first that fails ends it: nothing more is begun. */
export async function inParallel<T>(all: readonly T[], atOnce: number, work: (it: T) => Promise<void>): Promise<void> {
	const waiting = [...all];
	const worker = async (): Promise<void> => {
		try {
			for (let it = waiting.shift(); it !== undefined; it = waiting.shift()) await work(it);
		} finally {
			waiting.length = 0;
		}
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
}
