import type { RunPlan } from '#contract/build-run.ts';
import type { CheckResult } from '#contract/build-spec.ts';
import type { Column } from '#contract/dataset.ts';
import type { CleaningRule } from '#contract/file-cleaning.ts';
import type {
	DuplicateAction,
	EmptyKeyAction,
	ExistingRowAction,
	FileOptions,
	newColumnActions,
	PlannedColumn,
} from '#contract/file-ingestion.ts';
import type { IngestionMode } from '#contract/ingest.ts';
import type {
	CheckedStep,
	Described,
	FileRead,
	Loaded,
	MeasuredFile,
	OpenedTable,
	QueriedRows,
	TextRows,
} from './answers.ts';

/** A dataset that a statement may read: its name and the Parquet files with its rows. */
export interface EngineSource {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string;
	/** Absolute paths of one or more Parquet files with the same columns; their rows are concatenated. */
	readonly files: readonly string[];
}

export interface EngineJob {
	readonly sources: readonly EngineSource[];
	readonly sql: string;
	/** Jobs in one lane wait in order; lanes take turns, so that one with many jobs doesn't starve the others. */
	readonly lane?: string;
	/** Aborting kills the runner; `run` then rejects with code `CANCELLED`. */
	readonly signal?: AbortSignal;
	/** Called once, when the run leaves the queue and starts; never called for a run that is canceled before that. */
	readonly onStart?: () => void;
	/** Called with messages for the user who started the run, while it's in progress. */
	readonly onLog?: (level: 'info' | 'warning' | 'error', message: string) => void;
	/** If the output becomes a dataset: part size for a given number of bytes. The output may then be parts instead of one file. */
	readonly partSize?: (bytes: number) => number;
	/** Called with the percentage done, as the engine estimates it. */
	readonly onProgress?: (percent: number) => void;
}

export interface EngineResult {
	/** Absolute path of the written Parquet file, in this run's folder. The caller moves it away, then calls `dispose`. */
	readonly file: string;
	/** If the engine wrote parts of a dataset, in order: the caller takes these, and `file` is the first of them. */
	readonly staged?: readonly StagedPart[] | undefined;
	readonly rows: number;
	readonly bytes: number;
	readonly columns: readonly Column[];
	/** How the engine executed the statement; null if unknown. */
	readonly plan: RunPlan | null;
	dispose(): Promise<void>;
}

/** A file that an engine wrote into the object store, to become a part of a dataset unchanged. */
export interface StagedPart extends MeasuredFile {
	/** Makes it an object. @throws StoreError */
	take(): Promise<{ sha256: string; bytes: number }>;
}

export interface EngineQuery {
	readonly sources: readonly EngineSource[];
	readonly sql: string;
	/** As for a run. A runner that is still open serves only the same lane and the same sources again. */
	readonly lane: string;
	/** For a waiting user: the query doesn't queue with runs, and may take only seconds. */
	readonly quick?: boolean;
	/** Time limit, ms, if longer than seconds; never longer than a run's. */
	readonly deadlineMs?: number;
	/** Aborting kills the runner; `query` then rejects with code `CANCELLED`. */
	readonly signal: AbortSignal;
	/** Maximum rows, and maximum bytes of rows, to return. */
	readonly most: number;
	readonly maxBytes: number;
	/** Returns all rows as one text that nothing parses on its way, for callers that don't read individual rows. */
	readonly joined?: boolean;
	/** Called when the statement has been prepared and starts running. */
	readonly onPrepared?: () => void;
}

export interface EngineRows extends Omit<QueriedRows, 'bytes'> {
	/** If joined: all rows as UTF-8, separated by commas. */
	readonly joined: Uint8Array<ArrayBuffer>;
}

/** Output of one step of a pipeline, in a file that exists until the pipeline's work is over. */
export type StepResult = Omit<EngineResult, 'dispose' | 'plan'>;

