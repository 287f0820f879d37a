import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import classes from './chart.module.css';
import type { ChartColors } from './colors.ts';
import { drawPicture } from './picture.ts';
import type { Drawing } from './use-chart-data.ts';

interface ChartFigureProps {
	readonly drawing: Drawing;
	readonly colors: ChartColors;
	readonly title: string;
	readonly note: string;
	readonly picture: RefObject<SVGSVGElement | null>;
}

/** The chart at the available width, redrawn when that changes. */
export function ChartFigure({ drawing: { spec, data }, colors, title, note, picture }: ChartFigureProps) {
	const host = useRef<HTMLDivElement>(null);
	const size = useSize(host);
	const svg = useMemo(() => {
		if (size === null) return null;
		const height = Math.max(220, Math.min(520, size.height));
		const made = drawPicture(spec, data, { width: Math.max(280, size.width), height, colors });
		made.setAttribute('role', 'img');
		made.setAttribute('aria-label', `${title}. ${note} The numbers are in the table.`);
		return made;
	}, [spec, data, colors, size, title, note]);

	useLayoutEffect(() => {
		if (svg === null || host.current === null) return;
		host.current.replaceChildren(svg);
		picture.current = svg;
	}, [svg, picture]);

	// Categories take the height they need; other charts fill the space.
	return <div ref={host} className={classes.picture} data-fits={data.xRole !== 'category' || undefined} />;
}

/** Available size in px; null until measured. */
function useSize(host: RefObject<HTMLDivElement | null>) {
	const [size, setSize] = useState<{ width: number; height: number } | null>(null);
	useLayoutEffect(() => {
		const element = host.current?.parentElement;
		if (!element) return;
		const measure = () => {
			const { clientWidth: width, clientHeight: height } = element;
			setSize((before) => (before?.width === width && before.height === height ? before : { width, height }));
		};
		measure();
		const observer = new ResizeObserver(measure);
		observer.observe(element);
		return () => observer.disconnect();
	}, [host]);
	return size;
}
