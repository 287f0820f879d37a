import * as z from 'zod/mini';
import { Id, Name, ScopedQuery, Timestamp, Uuid } from './ids.ts';
import type { Operation } from './operation.ts';

export const LinkEnd = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	dataset: z.string(),
	columnName: z.string(),
});
export type LinkEnd = { username: string; namespace: string; dataset: string; columnName: string };

export const MatchType = z.enum(['ExactMatch', 'GeoMatch']);
export type MatchType = z.infer<typeof MatchType>;

export const ListedLink = z.looseObject({
	id: Id,
	from: LinkEnd,
	to: LinkEnd,
	matchType: MatchType,
	options: z.record(z.string(), z.unknown()),
	createdAt: Timestamp,
});
export type ListedLink = z.infer<typeof ListedLink>;

const NamedLinkEnd = z.object({ username: Name, namespace: Name, dataset: Name, columnName: z.string() });

/**
 * ExactMatch has the options `caseSensitive` (default true) and `trim` (false); GeoMatch has `maxDistanceMeters`
 * (1,000). Its ends name the latitude; the longitude is found by name or given as `from.longitude` and `to.longitude`.
 */
export const NewLink = z.object({
	from: NamedLinkEnd,
	to: NamedLinkEnd,
	matchType: MatchType,
	options: z.optional(z.record(z.string(), z.unknown())),
});
export type NewLink = z.infer<typeof NewLink>;

const partners: readonly (readonly [RegExp, readonly string[]])[] = [
	[/latitude/i, ['longitude']],
	[/(?<![a-z])lat(?![a-z])/i, ['lon', 'lng', 'long']],
	[/(?<![a-z])y(?![a-z])/i, ['x']],
];

/** Finds a latitude's longitude column by name (`capital_latitude` → `capital_longitude`, `lat` → `lon`), or returns null. */
export function partnerOf(latitude: string, names: readonly string[]): string | null {
	for (const [part, others] of partners) {
		if (!part.test(latitude)) continue;
		const wanted = others.map((other) => latitude.replace(part, other).toLowerCase());
		const found = names.find((name) => wanted.includes(name.toLowerCase()));
		if (found !== undefined) return found;
	}
	return null;
}

export const AddedLink = z.looseObject({ created: z.boolean() });
export type AddedLink = z.infer<typeof AddedLink>;

/** 201 if created, 200 if a link with these ends and match type already exists. */
export const addLink = {
	id: 'addLink',
	summary: 'Create a link between two columns',
	tier: 'core',
	method: 'POST',
	path: '/links/add',
	body: NewLink,
	status: 201,
	otherStatus: 200,
	result: AddedLink,
	resultUnstated: true,
	errors: ['VALIDATION_FAILED', 'FORBIDDEN', 'NOT_FOUND', 'PAYLOAD_TOO_LARGE'],
} as const satisfies Operation;

export const deleteLink = {
	id: 'deleteLink',
	summary: 'Delete a link',
	tier: 'links/1',
	method: 'DELETE',
	path: '/links/{linkId}',
	params: z.object({ linkId: Uuid }),
	status: 204,
	errors: ['FORBIDDEN', 'NOT_FOUND'],
} as const satisfies Operation;

export const listLinks = {
	id: 'listLinks',
	summary: 'List links between datasets that the caller can read, oldest first',
	tier: 'links/1',
	method: 'GET',
	path: '/links',
	query: ScopedQuery,
	status: 200,
	items: ListedLink,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;

const TrialValue = z.looseObject({ value: z.string(), rows: z.int() });

/** Match statistics of one end of a link. With GeoMatch, values are points. */
export const TrialSide = z.looseObject({
	rows: z.int(),
	/** Rows with a value; with GeoMatch, with a valid location. */
	withValue: z.int(),
	distinct: z.int(),
	/** Whether all values are distinct. */
	unique: z.boolean(),
	matchedRows: z.int(),
	matchedDistinct: z.int(),
	/** The most frequent values of each kind; empty for GeoMatch. */
	matched: z.array(TrialValue),
	unmatched: z.array(TrialValue),
});
export type TrialSide = z.infer<typeof TrialSide>;

/** How many more values would match with another comparison. */
export const TrialHint = z.looseObject({
	/** `case`, `trim`, `leadingZeros`, `accents`, or `all` of them combined. */
	kind: z.string(),
	/** Distinct values of each end that would then match. */
	from: z.int(),
	to: z.int(),
});
export type TrialHint = z.infer<typeof TrialHint>;

export const LinkTrial = z.looseObject({
	from: TrialSide,
	to: TrialSide,
	/** Only hints that improve the coverage, best first. */
	hints: z.array(TrialHint),
	/** For GeoMatch: rows of `from` whose nearest point of `to` is within `meters`, and the rest. */
	distances: z.nullable(
		z.looseObject({
			within: z.array(z.looseObject({ meters: z.number(), rows: z.int() })),
			farther: z.int(),
			/** Points of `from` for a map. `meters` is null if the nearest point is beyond the search radius. */
			points: z.array(z.looseObject({ latitude: z.number(), longitude: z.number(), meters: z.nullable(z.number()) })),
		}),
	),
	/** Number of sampled rows of `from`. Null: all rows of both ends were compared. */
	sampledRows: z.nullable(z.int()),
});
export type LinkTrial = z.infer<typeof LinkTrial>;

/** Saves nothing. Aborting the request stops the work. */
export const tryLink = {
	id: 'tryLink',
	summary: 'Preview a link’s matches without creating the link',
	tier: 'link-trial/1',
	method: 'POST',
	stores: false,
	path: '/links/trial',
	body: NewLink,
	status: 200,
	result: LinkTrial,
	errors: [
		'VALIDATION_FAILED',
		'NOT_FOUND',
		'CONFLICT',
		'PAYLOAD_TOO_LARGE',
		'DATA_CORRUPT',
		'STORAGE_READ_ONLY',
		'STORAGE_FULL',
	],
} as const satisfies Operation;

export const LinkSuggestion = z.looseObject({
	from: LinkEnd,
	to: LinkEnd,
	matchType: MatchType,
	/** 0 to 1, for comparing suggestions only. */
	score: z.number(),
	/** Distinct values of `from`, and roughly how many of them `to` contains. */
	distinct: z.int(),
	found: z.int(),
	/** Whether `found` was counted exactly or estimated from a sample. */
	exact: z.boolean(),
	toDistinct: z.int(),
	/** Whether the values of `to` are distinct. */
	toUnique: z.boolean(),
	reasons: z.array(z.string()),
});
export type LinkSuggestion = z.infer<typeof LinkSuggestion>;

export const LinkSuggestions = z.looseObject({
	items: z.array(LinkSuggestion),
	/** Datasets compared, and datasets skipped for lack of time or because of their size. */
	compared: z.int(),
	leftOut: z.int(),
});
export type LinkSuggestions = z.infer<typeof LinkSuggestions>;

/** Existing links aren't suggested. Statistics about a dataset's values are cached until it changes. */
export const suggestLinks = {
	id: 'suggestLinks',
	summary: 'Suggest links for a dataset or namespace based on values, types and names, most likely first',
	tier: 'link-suggestions/1',
	method: 'GET',
	path: '/links/suggestions',
	query: z.object({ username: Name, namespace: Name, dataset: z.optional(Name) }),
	status: 200,
	result: LinkSuggestions,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;
