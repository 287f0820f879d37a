import { abortable } from './abortable.ts';

interface Job {
	readonly result: Promise<unknown>;
	readonly controller: AbortController;
	waiting: number;
}

/** Shares work between concurrent callers with the same key, and aborts it when the last one leaves. */
export class SharedWork {
	readonly #jobs = new Map<string, Job>();

	/** Joins the work under a key, starting it if needed. Rejects with the signal's reason if it aborts first. */
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
		// All callers may have left by the time the job fails.
		job.result.catch(() => undefined);
		this.#jobs.set(key, job);
		return job;
	}
}
