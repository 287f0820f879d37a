import type { Choices, Inspection } from '../formats/table/read-options.ts';
import type { Misfits } from '../operations/inspect/column-fit.ts';
import type { FilteredRows, RowFilter } from '../operations/inspect/row-filter.ts';

/** Page to worker. `id` names the request; its answer carries it too. */
export type Ask =
	| {
			readonly kind: 'inspect';
			readonly id: number;
			readonly file: number;
			readonly blob: Blob;
			readonly choices: Choices;
	  }
	| { readonly kind: 'read'; readonly id: number; readonly file: number; readonly from: number; readonly count: number }
	| {
			readonly kind: 'filter';
			readonly id: number;
			readonly file: number;
			readonly filter: RowFilter;
			readonly from: number;
			readonly count: number;
	  }
	| {
			readonly kind: 'check';
			readonly id: number;
			readonly blob: Blob;
			readonly choices: Choices;
			readonly types: readonly string[];
	  }
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'close'; readonly file: number };

export type WorkerMessage =
	| { readonly kind: 'progress'; readonly id: number; readonly bytes: number }
	| { readonly kind: 'inspected'; readonly id: number; readonly inspection: Inspection }
	| {
			readonly kind: 'rows';
			readonly id: number;
			readonly rows: readonly (readonly unknown[])[];
			readonly names: readonly string[];
	  }
	| { readonly kind: 'filtered'; readonly id: number; readonly found: FilteredRows }
	| { readonly kind: 'checked'; readonly id: number; readonly misfits: Misfits }
	| { readonly kind: 'failed'; readonly id: number; readonly message: string };

/** One end of a line between page and worker. */
export interface Line {
	postMessage(message: unknown): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
