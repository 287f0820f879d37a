import * as z from 'zod/mini';
import { engineErrorCodes } from './errors.ts';
import {
	type EngineFile,
	type EngineLoad,
	type EngineQuery,
	type EngineSource,
	type FormerPart,
	type KnownSource,
	readingSteps,
	type StepToCheck,
	type WantedValues,
	type WrittenFormat,
} from './types.ts';

/** A runner's first argument, as JSON. */
export interface RunnerStart {
	/** DuckDB's memory limit, bytes; lower than the limit of the process. */
	readonly memoryBytes: number;
	readonly spillBytes: number;
	readonly threads: number;
}

/** Requests to a runner. It answers one at a time, in order. */
export type RunnerRequest =
	/** Opens the sources, locks everything else and writes `output`. A runner gets no other request. */
	| { readonly kind: 'run'; readonly sources: readonly EngineSource[]; readonly output: string; readonly sql: string }
	/** Opens the sources and locks everything else, for the checks that follow; once per runner. */
	| { readonly kind: 'open'; readonly sources: readonly EngineSource[] }
	| { readonly kind: 'check'; readonly sql: string; readonly onlySyntax?: boolean }
	/** After `open` or `begin`: checks statements that read each other's results. */
	| { readonly kind: 'check-steps'; readonly steps: readonly StepToCheck[]; readonly withLineage?: boolean }
	/** Opens the sources and locks everything except them and one folder, for the steps that follow; once per runner. */
	| { readonly kind: 'begin'; readonly sources: readonly EngineSource[]; readonly folder: string }
	/** Writes `output` in that folder; later steps read it as `as`. */
	| {
			readonly kind: 'step';
			readonly sql: string;
			readonly output: string;
			readonly as: string | null;
			/** The row of an earlier output that this step reads as `each_row`; null for none. */
			readonly row: { readonly file: string; readonly index: number } | null;
	  }
	/** The first rows of an output, as text. */
	| { readonly kind: 'peek'; readonly file: string; readonly limit: number }
	/** After `open`: the first rows of a SELECT as JSON and, on request, the total count. */
	| ({ readonly kind: 'rows'; readonly isCounted: boolean } & Required<
			Pick<EngineQuery, 'sql' | 'most' | 'maxBytes' | 'joined'>
	  >)
	/** Only in a session that is never opened: writes files with each file's columns and no rows; outputs are relative to its folder. */
	| { readonly kind: 'empty'; readonly files: readonly string[]; readonly outputs: readonly string[] }
	/** Only in a session that is never opened: appends NDJSON rows to those of `base`; `skipInvalid` skips rows that don't fit. */
	| ({ readonly kind: 'load'; readonly output: string } & Omit<EngineLoad, 'lane' | 'signal'>)
	/** Only in a session that is never opened: reads a file and writes its rows to `output`; null only inspects it. */
	| ({ readonly kind: 'file'; readonly output: string | null; readonly maxBytes: number } & Omit<
			EngineFile,
			'lane' | 'signal' | 'isWritten' | 'onProgress'
	  >)
	/** Like `file`, but writes the distinct values of columns into its folder. */
	| ({ readonly kind: 'values'; readonly maxBytes: number } & WantedValues &
			Omit<EngineFile, 'lane' | 'signal' | 'isWritten' | 'onProgress'>)
	/** Only in a session that is never opened: cuts a file into parts of `most` bytes, `part-0` and so on in its folder. */
	| { readonly kind: 'cut'; readonly file: string; readonly most: number }
	/** Like `cut`, but at the rows where former parts began; no parts if none of those rows is found. */
	| { readonly kind: 'align'; readonly file: string; readonly most: number; readonly former: readonly FormerPart[] }
	/** Only in a session that is never opened: reads the files' Parquet footers. */
	| { readonly kind: 'measure'; readonly files: readonly string[] }
	/** After `open`: which files of its sources a statement can need. Doesn't read the files. */
	| { readonly kind: 'relevant'; readonly sql: string; readonly sources: readonly KnownSource[] }
	/** Only in a session that is never opened. */
	| { readonly kind: 'describe'; readonly file: string }
	/** Opens tables for the queries that follow and locks everything except them and one folder; once per runner. */
	| {
			readonly kind: 'tables';
			readonly tables: readonly { readonly files: readonly string[] }[];
			readonly folder: string;
	  }
	/** After `tables`: a statement without a result, for later ones to read. */
	| { readonly kind: 'statement'; readonly sql: string }
	/** After `tables`: writes `output` in their folder. */
	| { readonly kind: 'write'; readonly sql: string; readonly output: string; readonly format: WrittenFormat };

const Failure = z.object({
	code: z.enum(engineErrorCodes),
	message: z.string(),
	line: z.nullable(z.number()),
	column: z.nullable(z.number()),
	mayBeOfData: z.boolean(),
	/** For the service log. */
	cause: z.optional(z.string()),
});
export type Failure = z.infer<typeof Failure>;

/** Messages from a runner. It runs users' SQL, so its messages are validated like untrusted input. */
export const RunnerMessage = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('ready') }),
	z.object({ kind: z.literal('log'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
	z.object({ kind: z.literal('progress'), done: z.number(), total: z.number() }),
	z.object({ kind: z.literal('reading'), step: z.enum(readingSteps), done: z.number(), total: z.number() }),
	z.object({ kind: z.literal('failed'), failure: Failure }),
	z.object({ kind: z.literal('answer'), value: z.unknown() }),
]);
export type RunnerMessage = z.infer<typeof RunnerMessage>;
