/** 0-based row, and index among the searched columns. */
export type FoundPosition = readonly [row: number, column: number];

/** Consecutive matches of a text, by row, then column. `offset` is the index of the first. */
export interface MatchRange {
	readonly total: number;
	readonly offset: number;
	readonly positions: readonly FoundPosition[];
}

interface Step {
	readonly position: FoundPosition;
	readonly index: number;
	readonly total: number;
}

/** The latest matches, so that moving to the next one needs no query. */
export class FoundCells {
	#sought = '';
	#stretch: MatchRange | null = null;

	keep(sought: string, stretch: MatchRange): void {
		this.#sought = sought;
		this.#stretch = stretch;
	}

	/** The match after or before a cell, wrapping around. Null: no match; undefined: not cached. */
	after(
		sought: string,
		at: { readonly row: number; readonly column: number } | null,
		backwards: boolean,
	): Step | null | undefined {
		if (this.#stretch === null || this.#sought !== sought) return undefined;
		const { total, offset, positions } = this.#stretch;
		if (total === 0) return null;
		const [isFirst, isLast] = [offset === 0, offset + positions.length === total];
		const step = (place: number): Step | undefined => {
			const position = positions[place];
			return position === undefined ? undefined : { position, index: offset + place, total };
		};
		const isAfter = ([row, column]: FoundPosition) =>
			at === null || row > at.row || (row === at.row && column > at.column);
		const isBefore = ([row, column]: FoundPosition) =>
			at === null || row < at.row || (row === at.row && column < at.column);
		if (backwards) {
			const place = positions.findLastIndex(isBefore);
			if (place === -1) return isFirst && isLast ? step(positions.length - 1) : undefined;
			return isLast || place < positions.length - 1 ? step(place) : undefined;
		}
		const place = positions.findIndex(isAfter);
		if (place === -1) return isFirst && isLast ? step(0) : undefined;
		return isFirst || place > 0 ? step(place) : undefined;
	}
}
