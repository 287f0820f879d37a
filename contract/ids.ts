import * as z from 'zod/mini';

export { foldName } from './coordinate.ts';

/** Maximum length of a user, namespace, dataset or output name, in characters. */
export const maxNameLength = 128;

/** 1 to 128 Unicode letters and digits, `_`, `-`, `.` and spaces, with no space at either end; not `.` or `..`. */
export const namePattern = /^(?!\.{1,2}$)(?! )[\p{L}\p{M}\p{N}_\-. ]{1,128}(?<! )$/u;

export const Name = z.string().check(z.regex(namePattern, 'not a valid name'));

/** Explains why a string isn't a valid name, or returns null. @param what the name, for example "The dataset name" */
export function explainName(name: string, what: string): string | null {
	if (name === '') return `${what} is empty. Enter a name.`;
	if (name !== name.trim()) return `${what} starts or ends with a space. Remove the space.`;
	if (name === '.' || name === '..') return `${what} can’t be "${name}". Choose another name.`;
	if ([...name].length > maxNameLength) return `${what} is longer than ${maxNameLength} characters. Shorten it.`;
	if (namePattern.test(name)) return null;
	const odd = [...name].find((character) => !/[\p{L}\p{M}\p{N}_\-. ]/u.test(character));
	return odd === undefined
		? `${what} is longer than ${maxNameLength} characters. Shorten it.`
		: `${what} contains "${odd}". Use only letters, digits, "_", "-", "." and spaces.`;
}

export const Uuid = z.uuid();

/** A UUID from the embedded service; other services may send any string. */
export const Id = z.string().register(z.globalRegistry, { format: 'uuid' });

export const maxPageItems = 1_000;

/** JSON Schemas of query parameters. They are strings; the OpenAPI document describes the values they represent. */
export const integer = (minimum: number, maximum: number) => ({ type: 'integer', minimum, maximum }) as const;
export const flag = { type: 'boolean' } as const;

/** A string that is exactly one path segment. */
export const segment = { minLength: 1, pattern: '^(?!\\.{1,2}$)[^/\\\\]*$' } as const;

/** The catalog stores versions as 32-bit integers. */
export const largestVersion = 2 ** 31 - 1;

export const VersionNumber = z
	.string()
	.check(z.regex(/^[1-9]\d{0,9}$/))
	.register(z.globalRegistry, integer(1, largestVersion));

export const Version = z.int().check(z.minimum(1), z.maximum(largestVersion));

/** The service stores no NUL characters. */
export const withoutNul = { pattern: '^[^\\u0000]*$' } as const;

/** Maximum length of a description of a namespace, dataset or column, in UTF-16 code units. */
export const maxDescriptionLength = 10_000;

/** A description of a namespace, dataset or column. */
export const DescriptionText = z
	.string()
	.check(z.maxLength(maxDescriptionLength))
	.register(z.globalRegistry, withoutNul);

/** One page of a list: `limit` items after `cursor`. */
export const PageQuery = z.object({
	limit: z.optional(z.string().register(z.globalRegistry, integer(1, maxPageItems))),
	cursor: z.optional(z.string()),
});
export type PageQuery = z.infer<typeof PageQuery>;

/** One page of a list, of everything visible to the caller or limited to a namespace or dataset. */
export const ScopedQuery = z.extend(PageQuery, {
	username: z.optional(Name),
	namespace: z.optional(Name),
	dataset: z.optional(Name),
});
export type ScopedQuery = z.infer<typeof ScopedQuery>;

/** RFC 3339 in UTC with milliseconds from the embedded service; other services may send any string. */
export const Timestamp = z.string().register(z.globalRegistry, { format: 'date-time' });
