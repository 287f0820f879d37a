import './monaco-environment.ts';
import { fetchWorker } from '../workers.ts';
import type { createEditor } from './create-editor.ts';
import type { Monaco } from './monaco-type.ts';

export type { Monaco };

export interface Loaded {
	readonly monaco: Monaco;
	readonly createEditor: typeof createEditor;
}

let loading: Promise<Loaded> | null = null;

/** Loads Monaco once. A load that failed (a new deployment, no network) is tried again at the next call. */
export const loadMonaco = async (): Promise<Monaco> => (await loadEditor()).monaco;

/** Monaco with what makes an editor of it, as `loadMonaco`. */
export function loadEditor(): Promise<Loaded> {
	// Monaco starts its worker at the first key, when the service may be away.
	loading ??= Promise.all([import('./monaco.ts'), fetchWorker('editor')]).then(
		([it]) => it,
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}
