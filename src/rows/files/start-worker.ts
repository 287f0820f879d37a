import { startWorker } from '../../lib/browser/start-worker.ts';
import { SourceError } from '../source/source-error.ts';
import type { Line } from '../worker/calls.ts';

/**
 * Creates a function that starts a worker on its first call, and again after the worker failed.
 * @param address of its file, from the bundler
 * @param failure error for callers waiting for a failed worker
 * @param connect creates the client
 */
export function createWorkerStarter<T extends { fail(error: SourceError): void }>(
	address: string,
	name: string,
	failure: string,
	connect: (line: Line) => T,
): () => T {
	let started: T | null = null;
	return () => {
		if (started !== null) return started;
		const worker = startWorker(address, name);
		const connected = connect(worker);
		worker.addEventListener('error', (event) => {
			event.preventDefault();
			started = null;
			worker.terminate();
			connected.fail(new SourceError('UNSUPPORTED', failure));
		});
		started = connected;
		return connected;
	};
}
