import type { FileOptions, RejectedLine } from '#contract/file-ingestion.ts';

export interface UploadedFile {
	readonly pieces: readonly string[];
	readonly name: string;
	readonly options: FileOptions;
	/** Most bytes of the file once it is unpacked. */
	readonly maxBytes: number;
}

/** A file whose rows are in the view `sent`: `n`, the row from 1, and `c0`, `c1` … its values. */
export interface OpenedFile {
	/** In words. */
	readonly format: string;
	readonly options: FileOptions;
	readonly sheets: readonly string[];
	readonly remarks: readonly string[];
	readonly columns: readonly FileColumn[];
	readonly rows: number;
	readonly rejected: { readonly total: number; readonly first: readonly RejectedLine[] };
}

export interface FileColumn {
	readonly name: string;
	/** The engine's type of its values where the file says it; null for texts, whose type is detected. */
	readonly type: string | null;
	/** Whether the file says that its values are texts, so that digits among them are no numbers. */
	readonly isText: boolean;
}
