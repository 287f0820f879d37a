import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode, SubError } from '#contract/error.ts';
import type { MappedColumn } from '#contract/ingest.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { CleanedValues, ValuesToClean } from '../clean-values.ts';
import type { NearPlaces, Partner, Point } from '../value-lookup.ts';

export type ThreadSettings = Pick<Settings, 'models' | 'maxBodyBytes'>;

export type Work =
	/** The JSON body of a preview request. */
	| { readonly kind: 'preview'; readonly body: Uint8Array }
	/** The NDJSON body of a chunk, to be written to a new file. */
	| {
			readonly kind: 'chunk';
			readonly body: Uint8Array;
			readonly chunk: number;
			readonly mapping: readonly MappedColumn[];
			readonly file: string;
	  }
	/** Values of a column of a file; those that change are written to a new file. */
	| ({ readonly kind: 'clean' } & ValuesToClean);

/** A request to the thread. All messages about it use its own port. */
export interface Ask {
	readonly work: Work;
	readonly port: MessagePort;
}

/** A line for the service to log on behalf of the thread. */
export interface LoggedError {
	readonly message: string;
}

/** Thread to service. `partners`, `find` and `near` are requests that the service answers; any other message is the last one. */
export type ThreadReply =
	/** Rows as JSON. */
	| { readonly kind: 'previewed'; readonly json: Uint8Array<ArrayBuffer> }
	| { readonly kind: 'written'; readonly rows: number }
	| { readonly kind: 'cleaned'; readonly found: CleanedValues }
	| {
			readonly kind: 'refused';
			readonly code: ErrorCode;
			readonly message: string;
			readonly subErrors: readonly SubError[];
	  }
	| { readonly kind: 'failed'; readonly error: unknown }
	| { readonly kind: 'partners'; readonly fields: readonly string[]; readonly given: unknown }
	| { readonly kind: 'find'; readonly partner: number; readonly values: readonly string[] }
	| { readonly kind: 'near'; readonly points: readonly Point[] };

/** Service to thread. */
export type Answer =
	| { readonly kind: 'abort' }
	| { readonly kind: 'partners'; readonly partners: readonly Partner[] }
	| { readonly kind: 'found'; readonly values: readonly string[] }
	| { readonly kind: 'near'; readonly places: NearPlaces };
