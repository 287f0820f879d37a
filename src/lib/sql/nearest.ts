/** Names that a person may have meant, nearest first: those that differ by few letters, or that begin or end alike. */
export function nearest(wanted: string, names: readonly string[], most = 3): string[] {
	const text = wanted.toLowerCase();
	const limit = Math.max(1, Math.floor(text.length / 3));
	return names
		.map((name) => ({ name, far: distanceOf(text, name.toLowerCase(), limit) }))
		.filter((it) => it.far <= limit)
		.sort((a, b) => a.far - b.far)
		.slice(0, most)
		.map((it) => it.name);
}

function distanceOf(text: string, name: string, limit: number): number {
	if (text.length > 2 && (name.startsWith(text) || name.endsWith(text))) return 1;
	return Math.abs(text.length - name.length) > limit ? limit + 1 : editDistance(text, name);
}

/** Letters to add, drop, change or swap with their neighbour. */
function editDistance(a: string, b: string): number {
	let before: number[] = [];
	let last = Array.from({ length: b.length + 1 }, (_, at) => at);
	for (let row = 1; row <= a.length; row += 1) {
		const next = [row];
		for (let column = 1; column <= b.length; column += 1) {
			const same = a[row - 1] === b[column - 1];
			let least = Math.min(
				(last[column] ?? 0) + 1,
				(next[column - 1] ?? 0) + 1,
				(last[column - 1] ?? 0) + (same ? 0 : 1),
			);
			const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
			if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1);
			next.push(least);
		}
		before = last;
		last = next;
	}
	return last[b.length] ?? 0;
}
