import { expect, test } from 'vitest';
import { project, pulled, viewOf, zoomed } from './view.ts';

const frame = { width: 600, height: 400 };

test('fits all locations into the frame and centers the view', () => {
	const locations = [
		{ longitude: -157.8, latitude: 21.3 },
		{ longitude: -69.8, latitude: 58.3 },
	];
	const view = viewOf(locations, frame);
	for (const { longitude, latitude } of locations) {
		const [x, y] = project(view, frame, longitude, latitude);
		expect([x >= 0 && x <= 600, y >= 0 && y <= 400]).toEqual([true, true]);
	}
	expect(project(view, frame, view.longitude, view.latitude)).toEqual([300, 200]);
});

test('has north up and east right, and follows dragging', () => {
	const view = viewOf([], frame);
	const [x, y] = project(view, frame, view.longitude + 1, view.latitude + 1);
	expect([x > 300, y < 200]).toEqual([true, true]);
	const near = zoomed(view, frame, 8);
	const [movedX, movedY] = project(pulled(near, frame, 40, 25), frame, near.longitude, near.latitude);
	expect(movedX).toBeCloseTo(340, 0);
	expect(movedY).toBeCloseTo(225, 6);
});

test('shows the surroundings of a single location, and limits zooming out to the world', () => {
	const view = viewOf([{ longitude: 13.4, latitude: 52.5 }], frame);
	expect(view.scale).toBeLessThan(20_000);
	expect(zoomed(view, frame, 1e-9).scale).toBe(1.5);
});
