import './monaco-environment.ts';
import type { monaco } from './monaco.ts';

export type Monaco = typeof monaco;

let loading: Promise<Monaco> | null = null;

/** Loads Monaco once. A load that failed (a new deployment, no network) is tried again at the next call. */
export function loadMonaco(): Promise<Monaco> {
	loading ??= import('./monaco.ts').then(
		(it) => it.monaco,
		(error: unknown) => {
			loading = null;
			throw error;
		},
	);
	return loading;
}
