import type { Content, Excerpt, Progress, ReadAs, TableShape } from '../source/content.ts';
import type { CellValue, CellWindow } from '../source/row-source.ts';
import type { SourceErrorCode } from '../source/source-error.ts';

/** Page to worker. `file` names a file, or rows that a job made, for as long as it is open; `id` names a request, and its answer carries it too. */
export type Request =
	| {
			readonly kind: 'open';
			readonly id: number;
			readonly file: number;
			readonly url: string;
			readonly as: ReadAs | null;
	  }
	/** The file there is to be read as others will be: nobody waits for anything. */
	| { readonly kind: 'warmUp'; readonly url: string }
	/** Enough: what was read is to be shown. */
	| { readonly kind: 'stop'; readonly file: number }
	| { readonly kind: 'rows'; readonly id: number; readonly file: number; readonly window: CellWindow }
	/** Long work over all rows of a file, see operations/jobs.ts. */
	| {
			readonly kind: 'job';
			readonly id: number;
			readonly file: number;
			readonly name: string;
			readonly input: unknown;
	  }
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'renewed'; readonly file: number; readonly url: string | null }
	| { readonly kind: 'close'; readonly file: number };

/** Worker to page. `renew` asks for a fresh address; `renewed` answers, with null when there is none. */
export type Reply =
	| {
			readonly kind: 'opened';
			readonly id: number;
			readonly content: Content;
			readonly bytes: number | null;
			readonly table: TableShape | null;
			readonly excerpt: Excerpt | null;
			/** A window that comes unasked with `first`: it will be looked at next. */
			readonly first: CellWindow | null;
	  }
	/** Null: they could not be read, which is told when they are asked for. */
	| { readonly kind: 'first'; readonly file: number; readonly rows: CellValue[][] | null }
	| { readonly kind: 'rows'; readonly id: number; readonly rows: CellValue[][] }
	| { readonly kind: 'advanced'; readonly id: number; readonly done: number; readonly total: number }
	| { readonly kind: 'finished'; readonly id: number; readonly result: unknown }
	| { readonly kind: 'failed'; readonly id: number; readonly code: SourceErrorCode; readonly message: string }
	| { readonly kind: 'progress'; readonly file: number; readonly progress: Progress }
	| { readonly kind: 'renew'; readonly file: number };

/** One end of a line between page and worker: a Worker, a worker's own scope, or a MessagePort in tests. */
export interface Line {
	postMessage(message: unknown): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
