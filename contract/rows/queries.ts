import * as z from 'zod/mini';
import { OutputLink } from '../build-run.ts';
import { Column } from '../dataset.ts';
import { Uuid } from '../ids.ts';
import type { Operation } from '../operation.ts';
import { arranged, ColumnNames, maxValueLength, queryErrors } from './selection.ts';

/** Maximum rows, and maximum positions, inlined in a response. */
export const maxInlineRows = 1_000;
export const maxInlinePositions = 10_000;

/** A result stored as a file. `href` returns its download address, as for an output. */
export const StoredResult = z.looseObject({
	/** Relative to `{base_url}`. 404 once the result has been swept; run the query again. */
	href: z.string(),
	rows: z.int(),
	bytes: z.int(),
});
export type StoredResult = z.infer<typeof StoredResult>;

export const RowsView = z.looseObject({
	columns: z.array(Column),
	/** The first rows as objects by column name, with values as in `GET /data/…`. */
	rows: z.array(z.record(z.string(), z.unknown())),
	/** The view's row count. In `first`, null until it's known. */
	total: z.nullable(z.int()),
	/** All rows as a Parquet file with row groups of 10,240. Null if `rows` has them all, and in `first`. */
	stored: z.nullable(StoredResult),
});
export type RowsView = z.infer<typeof RowsView>;

export const viewRows = {
	id: 'viewRows',
	summary: 'Filter and sort rows, and select columns',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/view',
	body: z.object({
		...arranged,
		/** In this order. Default: all. */
		columns: z.optional(ColumnNames),
		/** Maximum rows in the response itself and in `first`. Default: 200. */
		first: z.optional(z.int().check(z.minimum(1), z.maximum(maxInlineRows))),
	}),
	status: 200,
	result: RowsView,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

/** A cell of a view: 0-based row, and index of its column among the searched columns. */
const Position = z.tuple([z.int(), z.int()]);

export const FoundPositions = z.looseObject({
	total: z.int(),
	/** 0-based index of the first item of `positions`. */
	offset: z.int(),
	/** Ordered by row, then by column. */
	positions: z.array(Position),
	/**
	 * Index of the first match after `from`, or before it if `backwards`, wrapping around. Null without matches or
	 * without `from`.
	 */
	next: z.nullable(z.int()),
	/** All positions as a Parquet file with columns `row` and `column`. Null if `positions` has them all. */
	stored: z.nullable(StoredResult),
});
export type FoundPositions = z.infer<typeof FoundPositions>;

export const findRows = {
	id: 'findRows',
	summary: 'Find text in the cells of a view',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/find',
	body: z.object({
		...arranged,
		/** Columns to search, in display order. Default: all. */
		columns: z.optional(ColumnNames),
		text: z.string().check(z.minLength(1), z.maxLength(maxValueLength)),
		/** Start of the page. Default: 0, or with `from`, a page with `next` in the middle. */
		offset: z.optional(z.int().check(z.minimum(0))),
		limit: z.optional(z.int().check(z.minimum(1), z.maximum(maxInlinePositions))),
		from: z.optional(z.nullable(z.object({ row: z.int().check(z.minimum(0)), column: z.int().check(z.minimum(0)) }))),
		backwards: z.optional(z.boolean()),
	}),
	status: 200,
	result: FoundPositions,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

export const exportFormats = ['csv', 'tsv', 'json', 'ndjson', 'parquet'] as const;

export const exportQueriedRows = {
	id: 'exportQueriedRows',
	summary: 'Export a view as CSV, TSV, JSON, NDJSON or Parquet',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/export',
	body: z.object({
		...arranged,
		columns: z.optional(ColumnNames),
		format: z.enum(exportFormats),
		/** For csv and tsv: prefix text that a spreadsheet would run as a formula with an apostrophe. */
		guardFormulas: z.optional(z.boolean()),
		/** Name of the downloaded file without its extension. Default: `rows`. */
		fileName: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
	}),
	status: 200,
	result: StoredResult,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

export const getResultLink = {
	id: 'getResultLink',
	summary: 'Get a temporary download URL for the stored result of a row query',
	tier: 'rows-query/1',
	method: 'GET',
	path: '/rows/results/{resultId}',
	params: z.object({ resultId: Uuid }),
	status: 200,
	result: OutputLink,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
