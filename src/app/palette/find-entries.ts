import { typoQuality, wordQuality } from '#lib/search/match.ts';
import { foldForSearch, wordsOfName, wordsOfQuery } from '#lib/search/tokenize.ts';

export interface Entry {
	readonly id: string;
	readonly label: string;
	/** Its kind or destination, in one or two words. */
	readonly hint?: string | undefined;
	/** Other words to find the entry by. */
	readonly synonyms?: string;
	readonly keys?: string;
	/** Why it's currently unavailable. */
	readonly disabledReason?: string | null;
	/** Another match, such as a description or a line of code. */
	readonly excerpt?: string | undefined;
	/** For results from the service: score, and words to highlight. */
	readonly found?: { readonly score: number; readonly words: readonly string[] };
	/** Opens another page, which is added to the recent ones. */
	readonly to?: string;
	readonly choose: () => void;
}

export interface EntryGroup {
	readonly label: string;
	readonly entries: readonly Entry[];
	/** Maximum shown at once. Default: 8. */
	readonly limit?: number;
	/** Factor on its entries' scores. */
	readonly weight?: number;
}

export interface FoundEntry extends Entry {
	readonly words: readonly string[];
}

export interface FoundGroup {
	readonly label: string;
	readonly entries: readonly FoundEntry[];
}

/** Number of best matches shown first, across groups. */
const maxBest = 5;
const synonymShare = 0.8;
const hintShare = 0.5;
const wholeNameBonus = 0.5;
const usedBonus = 0.1;

interface FindOptions {
	/** Recently opened URLs. */
	readonly used?: ReadonlySet<string>;
	/** Whether nothing else is loading. Then, if no entry has all words, those with some are shown. */
	readonly isComplete?: boolean;
}

/**
 * Matches for a text: the best across all groups, then the rest by group. Each word must be in an entry's label,
 * synonyms or hint; typos count only if no entry has it as typed.
 */
export function findEntries(
	groups: readonly EntryGroup[],
	text: string,
	{ used = new Set(), isComplete = true }: FindOptions = {},
): FoundGroup[] {
	const words = wordsOfQuery(text);
	if (words.length === 0) {
		// A text with only punctuation matches nothing.
		if (text.trim() !== '') return [];
		return groups
			.map(({ label, entries, limit = 8 }) => ({ label, entries: entries.slice(0, limit).map(unmarked) }))
			.filter(({ entries }) => entries.length > 0);
	}
	const indexed = groups.map((group) => ({ ...group, indexed: group.entries.map(indexEntry) }));
	const local = indexed.flatMap(({ indexed }) => indexed.filter(({ entry }) => entry.found === undefined));
	const found = new Set(groups.flatMap(({ entries }) => entries.flatMap((entry) => entry.found?.words ?? [])));
	const qualities = words.map((word) => {
		const isThere =
			[...found].some((one) => wordQuality(word, one) > 0) ||
			local.some(({ fields }) => fields.some((field) => field.words.some((one) => wordQuality(word, one) > 0)));
		return isThere ? wordQuality : typoQuality;
	});
	const rankAll = (missing: number) =>
		indexed.map(({ label, indexed, limit = 8, weight = 1 }) => ({
			label,
			limit,
			entries: indexed
				.map((item) => rank(item, { words, qualities, missing, weight, used }))
				.filter((item) => item !== null)
				.sort(byScore),
		}));
	const maxMissing = isComplete ? Math.floor(words.length / 2) : 0;
	let missing = 0;
	let ranked = rankAll(missing);
	while (missing < maxMissing && ranked.every(({ entries }) => entries.length === 0)) {
		missing += 1;
		ranked = rankAll(missing);
	}
	const best = ranked
		.flatMap(({ entries }) => entries)
		.sort(byScore)
		.slice(0, maxBest);
	const isBest = new Set(best.map(({ entry }) => entry.id));
	const rest = ranked.map(({ label, limit, entries }) => ({
		label,
		entries: entries.filter(({ entry }) => !isBest.has(entry.id)).slice(0, limit),
	}));
	return [{ label: missing === 0 ? 'Best matches' : 'Partial matches', entries: best }, ...(missing === 0 ? rest : [])]
		.filter(({ entries }) => entries.length > 0)
		.map(({ label, entries }) => ({ label, entries: entries.map(({ entry, words }) => ({ ...entry, words })) }));
}

interface Indexed {
	readonly entry: Entry;
	readonly fields: readonly { readonly share: number; readonly words: readonly string[] }[];
}

interface Ranked {
	readonly entry: Entry;
	readonly score: number;
	readonly words: readonly string[];
}

const unmarked = (entry: Entry): FoundEntry => ({ ...entry, words: [] });
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || a.entry.label.length - b.entry.label.length;

const indexEntry = (entry: Entry): Indexed => ({
	entry,
	fields: [
		{ share: 1, words: wordsOfName(entry.label) },
		{ share: synonymShare, words: wordsOfName(entry.synonyms ?? '') },
		{ share: hintShare, words: wordsOfName(entry.hint ?? '') },
	],
});

interface Wanted {
	readonly words: readonly string[];
	/** Indexed by word. */
	readonly qualities: readonly ((typed: string, word: string) => number)[];
	/** Number of words that may be missing. */
	readonly missing: number;
	readonly weight: number;
	readonly used: ReadonlySet<string>;
}

function rank({ entry, fields }: Indexed, { words, qualities, missing, weight, used }: Wanted): Ranked | null {
	const usage = entry.to !== undefined && used.has(entry.to) ? usedBonus : 0;
	if (entry.found !== undefined) return { entry, score: entry.found.score * weight + usage, words: entry.found.words };
	let sum = 0;
	const marks: string[] = [];
	for (const [index, typed] of words.entries()) {
		let best = 0;
		let mark = typed;
		for (const { share, words } of fields)
			for (const word of words) {
				const quality = (qualities[index]?.(typed, word) ?? 0) * share;
				if (quality <= best) continue;
				best = quality;
				mark = word.includes(typed) ? typed : word;
			}
		if (best === 0) continue;
		sum += best;
		marks.push(mark);
	}
	if (marks.length < words.length - missing) return null;
	const isWhole = foldForSearch(entry.label) === words.join(' ');
	return { entry, score: (sum / words.length + (isWhole ? wholeNameBonus : 0)) * weight + usage, words: marks };
}
