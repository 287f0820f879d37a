import type { PlannedColumn } from '#contract/file-ingestion.ts';

/**
 * The dataset column that a file column with this name was last saved to; undefined if unknown or already taken.
 * @param existing columns of the dataset; null if it gets those of the file
 * @param names of all columns of the file
 */
export function usedBefore(
	remembered: readonly PlannedColumn[],
	name: string,
	existing: readonly string[] | null,
	taken: ReadonlySet<string>,
	names: readonly string[],
): string | undefined {
	const column = remembered.find(({ from }) => from === name)?.column;
	// Skipped because the dataset had no such column, or because another one was saved there. Only the second reason still applies.
	if (column === '')
		return existing?.includes(name) && !remembered.some((item) => item.column === name) ? undefined : column;
	if (column === undefined || existing?.includes(column) === false || taken.has(column.toLowerCase())) return undefined;
	// A column with exactly this name that wasn't in the last file has priority.
	const isClaimed = column !== name && names.includes(column) && !remembered.some(({ from }) => from === column);
	return isClaimed ? undefined : column;
}

/** The dataset column with a similar name or, for a new dataset, a name that no other column has, ignoring case. */
export function proposedName(name: string, existing: readonly string[] | null, taken: ReadonlySet<string>): string {
	if (existing !== null) {
		const plain = (text: string) =>
			text
				.normalize('NFC')
				.toLowerCase()
				.replace(/[\s_.-]+/g, '');
		const found = existing.find((item) => item === name) ?? existing.find((item) => plain(item) === plain(name));
		return found === undefined || taken.has(found.toLowerCase()) ? '' : found;
	}
	let proposed = name.slice(0, 1_000);
	for (let number = 2; taken.has(proposed.toLowerCase()); number += 1) proposed = `${name.slice(0, 990)} ${number}`;
	return proposed;
}

/** The name in the file, for a column added to a dataset; empty if the dataset or another column of the file has it. */
export function addedName(name: string, existing: readonly string[], taken: ReadonlySet<string>): string {
	const column = name.slice(0, 1_000);
	const folded = column.toLowerCase();
	return taken.has(folded) || existing.some((item) => item.toLowerCase() === folded) ? '' : column;
}
