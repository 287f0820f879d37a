/** Lets works that bear the same key happen one after the other, in the order in which they came. */
export function oneAtATime(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
	const last = new Map<string, Promise<unknown>>();
	return async (key, work) => {
		const before = last.get(key);
		const mine = (before ?? Promise.resolve()).then(work, work);
		last.set(key, mine);
		try {
			return await mine;
		} finally {
			if (last.get(key) === mine) last.delete(key);
		}
	};
}
