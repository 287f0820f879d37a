/** Processes items in order, at most `limit` at a time. After the first failure, no further items are started. */
export async function inParallel<T>(
	items: readonly T[],
	limit: number,
	work: (item: T) => Promise<void>,
): Promise<void> {
	const waiting = [...items];
	const worker = async (): Promise<void> => {
		try {
			for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
		} finally {
			waiting.length = 0;
		}
	};
	await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
}
