/**
 * Damerau–Levenshtein distance: insertions, deletions, changes and swaps of neighboring letters.
 * @param max stop above this, returning a larger number
 */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, column) => column);
	for (let row = 1; row <= a.length; row += 1) {
		const next = [row];
		for (let column = 1; column <= b.length; column += 1) {
			const change = a[row - 1] === b[column - 1] ? 0 : 1;
			let least = Math.min((last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + change);
			const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
			if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1);
			next.push(least);
		}
		if (Math.min(...next) > max) return max + 1;
		[before, last] = [last, next];
	}
	return last[b.length] ?? 0;
}
