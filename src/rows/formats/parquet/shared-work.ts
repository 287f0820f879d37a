interface Job {
	readonly promise: Promise<unknown>;
	readonly controller: AbortController;
	waiting: number;
}

/** Does the same work once for all who ask for it at the same time; it is aborted when nobody waits any more. */
export class SharedWork {
	readonly #jobs = new Map<string, Job>();

	async do<T>(name: string, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
		signal.throwIfAborted();
		const job = this.#jobs.get(name) ?? this.#start(name, work);
		job.waiting += 1;
		return await new Promise<T>((resolve, reject) => {
			const leave = () => {
				job.waiting -= 1;
				if (job.waiting === 0) {
					this.#jobs.delete(name);
					job.controller.abort(signal.reason);
				}
				reject(signal.reason);
			};
			signal.addEventListener('abort', leave, { once: true });
			(job.promise as Promise<T>).then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
		});
	}

	#start<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Job {
		const controller = new AbortController();
		const promise = work(controller.signal).finally(() => {
			if (this.#jobs.get(name) === job) this.#jobs.delete(name);
		});
		const job: Job = { promise, controller, waiting: 0 };
		this.#jobs.set(name, job);
		// every waiting caller may have left before it fails
		promise.catch(() => {});
		return job;
	}
}
