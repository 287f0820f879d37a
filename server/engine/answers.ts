import * as z from 'zod/mini';
import { RunPlan } from '#contract/build-run.ts';
import { CheckResult, ColumnLineage, Diagnostic } from '#contract/build-spec.ts';
import { Column } from '#contract/dataset.ts';
import { FileReview } from '#contract/file-ingestion.ts';
import { RejectedRow } from '#contract/ingest.ts';

export const Described = z.object({ rows: z.number(), columns: z.array(Column) });
export type Described = z.infer<typeof Described>;

/** Statistics of a column's values in a file; NaN isn't counted. */
const FileValues = z.object({
	/** DuckDB's name of the type. */
	type: z.string(),
	/** Minimum and maximum, as DuckDB writes them. */
	min: z.string(),
	max: z.string(),
	nulls: z.number(),
});
export type FileValues = z.infer<typeof FileValues>;

const MeasuredFile = z.object({
	rows: z.number(),
	/** By column name; columns without known statistics are absent. */
	columns: z.record(z.string(), FileValues),
});
export type MeasuredFile = z.infer<typeof MeasuredFile>;
export const Measured = z.array(MeasuredFile);

export const Relevant = z.array(z.array(z.number()));
export const Checked = CheckResult;

const CheckedStep = z.object({
	/** `unchecked`: has no SQL, or reads a step with an error. */
	state: z.enum(['valid', 'invalid', 'unchecked']),
	diagnostics: z.array(Diagnostic),
	columns: z.array(Column),
	/** Folded names of the steps it reads. */
	reads: z.array(z.string()),
	/** Indexes of the sources it reads. */
	sources: z.array(z.number()),
	/** Where its columns come from, traced through earlier steps; null if not requested or not known. */
	lineage: z.nullable(ColumnLineage),
});
export type CheckedStep = z.infer<typeof CheckedStep>;
export const CheckedSteps = z.array(CheckedStep);
export const Written = z.object({
	rows: z.number(),
	bytes: z.number(),
	columns: z.array(Column),
	/** How the engine executed the statement; null if unknown. */
	plan: z._default(z.nullable(RunPlan), null),
});

export const Loaded = z.object({
	written: z.nullable(Written),
	columns: z.array(Column),
	sent: z.number(),
	rejected: z.number(),
	/** Only the first ones, with reasons. */
	rejectedRows: z.array(RejectedRow),
	effect: z.object({ added: z.number(), changed: z.number(), unchanged: z.number(), removed: z.number() }),
	/** Why nothing can be written, shown to users; null if nothing prevents it. */
	problem: z.nullable(z.string()),
});
export type Loaded = z.infer<typeof Loaded>;

export const FileRead = z.object({
	review: FileReview,
	/** Whether the cleaning passed in was made with the options this file was read with. */
	isCleaned: z.boolean(),
	/** Corrections that don't apply to anything in the file: of lines, and of the values of its columns. */
	unused: z.object({
		lines: z.array(z.number()),
		values: z.array(z.object({ from: z.string(), value: z.string() })),
	}),
	/** The first skipped rows with all their values, if rows were written. */
	skipped: z.array(RejectedRow),
	/** With the parts it was cut into, named by `partName`; none if it wasn't cut. */
	written: z.nullable(z.extend(Written, { parts: Measured })),
});
export type FileRead = z.infer<typeof FileRead>;

/** Distinct values of columns, one file per column. */
export const ColumnValues = z.array(
	z.object({
		from: z.string(),
		column: z.string(),
		values: z.number(),
		output: z.string().check(z.regex(/^values-\d+$/)),
	}),
);
export type ColumnValues = z.infer<typeof ColumnValues>;

export const TextRows = z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.nullable(z.string()))) });
export type TextRows = z.infer<typeof TextRows>;

export const QueriedRows = z.object({
	columns: z.array(Column),
	/** Each row as the text of a JSON object, written by the engine so that no digits are lost. Empty if rows are joined. */
	rows: z.array(z.string()),
	count: z.number(),
	/** Bytes of the joined rows, which are sent separately from this message. */
	bytes: z.number(),
	total: z.number(),
	truncated: z.boolean(),
});
export type QueriedRows = z.infer<typeof QueriedRows>;

const OpenedTable = z.object({ columns: z.array(Column), rows: z.number() });
export type OpenedTable = z.infer<typeof OpenedTable>;
export const OpenedTables = z.array(OpenedTable);
export const WrittenFile = z.object({ rows: z.number(), bytes: z.number() });