export interface PipelineStep {
	readonly sql: string;
	/** The name by which later steps read the result: ASCII letters, digits and `_`. Null for none. */
	readonly as: string | null;
	/** A row of an earlier result (0-based) that the statement reads as `each_row`; null for none. */
	readonly row: { readonly of: StepResult; readonly index: number } | null;
}

export interface StepToCheck {
	/** Null if it couldn't be read; steps that read its result aren't checked. */
	readonly sql: string | null;
	/** The name by which later steps read the result; null for none. */
	readonly as: string | null;
	/** The step whose rows it reads as `each_row`, one at a time; null for none. */
	readonly each: string | null;
}

/** Steps that run one after another in a single process and read earlier results. */
export interface EnginePipeline {
	/** Reports errors in statements before any of them runs. */
	check(steps: readonly StepToCheck[]): Promise<CheckedStep[]>;
	/** Runs one step. Rejects with EngineError; time and size limits apply to all steps together. */
	step(step: PipelineStep): Promise<StepResult>;
	/** The first rows of a result as text; null for NULL. */
	rows(result: StepResult, limit: number): Promise<TextRows>;
	/** Ends the process; results no longer change. */
	end(): Promise<void>;
}

export interface LoadColumn {
	readonly name: string;
	/** The engine's name of the type; null to detect it from all values. */
	readonly type: string | null;
}

/** The dataset that receives the rows: its columns, and the Parquet files whose rows are written together with the new ones. */
export interface Base {
	readonly files: readonly string[];
	readonly columns: readonly Column[];
}

export interface Effect {
	readonly added: number;
	readonly changed: number;
	readonly unchanged: number;
	readonly removed: number;
}

interface MergeJob {
	readonly mode: IngestionMode;
	/** For `upsert`: the columns that identify a row. */
	readonly key: readonly string[];
	/** Null if the dataset is to be created. Its files come first, except for `replace`; for `upsert`, all of its rows. */
	readonly base: Base | null;
	readonly lane: string;
	readonly signal: AbortSignal;
}

export const readingSteps = ['unpacking', 'reading', 'checking'] as const;
export type OnReading = (step: (typeof readingSteps)[number], done: number, total: number) => void;

export interface EngineFile extends MergeJob {
	/** Its bytes, in order. */
	readonly pieces: readonly string[];
	readonly name: string;
	readonly options: FileOptions;
	/** Null: all columns, as detected. */
	readonly columns: readonly PlannedColumn[] | null;
	/** Where the columns of the last file saved to the dataset went; an empty string: nowhere. */
	readonly remembered: readonly PlannedColumn[];
	/** Replacements for lines that aren't rows. */
	readonly fixedLines: readonly { readonly line: number; readonly text: string }[];
	/** Maximum number of listed misfits, and of listed lines. */
	readonly listed: number;
	readonly skipLines: boolean;
	readonly duplicates?: DuplicateAction;
	readonly emptyKeys?: EmptyKeyAction;
	/** The files with all rows of the dataset to append to, for finding rows of the file that it already has; null: don't compare. */
	readonly compared?: readonly string[] | null;
	/** Absent: they are added again. */
	readonly existingRows?: ExistingRowAction;
	/** What happens to columns that the dataset lacks, if nothing is decided about them. Absent: they are skipped. */
	readonly newColumns?: (typeof newColumnActions)[number];
	/** Replacements of values; null if nothing was cleaned. */
	readonly cleaning: EngineCleaning | null;
	readonly rowsBefore: number;
	/** Whether to write the rows, as one Parquet file, if nothing prevents it. */
	readonly isWritten: boolean;
	/** Called with the current step and its progress, if that can be measured. */
	readonly onProgress?: OnReading;
	/** For cutting the file immediately: bytes of the existing rows before it, and maximum part size; null: don't cut it. */
	readonly parts: { readonly kept: number; readonly largest: number } | null;
}

