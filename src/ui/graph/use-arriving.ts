import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Cards that become elements in one frame: some hundred at once would keep keys and the next frame waiting. */
const most = 60;

/**
 * Of the cards that are to be elements, those that are in this frame: all that were before, and some of the others, the rest
 * of which follow in the next frames.
 * @param wanted hand over the same list while it says the same
 * @param first id of the card that waits for no other; null: none
 */
export function useArriving<T extends { readonly id: string }>(
	wanted: readonly T[],
	first: string | null,
): readonly T[] {
	const there = useRef<ReadonlySet<string>>(new Set());
	const [turn, setTurn] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the next turn has more of them
	const arrived = useMemo(() => {
		let room = most;
		return wanted.filter(({ id }) => {
			if (there.current.has(id) || id === first) return true;
			room -= 1;
			return room >= 0;
		});
	}, [wanted, first, turn]);
	useLayoutEffect(() => {
		there.current = new Set(arrived.map((item) => item.id));
	}, [arrived]);
	const isBehind = arrived.length < wanted.length;
	useEffect(() => {
		if (!isBehind) return;
		const frame = requestAnimationFrame(() => setTurn(turn + 1));
		return () => cancelAnimationFrame(frame);
	}, [isBehind, turn]);
	return arrived.length === wanted.length ? wanted : arrived;
}
