/** A build step, identified by the dataset keys it reads and writes. */
export interface Builder {
	readonly id: string;
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

export interface BuildStep<B extends Builder> {
	readonly builder: B;
	readonly needs: readonly number[];
}

export interface BuildOrder<B extends Builder> {
	/** The first builder, then everything downstream of it, each after the builders it reads from. */
	readonly steps: readonly BuildStep<B>[];
	/** Builders left out because they, or others that they read from, depend on their own output through others. */
	readonly circular: readonly B[];
}

/** Build order of everything downstream of one builder. Ties keep the input order. */
export function buildOrder<B extends Builder>(first: B, all: readonly B[]): BuildOrder<B> {
	const others = all.filter(({ id }) => id !== first.id);
	const after = readersAmong(others);
	const reached = new Set<B>([first]);
	for (const builder of reached) for (const next of after(builder)) reached.add(next);
	return inOrder([...reached], after, [first]);
}

export function orderOf<B extends Builder>(builders: readonly B[]): BuildOrder<B> {
	return inOrder(builders, readersAmong(builders), null);
}

function readersAmong<B extends Builder>(builders: readonly B[]): (builder: B) => B[] {
	const readers = new Map<string, B[]>();
	for (const builder of builders) {
		for (const key of new Set(builder.reads)) {
			const known = readers.get(key);
			if (known === undefined) readers.set(key, [builder]);
			else known.push(builder);
		}
	}
	return ({ writes }) => [...new Set(writes.flatMap((key) => readers.get(key) ?? []))];
}

/** @param start comes first, whatever it reads; null: start with builders that read none of the others */
function inOrder<B extends Builder>(
	reached: readonly B[],
	after: (builder: B) => readonly B[],
	start: readonly B[] | null,
): BuildOrder<B> {
	const waitsFor = new Map<B, B[]>(reached.map((builder) => [builder, []]));
	for (const builder of reached) {
		for (const next of after(builder)) if (next !== builder) waitsFor.get(next)?.push(builder);
	}
	const missing = new Map([...waitsFor].map(([builder, others]) => [builder, others.length]));
	const rank = new Map(reached.map((builder, index) => [builder, index]));
	const steps: BuildStep<B>[] = [];
	const positions = new Map<B, number>();
	let ready = start ?? reached.filter((builder) => missing.get(builder) === 0);
	while (ready.length > 0) {
		const freed: B[] = [];
		for (const builder of ready) {
			positions.set(builder, steps.length);
			const needs = (waitsFor.get(builder) ?? []).map((other) => positions.get(other) ?? 0);
			steps.push({ builder, needs: needs.sort((a, b) => a - b) });
			for (const next of after(builder)) {
				const left = (missing.get(next) ?? 0) - (next === builder ? 0 : 1);
				missing.set(next, left);
				if (left === 0 && next !== builder && !positions.has(next) && rank.has(next)) freed.push(next);
			}
		}
		ready = freed.sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
	}
	return { steps, circular: reached.filter((builder) => !positions.has(builder)) };
}
