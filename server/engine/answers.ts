import * as z from 'zod/mini';
import { RunPlan } from '#contract/build-run.ts';
import { CheckResult, ColumnLineage, Diagnostic } from '#contract/build-spec.ts';
import { Column } from '#contract/dataset.ts';
import { FileReview } from '#contract/file-ingestion.ts';
import { RejectedRow } from '#contract/ingest.ts';

export const Described = z.object({ rows: z.number(), columns: z.array(Column) });
export type Described = z.infer<typeof Described>;

/** What is known of a column's values in a file; NaN is not counted. */
const FileValues = z.object({
	/** As DuckDB calls it. */
	type: z.string(),
	/** Smallest and largest value as DuckDB's text of them. */
	min: z.string(),
	max: z.string(),
	nulls: z.number(),
});
export type FileValues = z.infer<typeof FileValues>;

const MeasuredFile = z.object({
	rows: z.number(),
	/** By column; those of which nothing is known are absent. */
	columns: z.record(z.string(), FileValues),
});
export type MeasuredFile = z.infer<typeof MeasuredFile>;
export const Measured = z.array(MeasuredFile);

export const Relevant = z.array(z.array(z.number()));
export const Checked = CheckResult;

const CheckedStep = z.object({
	/** `unchecked`: it reads a step with an error, or has no text. */
	state: z.enum(['valid', 'invalid', 'unchecked']),
	diagnostics: z.array(Diagnostic),
	columns: z.array(Column),
	/** The steps that it reads, by their folded names. */
	reads: z.array(z.string()),
	/** Indexes of the sources that it reads. */
	sources: z.array(z.number()),
	/** Where its columns come from, through the steps before it; null where that wasn't asked for or isn't known. */
	lineage: z.nullable(ColumnLineage),
});
export type CheckedStep = z.infer<typeof CheckedStep>;
export const CheckedSteps = z.array(CheckedStep);
export const Written = z.object({
	rows: z.number(),
	bytes: z.number(),
	columns: z.array(Column),
	/** How the engine carried the statement out; null where that isn't known. */
	plan: z._default(z.nullable(RunPlan), null),
});

export const Loaded = z.object({
	written: z.nullable(Written),
	/** The columns that were given, with their types. */
	columns: z.array(Column),
	sent: z.number(),
	rejected: z.number(),
	/** The first of them, with the reasons. */
	rejectedRows: z.array(RejectedRow),
	effect: z.object({ added: z.number(), changed: z.number(), unchanged: z.number(), removed: z.number() }),
	/** Why nothing may be written, in words; null where nothing stands against it. */
	problem: z.nullable(z.string()),
});
export type Loaded = z.infer<typeof Loaded>;

/** What an uploaded file is, and what was written of it. */
export const FileRead = z.object({
	review: FileReview,
	/** Whether what was cleaned of it is for the file as it was read. */
	isCleaned: z.boolean(),
	written: z.nullable(Written),
});
export type FileRead = z.infer<typeof FileRead>;

/** Columns whose different values were written, each into a file. */
export const ColumnValues = z.array(
	z.object({ from: z.string(), values: z.number(), output: z.string().check(z.regex(/^values-\d+$/)) }),
);
export type ColumnValues = z.infer<typeof ColumnValues>;

export const TextRows = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.nullable(z.string()))) });
export type TextRows = z.infer<typeof TextRows>;

export const QueriedRows = z.object({
	columns: z.array(Column),
	/** Each row as the text of a JSON object, written by the engine: its digits are exact. Empty where they are joined. */
	rows: z.array(z.string()),
	count: z.number(),
	/** Of rows that are written beside it. */
	bytes: z.number(),
	total: z.number(),
	truncated: z.boolean(),
});
export type QueriedRows = z.infer<typeof QueriedRows>;

/** A table as it was opened for queries. */
const OpenedTable = z.object({ columns: z.array(Column), rows: z.number() });
export type OpenedTable = z.infer<typeof OpenedTable>;
export const OpenedTables = z.array(OpenedTable);
export const WrittenFile = z.object({ rows: z.number(), bytes: z.number() });
