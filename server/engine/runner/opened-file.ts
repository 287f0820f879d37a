import type { FileOptions, RejectedLine } from '#contract/file-ingestion.ts';
import type { FixedLine } from './input/read-delimited.ts';
import type { WrittenValues } from './read-clean.ts';

export interface UploadedFile {
	readonly pieces: readonly string[];
	readonly name: string;
	readonly options: FileOptions;
	/** What is read in place of lines that aren't rows. */
	readonly fixedLines: readonly FixedLine[];
	/** Most bytes of the file once it is unpacked. */
	readonly maxBytes: number;
}

/** A file whose rows are in the view `sent`: `n`, the row from 1, and `c0`, `c1` … its values. */
export interface OpenedFile {
	/** In words. */
	readonly format: string;
	readonly options: FileOptions;
	/** Files of a zip archive that has several. */
	readonly entries?: readonly string[];
	readonly sheets: readonly string[];
	readonly remarks: readonly string[];
	readonly columns: readonly FileColumn[];
	readonly rows: number;
	readonly rejected: { readonly total: number; readonly first: readonly RejectedLine[] };
	/** The first rows as they are in the file, where `sent` has values instead. */
	readonly sample?: readonly (readonly (string | null)[])[];
	/** Makes `sent` texts again where columns were read as values. */
	readonly asTexts?: () => Promise<void>;
	/** Where `sent` was written as Parquet, in case that is what is to be saved. */
	readonly written?: WrittenValues;
}

export interface FileColumn {
	readonly name: string;
	/** The engine's type of its values where the file says it; null for texts, whose type is detected. */
	readonly type: string | null;
	/** Whether the file says that its values are texts, so that digits among them are no numbers. */
	readonly isText: boolean;
	/** Whether its texts are JSON objects, or lists. */
	readonly isNested?: boolean;
	/** The type as which all values of a text column were read already, exactly; null or absent: `sent` has its texts. */
	readonly readAs?: string | null;
	/** How many values it has, where that is known. */
	readonly values?: number | undefined;
}
