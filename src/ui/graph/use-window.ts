import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GraphView } from './geometry.ts';

/** What is drawn beyond each side of the window, px: so far it is pulled without being drawn anew. */
export const margin = 200;

export interface GraphWindow {
	readonly drawn: GraphView;
	/** Where it lies now, which may be a little farther than what is drawn. */
	readonly now: () => GraphView;
	readonly show: (view: GraphView) => void;
}

/**
 * The view of a graph, at most once a frame: what is drawn is moved as it is while that is enough, and drawn anew where it
 * is zoomed or its margin would come into view.
 * @param world the element that holds all that is drawn
 * @param start the view at first; the same object while it is the same
 * @param of another one brings the first view back
 */
export function useGraphWindow(world: RefObject<HTMLElement | null>, start: GraphView, of: unknown): GraphWindow {
	const [moved, setMoved] = useState<{ readonly of: unknown; readonly view: GraphView } | null>(null);
	const drawn = moved !== null && moved.of === of ? moved.view : start;
	const state = useRef({ drawn, target: drawn, of, frame: 0 });

	useLayoutEffect(() => {
		const current = state.current;
		// What came from elsewhere wins; what somebody pulled since it was asked for stays.
		if (current.drawn !== drawn && current.target === current.drawn) current.target = drawn;
		if (current.of !== of || moved === null) current.target = drawn;
		current.drawn = drawn;
		current.of = of;
		move(world.current, current.target, drawn);
	}, [world, drawn, of, moved]);
	useLayoutEffect(() => () => cancelAnimationFrame(state.current.frame), []);

	const show = useCallback(
		(view: GraphView) => {
			const current = state.current;
			current.target = view;
			if (current.frame !== 0) return;
			current.frame = requestAnimationFrame(() => {
				current.frame = 0;
				const { target, drawn: before } = current;
				const isNear = Math.max(Math.abs(target.x - before.x), Math.abs(target.y - before.y)) <= margin;
				if (target.k === before.k && isNear) move(world.current, target, before);
				// Within this frame, or it would show what is beyond the margin.
				else flushSync(() => setMoved({ of: current.of, view: target }));
			});
		},
		[world],
	);
	const now = useCallback(() => state.current.target, []);
	return { drawn, now, show };
}

function move(world: HTMLElement | null, target: GraphView, drawn: GraphView): void {
	if (world !== null) world.style.transform = `translate(${target.x - drawn.x}px, ${target.y - drawn.y}px)`;
}
