import type { CellValue, CellWindow, GridColumn } from '../row-source.ts';
import type { SourceErrorCode } from './source-error.ts';

/** Page to worker. `file` names a file for as long as it is open; `id` names a request, and its answer carries it too. */
export type Request =
	| { readonly kind: 'open'; readonly id: number; readonly file: number; readonly url: string }
	| { readonly kind: 'rows'; readonly id: number; readonly file: number; readonly window: CellWindow }
	| { readonly kind: 'abort'; readonly id: number }
	| { readonly kind: 'renewed'; readonly file: number; readonly url: string | null }
	| { readonly kind: 'close'; readonly file: number };

/** Worker to page. `renew` asks for a fresh address; `renewed` answers, with null when there is none. */
export type Reply =
	| {
			readonly kind: 'opened';
			readonly id: number;
			readonly columns: readonly GridColumn[];
			readonly rowCount: number;
			readonly bytes: number | null;
	  }
	| { readonly kind: 'rows'; readonly id: number; readonly rows: CellValue[][] }
	| { readonly kind: 'failed'; readonly id: number; readonly code: SourceErrorCode; readonly message: string }
	| { readonly kind: 'renew'; readonly file: number };

/** One end of a line between page and worker: a Worker, a worker's own scope, or a MessagePort in tests. */
export interface Line {
	postMessage(message: unknown): void;
	addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}
