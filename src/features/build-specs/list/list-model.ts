import type { BuildSpec } from '#contract/build-spec.ts';
import { formatCoordinate, joinNames } from '#contract/dataset.ts';
import { foldName } from '#contract/ids.ts';
import { compare } from '../../../lib/list-sort.ts';
import { type ListSearch, noSearch, type Sort, termsOf } from './list-search.ts';

/** A list entry, with everything for filtering and sorting precomputed. */
export interface SpecRow {
	readonly spec: BuildSpec;
	/** `owner/namespace/dataset` of the destination. */
	readonly name: string;
	readonly sources: string;
	/** Folded names to search, one per line. */
	readonly names: string;
	/** Folded when first read. Separate from the names, because joining ten thousand texts would slow down the first search. */
	readonly code: string;
	readonly keys: Readonly<Record<'name' | 'sources' | 'owner' | 'updated', string>> & { readonly version: number };
	readonly sourceNames: readonly string[];
	/** The source names, folded. */
	readonly sourceKeys: readonly string[];
	readonly namespace: string;
}

export function toRows(specs: readonly BuildSpec[]): SpecRow[] {
	// Ten thousand BuildSpecs read far fewer datasets.
	const keys = new Map<string, string>();
	const keyOf = (name: string): string => {
		const key = keys.get(name) ?? foldName(name);
		keys.set(name, key);
		return key;
	};
	return specs.map((spec) => {
		const name = formatCoordinate(spec.destination);
		const sourceNames = spec.sources.map(formatCoordinate);
		const sourceKeys = sourceNames.map(keyOf);
		const [key, owner] = [foldName(name), keyOf(spec.owner)];
		const time = Date.parse(spec.updatedAt);
		let code: string | undefined;
		return {
			spec,
			name,
			sources: sourceNames.join(', '),
			names: [key, ...sourceKeys, owner].join('\n'),
			get code() {
				code ??= foldName(spec.code.payload);
				return code;
			},
			keys: {
				name: key,
				sources: sourceKeys.join(', '),
				owner,
				updated: Number.isNaN(time) ? spec.updatedAt : String(time).padStart(16, '0'),
				version: spec.version,
			},
			sourceNames,
			sourceKeys,
			namespace: joinNames([spec.destination.owner, spec.destination.namespace]),
		};
	});
}

/** Sorts by one column, then by name. Compares folded texts directly: 10,000 rows take a few ms. */
export function sortRows(rows: readonly SpecRow[], sort: Sort): SpecRow[] {
	const descending = sort.startsWith('-');
	const column = sort.replace('-', '') as keyof SpecRow['keys'];
	return [...rows].sort((a, b) => {
		const order = compare(a.keys[column], b.keys[column]);
		return (descending ? -order : order) || compare(a.keys.name, b.keys.name);
	});
}

/** Creates a row filter. A narrower search only searches the previous result. */
export function rowFilter(
	rows: readonly SpecRow[],
	drafts: ReadonlySet<string>,
): (search: ListSearch) => readonly SpecRow[] {
	let last: { search: ListSearch; words: readonly string[]; found: readonly SpecRow[] } = {
		search: noSearch,
		words: [],
		found: rows,
	};
	return (search) => {
		const words = termsOf(search.q);
		const isNarrower =
			(['owner', 'source', 'destination', 'draft'] as const).every(
				(candidate) => last.search[candidate] === search[candidate],
			) && last.words.every((before) => words.some((word) => word.includes(before)));
		const source = foldName(search.source);
		const destination = foldName(search.destination);
		const found = (isNarrower ? last.found : rows).filter(
			(row) =>
				(search.owner === '' || row.spec.owner === search.owner) &&
				(destination === '' || row.keys.name === destination || row.keys.name.startsWith(`${destination}/`)) &&
				(source === '' || row.sourceKeys.includes(source)) &&
				(search.draft === '' || drafts.has(row.spec.id)) &&
				words.every((word) => row.names.includes(word) || row.code.includes(word)),
		);
		last = { search, words, found };
		return found;
	};
}

export type FilterChoices = Record<'owner' | 'source' | 'destination', string[]>;

/**
 * Values to pick. Destinations are namespaces plus the datasets of the picked one, since there are as many datasets as
 * BuildSpecs.
 */
export function filterChoices(rows: readonly SpecRow[], destination: string): FilterChoices {
	const sources = new Map(
		rows.flatMap(({ sourceKeys, sourceNames }) =>
			sourceKeys.map((key, index) => [key, sourceNames[index] ?? ''] as const),
		),
	);
	return {
		owner: distinct(rows.map((row) => row.spec.owner)),
		source: distinct(sources.values()),
		destination: distinct(
			rows.flatMap(({ namespace, name }) =>
				destination === namespace || destination.startsWith(`${namespace}/`) ? [namespace, name] : [namespace],
			),
		),
	};
}

const distinct = (values: Iterable<string>): string[] => [...new Set(values)].sort(compare);

export interface FoundCode {
	readonly row: SpecRow;
	readonly lines: number;
}

/** BuildSpecs whose code contains a search term, among rows that pass the whole filter. 10,000 take a few ms. */
export function searchCode(rows: readonly SpecRow[], q: string): FoundCode[] {
	const terms = termsOf(q);
	return rows.flatMap((row) => {
		const lines = countLines(row, terms);
		return lines === 0 ? [] : [{ row, lines }];
	});
}

function countLines({ code }: SpecRow, terms: readonly string[]): number {
	if (!terms.some((term) => code.includes(term))) return 0;
	const finds = terms.map((term) => nextOf(code, term));
	const [newLine, carriageReturn] = [nextOf(code, '\n'), nextOf(code, '\r')];
	let from = 0;
	for (let lines = 0; ; lines += 1) {
		let at = Number.POSITIVE_INFINITY;
		for (const find of finds) at = Math.min(at, find(from));
		if (at === Number.POSITIVE_INFINITY) return lines;
		from = Math.min(newLine(at), carriageReturn(at)) + 1;
	}
}

/** Position of a term's next occurrence, or infinity. Ascending calls scan the text once. */
function nextOf(text: string, term: string): (from: number) => number {
	let at = -1;
	return (from) => {
		if (at >= from) return at;
		const found = text.indexOf(term, from);
		at = found < 0 ? Number.POSITIVE_INFINITY : found;
		return at;
	};
}
