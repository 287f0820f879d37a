/** Least-recently-used cache. An entry larger than the capacity is kept until the next one is added. */
export class LruCache<T> {
	readonly #entries = new Map<string, { readonly value: T; readonly size: number }>();
	readonly #capacity: number;
	#size = 0;

	/** @param capacity in the unit of the entries' sizes, or a number of entries if they have none */
	constructor(capacity: number) {
		this.#capacity = capacity;
	}

	get(key: string): T | undefined {
		const entry = this.#entries.get(key);
		if (entry === undefined) return undefined;
		this.#entries.delete(key);
		this.#entries.set(key, entry);
		return entry.value;
	}

	set(key: string, value: T, size = 1): void {
		this.delete(key);
		this.#entries.set(key, { value, size });
		this.#size += size;
		for (const oldest of this.#entries.keys()) {
			if (this.#size <= this.#capacity || oldest === key) break;
			this.delete(oldest);
		}
	}

	delete(key: string): void {
		const entry = this.#entries.get(key);
		if (entry === undefined) return;
		this.#entries.delete(key);
		this.#size -= entry.size;
	}
}
