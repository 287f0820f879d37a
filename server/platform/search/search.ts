import type * as z from 'zod/mini';
import { foldName } from '#contract/ids.ts';
import type { search } from '#contract/search.ts';
import { mostResults, type SearchKind, type SearchResult, type SearchResults, searchKinds } from '#contract/search.ts';
import { LruCache } from '#lib/concurrency/lru-cache.ts';
import { SharedWork } from '#lib/concurrency/shared-work.ts';
import { createYield, type YieldToEventLoop } from '#lib/concurrency/yield.ts';
import { wordsOfQuery, wordsOfText } from '#lib/search/tokenize.ts';
import { mayRead } from '../access/dataset-access.ts';
import { type VisibleNamespace, visibleNamespaces } from '../access/namespace-access.ts';
import { type Caller, tokenAllows } from '../core/caller.ts';
import { invalid } from '../core/service-error.ts';
import type { Platform } from '../state/platform.ts';
import { excerptOf } from './excerpt.ts';
import { buildSpecMark, loadBuildSpecs, loadNamespace, namespaceMarks } from './load-segments.ts';
import { createRanking, type NamedSegment } from './rank.ts';
import type { Found, Segment, SegmentItem } from './segment.ts';

/** Maximum items kept in memory, over all namespaces and users; an item takes about half a kilobyte, plus as much per 500 characters of its text. */
const keptItems = 1_000_000;
const weightOf = ({ found }: SegmentItem): number => 1 + Math.floor(textOf(found).length / 500);
const textOf = (found: Found): string =>
	found.kind === 'build-spec' ? found.code : 'description' in found ? found.description : '';
const defaultLimit = 50;

type Query = z.infer<typeof search.query>;

/** Searches what callers may see. Segments are cached per process; each search first checks in the catalog which have changed. */
export function createSearch(platform: Platform) {
	const { db } = platform.catalog;
	const kept = new LruCache<{ readonly mark: string; readonly segment: Segment }>(keptItems);
	const loading = new SharedWork();

	const segmentOf = async (key: string, mark: string, load: (pause: YieldToEventLoop) => Promise<Segment>) => {
		const known = kept.get(key);
		if (known?.mark === mark) return known.segment;
		const forever = new AbortController().signal;
		const segment = await loading.join(`${key} ${mark}`, forever, () => load(createYield(forever)));
		kept.set(
			key,
			{ mark, segment },
			segment.items.reduce((sum, item) => sum + weightOf(item), 1),
		);
		return segment;
	};
	const namespaceSegments = async (visible: readonly VisibleNamespace[]) => {
		const marks = await namespaceMarks(
			db,
			visible.map(({ id }) => id),
		);
		const segments: (NamedSegment & { readonly namespace: VisibleNamespace })[] = [];
		for (const namespace of visible) {
			const { id, owner, name, description } = namespace;
			const segment = await segmentOf(id, marks.get(id) ?? '', (pause) => loadNamespace(db, id, pause));
			segments.push({ segment, names: [owner, name], about: wordsOfText(description), namespace });
		}
		return segments;
	};
	const buildSpecSegment = async ({ userId }: Caller): Promise<NamedSegment> => {
		const load = (pause: YieldToEventLoop) => loadBuildSpecs(db, userId, pause);
		return { segment: await segmentOf(`of ${userId}`, await buildSpecMark(db, userId), load), names: [], about: [] };
	};

	return async (caller: Caller, query: Query): Promise<SearchResults> => {
		const kinds = readKinds(query.kinds);
		const limit = readLimit(query.limit);
		const words = wordsOfQuery(query.q);
		const isFiltered = query.kinds !== undefined || query.owner !== undefined;
		// A filter alone finds everything it allows; punctuation alone finds nothing.
		if (words.length === 0 && (query.q.trim() !== '' || !isFiltered)) return { items: [], counts: {} };
		const isOwner = ownerFilter(query.owner);
		const visible = await visibleNamespaces(db, caller);
		const specs = await buildSpecSegment(caller);
		const segments = await namespaceSegments(visible.filter(({ owner }) => isOwner(owner)));
		const pause = createYield(new AbortController().signal);
		const ranking = await createRanking(words, [...segments, specs], pause);
		const byId = new Map(visible.map((namespace) => [namespace.id, namespace]));
		const counts: Record<string, number> = {};
		const best = createBest(limit, words.length === 0 ? byKind : byScore);
		/** Counts a hit, and keeps it if it's among the best. */
		const offer = (kind: SearchKind, score: number, of: Pick<Ranked, 'namespace' | 'item' | 'wordsOf'>) => {
			counts[kind] = (counts[kind] ?? 0) + 1;
			if (kinds.has(kind)) best.offer({ kind, score, ...of });
		};
		for (const named of segments) {
			const { namespace, segment, about } = named;
			const whole = ranking.ofNamespace(namespace.owner, namespace.name, about);
			if (whole !== null) offer(whole.kind, whole.score, { namespace, item: null, wordsOf: () => whole.words });
			const hits = ranking.ofItems(named);
			for (const [index, position] of hits.positions.entries()) {
				const item = segment.items[position]?.found;
				if (item === undefined || !maySee(caller, namespace, item, byId)) continue;
				offer(item.kind, hits.scores[index] ?? 0, { namespace, item, wordsOf: () => hits.wordsOf(position) });
			}
			await pause();
		}
		const ofSpecs = ranking.ofItems(specs);
		for (const [index, position] of ofSpecs.positions.entries()) {
			const item = specs.segment.items[position]?.found;
			if (item?.kind !== 'build-spec' || !isOwner(item.destination.owner)) continue;
			const named = [item.destination, ...item.sources];
			if (!named.every((source) => tokenAllows(caller, 'read', source))) continue;
			const wordsOf = () => ofSpecs.wordsOf(position);
			offer(item.kind, ofSpecs.scores[index] ?? 0, { namespace: null, item, wordsOf });
		}
		const items = best.items().map((ranked) => present(ranked, byId));
		return { items, counts };
	};
}

