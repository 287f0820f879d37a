import type { SearchKind } from '#contract/search.ts';
import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { typoQuality, wordQuality } from '#lib/search/match.ts';
import { wordsOfName } from '#lib/search/tokenize.ts';
import { fieldWeights, positionOf, type Segment, weightOf } from './segment.ts';

/** A segment with the names that apply to everything in it. */
export interface NamedSegment {
	readonly segment: Segment;
	/** The namespace and its owner; empty for BuildSpecs, which contain theirs. */
	readonly names: readonly string[];
	/** The words of the namespace's description. */
	readonly about: readonly string[];
}

export interface Hit {
	readonly kind: SearchKind;
	readonly score: number;
	/** Matched words, to be highlighted. */
	readonly words: readonly string[];
}

/** Items of a segment that contain every word, with their scores; highlights are computed only for those shown. */
export interface ItemHits {
	readonly positions: readonly number[];
	/** In the order of positions. */
	readonly scores: readonly number[];
	wordsOf(position: number): readonly string[];
}

const kindWeights: Readonly<Record<SearchKind, number>> = {
	namespace: 1.05,
	dataset: 1,
	'build-spec': 0.9,
	column: 0.92,
	link: 0.6,
};
/** Weight of a word in the name of the dataset or namespace that contains an item. */
const datasetShare = 0.6;
const namespaceShare = 0.4;
/** If only an owner's name was typed: weight of their namespaces, which come before the contents of those. */
const ownerShare = 0.9;
const wholeNameBonus = 0.5;

interface Fitting {
	readonly quality: number;
	/** The word to highlight: as typed or, for a typo, as written. */
	readonly mark: string;
}

/** Scores items of several segments for the same words. Typos count only if nothing contains a word as typed. */
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
	// A name can equal the whole query only if each word matches exactly, so it isn't compared for all others.
	const scoreOf = (kind: SearchKind, name: string, sum: number, isExact: boolean): number => {
		const bonus = isExact && wordsOfName(name).at(-1) === whole ? wholeNameBonus : 0;
		return (sum / words.length + bonus) * kindWeights[kind];
	};

	return {
		/** @param about the words of its description */
		ofNamespace(owner: string, namespace: string, about: readonly string[]): Hit | null {
			if (words.length === 0) return { kind: 'namespace', score: 0, words: [] };
			const own = words.map((_, index) => bestIn([namespace], index) ?? weaker(bestOf(about, index), fieldWeights[1]));
			const share = own.every((fitting) => fitting === undefined) ? ownerShare : namespaceShare;
			const fittings = own.map((fitting, index) => fitting ?? weaker(bestIn([owner], index), share));
			const found = fittings.filter((fitting) => fitting !== undefined);
			if (found.length < words.length) return null;
			const sum = found.reduce((total, { quality }) => total + quality, 0);
			const isExact = found.every(({ quality }) => quality === 1);
			return {
				kind: 'namespace',
				score: scoreOf('namespace', namespace, sum, isExact),
				words: found.map(({ mark }) => mark),
			};
		},
		ofItems({ segment, names }: NamedSegment): ItemHits {
			if (words.length === 0)
				return { positions: segment.items.map((_, position) => position), scores: [], wordsOf: () => [] };
			const own = byWord.map((fitting) => itemsWith(segment, fitting));
			const around = words.map((_, index) => weaker(bestIn(names, index), namespaceShare));
			const { items } = segment;
			/** How well a word of the query matches an item: 0 for not at all. */
			const qualityAt = (index: number, position: number, parent: number): number => {
				const { qualities } = own[index] ?? noItems;
				const inItem = qualities[position] ?? 0;
				if (inItem > 0) return inItem;
				const inParent = parent < 0 ? 0 : (qualities[parent] ?? 0);
				return inParent > 0 ? inParent * datasetShare : (around[index]?.quality ?? 0);
			};
			const positions: number[] = [];
			const scores: number[] = [];
			for (let position = 0; position < items.length; position++) {
				const item = items[position];
				if (item === undefined || !own.some(({ qualities }) => (qualities[position] ?? 0) > 0)) continue;
				let sum = 0;
				let isExact = true;
				for (let index = 0; index < words.length; index++) {
					const quality = qualityAt(index, position, item.parent);
					if (quality === 0) {
						sum = 0;
						break;
					}
					sum += quality;
					isExact &&= quality === 1;
				}
				if (sum === 0) continue;
				positions.push(position);
				scores.push(scoreOf(item.found.kind, nameOf(item.found), sum, isExact));
			}
			return {
				positions,
				scores,
				wordsOf(position) {
					const parent = items[position]?.parent ?? -1;
					return own.flatMap(({ markAt }, index) => markAt(position) ?? markAt(parent) ?? around[index]?.mark ?? []);
				},
			};
		},
	};
}

const nameOf = (found: Segment['items'][number]['found']): string => {
	if (found.kind === 'build-spec') return found.destination.datasetName;
	return found.kind === 'dataset' ? found.dataset : found.kind === 'column' ? found.column : '';
};

const weaker = (fitting: Fitting | undefined, share: number): Fitting | undefined =>
	fitting && { ...fitting, quality: fitting.quality * share };

/** Words in any of the segments that match a typed one. */
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
	let looked = 0;
	for (const word of known) {
		if (++looked % 1_000 === 0) await pause();
		const quality = typoQuality(typed, word);
		if (quality > 0) fitting.set(word, { quality, mark: word });
	}
	return fitting;
}

interface FoundItems {
	/** By position; 0 for no match. */
	readonly qualities: Float64Array;
	markAt(position: number): string | undefined;
}
const noItems: FoundItems = { qualities: new Float64Array(), markAt: () => undefined };

/** By position, the best matching word in an item. */
function itemsWith({ items, postings }: Segment, fitting: ReadonlyMap<string, Fitting>): FoundItems {
	const qualities = new Float64Array(items.length);
	/** Index of the highlighted word, 1-based. */
	const markNumbers = new Uint32Array(items.length);
	const marks: string[] = [];
	const words =
		fitting.size < postings.size ? [...fitting.keys()].filter((word) => postings.has(word)) : postings.keys();
	for (const word of words) {
		const fits = fitting.get(word);
		if (fits === undefined) continue;
		const number = marks.push(fits.mark);
		for (const posting of postings.get(word) ?? []) {
			const position = positionOf(posting);
			const quality = fits.quality * weightOf(posting);
			if (quality <= (qualities[position] ?? 0)) continue;
			qualities[position] = quality;
			markNumbers[position] = number;
		}
	}
	return { qualities, markAt: (position) => marks[(markNumbers[position] ?? 0) - 1] };
}
