import { createPolicy, type Policy } from './trusted-types.ts';

let policy: Policy | null | undefined;

/** Under Trusted Types only a file beside the console's own code may become a worker. Nothing but `startWorker` has this policy. */
const workerPolicy = (): Policy | null =>
	createPolicy('dataset-console', {
		createScriptURL: (address) => (import.meta.env.DEV || isBesideThis(address) ? address : null),
	});

/** A build puts all scripts into one folder, and nothing else. */
const isBesideThis = (address: string): boolean =>
	folderOf(new URL(address, document.baseURI).href) === folderOf(import.meta.url);

const folderOf = (address: string): string => address.slice(0, address.lastIndexOf('/') + 1);

/**
 * Starts a worker; `name` is shown by the browser's tools.
 * @param address of its file, as the bundler gives it (`?worker&url`)
 */
export function startWorker(address: string, name: string): Worker {
	if (policy === undefined) policy = workerPolicy();
	return new Worker(policy?.createScriptURL(address) ?? address, { type: 'module', name });
}

/** Has a worker's file in the browser's cache, so that it can be started when nobody is there to send it. Never rejects. */
export async function fetchWorker(address: string): Promise<void> {
	try {
		const answer = await fetch(address);
		await answer.arrayBuffer();
	} catch {
		// It is asked for again, and its failure shown, when it is started.
	}
}
