/** Longest text of one question, in characters of JSON, and most records of it. */
const maxCharacters = 12_000;
const maxRecords = 25;

/** Parts that are small enough for one question each. */
export function batchesOf<T extends { readonly size: number }>(all: readonly T[]): T[][] {
	const batches: T[][] = [];
	let size = 0;
	for (const it of all) {
		const last = batches.at(-1);
		if (last === undefined || last.length >= maxRecords || size + it.size > maxCharacters) {
			batches.push([it]);
			size = it.size;
		} else {
			last.push(it);
			size += it.size;
		}
	}
	return batches;
}
