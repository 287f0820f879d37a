import type { Lineage, LineageDataset } from './lineage.ts';

/** A dataset with what follows it on one side. */
export interface LineageBranch {
	readonly dataset: LineageDataset;
	/** `above`: what follows is told where it was named first. `deeper`: it is too deep to be told here. */
	readonly rest: 'here' | 'above' | 'deeper';
	readonly branches: readonly LineageBranch[];
}

/** How deep a list is nested. */
const deepest = 8;

/**
 * Datasets and what follows them, each dataset's own told once.
 * @param starts where it begins: keys of datasets
 */
export function treeOf(lineage: Lineage, starts: readonly string[], side: 'up' | 'down'): LineageBranch[] {
	const told = new Set<string>();
	const grow = (keys: readonly string[], depth: number): LineageBranch[] =>
		keys.flatMap((key): LineageBranch[] => {
			const dataset = lineage.get(key);
			if (dataset === undefined) return [];
			if (told.has(key)) return [{ dataset, rest: dataset[side].length === 0 ? 'here' : 'above', branches: [] }];
			if (depth === deepest && dataset[side].length > 0) return [{ dataset, rest: 'deeper', branches: [] }];
			told.add(key);
			return [{ dataset, rest: 'here', branches: grow(dataset[side], depth + 1) }];
		});
	return grow(starts, 1);
}

/** Where the whole is told from: what comes from nothing, and one of each circle. */
export function rootsOf(lineage: Lineage): string[] {
	const roots = [...lineage.values()].filter((it) => it.up.length === 0).map((it) => it.key);
	const reached = new Set<string>();
	const reach = (start: string) => {
		const open = [start];
		for (let key = open.pop(); key !== undefined; key = open.pop()) {
			if (reached.has(key)) continue;
			reached.add(key);
			open.push(...(lineage.get(key)?.down ?? []));
		}
	};
	for (const key of roots) reach(key);
	for (const key of lineage.keys()) {
		if (reached.has(key)) continue;
		roots.push(key);
		reach(key);
	}
	return roots;
}
