import { type MergeRegion, mergeLines } from '../../lib/merge-lines.ts';
import type { WorkText } from './model.ts';

/** What a person decided of a collision; null while it is open. */
export type Choice = 'mine' | 'theirs' | 'mine-then-theirs' | 'theirs-then-mine' | 'base' | null;

export type Collision = Extract<MergeRegion, { kind: 'collision' }>;

/** Two texts that began from one, laid over each other. */
export interface Merge {
	readonly regions: readonly MergeRegion[];
	/** The collisions among the regions, in their order. */
	readonly collisions: readonly Collision[];
	/** What either side added stays, what either side took away goes: sources do not collide. */
	readonly sources: { readonly value: readonly string[]; readonly byMe: ListChange; readonly byThem: ListChange };
	/** `collides` where both gave it another name, each their own. */
	readonly destination: {
		readonly mine: string;
		readonly theirs: string;
		readonly collides: boolean;
		readonly value: string;
	};
	/** Whether it is known what both began from. */
	readonly hasBase: boolean;
}

export interface ListChange {
	readonly added: readonly string[];
	readonly removed: readonly string[];
}

/** What was decided: a choice for each collision in the code, by its position, and one for the destination. */
export interface Decisions {
	readonly code: readonly Choice[];
	readonly destination: 'mine' | 'theirs' | null;
}

/** @param base what both began from; null where nobody knows it any more */
export function mergeTexts(base: WorkText | null, mine: WorkText, theirs: WorkText): Merge {
	const regions = mergeLines(base?.payload ?? null, mine.payload, theirs.payload);
	return {
		regions,
		collisions: regions.filter((it) => it.kind === 'collision'),
		sources: mergeSources(base?.sources ?? null, mine.sources, theirs.sources),
		destination: mergeDestination(base?.destination ?? null, mine.destination, theirs.destination),
		hasBase: base !== null,
	};
}

export const undecided = (merge: Merge): Decisions => ({ code: merge.collisions.map(() => null), destination: null });

/** How many decisions a person has still to make. */
export const openDecisions = (merge: Merge, decisions: Decisions): number =>
	merge.collisions.filter((_, index) => (decisions.code[index] ?? null) === null).length +
	(merge.destination.collides && decisions.destination === null ? 1 : 0);

/** The merged text. What is not decided yet stands there as mine. */
export function mergedText(merge: Merge, decisions: Decisions): WorkText {
	let position = -1;
	const lines = merge.regions.flatMap((region) => {
		if (region.kind !== 'collision') return region.lines;
		position += 1;
		return chosenLines(region, decisions.code[position] ?? null);
	});
	const { destination, sources } = merge;
	const decided = decisions.destination === 'theirs' ? destination.theirs : destination.mine;
	return {
		payload: lines.join('\n'),
		sources: sources.value,
		destination: destination.collides ? decided : destination.value,
	};
}

export function chosenLines(region: Collision, choice: Choice): readonly string[] {
	switch (choice) {
		case 'theirs':
			return region.theirs;
		case 'base':
			return region.base;
		case 'mine-then-theirs':
			return [...region.mine, ...region.theirs];
		case 'theirs-then-mine':
			return [...region.theirs, ...region.mine];
		default:
			return region.mine;
	}
}

/** How many stretches of the code each side changed, collisions apart. */
export function countChanges(merge: Merge): { mine: number; theirs: number; both: number } {
	const count = { mine: 0, theirs: 0, both: 0 };
	for (const it of merge.regions) if (it.kind === 'changed') count[it.by] += 1;
	return count;
}

function mergeSources(
	base: readonly string[] | null,
	mine: readonly string[],
	theirs: readonly string[],
): Merge['sources'] {
	// Without what both began from nothing can be told to have been taken away.
	const origin = base ?? mine.filter((it) => theirs.includes(it));
	const byMe = listChange(origin, mine);
	const byThem = listChange(origin, theirs);
	const kept = theirs.filter((it) => !byMe.removed.includes(it));
	return { value: [...kept, ...byMe.added.filter((it) => !kept.includes(it))], byMe, byThem };
}

export const listChange = (before: readonly string[], after: readonly string[]): ListChange => ({
	added: after.filter((it) => !before.includes(it)),
	removed: before.filter((it) => !after.includes(it)),
});

function mergeDestination(base: string | null, mine: string, theirs: string): Merge['destination'] {
	if (mine === theirs) return { mine, theirs, collides: false, value: mine };
	if (base === mine) return { mine, theirs, collides: false, value: theirs };
	if (base === theirs) return { mine, theirs, collides: false, value: mine };
	return { mine, theirs, collides: true, value: mine };
}
