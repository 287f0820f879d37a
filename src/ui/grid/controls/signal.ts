/** A value that changes too often for the component that holds it; those who show it listen. */
export class Signal<T> {
	#value: T;
	readonly #listeners = new Set<() => void>();

	constructor(value: T) {
		this.#value = value;
	}

	readonly get = (): T => this.#value;

	readonly set = (value: T): void => {
		this.#value = value;
		for (const listener of this.#listeners) listener();
	};

	readonly subscribe = (listener: () => void): (() => void) => {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	};
}