/** Cleaning for a file read with these options; it doesn't apply if the file is read otherwise. */
export interface EngineCleaning {
	readonly options: FileOptions;
	readonly columns: readonly {
		readonly from: string;
		/** Identifies the content of the files. */
		readonly key: string;
		/** NDJSON with `b`, a value, `t`, the value trimmed, and `v`, what a rule turns it into, or null. */
		readonly changes: readonly string[];
		/** Rules that aren't applied. */
		readonly without: readonly CleaningRule[];
		/** Types that its values may have, by the column's description or by its cleaning; empty if unknown. */
		readonly types: readonly string[];
		/** The formats of dates and numbers according to its description. */
		readonly dateOrder?: 'day' | 'month' | undefined;
		readonly decimal?: '.' | ',' | undefined;
	}[];
}

/** Columns of a file whose distinct values are requested. */
export interface WantedValues {
	readonly named: readonly string[];
	/** Also saved columns whose values aren't all of one type. */
	readonly unclear: boolean;
}

export interface EngineValues {
	/** For each column its names in the file and in the dataset, and an NDJSON file with `v`, a value, and `n`, how often it occurs. */
	readonly columns: readonly {
		readonly from: string;
		readonly column: string;
		readonly values: number;
		readonly file: string;
	}[];
	dispose(): Promise<void>;
}

export interface EngineFileRead extends Omit<FileRead, 'written'> {
	/** Null if nothing was written. */
	readonly written: (StepResult & { readonly parts: readonly CutPart[] }) | null;
	dispose(): Promise<void>;
}

export interface CutPart extends MeasuredFile {
	readonly file: string;
}

/** Rows sent as strings, to be written as one Parquet file. */
export interface EngineLoad extends MergeJob {
	/** NDJSON files with `k` and `n`, the chunk and the 1-based row in it, and `c0`, `c1` … the columns' values as strings. */
	readonly chunks: readonly { readonly file: string; readonly rows: number }[];
	readonly columns: readonly LoadColumn[];
	/** Whether rows that don't fit are skipped; otherwise a single one prevents writing. */
	readonly skipInvalid: boolean;
}

export interface EngineLoaded extends Omit<Loaded, 'written'> {
	/** Null if nothing was written: no row fits, or some don't and may not be skipped. */
	readonly written: StepResult | null;
	dispose(): Promise<void>;
}

/** A dataset whose files aren't fetched yet, with the statistics of each. */
export interface KnownSource extends Omit<EngineSource, 'files'> {
	readonly files: readonly Pick<MeasuredFile, 'columns'>[];
}

export interface EngineState {
	readonly isolation: string;
	readonly work: Readonly<Record<'runs' | 'queries', { readonly active: number; readonly waiting: number }>>;
}

/** `stored`: Parquet that is faster to write and read, a third larger; `lines`: one text per row, unchanged. */
export type WrittenFormat = 'parquet' | 'stored' | 'csv' | 'tsv' | 'lines';

/** Tables to query: for each, the Parquet files whose rows are concatenated. */
export interface EngineTablesJob extends Pick<EngineQuery, 'lane' | 'signal'> {
	readonly tables: readonly { readonly files: readonly string[] }[];
	/** Called with the number of rows read and to be read, as the engine estimates them. */
	readonly onProgress?: (done: number, total: number) => void;
}

/**
 * A runner with open tables: `t0`, `t1` …, each with columns `c0`, `c1` …, their text `x0`, `x1` … and the row number `r`. `t0_c0(v)` is the text of
 * another value of such a column, unless it's nested; `p0`, `p1` … are the tables without the text columns.
 */
export interface EngineTables {
	readonly tables: readonly OpenedTable[];
	/** The first rows of a SELECT as JSON; `truncated` if there are more. */
	rows(
		sql: string,
		bounds?: { readonly maxRows?: number; readonly maxBytes?: number },
	): Promise<Pick<EngineRows, 'columns' | 'rows' | 'truncated'>>;
	/** Runs a statement for later ones to read. */
	run(sql: string): Promise<void>;
	/** Writes the rows of a SELECT to a file; the caller moves it away before the work ends. */
	write(sql: string, format: WrittenFormat): Promise<Pick<EngineResult, 'file' | 'rows' | 'bytes'>>;
}

