import type { createEditor } from './create-editor.ts';
import { fetchEditorWorker } from './monaco-environment.ts';
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
	loading ??= Promise.all([import('./monaco.ts'), fetchEditorWorker()]).then(
		([it]) => it,
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}
