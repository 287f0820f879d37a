import type { FileOptions, RejectedLine } from '#contract/file-ingestion.ts';
import type { MeasuredFile } from '../answers.ts';
import type { Doubt } from './input/doubts.ts';
import type { FixedLine } from './input/read-delimited.ts';
import type { LinesOf } from './input/row-lines.ts';

export interface UploadedFile {
	readonly pieces: readonly string[];
	readonly name: string;
	readonly options: FileOptions;
	/** Replacements for lines that aren't rows. */
	readonly fixedLines: readonly FixedLine[];
	/** Maximum size of the unpacked file, bytes. */
	readonly maxBytes: number;
}

/** A file whose rows are in the view `sent`: `n`, the 1-based row, and `c0`, `c1` … its values. */
export interface OpenedFile {
	/** Shown to users. */
	readonly format: string;
	readonly options: FileOptions;
	/** The files of a zip archive that has several. */
	readonly entries?: readonly string[];
	readonly sheets: readonly string[];
	readonly remarks: readonly string[];
	readonly doubts?: readonly Doubt[];
	readonly columns: readonly FileColumn[];
	readonly rows: number;
	readonly rejected: { readonly total: number; readonly first: readonly RejectedLine[] };
	/** The first rows as in the file, if `sent` has typed values instead. */
	readonly sample?: readonly (readonly (string | null)[])[];
	/** The text of the first rows of a delimited file. */
	readonly firstTexts?: readonly (readonly string[])[];
	/** The first rows below blank lines, 1-based. */
	readonly afterBlank?: readonly number[];
	/** For each other table of delimited text, the number of lines above its names. */
	readonly otherTables?: readonly number[];
	/** Lines with a replacement that isn't needed, or that don't exist. Absent: all of them. */
	readonly unusedLines?: readonly number[];
	/** Whether it's text of ASCII characters only. */
	readonly isAscii?: boolean;
	/** In a workbook, the rows of the sheet. Absent unless it's that or delimited text. */
	readonly linesOf?: LinesOf;
	/** Turns columns that were read as values in `sent` back into strings. */
	readonly asTexts?: () => Promise<void>;
	/** `sent` as Parquet, in case exactly that is to be saved. */
	readonly written?: WrittenValues;
}

export interface FileColumn {
	readonly name: string;
	/** Its name in the file, if it got another one because its own is missing or not unique. */
	readonly inFile?: string;
	/** The engine's type of its values if the file declares one; null for strings, whose type is detected. */
	readonly type: string | null;
	/** Whether the file declares its values as strings, so that digits in them aren't numbers. */
	readonly isText: boolean;
	/** Text values among numbers that would change as numbers, such as 12E3 and 1.10. They fit no numeric type. */
	readonly codes?: readonly string[];
	/** Text values that represent a missing value, such as spreadsheet errors. They don't affect the detected type, and fit only text. */
	readonly noValues?: readonly string[];
	/** Those of them that represent an unknown value and don't fit text either: formulas without a result. */
	readonly unknown?: readonly string[];
	/** Whether its values are JSON objects or lists as text. */
	readonly isNested?: boolean;
	/** The type that all values of a text column were already read as, exactly; null or absent: `sent` has text. */
	readonly readAs?: string | null;
	/** Number of values, if known. */
	readonly values?: number | undefined;
}

/** The file's values as Parquet, which the view `sent` reads. */
export interface WrittenValues {
	readonly file: string;
	/** Column names in the file, in the order of the columns of `sent`. */
	readonly names: readonly string[];
	/** Number of values in each column. */
	readonly values: readonly number[];
	/** Its parts, if it was cut already. */
	cut?: CutAhead;
}

export interface CutAhead {
	/** Maximum part size, bytes. */
	readonly most: number;
	readonly measured: MeasuredFile[];
}
