import type { RunPlan } from '#contract/build-run.ts';
import type { CheckResult } from '#contract/build-spec.ts';
import type { Column } from '#contract/dataset.ts';
import type { CleaningRule } from '#contract/file-cleaning.ts';
import type { FileOptions, PlannedColumn } from '#contract/file-ingestion.ts';
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

/** A dataset that a statement may read: its coordinate and the Parquet files that hold its rows. */
export interface EngineSource {
	readonly owner: string;
	readonly namespace: string;
	readonly datasetName: string;
	/** Absolute paths of Parquet files with the same columns, at least one; their rows follow each other. */
	readonly files: readonly string[];
}

export interface EngineJob {
	readonly sources: readonly EngineSource[];
	readonly sql: string;
	/** Who waits in one lane waits in order; lanes take turns, so that one with many jobs starves no other. */
	readonly lane?: string;
	/** Aborting kills the runner; `run` then rejects with code `CANCELLED`. */
	readonly signal?: AbortSignal;
	/** Called once, when the run leaves the queue and begins; a run that is canceled before that never calls it. */
	readonly onStart?: () => void;
	/** Called with what the run reports while it goes on, in words for the person who started it. */
	readonly onLog?: (level: 'info' | 'warning' | 'error', message: string) => void;
	/** Where what is written becomes a dataset: how large a part of so many bytes is. It may then be parts in place of one file. */
	readonly partSize?: (bytes: number) => number;
	/** Called with the percent of the statement that the engine has done, as it estimates it. */
	readonly onProgress?: (percent: number) => void;
}

export interface EngineResult {
	/** Absolute path of the written Parquet file, in a folder of this run. The caller moves it away, then calls `dispose`. */
	readonly file: string;
	/** Where the engine wrote parts of a dataset, in order: `file` is the first of them, and it is these that are taken. */
	readonly staged?: readonly StagedPart[] | undefined;
	readonly rows: number;
	readonly bytes: number;
	readonly columns: readonly Column[];
	/** How the engine carried the statement out; null where that isn't known. */
	readonly plan: RunPlan | null;
	dispose(): Promise<void>;
}

/** A file that an engine wrote into the object store, which becomes a part of a dataset as it is. */
export interface StagedPart extends MeasuredFile {
	/** Makes it an object. @throws StoreError */
	take(): Promise<{ sha256: string; bytes: number }>;
}

export interface EngineQuery {
	readonly sources: readonly EngineSource[];
	readonly sql: string;
	/** As of a run. A runner that is still open serves the same lane and the same sources again, and no other. */
	readonly lane: string;
	/** Somebody waits in front of it: it does not queue with runs, and may take seconds at most. */
	readonly quick?: boolean;
	/** The longest it may take, ms, where that is more than seconds; never more than a run. */
	readonly deadlineMs?: number;
	/** Aborting kills the runner; `query` then rejects with code `CANCELLED`. */
	readonly signal: AbortSignal;
	/** Most rows, and most bytes of them, that are handed over. */
	readonly most: number;
	readonly maxBytes: number;
	/** Hands over all rows as one text, which nobody reads on its way: where nobody looks at single ones. */
	readonly joined?: boolean;
	/** Called when the statement has been prepared and begins to run. */
	readonly onPrepared?: () => void;
}

export interface EngineRows extends Omit<QueriedRows, 'bytes'> {
	/** All rows as UTF-8, with commas between them, where they are joined. */
	readonly joined: Uint8Array<ArrayBuffer>;
}

/** What one step of a pipeline wrote, into a file that is there until the pipeline's work is over. */
export type StepResult = Omit<EngineResult, 'dispose' | 'plan'>;

export interface PipelineStep {
	readonly sql: string;
	/** The name by which later steps read the result: ASCII letters, digits and `_`. Null for none. */
	readonly as: string | null;
	/** One row of an earlier result, from 0, which the statement reads as `each_row`; null for none. */
	readonly row: { readonly of: StepResult; readonly index: number } | null;
}

/** A statement that is checked with others. */
export interface StepToCheck {
	/** Null where it cannot be read: what reads its result isn't checked. */
	readonly sql: string | null;
	/** The name by which later ones read the result; null for none. */
	readonly as: string | null;
	/** The step whose rows it reads as `each_row`, one each time; null for none. */
	readonly each: string | null;
}

/** Steps that follow each other in one process and read what the earlier ones wrote. */
export interface EnginePipeline {
	/** Says what is wrong with statements before any of them runs. */
	check(steps: readonly StepToCheck[]): Promise<CheckedStep[]>;
	/** Runs one step. Rejects with EngineError; time and size are those of all steps together. */
	step(step: PipelineStep): Promise<StepResult>;
	/** The first rows of a result, as text; null where there is no value. */
	rows(result: StepResult, limit: number): Promise<TextRows>;
	/** Ends the process: nothing changes the results any more. */
	end(): Promise<void>;
}

