import type { Column } from '#contract/dataset.ts';

/** What became of the columns from one version to the next, in short texts; none where they are the same. */
export function columnChanges(before: readonly Column[], after: readonly Column[]): string[] {
	const was = new Map(before.map(({ name, type }) => [name, type]));
	const is = new Set(after.map(({ name }) => name));
	const gone = before.filter(({ name }) => !is.has(name)).map(({ name }) => `− ${name}`);
	const others = after.flatMap(({ name, type }) => {
		const old = was.get(name);
		if (old === undefined) return [`+ ${name}`];
		return old === type ? [] : [`${name}: ${old} → ${type}`];
	});
	return [...others, ...gone];
}
