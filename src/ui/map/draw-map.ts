import type { Land, Line } from './land.ts';
import { type Frame, type Location, type MapView, project } from './view.ts';

export interface MapPoint extends Location {
	readonly matched: boolean;
}

export interface MapColors {
	readonly water: string;
	readonly land: string;
	readonly coast: string;
	readonly border: string;
	readonly matched: string;
	readonly unmatched: string;
	readonly edge: string;
}

/** Outlines that cross the date line extend beyond it, so they're drawn on both sides. */
const turns = [-360, 0, 360];

/** Draws land and points: matched ones as filled circles, on top of the others as crosses. */
export function drawMap(
	context: CanvasRenderingContext2D,
	frame: Frame,
	view: MapView,
	land: Land | null,
	points: readonly MapPoint[],
	colors: MapColors,
): void {
	context.fillStyle = colors.water;
	context.fillRect(0, 0, frame.width, frame.height);
	if (land !== null) {
		context.beginPath();
		for (const turn of turns) for (const ring of land.rings) trace(context, frame, view, ring, turn, true);
		context.fillStyle = colors.land;
		context.fill('evenodd');
		context.strokeStyle = colors.coast;
		context.lineWidth = 1;
		context.stroke();
		context.beginPath();
		for (const turn of turns) for (const line of land.borders) trace(context, frame, view, line, turn, false);
		context.strokeStyle = colors.border;
		context.stroke();
	}
	const size = points.length > 400 ? 2.5 : 4;
	const locations = points.map((point) => ({
		at: project(view, frame, point.longitude, point.latitude),
		matched: point.matched,
	}));
	context.beginPath();
	for (const { at, matched } of locations) if (!matched) cross(context, at, size - 0.5);
	context.strokeStyle = colors.unmatched;
	context.lineWidth = 1.5;
	context.stroke();
	context.fillStyle = colors.matched;
	context.strokeStyle = colors.edge;
	context.lineWidth = 1;
	for (const { at, matched } of locations) {
		if (!matched) continue;
		context.beginPath();
		context.arc(at[0], at[1], size, 0, 2 * Math.PI);
		context.fill();
		context.stroke();
	}
}

function trace(
	context: CanvasRenderingContext2D,
	frame: Frame,
	view: MapView,
	line: Line,
	turn: number,
	close: boolean,
): void {
	line.forEach(([longitude, latitude], index) => {
		const [x, y] = project(view, frame, longitude + turn, latitude);
		if (index === 0) context.moveTo(x, y);
		else context.lineTo(x, y);
	});
	if (close) context.closePath();
}

function cross(context: CanvasRenderingContext2D, [x, y]: readonly [number, number], size: number): void {
	context.moveTo(x - size, y - size);
	context.lineTo(x + size, y + size);
	context.moveTo(x + size, y - size);
	context.lineTo(x - size, y + size);
}
