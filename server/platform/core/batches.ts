export function* batches<T>(all: readonly T[], size = 1_000): Iterable<T[]> {
	for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}
