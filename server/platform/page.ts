import * as z from 'zod/mini';
import { invalid } from './service-error.ts';

export interface Page<T> {
	readonly items: T[];
	readonly nextCursor?: string;
}

export interface PageQuery {
	readonly limit?: string | undefined;
	readonly cursor?: string | undefined;
}

/** Where a row of a listing by time stands, and among those of one moment. The database knows no year 0. */
export const TimeCursor = z.tuple([z.iso.datetime().check(z.refine((it) => !it.startsWith('0000'))), z.uuid()]);

const maxLimit = 1_000;

/** @throws ServiceError VALIDATION_FAILED */
export function readLimit(query: PageQuery, fallback: number): number {
	if (query.limit === undefined) return fallback;
	const limit = /^\d{1,5}$/.test(query.limit) ? Number(query.limit) : 0;
	if (limit >= 1 && limit <= maxLimit) return limit;
	throw invalid([{ code: 'limit', message: `limit must be a number from 1 to ${maxLimit}, not "${query.limit}".` }]);
}

/**
 * Reads where a listing goes on.
 * @throws ServiceError VALIDATION_FAILED
 */
export function readCursor<T>(query: PageQuery, schema: z.ZodMiniType<T>): T | null {
	if (query.cursor === undefined) return null;
	const content = z.safeParse(schema, parsed(query.cursor));
	if (content.success) return content.data;
	throw invalid([
		{ code: 'cursor', message: 'cursor is not one that this service gave. Start again from the first page.' },
	]);
}

/**
 * A page of rows that were asked for with one row more than the limit.
 * @param place what tells a row's place in the order; it comes back through `readCursor`
 */
export function pageOf<T>(rows: readonly T[], limit: number, place: (row: T) => unknown): Page<T> {
	const items = rows.slice(0, limit);
	const last = items.at(-1);
	if (rows.length <= limit || last === undefined) return { items };
	return { items, nextCursor: Buffer.from(JSON.stringify(place(last))).toString('base64url') };
}

export const mapPage = <T, U>(page: Page<T>, present: (item: T) => U): Page<U> => ({
	...page,
	items: page.items.map(present),
});

function parsed(cursor: string): unknown {
	try {
		return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
	} catch {
		return undefined;
	}
}
