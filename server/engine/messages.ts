import * as z from 'zod/mini';
import { engineErrorCodes } from './errors.ts';
import type {
	EngineFile,
	EngineLoad,
	EngineQuery,
	EngineSource,
	FormerPart,
	KnownSource,
	StepToCheck,
	WantedValues,
	WrittenFormat,
} from './types.ts';

/** How a runner is started: its first argument, as JSON. */
export interface RunnerStart {
	/** DuckDB's own ceiling, bytes, below that of the process. */
	readonly memoryBytes: number;
	readonly spillBytes: number;
	readonly threads: number;
}

/** What a runner is asked. It answers one request at a time, in order. */
export type RunnerRequest =
	/** The one thing that a runner does when it does it: names the sources, shuts everything else, writes `output`. */
	| { readonly kind: 'run'; readonly sources: readonly EngineSource[]; readonly output: string; readonly sql: string }
	/** Names the sources and shuts everything else, for the checks that follow; once in a runner's life. */
	| { readonly kind: 'open'; readonly sources: readonly EngineSource[] }
	| { readonly kind: 'check'; readonly sql: string; readonly onlySyntax?: boolean }
	/** In a runner that is open or where steps are to follow: checks statements that read each other's results. */
	| { readonly kind: 'check-steps'; readonly steps: readonly StepToCheck[]; readonly withLineage?: boolean }
	/** Names the sources and shuts everything but them and one folder, for the steps that follow; once in a runner's life. */
	| { readonly kind: 'begin'; readonly sources: readonly EngineSource[]; readonly folder: string }
	/** Writes `output`, in that folder; later steps read it by the name `as`. */
	| {
			readonly kind: 'step';
			readonly sql: string;
			readonly output: string;
			readonly as: string | null;
			/** The one row of an earlier output that this step reads as `each_row`; null for none. */
			readonly row: { readonly file: string; readonly index: number } | null;
	  }
	/** The first rows of an output, as text. */
	| { readonly kind: 'peek'; readonly file: string; readonly limit: number }
	/** In a runner that is open: the first rows of a SELECT as JSON, and, if asked for, how many there are. */
	| ({ readonly kind: 'rows'; readonly isCounted: boolean } & Required<
			Pick<EngineQuery, 'sql' | 'most' | 'maxBytes' | 'joined'>
	  >)
	/** Only in a runner that is never opened: writes each file's columns without its rows; outputs are relative to its folder. */
	| { readonly kind: 'empty'; readonly files: readonly string[]; readonly outputs: readonly string[] }
	/** Only in a runner that is never opened: writes NDJSON rows behind those of `base`; `skipInvalid` leaves out rows that don't fit. */
	| ({ readonly kind: 'load'; readonly output: string } & Omit<EngineLoad, 'lane' | 'signal'>)
	/** Only in a runner that is never opened: reads a file, and writes its rows into `output`; null: only looks at it. */
	| ({ readonly kind: 'file'; readonly output: string | null; readonly maxBytes: number } & Omit<
			EngineFile,
			'lane' | 'signal' | 'isWritten' | 'partSize'
	  >)
	/** As `file`, but for the different values of columns, which are written into its folder. */
	| ({ readonly kind: 'values'; readonly maxBytes: number } & WantedValues &
			Omit<EngineFile, 'lane' | 'signal' | 'isWritten' | 'partSize'>)
	/** Only in a runner that is never opened: cuts a file into such of `most` bytes, `part-0` and so on in its folder. */
	| { readonly kind: 'cut'; readonly file: string; readonly most: number }
	/** As `cut`, where the parts of former rows began; no part where nothing of these is found again. */
	| { readonly kind: 'align'; readonly file: string; readonly most: number; readonly former: readonly FormerPart[] }
	/** Only in a runner that is never opened: what the files' tables of contents say. */
	| { readonly kind: 'measure'; readonly files: readonly string[] }
	/** In a runner that is open: which files of sources a statement can need. Neither are read. */
	| { readonly kind: 'relevant'; readonly sql: string; readonly sources: readonly KnownSource[] }
	/** Only in a runner that is never opened. */
	| { readonly kind: 'describe'; readonly file: string }
	/** Names tables for the queries that follow and shuts everything but them and one folder; once in a runner's life. */
	| {
			readonly kind: 'tables';
			readonly tables: readonly { readonly files: readonly string[] }[];
			readonly folder: string;
	  }
	/** Where tables are open: a statement without an answer, for what later ones read. */
	| { readonly kind: 'statement'; readonly sql: string }
	/** Where tables are open: writes `output`, in their folder. */
	| { readonly kind: 'write'; readonly sql: string; readonly output: string; readonly format: WrittenFormat };

const Failure = z.object({
	code: z.enum(engineErrorCodes),
	message: z.string(),
	line: z.nullable(z.number()),
	column: z.nullable(z.number()),
	mayBeOfData: z.boolean(),
});
export type Failure = z.infer<typeof Failure>;

/** What a runner says. A runner holds people's SQL, so its words are checked like a stranger's. */
export const RunnerMessage = z.discriminatedUnion('kind', [
	z.object({ kind: z.literal('ready') }),
	z.object({ kind: z.literal('log'), level: z.enum(['info', 'warning', 'error']), message: z.string() }),
	z.object({ kind: z.literal('progress'), done: z.number(), total: z.number() }),
	z.object({ kind: z.literal('failed'), failure: Failure }),
	z.object({ kind: z.literal('answer'), value: z.unknown() }),
]);
export type RunnerMessage = z.infer<typeof RunnerMessage>;
