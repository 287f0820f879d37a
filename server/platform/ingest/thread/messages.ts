import type { MessagePort } from 'node:worker_threads';
import type { ErrorCode, SubError } from '#contract/error.ts';
import type { MappedColumn } from '#contract/ingest.ts';
import type { Settings } from '../../../settings/settings.ts';
import type { CleanedValues, ValuesToClean } from '../clean-values.ts';
import type { NearPlaces, Partner, Point } from '../value-lookup.ts';

export type ThreadSettings = Pick<Settings, 'models' | 'maxBodyBytes'>;

export type Work =
	/** The body of a preview's request, JSON. */
	| { readonly kind: 'preview'; readonly body: Uint8Array }
	/** The body of a chunk, NDJSON, to be written into a file that is not there yet. */
	| {
			readonly kind: 'chunk';
			readonly body: Uint8Array;
			readonly chunk: number;
			readonly mapping: readonly MappedColumn[];
			readonly file: string;
	  }
	/** Values of a column of a file; those that change are written into a file that is not there yet. */
	| ({ readonly kind: 'clean' } & ValuesToClean);

/** What the thread is asked to do. All that is said of it goes through a port of its own. */
export interface Ask {
	readonly work: Work;
	readonly port: MessagePort;
}

/** What the service is to log for the thread, as one line. */
export interface LoggedError {
	readonly message: string;
}

/** Thread to service. All but `partners`, `find` and `near` are the last that is said; these are answered before anything else is. */
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
