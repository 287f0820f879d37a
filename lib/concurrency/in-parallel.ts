/** Works on a list's items in order, at most `limit` at a time. The first failure ends it: nothing more is started. */
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
