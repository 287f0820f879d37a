import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { GraphView } from './geometry.ts';

/** Margin rendered beyond each side of the viewport, px, so panning within it needs no redraw. */
export const margin = 200;

export interface GraphWindow {
	readonly drawn: GraphView;
	/** The current position, which may be slightly ahead of the rendered one. */
	readonly now: () => GraphView;
	readonly show: (view: GraphView) => void;
}

/**
 * A graph's view, updated at most once per frame. Panning moves the rendered content; zooming, or reaching its margin,
 * rerenders it.
 * @param world element with all rendered content
 * @param start initial view; keep it stable while unchanged
 * @param of changing it restores the initial view
 */
export function useGraphWindow(world: RefObject<HTMLElement | null>, start: GraphView, of: unknown): GraphWindow {
	const [moved, setMoved] = useState<{ readonly of: unknown; readonly view: GraphView } | null>(null);
	const drawn = moved !== null && moved.of === of ? moved.view : start;
	const state = useRef({ drawn, target: drawn, of, frame: 0 });

	useLayoutEffect(() => {
		const current = state.current;
		// A new view from outside wins, except over panning since it was requested.
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
				// Renders within this frame, or the area beyond the margin would show.
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
