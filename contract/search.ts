import * as z from 'zod/mini';
import { Id, integer, Name } from './ids.ts';
import { LinkEnd } from './link.ts';
import type { Operation } from './operation.ts';

export const searchKinds = ['namespace', 'dataset', 'column', 'build-spec', 'link'] as const;
export type SearchKind = (typeof searchKinds)[number];

export const mostResults = 500;
export const longestSearch = 500;

/** Something visible to the caller. Members that don't apply are null. */
export const SearchResult = z.looseObject({
	kind: z.enum(searchKinds),
	owner: z.string(),
	namespace: z.string(),
	/** For a BuildSpec, its destination. */
	datasetName: z.nullable(z.string()),
	columnName: z.nullable(z.string()),
	columnType: z.nullable(z.string()),
	buildSpecId: z.nullable(Id),
	linkId: z.nullable(Id),
	linkedTo: z.nullable(LinkEnd),
	/** Where words were found outside names. */
	excerpt: z.nullable(
		z.looseObject({
			from: z.enum(['description', 'code']),
			text: z.string(),
			/** 1-based line of the code. */
			line: z.nullable(z.int()),
		}),
	),
	/** The words found, without case and accents. */
	words: z.array(z.string()),
	/** 0 to about 2; higher is better. */
	score: z.number(),
});
export type SearchResult = z.infer<typeof SearchResult>;

export const SearchResults = z.looseObject({
	/** Best first. With only filters, by kind, then by name. */
	items: z.array(SearchResult),
	/** Number found of each kind, including kinds that weren't requested. */
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
		/** Comma-separated kinds. */
		kinds: z.optional(z.string()),
		/** Limits results to this user's namespaces. */
		owner: z.optional(Name),
		limit: z.optional(z.string().register(z.globalRegistry, integer(1, mostResults))),
	}),
	status: 200,
	result: SearchResults,
	errors: ['VALIDATION_FAILED'],
} as const satisfies Operation;
