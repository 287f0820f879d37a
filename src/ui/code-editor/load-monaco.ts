import './monaco-environment.ts';
import { fetchWorker } from '../workers.ts';
import type { monaco } from './monaco.ts';

export type Monaco = typeof monaco;

let loading: Promise<Monaco> | null = null;

/** Loads Monaco once. A load that failed (a new deployment, no network) is tried again at the next call. */
export function loadMonaco(): Promise<Monaco> {
	// Monaco starts its worker at the first key, when the service may be away.
	loading ??= Promise.all([import('./monaco.ts'), fetchWorker('editor')]).then(
		([it]) => it.monaco,
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}
