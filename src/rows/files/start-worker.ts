import { startWorker } from '../../lib/browser/start-worker.ts';
import { SourceError } from '../source/source-error.ts';
import type { Line } from '../worker/calls.ts';

/**
 * Makes a function that starts a worker when it is first called, and anew after the worker failed.
 * @param address of its file, as the bundler gives it
 * @param failure what those who wait for a failed worker are told
 * @param connect makes what talks to it
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