/** A part of rows that are being replaced, with its SHA-256. */
export interface FormerPart {
	readonly file: string;
	readonly sha256: string;
}

/** Runs users' SQL: previews and builds, pipeline steps, SQL checks. */
export interface RunEngine {
	/** SQL dialect of the statements. Spark's sources have object store addresses instead of files. */
	readonly dialect: 'duckdb' | 'spark';
	/** Runs one SELECT by itself and writes its result as one Parquet file. Rejects with EngineError. */
	run(job: EngineJob): Promise<EngineResult>;
	/** Reports a statement's errors and the columns it would return, without running it. */
	check(job: Pick<EngineJob, 'sources' | 'sql'> & { readonly onlySyntax?: boolean }): Promise<CheckResult>;
	/** Runs pipeline steps in one process; their results are removed when `work` ends. Rejects with what `work` rejects with, or EngineError. */
	pipeline<T>(job: Omit<EngineJob, 'sql'>, work: (pipeline: EnginePipeline) => Promise<T>): Promise<T>;
	/** Like `check`, for statements that read each other's results, with column lineage. Rejects with EngineError if they couldn't be checked. */
	checkSteps(sources: readonly EngineSource[], steps: readonly StepToCheck[]): Promise<CheckedStep[]>;
	/** Runs one SELECT and returns its first rows. Rejects with EngineError. */
	query(job: EngineQuery): Promise<EngineRows>;
}

export interface Engine extends RunEngine {
	/** Ends the runners kept open for a file that is about to be removed. */
	forget(file: string): Promise<void>;
	/** Rows and columns of a Parquet file that the service wrote or received. Rejects with EngineError. */
	describe(file: string): Promise<Described>;
	/** Writes Parquet files with the columns of others and no rows; the caller moves them away before `dispose`. Rejects with EngineError. */
	empty(files: readonly string[]): Promise<{ files: string[]; dispose(): Promise<void> }>;
	/**
	 * Cuts a Parquet file into parts of about `most` bytes; no parts if it has one row group. Rejects with EngineError.
	 * @param former parts that the rows were in before: the file is cut where they began, or not at all if none of them is found
	 */
	cut(
		file: string,
		most: number,
		former?: readonly FormerPart[],
	): Promise<{ files: CutPart[]; dispose(): Promise<void> }>;
	/** Reads the footers of Parquet files. Rejects with EngineError. */
	measure(files: readonly string[]): Promise<MeasuredFile[]>;
	/** The indexes of each source's files that a statement can need; all if unknown. The statement doesn't run. */
	relevant(sql: string, sources: readonly KnownSource[]): Promise<number[][]>;
	/** Writes rows sent as strings, each value exactly or not at all. The caller moves the file, then calls `dispose`. Rejects with EngineError. */
	load(job: EngineLoad): Promise<EngineLoaded>;
	/** Reads every value of an uploaded file. Rejects with EngineError describing what is wrong with it. */
	readFile(job: EngineFile): Promise<EngineFileRead>;
	/** The distinct values of columns. Rejects with EngineError. */
	readValues(job: EngineFile, wanted: WantedValues): Promise<EngineValues>;
	/** How runners are isolated, and the number of running and waiting jobs. */
	state(): EngineState;
	/**
	 * Works with tables in a runner that stays open for the same lane and tables. It doesn't queue with runs, and has their limits. Aborting kills the
	 * runner. Rejects with the error of `work`, or EngineError.
	 */
	withTables<T>(job: EngineTablesJob, work: (tables: EngineTables) => Promise<T>): Promise<T>;
	/** Kills running and waiting jobs. */
	close(): Promise<void>;
}
