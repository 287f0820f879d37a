import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { atQuietFrame } from '../../lib/browser/quiet-frame.ts';

/** Blocks that are drawn at once, and in a frame at most. */
const [atFirst, most] = [12, 64];
/** Blocks that are drawn with those before. */
const atNext = 12;
/** What the script of a drawing may take of a frame, ms; its style, layout and paint take about as long again. */
const budget = 5;

/** How many blocks are drawn: a short text at once, a long one in portions that fit a frame. */
export function usePortions(total: number): number {
	const [drawn, setDrawn] = useState(() => Math.min(total, atFirst));
	const latest = useRef(total);
	const portion = useRef(4);
	useEffect(() => {
		latest.current = total;
	}, [total]);
	// What a piece of a growing text adds is drawn with it: another drawing for its sake would take as long again.
	const isNext = drawn < total && total - drawn <= atNext;
	if (isNext) setDrawn(total);
	const isBehind = drawn < total && !isNext;
	// Not for every total: what comes with each frame would put the next portion off for ever.
	useEffect(() => {
		if (!isBehind) return;
		const draw = () => {
			const began = performance.now();
			const blocks = Math.min(portion.current, latest.current - drawn);
			// Within this frame: what it takes is measured, and settles the next portion.
			flushSync(() => setDrawn(drawn + blocks));
			// What every frame costs isn't counted: a slow screen would draw a block a frame.
			const took = Math.max(0.5, performance.now() - began);
			// Half of the way: one frame may have met other work.
			portion.current = Math.min(most, Math.max(1, Math.round((portion.current + (blocks * budget) / took) / 2)));
		};
		return atQuietFrame(draw);
	}, [isBehind, drawn]);
	return isNext ? total : Math.min(drawn, total);
}