interface Ranked {
	readonly kind: SearchKind;
	readonly score: number;
	/** Matched words, to be highlighted. */
	readonly wordsOf: () => readonly string[];
	/** Null for BuildSpecs. */
	readonly namespace: VisibleNamespace | null;
	/** Null for the namespace itself. */
	readonly item: Found | null;
}

const shortName = ({ item, namespace }: Ranked): string => {
	if (item === null) return namespace?.name ?? '';
	if (item.kind === 'build-spec') return item.destination.datasetName;
	return item.kind === 'dataset' ? item.dataset : `${item.column} ${item.dataset}`;
};

/** The length of the short name, computed without building it. */
function lengthOf({ item, namespace }: Ranked): number {
	if (item === null) return namespace?.name.length ?? 0;
	if (item.kind === 'build-spec') return item.destination.datasetName.length;
	return item.kind === 'dataset' ? item.dataset.length : item.column.length + 1 + item.dataset.length;
}

/** Negative: `a` comes first. */
const byScore = (a: Ranked, b: Ranked): number => b.score - a.score || lengthOf(a) - lengthOf(b) || byName(a, b);
const byName = (a: Ranked, b: Ranked): number => (foldName(shortName(a)) < foldName(shortName(b)) ? -1 : 1);
const byKind = (a: Ranked, b: Ranked): number =>
	searchKinds.indexOf(a.kind) - searchKinds.indexOf(b.kind) || byName(a, b);

/** Keeps the best of many, in order: of 100,000 hits, nearly all are compared only once, with the last one kept. */
function createBest(limit: number, compare: typeof byScore) {
	const kept: Ranked[] = [];
	return {
		offer(ranked: Ranked): void {
			const last = kept[limit - 1];
			if (last !== undefined && compare(ranked, last) > 0) return;
			let [low, high] = [0, kept.length];
			while (low < high) {
				const middle = (low + high) >>> 1;
				const other = kept[middle];
				if (other !== undefined && compare(ranked, other) > 0) low = middle + 1;
				else high = middle;
			}
			kept.splice(low, 0, ranked);
			if (kept.length > limit) kept.pop();
		},
		items: (): readonly Ranked[] => kept,
	};
}

function maySee(
	caller: Caller,
	namespace: VisibleNamespace,
	item: Found,
	visible: ReadonlyMap<string, VisibleNamespace>,
): boolean {
	if (item.kind === 'build-spec' || !mayRead(caller, namespace, item.dataset)) return false;
	if (item.kind !== 'link') return true;
	const other = visible.get(item.to.namespaceId);
	return other !== undefined && mayRead(caller, other, item.to.dataset);
}

function present(
	{ kind, score, wordsOf, namespace, item }: Ranked,
	visible: ReadonlyMap<string, VisibleNamespace>,
): SearchResult {
	const words = [...new Set(wordsOf())];
	const nothing = {
		datasetName: null,
		columnName: null,
		columnType: null,
		buildSpecId: null,
		linkId: null,
		linkedTo: null,
	};
	const base = { ...nothing, kind, excerpt: null, words, score: Math.round(score * 1_000) / 1_000 };
	if (item?.kind === 'build-spec') {
		return { ...base, ...item.destination, buildSpecId: item.id, excerpt: excerptOf('code', item.code, words) };
	}
	const at = { ...base, owner: namespace?.owner ?? '', namespace: namespace?.name ?? '' };
	if (item === null) return { ...at, excerpt: excerptOf('description', namespace?.description ?? '', words) };
	const within = { ...at, datasetName: item.dataset };
	if (item.kind === 'dataset') return { ...within, excerpt: excerptOf('description', item.description, words) };
	if (item.kind === 'column') {
		const excerpt = excerptOf('description', item.description, words);
		return { ...within, columnName: item.column, columnType: item.type, excerpt };
	}
	const other = visible.get(item.to.namespaceId);
	const linkedTo = {
		username: other?.owner ?? '',
		namespace: other?.name ?? '',
		dataset: item.to.dataset,
		columnName: item.to.column,
	};
	return { ...within, columnName: item.column, linkId: item.id, linkedTo };
}

const ownerFilter = (owner: string | undefined) => (name: string) =>
	owner === undefined || foldName(name) === foldName(owner);

/** @throws ServiceError VALIDATION_FAILED */
function readKinds(text: string | undefined): ReadonlySet<SearchKind> {
	if (text === undefined) return new Set(searchKinds);
	const named = text.split(',').map((kind) => kind.trim());
	const unknown = named.find((kind) => !searchKinds.some((known) => known === kind));
	if (unknown === undefined) return new Set(searchKinds.filter((kind) => named.includes(kind)));
	const message = `kinds must be one or more of ${searchKinds.join(', ')}, separated by commas, not "${unknown}".`;
	throw invalid([{ code: 'INVALID_VALUE', path: 'kinds', message }]);
}

/** @throws ServiceError VALIDATION_FAILED */
function readLimit(text: string | undefined): number {
	if (text === undefined) return defaultLimit;
	const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
	if (limit >= 1 && limit <= mostResults) return limit;
	const message = `limit must be a whole number from 1 to ${mostResults}, not "${text}".`;
	throw invalid([{ code: 'INVALID_VALUE', path: 'limit', message }]);
}
