import * as z from 'zod/mini';
import { Id, integer, Name } from './ids.ts';
import { LinkEnd } from './link.ts';
import type { Operation } from './operation.ts';

export const searchKinds = ['namespace', 'dataset', 'column', 'build-spec', 'link'] as const;
export type SearchKind = (typeof searchKinds)[number];

/** Most results of one search, and most characters of what is searched for. */
export const mostResults = 500;
export const longestSearch = 500;

/** Something that the caller may see. What it isn't, or isn't in, is null. */
export const SearchResult = z.looseObject({
	kind: z.enum(searchKinds),
	owner: z.string(),
	namespace: z.string(),
	/** Of a BuildSpec: its destination. */
	datasetName: z.nullable(z.string()),
	columnName: z.nullable(z.string()),
	columnType: z.nullable(z.string()),
	buildSpecId: z.nullable(Id),
	linkId: z.nullable(Id),
	/** The other end of a link. */
	linkedTo: z.nullable(LinkEnd),
	/** Where else words were found than in names. */
	excerpt: z.nullable(
		z.looseObject({
			from: z.enum(['description', 'code']),
			text: z.string(),
			/** Line of the code, from 1. */
			line: z.nullable(z.int()),
		}),
	),
	/** The words that were found, folded: without case and accents. */
	words: z.array(z.string()),
	/** From 0 to about 2; a better match has a larger one. */
	score: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.looseObject({
	/** Best first; where filters alone were given, by kind, then by name. */
	items: z.array(SearchResult),
	/** How many were found of each kind, also of those that weren't asked for. */
	counts: z.record(z.string(), z.int()),
});
export type SearchResults = z.infer<typeof SearchResults>;

export const search = {
	id: 'search',
	summary: 'Search namespaces, datasets, columns, descriptions, BuildSpecs and links',
	tier: 'search/1',
	method: 'GET',
	path: '/search',
	query: z.object({
		q: z.string().check(z.maxLength(longestSearch)),
		/** Names of kinds, separated by commas. */
		kinds: z.optional(z.string()),
		/** Only what is in namespaces of this user. */
		owner: z.optional(Name),
		limit: z.optional(z.string().register(z.globalRegistry, integer(1, mostResults))),
	}),
	status: 200,
	result: SearchResults,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;
