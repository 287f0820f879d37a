import type { ITrustedTypePolicy, ITrustedTypePolicyOptions } from 'monaco-editor/editor';
import editorWorker from 'monaco-editor/editor/editor.worker?worker&url';
import jsonWorker from 'monaco-editor/language/json/json.worker?worker&url';
import { fetchWorker, startWorker } from '../../lib/browser/start-worker.ts';
import { createPolicy, type PolicyRules } from '../../lib/browser/trusted-types.ts';

/* Set before Monaco loads, because parts of it read this global while loading. */
globalThis.MonacoEnvironment = { getWorker, createTrustedTypesPolicy };

/** Both files are of the console's own origin. */
function getWorker(_moduleId: string, label: string): Worker {
	return startWorker(label === 'json' ? jsonWorker : editorWorker, `editor ${label}`);
}

/** Monaco starts its worker at the first key, when the server may be unavailable. */
export const fetchEditorWorker = (): Promise<void> => fetchWorker(editorWorker);

/** Monaco's worker policy would allow any URL, and isn't needed, since workers are started above. */
function createTrustedTypesPolicy(name: string, rules?: ITrustedTypePolicyOptions): ITrustedTypePolicy | undefined {
	if (name === 'defaultWorkerFactory') return undefined;
	return (createPolicy(name, rules as PolicyRules) ?? undefined) as ITrustedTypePolicy | undefined;
}
