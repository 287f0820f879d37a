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
 * ExactMatch takes the options `caseSensitive` (true) and `trim` (false); GeoMatch takes `maxDistanceMeters` (1,000), and the longitude to
 * the end's latitude is found by name or given as `from.longitude` and `to.longitude`.
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

/** The longitude's name for a latitude's: `capital_latitude` → `capital_longitude`, `lat` → `lon`; null where there is none. */
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

/** 201 where it was made, 200 where a link with these ends and match type was there already. */
export const addLink = {
	id: 'addLink',
	summary: 'Create a link between two columns. An existing link isn’t changed',
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
	summary: 'Delete a link that the caller created, or of a dataset that the caller can change',
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

/** How one end of a link fares. With GeoMatch values are points. */
export const TrialSide = z.looseObject({
	rows: z.int(),
	/** Rows that have a value; with GeoMatch, a place on earth. */
	withValue: z.int(),
	distinct: z.int(),
	/** Whether no value comes twice. */
	unique: z.boolean(),
	matchedRows: z.int(),
	matchedDistinct: z.int(),
	/** The most frequent values of each kind; empty with GeoMatch. */
	matched: z.array(TrialValue),
	unmatched: z.array(TrialValue),
});
export type TrialSide = z.infer<typeof TrialSide>;

/** What more would match if values were compared in another way. */
export const TrialHint = z.looseObject({
	/** `case`, `trim`, `leadingZeros`, `accents` or `all` of them together. */
	kind: z.string(),
	/** Distinct values of each end that would match then. */
	from: z.int(),
	to: z.int(),
});
export type TrialHint = z.infer<typeof TrialHint>;

export const LinkTrial = z.looseObject({
	from: TrialSide,
	to: TrialSide,
	/** Only those that raise the coverage, the best first. */
	hints: z.array(TrialHint),
	/** With GeoMatch: rows of `from` whose nearest point of `to` is at most so far away, and those farther than all. */
	distances: z.nullable(
		z.looseObject({
			within: z.array(z.looseObject({ meters: z.number(), rows: z.int() })),
			farther: z.int(),
			/** Points of `from` for a map; null where the nearest is farther than was looked. */
			points: z.array(z.looseObject({ latitude: z.number(), longitude: z.number(), meters: z.nullable(z.number()) })),
		}),
	),
	/** Rows of `from` that were looked at where they were not all; null: all of both. */
	sampledRows: z.nullable(z.int()),
});
export type LinkTrial = z.infer<typeof LinkTrial>;

/** Nothing is saved. Leaving the request ends the work. */
export const tryLink = {
	id: 'tryLink',
	summary: 'Try a link on all rows of both datasets without creating it',
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

/** A link that nobody made yet, with what speaks for it. */
export const LinkSuggestion = z.looseObject({
	from: LinkEnd,
	to: LinkEnd,
	matchType: MatchType,
	/** From 0 to 1; only for comparing suggestions. */
	score: z.number(),
	/** Distinct values of `from`, and about how many of them `to` has. */
	distinct: z.int(),
	found: z.int(),
	/** Whether `found` was counted; otherwise it was told from a part of the values. */
	exact: z.boolean(),
	toDistinct: z.int(),
	/** Whether no value of `to` comes twice. */
	toUnique: z.boolean(),
	reasons: z.array(z.string()),
});
export type LinkSuggestion = z.infer<typeof LinkSuggestion>;

export const LinkSuggestions = z.looseObject({
	items: z.array(LinkSuggestion),
	/** Datasets that were compared, and those for which there was no time or that were too large. */
	compared: z.int(),
	leftOut: z.int(),
});
export type LinkSuggestions = z.infer<typeof LinkSuggestions>;

/** Links that exist are not suggested. What is learned of a dataset's values is kept as long as its content stays. */
export const suggestLinks = {
	id: 'suggestLinks',
	summary: 'Suggest links for a dataset or namespace from values, types and names, most likely first',
	tier: 'link-suggestions/1',
	method: 'GET',
	path: '/links/suggestions',
	query: z.object({ username: Name, namespace: Name, dataset: z.optional(Name) }),
	status: 200,
	result: LinkSuggestions,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND', 'DATA_CORRUPT', 'STORAGE_READ_ONLY', 'STORAGE_FULL'],
} as const satisfies Operation;
