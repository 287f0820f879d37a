import type { Column } from '#contract/dataset.ts';

/** Column changes between two versions, as short texts; empty if there are none. */
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

/** Maximum names in one text. */
const limit = 5;

function listed(what: string, columns: readonly Column[]): string[] {
	if (columns.length === 0) return [];
	// One more name is no longer than "1 more".
	const shown = columns.length === limit + 1 ? columns.length : limit;
	const rest = columns.length - shown;
	const names = columns.slice(0, shown).map(({ name }) => name);
	return [`${what} ${[...names, ...(rest > 0 ? [`${rest} more`] : [])].join(', ')}`];
}
