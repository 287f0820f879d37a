import editor from 'monaco-editor/editor/editor.worker?worker&url';
import json from 'monaco-editor/language/json/json.worker?worker&url';
import { createPolicy } from '../lib/trusted-types.ts';
import files from '../rows/worker/files-worker.ts?worker&url';
import tables from '../rows/worker/tables-worker.ts?worker&url';
import graph from './graph/worker.ts?worker&url';

/** Every worker of the console, each a file of its own origin. */
const addresses = { editor, files, graph, json, tables };
const known: readonly string[] = Object.values(addresses);

/** Under Trusted Types nothing but these files may become a worker. */
const policy = createPolicy('dataset-console', {
	createScriptURL: (address) => (known.includes(address) ? address : null),
});

/** Starts a worker; `name` is shown by the browser's tools. */
export function startWorker(which: keyof typeof addresses, name: string): Worker {
	const address = addresses[which];
	return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name });
}

/** Has a worker's file in the browser's cache, so that it can be started when nobody is there to send it. Never rejects. */
export async function fetchWorker(which: keyof typeof addresses): Promise<void> {
	try {
		const answer = await fetch(addresses[which]);
		await answer.arrayBuffer();
	} catch {
		// It is asked for again, and its failure shown, when it is started.
	}
}
