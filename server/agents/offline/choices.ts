/** One of several meanings, and its distance from the words. */
export interface Option<T> {
	readonly value: T;
	readonly cost: number;
}

/** Maximum number of readings tried for a question. */
const most = 400;
/** By how much a reading must beat every other reading with another meaning. */
const margin = 0.2;
/** A failed reading rules out readings that are farther from the words by this much. */
const far = 0.45;

/** The choices a reading makes for ambiguous words. The same words mean the same throughout a question. */
export class Choices {
	/** Chosen meanings, by words. */
	readonly picked = new Map<string, unknown>();
	cost = 0;
	private readonly path: readonly number[];
	private readonly sizes: number[] = [];

	constructor(path: readonly number[]) {
		this.path = path;
	}

	pick<T>(words: string, options: readonly Option<T>[]): T {
		const known = options.find(({ value }) => value === this.picked.get(words));
		if (known !== undefined) return known.value;
		const at = options.length > 1 ? (this.path[this.sizes.push(options.length) - 1] ?? 0) : 0;
		const { value, cost } = options[at] as Option<T>;
		this.cost += cost;
		this.picked.set(words, value);
		return value;
	}

	has(value: unknown): boolean {
		return [...this.picked.values()].includes(value);
	}

	/** The next combination of choices to try; null when all were tried. */
	next(): number[] | null {
		const path = this.sizes.map((_, index) => this.path[index] ?? 0);
		for (let at = path.length - 1; at >= 0; at--) {
			if ((path[at] ?? 0) + 1 < (this.sizes[at] ?? 0)) return [...path.slice(0, at), (path[at] ?? 0) + 1];
		}
		return null;
	}
}

export interface Reading<T> {
	readonly result: T;
	readonly cost: number;
	/** The part of its cost that comes from meanings chosen for words. */
	readonly meaning: number;
	readonly picked: ReadonlyMap<string, unknown>;
}

interface Search<T> {
	/** Reads with the given choices. @throws an error for which `isDeadEnd` is true if they don't lead to a reading */
	readonly read: (choices: Choices) => { readonly result: T; readonly cost: number };
	readonly isDeadEnd: (error: unknown) => boolean;
	/** Whether an error rules out all readings farther from the words. */
	readonly isFinal: (error: unknown) => boolean;
	readonly isSame: (a: Reading<T>, b: Reading<T>) => boolean;
	readonly tie: (a: Reading<T>, b: Reading<T>) => Error;
}

/** The reading that clearly beats all others. @throws the first dead end if there is none, and `tie` if two are about equally good */
export function bestReading<T>({ read, isDeadEnd, isFinal, isSame, tie }: Search<T>): Reading<T> {
	const found: Reading<T>[] = [];
	let failure: unknown;
	let lowest = Number.POSITIVE_INFINITY;
	let path: number[] | null = [];
	for (let tries = 0; path !== null && tries < most; tries++) {
		const choices: Choices = new Choices(path);
		try {
			const { result, cost } = read(choices);
			found.push({ result, cost: cost + choices.cost, meaning: choices.cost, picked: choices.picked });
		} catch (error) {
			if (!isDeadEnd(error)) throw error;
			if (choices.cost < lowest) [failure, lowest] = [error, choices.cost];
		}
		path = choices.next();
	}
	found.sort((a, b) => a.cost - b.cost);
	const [best, ...others] = found;
	if (best === undefined || (isFinal(failure) && lowest < best.meaning) || lowest + far < best.meaning) throw failure;
	const rival = others.find((other) => other.cost < best.cost + margin && !isSame(best, other));
	if (rival !== undefined) throw tie(best, rival);
	return best;
}
