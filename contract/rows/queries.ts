import * as z from 'zod/mini';
import { OutputLink } from '../build-run.ts';
import { Column } from '../dataset.ts';
import { Uuid } from '../ids.ts';
import type { Operation } from '../operation.ts';
import { arranged, ColumnNames, maxValueLength, queryErrors } from './selection.ts';

/** Most rows, and most positions, that an answer holds itself. */
export const maxInlineRows = 1_000;
export const maxInlinePositions = 10_000;

/** A result that is kept as a file: `href` answers its download address, as an output's does. */
export const StoredResult = z.looseObject({
	/** Relative to `{base_url}`. 404 once the result was swept: ask the query again. */
	href: z.string(),
	rows: z.int(),
	bytes: z.int(),
});
export type StoredResult = z.infer<typeof StoredResult>;

export const RowsView = z.looseObject({
	columns: z.array(Column),
	/** The first rows as objects by column name, values as in `GET /data/…`. */
	rows: z.array(z.record(z.string(), z.unknown())),
	/** How many rows the view has; null as long as that is not known, in `first`. */
	total: z.nullable(z.int()),
	/** All rows as one Parquet file with row groups of 10,240; null where `rows` holds all of them, and in `first`. */
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
		/** In this order; all where it is absent. */
		columns: z.optional(ColumnNames),
		/** Rows in the answer itself, and in `first`. Default: 200. */
		first: z.optional(z.int().check(z.minimum(1), z.maximum(maxInlineRows))),
	}),
	status: 200,
	result: RowsView,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

/** A cell of a view: its row from 0, and the position of its column among those that were searched. */
const Position = z.tuple([z.int(), z.int()]);

export const FoundPositions = z.looseObject({
	/** Cells that hold the text. */
	total: z.int(),
	/** The number, from 0, of the first one in `positions`. */
	offset: z.int(),
	/** By row, and in a row by the order of the columns. */
	positions: z.array(Position),
	/** The number of the first match behind `from`, or before it where `backwards`; around the end. Null without a match or `from`. */
	next: z.nullable(z.int()),
	/** All positions as a Parquet file with columns `row` and `column`; null where `positions` holds all of them. */
	stored: z.nullable(StoredResult),
});
export type FoundPositions = z.infer<typeof FoundPositions>;

export const findRows = {
	id: 'findRows',
	summary: 'Find the cells of a view that contain given text',
	tier: 'rows-query/1',
	method: 'POST',
	path: '/rows/find',
	body: z.object({
		...arranged,
		/** The columns to search, in the order in which they are shown; all where it is absent. */
		columns: z.optional(ColumnNames),
		text: z.string().check(z.minLength(1), z.maxLength(maxValueLength)),
		/** The first position of the page. Absent: 0, and with `from` so that `next` is in the middle. */
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
		/** For csv and tsv: text that a spreadsheet would run as a formula is preceded by an apostrophe. */
		guardFormulas: z.optional(z.boolean()),
		/** What the file is called when it is downloaded, without its ending. Default: `rows`. */
		fileName: z.optional(z.string().check(z.minLength(1), z.maxLength(200))),
	}),
	status: 200,
	result: StoredResult,
	linesWhileWorking: true,
	errors: queryErrors,
} as const satisfies Operation;

export const getResultLink = {
	id: 'getResultLink',
	summary: 'Get a temporary download address for a stored row query result',
	tier: 'rows-query/1',
	method: 'GET',
	path: '/rows/results/{resultId}',
	params: z.object({ resultId: Uuid }),
	status: 200,
	result: OutputLink,
	errors: ['NOT_FOUND'],
} as const satisfies Operation;
