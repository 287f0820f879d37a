import * as z from 'zod/mini';
import { Name, Timestamp } from './ids.ts';
import type { Operation } from './operation.ts';

/** A column of a dataset, as links name it. */
export const LinkEnd = z.looseObject({
	username: z.string(),
	namespace: z.string(),
	dataset: z.string(),
	columnName: z.string(),
});
export type LinkEnd = { username: string; namespace: string; dataset: string; columnName: string };

export const MatchType = z.enum(['ExactMatch', 'GeoMatch']);
export type MatchType = z.infer<typeof MatchType>;

/** A link that exists. */
export const ListedLink = z.looseObject({
	id: z.string(),
	from: LinkEnd,
	to: LinkEnd,
	matchType: MatchType,
	options: z.record(z.string(), z.unknown()),
	createdAt: Timestamp,
});
export type ListedLink = z.infer<typeof ListedLink>;

export const listLinks = {
	id: 'listLinks',
	summary: 'Links whose two ends the caller may read, of a namespace or a dataset where one is named, oldest first',
	tier: 'links/1',
	method: 'GET',
	path: '/links',
	query: z.object({
		username: z.optional(Name),
		namespace: z.optional(Name),
		dataset: z.optional(Name),
		limit: z.optional(z.string()),
		cursor: z.optional(z.string()),
	}),
	status: 200,
	items: ListedLink,
	errors: ['VALIDATION_FAILED', 'NOT_FOUND'],
} as const satisfies Operation;
