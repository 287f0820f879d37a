import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GraphView } from './geometry.ts';

/** What is drawn beyond each side of the window, px: so far it is pulled without being drawn anew. */
export const margin = 200;

/** Where the window lies over the graph. */
export interface GraphWindow {
	/** What the graph is drawn for. */
	readonly drawn: GraphView;
	/** Where it lies now, which may be a little farther than what is drawn. */
	readonly now: () => GraphView;
	readonly show: (view: GraphView) => void;
	/** Shows the whole again. */
	readonly showWhole: () => void;
}

/**
 * The view of a graph, at most once a frame: what is drawn is moved as it is while that is enough, and drawn anew where it
 * is zoomed or its margin would come into view.
 * @param world the element that holds all that is drawn
 * @param whole the view that shows everything; the same object while it is the same
 * @param of another one brings the whole back
 */
export function useGraphWindow(world: RefObject<HTMLElement | null>, whole: GraphView, of: unknown): GraphWindow {
	const [moved, setMoved] = useState<{ readonly of: unknown; readonly view: GraphView } | null>(null);
	const drawn = moved !== null && moved.of === of ? moved.view : whole;
	const state = useRef({ drawn, target: drawn, of, frame: 0 });

	useLayoutEffect(() => {
		const it = state.current;
		// What came from elsewhere wins; what somebody pulled since it was asked for stays.
		if (it.drawn !== drawn && it.target === it.drawn) it.target = drawn;
		if (it.of !== of || moved === null) it.target = drawn;
		it.drawn = drawn;
		it.of = of;
		place(world.current, it.target, drawn);
	}, [world, drawn, of, moved]);
	useLayoutEffect(() => () => cancelAnimationFrame(state.current.frame), []);

	const show = useCallback(
		(view: GraphView) => {
			const it = state.current;
			it.target = view;
			if (it.frame !== 0) return;
			it.frame = requestAnimationFrame(() => {
				it.frame = 0;
				const { target, drawn: before } = it;
				const isNear = Math.max(Math.abs(target.x - before.x), Math.abs(target.y - before.y)) <= margin;
				if (target.k === before.k && isNear) place(world.current, target, before);
				// Within this frame, or it would show what is beyond the margin.
				else flushSync(() => setMoved({ of: it.of, view: target }));
			});
		},
		[world],
	);
	const now = useCallback(() => state.current.target, []);
	return {
		drawn,
		now,
		show,
		showWhole: () => {
			cancelAnimationFrame(state.current.frame);
			state.current.frame = 0;
			state.current.target = whole;
			place(world.current, whole, whole);
			setMoved(null);
		},
	};
}

function place(world: HTMLElement | null, target: GraphView, drawn: GraphView): void {
	if (world !== null) world.style.transform = `translate(${target.x - drawn.x}px, ${target.y - drawn.y}px)`;
}
