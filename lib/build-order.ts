/** What builds something, told by keys of datasets. */
export interface Builder {
	readonly id: string;
	readonly reads: readonly string[];
	readonly writes: readonly string[];
}

export interface BuildStep<B extends Builder> {
	readonly builder: B;
	/** Positions of the steps that must have succeeded before. */
	readonly needs: readonly number[];
}

export interface BuildOrder<B extends Builder> {
	/** The first one, then all that reads what it writes, however far away; each after everything that it reads of these. */
	readonly steps: readonly BuildStep<B>[];
	/** What reads, over others, what it writes itself: it has no place in an order. */
	readonly circular: readonly B[];
}

/** In which order to build everything that depends on what one builder writes. Builders of one place keep their order. */
export function buildOrder<B extends Builder>(first: B, all: readonly B[]): BuildOrder<B> {
	const others = all.filter(({ id }) => id !== first.id);
	const readers = new Map<string, B[]>();
	for (const builder of others) {
		for (const key of new Set(builder.reads)) {
			const known = readers.get(key);
			if (known === undefined) readers.set(key, [builder]);
			else known.push(builder);
		}
	}
	const after = ({ writes }: B): B[] => [...new Set(writes.flatMap((key) => readers.get(key) ?? []))];
	const reached = new Set<B>([first]);
	for (const builder of reached) for (const next of after(builder)) reached.add(next);

	const waitsFor = new Map<B, Set<B>>([...reached].map((builder) => [builder, new Set()]));
	for (const builder of reached) {
		for (const next of after(builder)) if (next !== builder) waitsFor.get(next)?.add(builder);
	}
	const steps: BuildStep<B>[] = [];
	const positions = new Map<B, number>();
	const placed = (builder: B) => positions.has(builder);
	for (let ready: B[] = [first]; ready.length > 0; ) {
		for (const builder of ready) {
			positions.set(builder, steps.length);
			const needs = [...(waitsFor.get(builder) ?? [])].map((other) => positions.get(other) ?? 0);
			steps.push({ builder, needs: needs.sort((a, b) => a - b) });
		}
		ready = [...reached].filter(
			(builder) => !placed(builder) && [...(waitsFor.get(builder) ?? [])].every((other) => placed(other)),
		);
	}
	return { steps, circular: [...reached].filter((builder) => !placed(builder)) };
}
