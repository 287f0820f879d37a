import { diffIndices } from 'node-diff3';

/**
 * For each line of the first text, the index of the oldest text that has it continuously since.
 * @param texts newest first, at least one
 */
export function blameLines(texts: readonly string[]): number[] {
	const [newest = '', ...older] = texts;
	const current = newest.split('\n');
	const origins = current.map(() => 0);
	/** Position of each current line in the first text; null if it isn't there. */
	let places: (number | null)[] = current.map((_, index) => index);
	let lines = current;
	for (const [index, text] of older.entries()) {
		const before = text.split('\n');
		const kept: (number | null)[] = before.map(() => null);
		let at = 0;
		let to = 0;
		const keep = (end: number) => {
			for (; at < end; at += 1, to += 1) {
				const place = places[to] ?? null;
				kept[at] = place;
				if (place !== null) origins[place] = index + 1;
			}
		};
		for (const { buffer1, buffer2 } of diffIndices(before, lines)) {
			keep(buffer1[0]);
			at = buffer1[0] + buffer1[1];
			to = buffer2[0] + buffer2[1];
		}
		keep(before.length);
		places = kept;
		lines = before;
		if (kept.every((place) => place === null)) break;
	}
	return origins;
}

/**
 * Carries a value per line over from the previous version of a text.
 * @param kept values of the previous version's lines
 * @param fresh value of new lines
 */
export function carryOver<T>(text: string, before: string, kept: readonly T[], fresh: T): T[] {
	const lines = text.split('\n');
	const found = lines.map(() => fresh);
	let [at, to] = [0, 0];
	const keep = (end: number) => {
		for (; at < end; at += 1, to += 1) found[to] = kept[at] ?? fresh;
	};
	const linesBefore = before.split('\n');
	for (const { buffer1, buffer2 } of diffIndices(linesBefore, lines)) {
		keep(buffer1[0]);
		at = buffer1[0] + buffer1[1];
		to = buffer2[0] + buffer2[1];
	}
	keep(linesBefore.length);
	return found;
}
