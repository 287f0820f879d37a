/** Numbers places by their order, equal ones equally. */
export function rankBy(order: Uint32Array, isEqual: (a: number, b: number) => boolean): Uint32Array {
	const ranks = new Uint32Array(order.length);
	let rank = 0;
	for (let at = 1; at < order.length; at += 1) {
		const place = order[at] ?? 0;
		if (!isEqual(order[at - 1] ?? 0, place)) rank += 1;
		ranks[place] = rank;
	}
	return ranks;
}
