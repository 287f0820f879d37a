import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { atQuietFrame } from '../../lib/browser/quiet-frame.ts';

/** Blocks rendered at first, and maximum per frame. */
const [atFirst, most] = [12, 64];
/** Blocks rendered together with earlier ones. */
const atNext = 12;
/** Script time per frame for rendering, in ms; style, layout and paint take about as long again. */
const budget = 5;

/** Number of blocks to render: a short text at once, a long one in portions per frame. */
export function usePortions(total: number): number {
	const [drawn, setDrawn] = useState(() => Math.min(total, atFirst));
	const latest = useRef(total);
	const portion = useRef(4);
	useEffect(() => {
		latest.current = total;
	}, [total]);
	// What a new piece adds is rendered with it, since another render would cost as much again.
	const isNext = drawn < total && total - drawn <= atNext;
	if (isNext) setDrawn(total);
	const isBehind = drawn < total && !isNext;
	// Doesn't run for every total: otherwise each frame's new content would postpone the next portion forever.
	useEffect(() => {
		if (!isBehind) return;
		const draw = () => {
			const began = performance.now();
			const blocks = Math.min(portion.current, latest.current - drawn);
			// Renders within this frame, to measure it and size the next portion.
			flushSync(() => setDrawn(drawn + blocks));
			// Ignores the fixed cost per frame, or a slow screen would render one block per frame.
			const took = Math.max(0.5, performance.now() - began);
			// Adjusts halfway, since one frame may have included other work.
			portion.current = Math.min(most, Math.max(1, Math.round((portion.current + (blocks * budget) / took) / 2)));
		};
		return atQuietFrame(draw);
	}, [isBehind, drawn]);
	return isNext ? total : Math.min(drawn, total);
}
