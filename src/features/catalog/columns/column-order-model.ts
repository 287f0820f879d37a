import type { SubError } from '#contract/error.ts';

/** Moves the column at `from` to `to`, both 0-based. */
export function moveColumn(order: readonly string[], from: number, to: number): readonly string[] {
	const target = Math.max(0, Math.min(order.length - 1, to));
	const name = order[from];
	if (name === undefined || from === target) return order;
	return order.toSpliced(from, 1).toSpliced(target, 0, name);
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Sorts by name, ignoring case, with numbers in numeric order. */
export const sortColumns = (order: readonly string[]): readonly string[] => [...order].sort(collator.compare);

export const sameOrder = (a: readonly string[], b: readonly string[]): boolean =>
	a.length === b.length && a.every((value, index) => value === b[index]);

/** Applies an order to changed columns: a new column follows its predecessor on the service; removed ones are dropped. */
export function rebaseOrder(mine: readonly string[], fresh: readonly string[]) {
	const there = new Set(fresh);
	const known = new Set(mine);
	const added = fresh.filter((value) => !known.has(value));
	const order = mine.filter((value) => there.has(value));
	for (const name of added) {
		const before = fresh[fresh.indexOf(name) - 1];
		order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, name);
	}
	return { order, added, removed: mine.filter((value) => !there.has(value)) };
}

/**
 * The service's errors by column name.
 * @param sent the rejected order: `order.3` is its fourth column
 */
export const columnProblems = (subErrors: readonly SubError[], sent: readonly string[]): ReadonlyMap<string, string> =>
	new Map(
		subErrors.flatMap(({ path, message }) => {
			const name = sent[Number(/^order\.(\d+)$/.exec(path ?? '')?.[1])];
			return name === undefined ? [] : [[name, message]];
		}),
	);

/** Typed names, one per line, without blank lines. A name may begin or end with a space. */
export const readNames = (text: string): readonly string[] => text.split(/\r?\n/).filter((part) => part.trim() !== '');

/** Names that occur more than once, each listed once. */
export const doubledNames = (names: readonly string[]): readonly string[] => [
	...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];
