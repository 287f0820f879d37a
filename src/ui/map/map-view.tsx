import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { ZoomControls } from '../layout/zoom-controls.tsx';
import { Stack } from '../primitives/layout.tsx';
import { drawMap, type MapColors, type MapPoint } from './draw-map.ts';
import classes from './map-view.module.css';
import { pulled, type MapView as View, viewOf, zoomed } from './view.ts';

interface MapViewProps {
	readonly points: readonly MapPoint[];
	/** Text alternative of the map. */
	readonly label: string;
}

const landQuery = queryOptions({
	queryKey: ['land'],
	queryFn: async () => (await import('./land.ts')).land(),
	staleTime: Number.POSITIVE_INFINITY,
	structuralSharing: false,
});

/** Keys: pan directions and zoom factor. */
const pulls: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [1, 0],
	ArrowRight: [-1, 0],
	ArrowUp: [0, 1],
	ArrowDown: [0, -1],
};
const zooms: Readonly<Record<string, number>> = { '+': 1.5, '=': 1.5, '-': 1 / 1.5 };

/** Points on land outlines, with pan and zoom by pointer and keys. Makes no requests to map servers. */
export function MapView({ points, label }: MapViewProps) {
	const { ref: box, width, height } = useElementSize();
	const canvas = useRef<HTMLCanvasElement>(null);
	const pulling = useRef<{ x: number; y: number } | null>(null);
	const [moved, setMoved] = useState<{ of: string; view: View } | null>(null);
	const scheme = useComputedColorScheme('light');
	// Points are shown even without outlines.
	const { data: land = null } = useQuery(landQuery);
	const frame = { width, height };
	const extent = JSON.stringify([points.length, points[0], points.at(-1), width, height]);
	const view = moved?.of === extent ? moved.view : viewOf(points, frame);
	const show = (next: View) => setMoved({ of: extent, view: next });

	// biome-ignore lint/correctness/useExhaustiveDependencies: color schemes have different colors
	useLayoutEffect(() => {
		const element = canvas.current;
		const context = element?.getContext('2d');
		if (!element || !context || width === 0) return;
		const ratio = window.devicePixelRatio || 1;
		element.width = Math.round(width * ratio);
		element.height = Math.round(height * ratio);
		context.scale(ratio, ratio);
		drawMap(context, { width, height }, view, land, points, colorsOf(element));
	}, [width, height, view, land, points, scheme]);

	const onKeyDown = (event: KeyboardEvent) => {
		const step = event.shiftKey ? 120 : 40;
		const pull = pulls[event.key];
		const zoom = zooms[event.key];
		const isOther = event.ctrlKey || event.metaKey || event.altKey;
		if (isOther || (pull === undefined && zoom === undefined && event.key !== '0')) return;
		event.preventDefault();
		if (pull !== undefined) show(pulled(view, frame, pull[0] * step, pull[1] * step));
		else show(zoom === undefined ? viewOf(points, frame) : zoomed(view, frame, zoom));
	};
	const onPointerMove = ({ clientX: x, clientY: y }: PointerEvent) => {
		const from = pulling.current;
		if (from === null) return;
		pulling.current = { x, y };
		show(pulled(view, frame, x - from.x, y - from.y));
	};
	return (
		<Stack boxed className={classes.map}>
			<div ref={box}>
				<canvas
					ref={canvas}
					role="img"
					tabIndex={0}
					aria-label={`${label} Arrow keys move the map, and plus and minus zoom.`}
					className={classes.canvas}
					onKeyDown={onKeyDown}
					onPointerDown={(event) => {
						event.currentTarget.setPointerCapture(event.pointerId);
						pulling.current = { x: event.clientX, y: event.clientY };
					}}
					onPointerMove={onPointerMove}
					onPointerUp={() => {
						pulling.current = null;
					}}
					onPointerCancel={() => {
						pulling.current = null;
					}}
				/>
			</div>
			<div className={classes.controls}>
				<ZoomControls
					whole="Show all points"
					direction="column"
					onIn={() => show(zoomed(view, frame, 1.5))}
					onOut={() => show(zoomed(view, frame, 1 / 1.5))}
					onFit={() => setMoved(null)}
				/>
			</div>
		</Stack>
	);
}

function colorsOf(element: Element): MapColors {
	const style = getComputedStyle(element);
	const of = (name: string) => style.getPropertyValue(name).trim();
	return {
		water: of('--surface'),
		land: of('--surface-hover'),
		coast: of('--border-strong'),
		border: of('--border'),
		matched: of('--accent'),
		unmatched: of('--error-text'),
		edge: of('--surface-raised'),
	};
}
