import { foldText } from '../../lib/list-sort.ts';

/** A line of the palette. */
export interface Entry {
	readonly id: string;
	readonly label: string;
	/** What kind it is, or where it leads, in a word or two. */
	readonly hint?: string;
	readonly keys?: string;
	/** Why it cannot be chosen at this moment. */
	readonly disabledReason?: string | null;
	readonly choose: () => void;
}

export interface EntryGroup {
	readonly label: string;
	readonly entries: readonly Entry[];
	/** How many are shown at once. Default: 8. */
	readonly limit?: number;
}

/**
 * What fits a text, best first: each of its words must be in an entry's label or hint. A label that begins with the text comes
 * before one with a word that does, and that before the others.
 */
export function findEntries(groups: readonly EntryGroup[], text: string): EntryGroup[] {
	const words = foldText(text).split(/\s+/).filter(Boolean);
	return groups.flatMap(({ label, entries, limit = 8 }) => {
		const found = entries
			.map((entry) => ({ entry, rank: rankOf(entry, words) }))
			.filter((candidate) => candidate.rank > 0)
			.sort((a, b) => b.rank - a.rank)
			.slice(0, limit)
			.map((item) => item.entry);
		return found.length === 0 ? [] : [{ label, entries: found }];
	});
}

function rankOf({ label, hint = '' }: Entry, words: readonly string[]): number {
	const name = foldText(label);
	const all = `${name} ${foldText(hint)}`;
	if (!words.every((word) => all.includes(word))) return 0;
	const [first = ''] = words;
	if (name === words.join(' ')) return 4;
	if (name.startsWith(first)) return 3;
	return new RegExp(`(^|[^\\p{L}\\p{N}])${literally(first)}`, 'u').test(name) ? 2 : 1;
}

const literally = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
