import { createPolicy, type Policy } from './trusted-types.ts';

let policy: Policy | null | undefined;

/** With Trusted Types, only a file next to the console's own code may become a worker. Only `startWorker` has this policy. */
const workerPolicy = (): Policy | null =>
	createPolicy('dataset-console', {
		createScriptURL: (address) => (import.meta.env.DEV || isBesideThis(address) ? address : null),
	});

/** A build puts all scripts, and nothing else, into one folder. */
const isBesideThis = (address: string): boolean =>
	folderOf(new URL(address, document.baseURI).href) === folderOf(import.meta.url);

const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

/**
 * Starts a worker; `name` appears in developer tools.
 * @param address of its file, from the bundler (`?worker&url`)
 */
export function startWorker(address: string, name: string): Worker {
	if (policy === undefined) policy = workerPolicy();
	return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name });
}

/** Caches a worker's file, so it can be started while the server is unavailable. Never rejects. */
export async function fetchWorker(address: string): Promise<void> {
	try {
		const answer = await fetch(address);
		await answer.arrayBuffer();
	} catch {
		// The file is requested again when the worker starts, and its error is shown then.
	}
}
