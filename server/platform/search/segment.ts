import type { YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { wordsOfName, wordsOfText } from '#lib/search/tokenize.ts';

/** Something that can be found. Excludes names of the namespace and its owner, so that it stays valid when they change. */
export type Found =
	| { readonly kind: 'dataset'; readonly dataset: string; readonly description: string }
	| {
			readonly kind: 'column';
			readonly dataset: string;
			readonly column: string;
			readonly type: string;
			readonly description: string;
	  }
	| {
			readonly kind: 'link';
			readonly id: string;
			readonly dataset: string;
			readonly column: string;
			readonly to: { readonly namespaceId: string; readonly dataset: string; readonly column: string };
	  }
	| {
			readonly kind: 'build-spec';
			readonly id: string;
			readonly destination: Coordinate;
			readonly sources: readonly Coordinate[];
			readonly code: string;
	  };

interface Coordinate {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string;
}

export interface SegmentItem {
	readonly found: Found;
	/** Position of its dataset, whose name counts too; -1 if there is none. */
	readonly parent: number;
}

/** Weight of a word by where it occurs: in the name, in a description, in code. */
export const fieldWeights = [1, 0.45, 0.4] as const;
const fieldBits = 2;

export const positionOf = (posting: number): number => posting >> fieldBits;
export const weightOf = (posting: number): number => fieldWeights[posting & (2 ** fieldBits - 1)] ?? 0;

/** Everything that can be found in one namespace, or among one user's BuildSpecs. */
export interface Segment {
	readonly items: readonly SegmentItem[];
	readonly postings: ReadonlyMap<string, readonly number[]>;
}

export async function createSegment(items: readonly SegmentItem[], pause: YieldToEventLoop): Promise<Segment> {
	const postings = new Map<string, number[]>();
	for (const [position, { found }] of items.entries()) {
		const seen = new Set<string>();
		for (const [field, words] of fieldsOf(found).entries()) {
			for (const word of words) {
				if (seen.has(word)) continue;
				seen.add(word);
				const known = postings.get(word);
				const posting = (position << fieldBits) | field;
				if (known === undefined) postings.set(word, [posting]);
				else known.push(posting);
			}
		}
		await pause();
	}
	return { items, postings };
}

/** The words of an item, in the order of `fieldWeights`. */
function fieldsOf(found: Found): (readonly string[])[] {
	switch (found.kind) {
		case 'dataset':
			return [wordsOfName(found.dataset), wordsOfText(found.description)];
		case 'column':
			return [wordsOfName(found.column), wordsOfText(found.description)];
		case 'link':
			return [[...wordsOfName(found.column), ...wordsOfName(found.to.column), 'link']];
		case 'build-spec': {
			const { owner, namespace, datasetName } = found.destination;
			const name = [owner, namespace, datasetName].flatMap(wordsOfName);
			return [name, [], wordsOfText(found.code)];
		}
	}
}
