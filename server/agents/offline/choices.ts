/** One of several meanings, and how far it is from the words. */
export interface Option<T> {
	readonly value: T;
	readonly cost: number;
}

/** How many ways to read a question are tried. */
const most = 400;
/** How much better one reading must be than any other that says something else. */
const margin = 0.2;
/** How much nearer to the words a reading may be that led nowhere. */
const far = 0.45;

/** What a reading takes words for that have several meanings. The same words mean the same throughout a question. */
export class Choices {
	/** What was chosen for which words. */
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

	/** Whether other words were taken for the same. */
	has(value: unknown): boolean {
		return [...this.picked.values()].includes(value);
	}

	/** The choices to be made next time; null where all were made. */
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
	/** The part of its cost that lies in what words were taken for. */
	readonly meaning: number;
	readonly picked: ReadonlyMap<string, unknown>;
}

interface Search<T> {
	/** Reads with the choices given. @throws what `isDeadEnd` knows where they lead nowhere */
	readonly read: (choices: Choices) => { readonly result: T; readonly cost: number };
	readonly isDeadEnd: (error: unknown) => boolean;
	/** Whether an error rules out all readings that are further from the words. */
	readonly isFinal: (error: unknown) => boolean;
	/** Whether two readings ask the same, put differently. */
	readonly isSame: (a: Reading<T>, b: Reading<T>) => boolean;
	/** The error for two readings that are about as good. */
	readonly tie: (a: Reading<T>, b: Reading<T>) => Error;
}

/** The reading that clearly beats all others. @throws the first dead end where there is none, and `tie` where two are about as good */
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
