import type { Encoding } from '../text/decoding.ts';

export type TableFormat = 'delimited' | 'lines' | 'blocks' | 'json' | 'ndjson' | 'excel' | 'parquet';

/** How a file is read: what was detected, unless a person chose. */
export interface ReadOptions {
	readonly format: TableFormat;
	readonly encoding: Encoding;
	readonly delimiter: string;
	/** Null: quotes are signs like others. */
	readonly quote: '"' | "'" | null;
	/** Lines before the names that are no rows. */
	readonly preamble: number;
	/** Lines of names; of more than one, a column's name is all of its names in a row. */
	readonly headerRows: number;
	/** Whether rows that end too early are filled with empty values, instead of being skipped. */
	readonly fillShort: boolean;
	readonly sheet: string;
}

/** Of a file that isn't text. */
export const wholeFile = {
	encoding: 'UTF-8',
	delimiter: ',',
	quote: null,
	preamble: 0,
	headerRows: 0,
	fillShort: true,
	sheet: '',
} as const;

/** What a person chose; the rest is detected. */
export type Choices = { readonly [K in keyof ReadOptions]?: ReadOptions[K] | undefined };

/** A line that is no row, with its place and why. */
export interface RejectedLine {
	/** From 1, as an editor counts. Of a workbook or Parquet file it is the row. */
	readonly line: number;
	readonly reason: string;
	/** Its text, at most 2,000 characters. */
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
	/** As the file's reader calls it: `DECIMAL(18,2)`, `BIGINT[]`. */
	readonly name: string;
	readonly values: ValueType;
}

export interface FoundColumn {
	readonly name: string;
	readonly type: ValueType;
	/** The type that the file itself says, such as `DECIMAL(18,2)`; null where it says none. */
	readonly declared: string | null;
	readonly empty: number;
}

/** What is known of a file after it was read to its end. */
export interface Inspection extends Pick<TableReader, 'options' | 'format' | 'preambleLines' | 'sheets' | 'remarks'> {
	readonly columns: readonly FoundColumn[];
	readonly rows: number;
	/** The first of the lines that were skipped. */
	readonly rejected: readonly RejectedLine[];
	readonly rejectedCount: number;
	readonly first: readonly (readonly unknown[])[];
}

/** Rows as they were read, a piece at a time. */
export interface Piece {
	readonly rows: readonly (readonly unknown[])[];
	readonly rejected: readonly RejectedLine[];
	readonly bytes: number;
}

/** Reads a file from its beginning, as often as it is asked to. */
export interface TableReader {
	readonly options: ReadOptions;
	readonly format: string;
	/** It may grow while pieces are read. */
	readonly names: readonly string[];
	/** Of the columns, where the file says them. */
	readonly types?: readonly DeclaredType[];
	readonly preambleLines: readonly string[];
	readonly sheets: readonly string[];
	/** Complete when the last piece was read. */
	readonly remarks: readonly string[];
	/** @throws TableProblem, AbortError */
	pieces(signal: AbortSignal): AsyncGenerator<Piece>;
}

/** Why a file cannot be read at all, in words for a person, with the place. */
export class TableProblem extends Error {
	constructor(message: string) {
		super(message);
		this.name = 'TableProblem';
	}
}
