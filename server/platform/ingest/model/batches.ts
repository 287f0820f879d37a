/** Longest text of one question, in characters of JSON, and most records of it. */
const maxCharacters = 12_000;
const maxRecords = 25;
/** Questions that are asked at the same time. */
const atOnce = 4;

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

/** Does some work at a time, in order of the list. */
export async function inParallel<T>(all: readonly T[], work: (it: T) => Promise<void>): Promise<void> {
	const waiting = [...all];
	const worker = async (): Promise<void> => {
		for (let it = waiting.shift(); it !== undefined; it = waiting.shift()) await work(it);
	};
	await Promise.all(Array.from({ length: Math.min(atOnce, all.length) }, worker));
}
