import { abortable } from './abortable.ts';

interface Job {
	readonly result: Promise<unknown>;
	readonly controller: AbortController;
	waiting: number;
}

/** Does the same work once for all who ask for it at the same time, and aborts it when nobody waits for it anymore. */
export class SharedWork {
	readonly #jobs = new Map<string, Job>();

	/** The result of the work under a key, started if it isn't running. Rejects with the reason if `signal` aborts first. */
	async join<T>(key: string, signal: AbortSignal, start: (signal: AbortSignal) => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const job = this.#jobs.get(key) ?? this.#start(key, start);
		job.waiting += 1;
		try {
			return await abortable(job.result as Promise<T>, signal);
		} finally {
			job.waiting -= 1;
			if (job.waiting === 0) {
				if (this.#jobs.get(key) === job) this.#jobs.delete(key);
				if (signal.aborted) job.controller.abort(signal.reason);
			}
		}
	}

	#start(key: string, start: (signal: AbortSignal) => Promise<unknown>): Job {
		const controller = new AbortController();
		const job: Job = { result: start(controller.signal), controller, waiting: 0 };
		// All callers may have left before it fails.
		job.result.catch(() => undefined);
		this.#jobs.set(key, job);
		return job;
	}
}
