import type { Column } from '#contract/dataset.ts';

/** What became of the columns from one version to the next, in short texts; none where they are the same. */
export function columnChanges(before: readonly Column[], after: readonly Column[]): string[] {
	const was = new Map(before.map(({ name, type }) => [name, type]));
	const now = new Set(after.map(({ name }) => name));
	const added = after.filter(({ name }) => !was.has(name));
	const removed = before.filter(({ name }) => !now.has(name));
	const retyped = after.flatMap(({ name, type }) => {
		const old = was.get(name) ?? type;
		return old === type ? [] : [`${name}: ${old} → ${type}`];
	});
	return [...listed('added', added), ...listed('removed', removed), ...retyped];
}

/** Most names in one text. */
const most = 5;

function listed(what: string, columns: readonly Column[]): string[] {
	if (columns.length === 0) return [];
	// One more name is as short as saying so.
	const shown = columns.length === most + 1 ? columns.length : most;
	const rest = columns.length - shown;
	const names = columns.slice(0, shown).map(({ name }) => name);
	return [`${what} ${[...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`];
}
