/** Works on what comes one by one: what comes while the work goes on is worked on together next, and fails together. */
export function together<T>(work: (items: readonly T[]) => Promise<void>): (item: T) => Promise<void> {
	let last: Promise<unknown> = Promise.resolve();
	let next: { readonly items: T[]; readonly done: Promise<void> } | null = null;
	return (item) => {
		if (next === null) {
			const items: T[] = [];
			const done = last.then(() => {
				next = null;
				return work(items);
			});
			last = done.catch(() => undefined);
			next = { items, done };
		}
		next.items.push(item);
		return next.done;
	};
}
