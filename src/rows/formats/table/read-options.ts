import type { Encoding } from '../text/decoding.ts';

export type TableFormat = 'delimited' | 'lines' | 'blocks' | 'json' | 'ndjson' | 'excel' | 'parquet';

/** How a file is read: as detected, unless the user chose otherwise. */
export interface ReadOptions {
	readonly format: TableFormat;
	readonly encoding: Encoding;
	readonly delimiter: string;
	/** Null: no quoting. */
	readonly quote: '"' | "'" | null;
	/** Lines before the header that aren't rows. */
	readonly preamble: number;
	/** Header lines. With several, a column's name joins its names. */
	readonly headerRows: number;
	/** Whether short rows are filled with empty values instead of being skipped. */
	readonly fillShort: boolean;
	readonly sheet: string;
}

/** For a file that isn't text. */
export const wholeFile = {
	encoding: 'UTF-8',
	delimiter: ',',
	quote: null,
	preamble: 0,
	headerRows: 0,
	fillShort: true,
	sheet: '',
} as const;

/** The user's choices; the rest is detected. */
export type Choices = { readonly [K in keyof ReadOptions]?: ReadOptions[K] | undefined };

export interface RejectedLine {
	/** 1-based line; the row number in workbooks and Parquet files. */
	readonly line: number;
	readonly reason: string;
	/** At most 2,000 characters. */
	readonly text: string;
}

const longestRejected = 2_000;

export const rejectedLine = (line: number, reason: string, text: string): RejectedLine => ({
	line,
	reason,
	text: text.replace(/[\r\n]+$/, '').slice(0, longestRejected),
});

export type ValueType = 'empty' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp' | 'text' | 'nested';

export interface DeclaredType {
	/** The file reader's name of the type: `DECIMAL(18,2)`, `BIGINT[]`. */
	readonly name: string;
	readonly values: ValueType;
}

export interface FoundColumn {
	readonly name: string;
	readonly type: ValueType;
	/** The type stated in the file, such as `DECIMAL(18,2)`, or null. */
	readonly declared: string | null;
	readonly empty: number;
}

/** Result of reading a file completely. */
export interface Inspection extends Pick<TableReader, 'options' | 'format' | 'preambleLines' | 'sheets' | 'remarks'> {
	readonly columns: readonly FoundColumn[];
	readonly rows: number;
	/** The first skipped lines. */
	readonly rejected: readonly RejectedLine[];
	readonly rejectedCount: number;
	readonly first: readonly (readonly unknown[])[];
}

export interface Piece {
	readonly rows: readonly (readonly unknown[])[];
	readonly rejected: readonly RejectedLine[];
	readonly bytes: number;
}

/** Reads a file from the start, any number of times. */
export interface TableReader {
	readonly options: ReadOptions;
	readonly format: string;
	/** May grow while pieces are read. */
	readonly names: readonly string[];
	/** Column types, if the file has them. */
	readonly types?: readonly DeclaredType[];
	readonly preambleLines: readonly string[];
	readonly sheets: readonly string[];
	/** Complete after the last piece. */
	readonly remarks: readonly string[];
	pieces(signal: AbortSignal): AsyncGenerator<Piece>;
}

/** Why a file can't be read, as a message with the position. */
export class TableProblem extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'TableProblem';
	}
}
