import { diffIndices } from 'node-diff3';

/** A region of a three-way merge. `changed`: only one side changed it, or both equally. */
export type MergeRegion =
	| { readonly kind: 'same'; readonly lines: readonly string[] }
	| {
			readonly kind: 'changed';
			readonly by: 'mine' | 'theirs' | 'both';
			readonly base: readonly string[];
			readonly lines: readonly string[];
	  }
	| {
			readonly kind: 'collision';
			readonly base: readonly string[];
			readonly mine: readonly string[];
			readonly theirs: readonly string[];
	  };

type Side = 'mine' | 'theirs';

/** Base lines `[from, from + length)`, replaced by a side's lines `[start, start + count)`. */
interface Hunk {
	readonly side: Side;
	readonly from: number;
	readonly length: number;
	readonly start: number;
	readonly count: number;
}

/**
 * Three-way line merge. Changes of both sides to the same or adjacent lines are conflicts.
 * @param base common base; null if unknown, so any difference is a conflict
 */
export function mergeLines(base: string | null, mine: string, theirs: string): MergeRegion[] {
	const sides = { mine: mine.split('\n'), theirs: theirs.split('\n') };
	if (base === null) return withoutBase(sides.mine, sides.theirs);
	const origin = base.split('\n');
	const hunks = [...hunksOf('mine', origin, sides.mine), ...hunksOf('theirs', origin, sides.theirs)].sort(
		(a, b) => a.from - b.from,
	);
	const regions: MergeRegion[] = [];
	let at = 0;
	const same = (to: number) => {
		if (to > at) regions.push({ kind: 'same', lines: origin.slice(at, to) });
		at = to;
	};
	for (const group of touching(hunks)) {
		const from = Math.min(...group.map((hunk) => hunk.from));
		const to = Math.max(...group.map((hunk) => hunk.from + hunk.length));
		same(from);
		regions.push(decide(origin.slice(from, to), group, (side) => linesOf(group, side, from, to, sides[side], origin)));
		at = to;
	}
	same(origin.length);
	return regions;
}

function decide(base: string[], group: readonly Hunk[], lines: (side: Side) => string[]): MergeRegion {
	const by = new Set(group.map((hunk) => hunk.side));
	if (!by.has('theirs')) return { kind: 'changed', by: 'mine', base, lines: lines('mine') };
	if (!by.has('mine')) return { kind: 'changed', by: 'theirs', base, lines: lines('theirs') };
	const [mine, theirs] = [lines('mine'), lines('theirs')];
	return equal(mine, theirs)
		? { kind: 'changed', by: 'both', base, lines: mine }
		: { kind: 'collision', base, mine, theirs };
}

function linesOf(
	group: readonly Hunk[],
	side: Side,
	from: number,
	to: number,
	own: readonly string[],
	origin: readonly string[],
): string[] {
	const lines: string[] = [];
	let at = from;
	for (const hunk of group) {
		if (hunk.side !== side) continue;
		lines.push(...origin.slice(at, hunk.from), ...own.slice(hunk.start, hunk.start + hunk.count));
		at = hunk.from + hunk.length;
	}
	return [...lines, ...origin.slice(at, to)];
}

const hunksOf = (side: Side, origin: string[], own: string[]): Hunk[] =>
	diffIndices(origin, own).map(({ buffer1: [from, length], buffer2: [start, count] }) => ({
		side,
		from,
		length,
		start,
		count,
	}));

function touching(hunks: readonly Hunk[]): Hunk[][] {
	const groups: Hunk[][] = [];
	let end = -1;
	for (const hunk of hunks) {
		const last = groups.at(-1);
		if (last !== undefined && hunk.from <= end) last.push(hunk);
		else groups.push([hunk]);
		end = Math.max(end, hunk.from + hunk.length);
	}
	return groups;
}

function withoutBase(mine: string[], theirs: string[]): MergeRegion[] {
	const regions: MergeRegion[] = [];
	let at = 0;
	for (const { buffer1, buffer1Content, buffer2Content } of diffIndices(mine, theirs)) {
		if (buffer1[0] > at) regions.push({ kind: 'same', lines: mine.slice(at, buffer1[0]) });
		regions.push({ kind: 'collision', base: [], mine: buffer1Content, theirs: buffer2Content });
		at = buffer1[0] + buffer1[1];
	}
	if (at < mine.length) regions.push({ kind: 'same', lines: mine.slice(at) });
	return regions;
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
	a.length === b.length && a.every((line, index) => line === b[index]);