export interface LoadColumn {
	readonly name: string;
	/** The engine's name of its type; null to detect it from all values. */
	readonly type: string | null;
}

/** The dataset that rows go into: its columns, and the Parquet files whose rows are written together with the new ones. */
export interface Base {
	readonly files: readonly string[];
	readonly columns: readonly Column[];
}

/** What rows that are sent do to those of a dataset. */
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
	/** Null where the dataset is to be made. Its files come first, except for `replace`; for `upsert` they are all of its rows. */
	readonly base: Base | null;
	readonly lane: string;
	readonly signal: AbortSignal;
}

/** An uploaded file. */
export interface EngineFile extends MergeJob {
	/** Its bytes, in order. */
	readonly pieces: readonly string[];
	readonly name: string;
	readonly options: FileOptions;
	/** Null: all columns, as they are detected. */
	readonly columns: readonly PlannedColumn[] | null;
	/** Where the columns of the last file that was saved into the dataset went; an empty text: nowhere. */
	readonly remembered: readonly PlannedColumn[];
	/** What is read in place of lines that aren't rows. */
	readonly fixedLines: readonly { readonly line: number; readonly text: string }[];
	/** How many values that don't fit, and lines, are listed at most. */
	readonly listed: number;
	readonly skipLines: boolean;
	/** What takes the place of values; null where nothing was cleaned. */
	readonly cleaning: EngineCleaning | null;
	/** Rows of the dataset now. */
	readonly rowsBefore: number;
	/** Whether the rows are written, as one Parquet file, if nothing stands against it. */
	readonly isWritten: boolean;
	/** Bytes of the parts into which a file of so many bytes is cut at once; where it is absent it isn't. */
	readonly partSize?: (bytes: number) => number;
}

/** What was found in a file that was read with these options; it is not for one that is read otherwise. */
export interface EngineCleaning {
	readonly options: FileOptions;
	readonly columns: readonly {
		readonly from: string;
		/** Names the content of the files. */
		readonly key: string;
		/** NDJSON with `b`, a value, `t`, it without spaces at its ends, and `v`, what a rule makes of it, or null. */
		readonly changes: readonly string[];
		/** Rules of which nothing is taken. */
		readonly without: readonly CleaningRule[];
		/** The types that its values may have by what is said of the column; empty where that says none. */
		readonly types: readonly string[];
	}[];
}

/** Of which columns of a file the different values are wanted. */
export interface WantedValues {
	readonly named: readonly string[];
	/** Those, too, that are saved and whose values are not all of one type. */
	readonly unclear: boolean;
}

/** The different values of columns of a file that may be worth cleaning. */
export interface EngineValues {
	/** Of each column its name in the file, and a file of NDJSON with `v`, a value, and `n`, how often it occurs. */
	readonly columns: readonly { readonly from: string; readonly values: number; readonly file: string }[];
	dispose(): Promise<void>;
}

export interface EngineFileRead extends Omit<FileRead, 'written'> {
	/** Null where nothing was written. */
	readonly written: (StepResult & { readonly parts: readonly CutPart[] }) | null;
	dispose(): Promise<void>;
}

/** A part that was cut from a Parquet file. */
export interface CutPart extends MeasuredFile {
	readonly file: string;
}

/** Rows that came as texts, to be written as one Parquet file. */
export interface EngineLoad extends MergeJob {
	/** NDJSON files with `k` and `n`, the chunk and the row in it from 1, and `c0`, `c1` … the columns' texts. */
	readonly chunks: readonly { readonly file: string; readonly rows: number }[];
	readonly columns: readonly LoadColumn[];
	/** Whether rows that do not fit are left out; otherwise nothing is written where there are any. */
	readonly skipInvalid: boolean;
}

export interface EngineLoaded extends Omit<Loaded, 'written'> {
	/** Null where nothing was written: no row fits, or some do not and none may be left out. */
	readonly written: StepResult | null;
	dispose(): Promise<void>;
}

/** A dataset whose files are not fetched yet, and what is known of each. */
export interface KnownSource extends Omit<EngineSource, 'files'> {
	readonly files: readonly Pick<MeasuredFile, 'columns'>[];
}

export interface EngineState {
	readonly isolation: string;
	readonly work: Readonly<Record<'runs' | 'queries', { readonly active: number; readonly waiting: number }>>;
}

/** `stored`: Parquet that is written and read faster, in a third more bytes; `lines`: a text a row, as it is. */
export type WrittenFormat = 'parquet' | 'stored' | 'csv' | 'tsv' | 'lines';

