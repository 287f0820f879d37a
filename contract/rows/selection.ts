import * as z from 'zod/mini';
import { filterOperators } from '../dataset.ts';
import { ErrorResponse } from '../error.ts';
import { Name, Uuid, Version } from '../ids.ts';

/*
 * Row queries, `rows-query/1`: the service's engine does what a console would otherwise do in the browser with all rows.
 * What the results mean (order, case, texts of values, ties) is the same for all of these operations; docs/rows-query.md says it.
 */

/** Most conditions of a filter, columns of a sort, and columns that are named at once. */
export const maxConditions = 100;
export const maxSortColumns = 20;
export const maxNamedColumns = 10_000;
/** Longest value of a condition and longest text to find, in UTF-16 code units. */
export const maxValueLength = 10_000;
/** Most values of `in`. */
export const maxListedValues = 1_000;

const ColumnName = z.string().check(z.maxLength(maxValueLength));
export const ColumnNames = z.array(ColumnName).check(z.minLength(1), z.maxLength(maxNamedColumns));

/** One output of a preview run, by its name. */
const OutputRows = z.object({ kind: z.literal('output'), runId: Uuid, output: z.string().check(z.maxLength(1_000)) });

/** A dataset as it is now; with `version`, that version as long as the service keeps it. */
const DatasetVersionRows = z.object({
	kind: z.literal('dataset'),
	owner: Name,
	namespace: Name,
	datasetName: Name,
	version: z.optional(Version),
});

export const TableRows = z.discriminatedUnion('kind', [OutputRows, DatasetVersionRows]);
export type TableRows = z.infer<typeof TableRows>;

export const rowChanges = ['same', 'changed', 'added', 'removed'] as const;
export const RowChange = z.enum(rowChanges);
export type RowChange = z.infer<typeof RowChange>;

/** Which rows are compared, and by what. */
const compared = {
	before: TableRows,
	after: TableRows,
	/** The columns that tell which row became which; null: whole rows are matched with equal ones. */
	key: z.nullable(z.array(ColumnName).check(z.minLength(1), z.maxLength(maxSortColumns))),
};

/** Which rows of a comparison are shown. */
const shown = {
	/** Default: `changed`, `added` and `removed`. */
	changes: z.optional(z.array(RowChange).check(z.maxLength(rowChanges.length))),
	/** Of the changed rows only those in which this column's cell changed. */
	column: z.optional(z.nullable(ColumnName)),
};

export const ComparedPair = z.object(compared);
export const ComparedRowsQuery = z.object({ ...compared, ...shown });

/** Rows of a comparison: see `Comparison.columns` for what their columns are called. */
const ComparisonRows = z.object({ kind: z.literal('comparison'), ...compared, ...shown });

/** What is queried. The right to read it is asked again at every request. */
export const QueriedSource = z.discriminatedUnion('kind', [OutputRows, DatasetVersionRows, ComparisonRows]);
export type QueriedSource = z.infer<typeof QueriedSource>;

/**
 * One condition; all are joined by and. `value` is exact text as a cell is copied (numbers of at most 15 digits are taken too), a list of such and
 * null for `in`, absent for `isNull` and `notNull`.
 */
export const RowCondition = z.object({
	column: ColumnName,
	op: z.enum(filterOperators),
	value: z.optional(z.unknown()),
});
export type RowCondition = z.infer<typeof RowCondition>;

export const SortTerm = z.object({ column: ColumnName, descending: z.boolean() });
export type SortTerm = z.infer<typeof SortTerm>;

/** Longer lists are refused in words by the service, which names the limit. */
const Filter = z.array(RowCondition);

/** Rows of a source that meet all conditions. */
export const filtered = { source: QueriedSource, filter: z._default(Filter, []) };
/** The same in an order: rows that sort alike stay in the order of the source; null, and what has no order, comes last. */
export const arranged = { ...filtered, sort: z._default(z.array(SortTerm), []) };

/** What any query of rows may be refused with. */
export const queryErrors = [
	'VALIDATION_FAILED',
	'NOT_FOUND',
	'OUTPUTS_NOT_READY',
	'RUN_FAILED',
	'RUN_CANCELLED',
	'PAYLOAD_TOO_LARGE',
	'DATA_CORRUPT',
] as const;

/** Rows that were read of those that there are to read, about. */
export const WorkProgress = z.looseObject({ done: z.int(), total: z.int() });
export type WorkProgress = z.infer<typeof WorkProgress>;

/**
 * A line of an answer in `application/x-ndjson`, which is sent while the work goes on: any number of `progress`, at most one
 * `first` (of `viewRows`, before it), and at the end `result` or `error`. A stream that ends without them was cut off.
 */
export const answerLine = <R extends z.ZodMiniType>(result: R) =>
	z.union([
		z.looseObject({ progress: WorkProgress }),
		z.looseObject({ first: result }),
		z.looseObject({ result }),
		z.looseObject({ error: ErrorResponse }),
	]);
