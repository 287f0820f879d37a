import { abortable } from './abortable.ts';

/** Serializes work with the same key, in call order. */
export class KeyedLock {
	readonly #last = new Map<string, Promise<void>>();

	async run<T>(key: string, work: () => Promise<T>): Promise<T> {
		const release = await this.acquire(key);
		try {
			return await work();
		} finally {
			release();
		}
	}

	/**
	 * Waits for the lock; rejects with the signal's reason if that aborts first. Call the result once to release the lock.
	 * @param onWait called if the lock is taken
	 */
	async acquire(key: string, signal?: AbortSignal, onWait = () => {}): Promise<() => void> {
		let release = () => {};
		const mine = new Promise<void>((resolve) => {
			release = resolve;
		});
		const before = this.#last.get(key);
		const last = Promise.all([before, mine]).then(() => {
			if (this.#last.get(key) === last) this.#last.delete(key);
		});
		this.#last.set(key, last);
		try {
			if (before !== undefined) {
				onWait();
				await (signal === undefined ? before : abortable(before, signal));
			}
			signal?.throwIfAborted();
			return release;
		} catch (error) {
			release();
			throw error;
		}
	}
}
