import type { SearchKind } from '#contract/search.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { typoQuality, wordQuality } from '#lib/search/match.ts';
import { wordsOfName } from '#lib/search/tokenize.ts';
import { fieldWeights, positionOf, type Segment, weightOf } from './segment.ts';

/** A segment with the names that count for everything in it. */
export interface NamedSegment {
	readonly segment: Segment;
	/** The namespace and its owner; empty for BuildSpecs, which name theirs themselves. */
	readonly names: readonly string[];
	/** The words of the namespace's description. */
	readonly about: readonly string[];
}

export interface Hit {
	readonly kind: SearchKind;
	readonly score: number;
	/** Words that were found, as they are to be marked. */
	readonly words: readonly string[];
}

export interface ItemHit extends Hit {
	readonly position: number;
}

const kindWeights: Readonly<Record<SearchKind, number>> = {
	namespace: 1.05,
	dataset: 1,
	'build-spec': 0.9,
	column: 0.92,
	link: 0.6,
};
/** How much a word counts that stands in the name of the dataset or namespace in which something is. */
const datasetShare = 0.6;
const namespaceShare = 0.4;
const wholeNameBonus = 0.5;

interface Fitting {
	readonly quality: number;
	/** The word that is marked: what was typed, or what is written where that has a typo. */
	readonly mark: string;
}

/** Scores items of several segments for the same words. Typos count only where nothing has a word as it was typed. */
export async function createRanking(
	words: readonly string[],
	segments: readonly NamedSegment[],
	pause: YieldToEventLoop,
) {
	const byWord: Map<string, Fitting>[] = [];
	for (const word of words) byWord.push(await fittingWords(word, segments, pause));
	const whole = words.join('');

	const bestOf = (written: readonly string[], index: number): Fitting | undefined => {
		let best: Fitting | undefined;
		for (const word of written) {
			const fitting = byWord[index]?.get(word);
			if (fitting !== undefined && fitting.quality > (best?.quality ?? 0)) best = fitting;
		}
		return best;
	};
	const bestIn = (names: readonly string[], index: number) => bestOf(names.flatMap(wordsOfName), index);
	const combine = (kind: SearchKind, name: string, fittings: readonly (Fitting | undefined)[]): Hit | null => {
		let sum = 0;
		const marks: string[] = [];
		for (const fitting of fittings) {
			if (fitting === undefined) return null;
			sum += fitting.quality;
			marks.push(fitting.mark);
		}
		// A name is the whole of what was typed only where each of its words is: of 100,000 others it isn't asked.
		const isExact = fittings.every((fitting) => fitting?.quality === 1);
		const bonus = isExact && wordsOfName(name).at(-1) === whole ? wholeNameBonus : 0;
		return { kind, score: (sum / words.length + bonus) * kindWeights[kind], words: marks };
	};

	return {
		/** @param about the words of its description; without one of these or its own name in it, it isn't what was meant */
		ofNamespace(owner: string, namespace: string, about: readonly string[]): Hit | null {
			const own = words.map((_, index) => bestIn([namespace], index) ?? weaker(bestOf(about, index), fieldWeights[1]));
			if (own.every((fitting) => fitting === undefined)) return null;
			const fittings = own.map((fitting, index) => fitting ?? weaker(bestIn([owner], index), namespaceShare));
			return combine('namespace', namespace, fittings);
		},
		ofItems({ segment, names }: NamedSegment): ItemHit[] {
			const found = byWord.map((fitting) => itemsWith(segment, fitting));
			const around = words.map((_, index) => weaker(bestIn(names, index), namespaceShare));
			const hits: ItemHit[] = [];
			const seen = new Set<number>();
			for (const items of found)
				for (const position of items.keys()) {
					const item = segment.items[position];
					if (seen.has(position) || item === undefined) continue;
					seen.add(position);
					const fittings = found.map(
						(own, index) => own.get(position) ?? weaker(own.get(item.parent), datasetShare) ?? around[index],
					);
					const hit = combine(item.found.kind, nameOf(item.found), fittings);
					if (hit !== null) hits.push({ ...hit, position });
				}
			return hits;
		},
	};
}

const nameOf = (found: Segment['items'][number]['found']): string => {
	if (found.kind === 'build-spec') return found.destination.datasetName;
	return found.kind === 'dataset' ? found.dataset : found.kind === 'column' ? found.column : '';
};

const weaker = (fitting: Fitting | undefined, share: number): Fitting | undefined =>
	fitting && { ...fitting, quality: fitting.quality * share };

/** Words of any of the segments that match a typed one. */
async function fittingWords(
	typed: string,
	segments: readonly NamedSegment[],
	pause: YieldToEventLoop,
): Promise<Map<string, Fitting>> {
	const fitting = new Map<string, Fitting>();
	const known = new Set<string>();
	const look = (word: string) => {
		if (known.has(word)) return;
		known.add(word);
		const quality = wordQuality(typed, word);
		if (quality > 0) fitting.set(word, { quality, mark: word.includes(typed) ? typed : word });
	};
	for (const { segment, names, about } of segments) {
		for (const word of segment.postings.keys()) look(word);
		for (const name of names) for (const word of wordsOfName(name)) look(word);
		for (const word of about) look(word);
		await pause();
	}
	if (fitting.size > 0) return fitting;
	for (const word of known) {
		const quality = typoQuality(typed, word);
		if (quality > 0) fitting.set(word, { quality, mark: word });
	}
	return fitting;
}

/** By position, the best of the fitting words that stand in an item. */
function itemsWith({ postings }: Segment, fitting: ReadonlyMap<string, Fitting>): Map<number, Fitting> {
	const found = new Map<number, Fitting>();
	const words =
		fitting.size < postings.size ? [...fitting.keys()].filter((word) => postings.has(word)) : postings.keys();
	for (const word of words) {
		const fits = fitting.get(word);
		if (fits === undefined) continue;
		for (const posting of postings.get(word) ?? []) {
			const position = positionOf(posting);
			const quality = fits.quality * weightOf(posting);
			if (quality > (found.get(position)?.quality ?? 0)) found.set(position, { ...fits, quality });
		}
	}
	return found;
}
