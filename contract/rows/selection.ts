import * as z from 'zod/mini';
import { filterOperators } from '../dataset.ts';
import { ErrorResponse } from '../error.ts';
import { Name, Uuid, Version } from '../ids.ts';

/*
 * Row queries, `rows-query/1`: the service's engine does what the console would otherwise do in the browser with all
 * rows. docs/rows-query.md defines order, case, text of values and ties for all of these operations.
 */

/** Maximum conditions of a filter, columns of a sort, and columns listed at once. */
export const maxConditions = 100;
export const maxSortColumns = 20;
export const maxNamedColumns = 10_000;
/** Maximum length of a condition's value and of a string to find, in UTF-16 code units. */
export const maxValueLength = 10_000;
/** Maximum values of `in`. */
export const maxListedValues = 1_000;

const ColumnName = z.string().check(z.maxLength(maxValueLength));
export const ColumnNames = z.array(ColumnName).check(z.minLength(1), z.maxLength(maxNamedColumns));

const OutputRows = z.object({ kind: z.literal('output'), runId: Uuid, output: z.string().check(z.maxLength(1_000)) });

/** The current dataset, or `version` while the service keeps it. */
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

const compared = {
	before: TableRows,
	after: TableRows,
	/** Columns that match rows of both sides. Null: match whole rows that are equal. */
	key: z.nullable(z.array(ColumnName).check(z.minLength(1), z.maxLength(maxSortColumns))),
};

const shown = {
	/** Default: `changed`, `added` and `removed`. */
	changes: z.optional(z.array(RowChange).check(z.maxLength(rowChanges.length))),
	/** Of the changed rows, only those where this column changed. */
	column: z.optional(z.nullable(ColumnName)),
};

export const ComparedPair = z.object(compared);
export const ComparedRowsQuery = z.object({ ...compared, ...shown });

/** Rows of a comparison. `Comparison.columns` has their column names. */
const ComparisonRows = z.object({ kind: z.literal('comparison'), ...compared, ...shown });

/** What to query. Read access is checked at every request. */
export const QueriedSource = z.discriminatedUnion('kind', [OutputRows, DatasetVersionRows, ComparisonRows]);
export type QueriedSource = z.infer<typeof QueriedSource>;

/**
 * One condition; all are combined with AND. `value` is exact text as in a copied cell (or a number of at most 15
 * digits), a list of those and null for `in`, and absent for `isNull` and `notNull`.
 */
export const RowCondition = z.object({
	column: ColumnName,
	op: z.enum(filterOperators),
	value: z.optional(z.unknown()),
});
export type RowCondition = z.infer<typeof RowCondition>;

export const SortTerm = z.object({ column: ColumnName, descending: z.boolean() });
export type SortTerm = z.infer<typeof SortTerm>;

/** No maximum here: the service rejects longer lists with a message that names the limit. */
const Filter = z.array(RowCondition);

/** Rows of a source that meet all conditions. */
export const filtered = { source: QueriedSource, filter: z._default(Filter, []) };
/** The same, sorted. Ties keep the source's order; null and unordered values come last. */
export const arranged = { ...filtered, sort: z._default(z.array(SortTerm), []) };

export const queryErrors = [
	'VALIDATION_FAILED',
	'NOT_FOUND',
	'OUTPUTS_NOT_READY',
	'RUN_FAILED',
	'RUN_CANCELLED',
	'PAYLOAD_TOO_LARGE',
	'DATA_CORRUPT',
] as const;

/** Approximate rows read, of the rows to read. */
export const WorkProgress = z.looseObject({ done: z.int(), total: z.int() });
export type WorkProgress = z.infer<typeof WorkProgress>;

/**
 * One line of an `application/x-ndjson` response: any number of `progress`, at most one `first` (only `viewRows`,
 * before `result`), and finally `result` or `error`. A stream without either was cut off.
 */
export const answerLine = <R extends z.ZodMiniType>(result: R) =>
	z.union([
		z.looseObject({ progress: WorkProgress }),
		z.looseObject({ first: result }),
		z.looseObject({ result }),
		z.looseObject({ error: ErrorResponse }),
	]);
