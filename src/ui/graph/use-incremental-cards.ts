import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

/** Maximum cards that become elements per frame: hundreds at once would block input. */
const limit = 60;

/**
 * The cards that are elements in this frame: all previous ones and some new ones. The rest follows in later frames.
 * @param wanted keep the list stable while unchanged
 * @param first id of a card that's included at once, or null
 */
export function useIncrementalCards<T extends { readonly id: string }>(
	wanted: readonly T[],
	first: string | null,
): readonly T[] {
	const there = useRef<ReadonlySet<string>>(new Set());
	const [turn, setTurn] = useState(0);
	// biome-ignore lint/correctness/useExhaustiveDependencies: each turn adds some
	const arrived = useMemo(() => {
		let room = limit;
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