/** Tables to be queried: for each the Parquet files whose rows follow each other. */
export interface EngineTablesJob extends Pick<EngineQuery, 'lane' | 'signal'> {
	readonly tables: readonly { readonly files: readonly string[] }[];
	/** Called with the rows that were read of those that there are to read, as the engine estimates them. */
	readonly onProgress?: (done: number, total: number) => void;
}

/**
 * A runner in which tables are open: `t0`, `t1` …, each with columns `c0`, `c1` …, their texts `x0`, `x1` … and the row's number `r`;
 * `t0_c0(v)` is the text of another value of such a column, where it is not nested; `p0`, `p1` … are the tables without their texts.
 */
export interface EngineTables {
	readonly tables: readonly OpenedTable[];
	/** The first rows of a SELECT as JSON; `truncated` where there are more. */
	rows(
		sql: string,
		bounds?: { readonly most?: number; readonly maxBytes?: number },
	): Promise<Pick<EngineRows, 'columns' | 'rows' | 'truncated'>>;
	/** Runs a statement for what later ones read. */
	run(sql: string): Promise<void>;
	/** Writes the rows of a SELECT as a file, for the caller to move away before the work ends. */
	write(sql: string, format: WrittenFormat): Promise<Pick<EngineResult, 'file' | 'rows' | 'bytes'>>;
}

/** A part of rows that are being replaced, with the hash of its bytes. */
export interface FormerPart {
	readonly file: string;
	readonly sha256: string;
}

/** What people’s SQL runs on: previews and builds, the steps of pipelines, SQL checks. */
export interface RunEngine {
	/** Of the statements. Spark's sources have addresses of the object store in place of files. */
	readonly dialect: 'duckdb' | 'spark';
	/** Runs one SELECT on its own and writes its result as one Parquet file. Rejects with EngineError. */
	run(job: EngineJob): Promise<EngineResult>;
	/** Says what is wrong with a statement and which columns it would give, without running it. */
	check(job: Pick<EngineJob, 'sources' | 'sql'> & { readonly onlySyntax?: boolean }): Promise<CheckResult>;
	/** Runs pipeline steps in one process; their results are removed when `work` ends. Rejects with what `work` rejects with, or EngineError. */
	pipeline<T>(job: Omit<EngineJob, 'sql'>, work: (pipeline: EnginePipeline) => Promise<T>): Promise<T>;
	/** What `check` says, of statements that read each other's results, and where their columns come from. Rejects with EngineError where they could not be checked. */
	checkSteps(sources: readonly EngineSource[], steps: readonly StepToCheck[]): Promise<CheckedStep[]>;
	/** Runs one SELECT and hands over its first rows. Rejects with EngineError. */
	query(job: EngineQuery): Promise<EngineRows>;
}

export interface Engine extends RunEngine {
	/** Ends the runners that are kept open for a file, which is about to be removed. */
	forget(file: string): Promise<void>;
	/** Rows and columns of a Parquet file that the service itself wrote or was given. Rejects with EngineError. */
	describe(file: string): Promise<Described>;
	/** Writes Parquet files with the columns of others and no rows, for the caller to move away before `dispose`. Rejects with EngineError. */
	empty(files: readonly string[]): Promise<{ files: string[]; dispose(): Promise<void> }>;
	/**
	 * Cuts a Parquet file into parts of about `most` bytes, none where it has one row group. Rejects with EngineError.
	 * @param former parts in which its rows were before: it is cut where they began, and not at all where none of them is found again
	 */
	cut(
		file: string,
		most: number,
		former?: readonly FormerPart[],
	): Promise<{ files: CutPart[]; dispose(): Promise<void> }>;
	/** Reads the tables of contents of Parquet files. Rejects with EngineError. */
	measure(files: readonly string[]): Promise<MeasuredFile[]>;
	/** The indexes of each source's files that a statement can need; all where that is unknown. The statement doesn't run. */
	relevant(sql: string, sources: readonly KnownSource[]): Promise<number[][]>;
	/** Writes rows that came as texts, each value exactly or not at all. The caller moves the file away, then calls `dispose`. Rejects with EngineError. */
	load(job: EngineLoad): Promise<EngineLoaded>;
	/** Reads every value of an uploaded file. Rejects with EngineError that says what is wrong with it. */
	readFile(job: EngineFile): Promise<EngineFileRead>;
	/** The different values of columns. Rejects with EngineError. */
	readValues(job: EngineFile, wanted: WantedValues): Promise<EngineValues>;
	/** What isolates runners here, and how much work is in progress and waits. */
	state(): EngineState;
	/**
	 * Works with tables in a runner that is kept open for the same lane and tables; it does not queue with runs, and has their limits.
	 * Aborting kills the runner. Rejects with what `work` rejects with, or EngineError.
	 */
	withTables<T>(job: EngineTablesJob, work: (tables: EngineTables) => Promise<T>): Promise<T>;
	/** Kills what runs and what waits. */
	close(): Promise<void>;
}
