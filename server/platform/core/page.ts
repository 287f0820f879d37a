import { and, asc, desc, eq, gt, lt, or } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import * as z from 'zod/mini';
import { maxPageItems, type PageQuery, type ScopedQuery } from '#contract/ids.ts';
import { invalid } from './service-error.ts';

export interface Page<T> {
	readonly items: T[];
	readonly nextCursor?: string;
}

/** A row's position in a listing by time, with its id to break ties. PostgreSQL has no year 0. */
const TimeCursor = z.tuple([z.iso.datetime().check(z.refine((value) => !value.startsWith('0000'))), z.uuid()]);

/** @throws ServiceError VALIDATION_FAILED */
export function readLimit(query: PageQuery, fallback: number): number {
	if (query.limit === undefined) return fallback;
	const limit = /^\d{1,5}$/.test(query.limit) ? Number(query.limit) : 0;
	if (limit >= 1 && limit <= maxPageItems) return limit;
	const message = `limit must be a whole number from 1 to ${maxPageItems}, not "${query.limit}".`;
	throw invalid([{ code: 'INVALID_VALUE', path: 'limit', message }]);
}

/** Where a listing continues. @throws ServiceError VALIDATION_FAILED */
export function readCursor<T>(query: PageQuery, schema: z.ZodMiniType<T>): T | null {
	if (query.cursor === undefined) return null;
	const content = z.safeParse(schema, parsed(query.cursor));
	if (content.success) return content.data;
	const message = 'cursor isn’t valid. Omit it to start from the first page.';
	throw invalid([{ code: 'INVALID_VALUE', path: 'cursor', message }]);
}

/** A page of rows that were queried with one more than the limit. @param keyOf the row's position, which `readCursor` returns later */
export function pageOf<T>(rows: readonly T[], limit: number, keyOf: (row: T) => unknown): Page<T> {
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	if (rows.length <= limit || last === undefined) return { items };
	return { items, nextCursor: Buffer.from(JSON.stringify(keyOf(last))).toString('base64url') };
}

/** A listing by time: condition, order and limit, and how to build a page from the rows. @throws ServiceError VALIDATION_FAILED */
export function pageByTime(
	query: PageQuery,
	fallbackLimit: number,
	[at, id]: readonly [at: PgColumn, id: PgColumn],
	order: 'newest first' | 'oldest first' = 'newest first',
) {
	const limit = readLimit(query, fallbackLimit);
	const cursor = readCursor(query, TimeCursor);
	const [isBehind, sort] = order === 'newest first' ? [lt, desc] : [gt, asc];
	const moment = new Date(cursor?.[0] ?? 0);
	return {
		where: cursor === null ? undefined : or(isBehind(at, moment), and(eq(at, moment), isBehind(id, cursor[1]))),
		order: [sort(at), sort(id)],
		most: limit + 1,
		/** @param keyOf the row's values in the sort columns */
		of: <T>(rows: readonly T[], keyOf: (row: T) => readonly [at: Date, id: string]): Page<T> =>
			pageOf(rows, limit, keyOf),
	};
}

export const mapPage = <T, U>(page: Page<T>, present: (item: T) => U): Page<U> => ({
	...page,
	items: page.items.map(present),
});

/** @throws ServiceError VALIDATION_FAILED */
export function readFlag(text: string | undefined, path: string): boolean {
	if (text === undefined || text === 'false') return false;
	if (text === 'true') return true;
	throw invalid([{ code: 'INVALID_VALUE', path, message: `${path} must be true or false, not "${text}".` }]);
}

/** The namespace of a listing; null for all. @param what "links" @throws ServiceError VALIDATION_FAILED if it's named incompletely */
export function readNamespace({ username, namespace, dataset }: ScopedQuery, what: string) {
	if (username !== undefined && namespace !== undefined) return { username, namespace };
	if (username === undefined && namespace === undefined && dataset === undefined) return null;
	const missing = Object.entries({ username, namespace }).filter(([, value]) => value === undefined);
	throw invalid(
		missing.map(([path]) => ({
			code: 'REQUIRED',
			path,
			message: `${path} is missing. To list ${what} in a namespace or dataset, set username and namespace.`,
		})),
	);
}

function parsed(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
	} catch {
		return undefined;
	}
}
