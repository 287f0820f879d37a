import { type FixedLine, type Layout, readDelimited } from './read-delimited.ts';

/** For rows of a delimited file, the lines where they begin; both are 1-based. */
export type LinesOf = (rows: readonly number[]) => ReadonlyMap<number, number>;

/** Reads the file again up to the last requested row, unless its line is already known. */
export function lineFinder(texts: () => Iterable<string>, layout: Layout, fixedLines: readonly FixedLine[]): LinesOf {
	const known = new Map<number, number>();
	return (rows) => {
		const wanted = new Set(rows.filter((row) => !known.has(row)));
		const last = Math.max(0, ...wanted);
		let row = 0;
		const sink = {
			add: (_values: unknown, line: number) => {
				row += 1;
				if (wanted.has(row)) known.set(row, line);
			},
			reject: () => undefined,
			get isFull() {
				return row >= last;
			},
		};
		if (wanted.size > 0) readDelimited(texts(), layout, sink, fixedLines);
		return known;
	};
}
