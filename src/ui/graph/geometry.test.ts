import { expect, test } from 'vitest';
import { begun, curveOf, distanceTo, fitted, isInView, nextCard, revealing, zoomedAt } from './geometry.ts';
import type { GraphLayout, GraphNode } from './types.ts';

const box = (x: number, y: number) => ({ x, y, width: 224, height: 84 });
const layout: GraphLayout = {
	boxes: new Map([
		['flights', box(0, 0)],
		['routes', box(0, 200)],
		['airports', box(400, 90)],
	]),
	width: 624,
	height: 284,
};
const frame = { width: 800, height: 600 };
const nodes = new Map<string, GraphNode>(
	[...layout.boxes.keys()].map((id) => [
		id,
		{
			id,
			title: id,
			rows: [
				{ id: 'a', label: 'a' },
				{ id: 'b', label: 'b' },
			],
		},
	]),
);

test('moves with the arrows to the next card in that direction, if any', () => {
	expect(nextCard(layout, 'flights', [1, 0], [])).toBe('airports');
	expect(nextCard(layout, 'flights', [0, 1], [])).toBe('routes');
	expect(nextCard(layout, 'airports', [-1, 0], [])).toBe('flights');
	expect(nextCard(layout, 'flights', [-1, 0], [])).toBeNull();
});

test('follows edges with left and right, and moves within a column with up and down', () => {
	const far: GraphLayout = {
		boxes: new Map([
			['source', box(0, 0)],
			['stranger', box(400, 0)],
			['result', box(400, 900)],
			['result of stranger', box(800, 0)],
		]),
		width: 1_024,
		height: 984,
	};
	const edge = (from: string, to: string) => ({ from: { node: from, row: null }, to: { node: to, row: null } });
	const edges = [edge('source', 'result'), edge('stranger', 'result of stranger')];
	expect(nextCard(far, 'source', [1, 0], edges)).toBe('result');
	expect(nextCard(far, 'result', [-1, 0], edges)).toBe('source');
	expect(nextCard(far, 'result', [0, -1], edges)).toBe('stranger');
	expect(nextCard(far, 'stranger', [0, 1], edges)).toBe('result');
	// A card without incoming edges is reached by position.
	expect(nextCard(far, 'stranger', [-1, 0], edges)).toBe('source');
});

test('brings a card into view at a readable size', () => {
	const away = { x: -5_000, y: 300, k: 0.1 };
	const there = revealing(away, box(400, 90), frame, 0.45);
	expect(there.k).toBe(0.45);
	expect(isInView(box(400, 90), there, frame)).toBe(true);
	const near = { x: 0, y: 0, k: 1 };
	expect(revealing(near, box(100, 100), frame)).toEqual(near);
});

test('fits the whole graph, and zooms around the pointer', () => {
	const whole = fitted({ width: 8_000, height: 3_000 }, frame);
	expect(isInView({ x: 7_900, y: 2_900, width: 100, height: 100 }, whole, frame)).toBe(true);
	const at = { x: 300, y: 200 };
	const near = zoomedAt(whole, 2, at);
	const world = (view: typeof whole) => [(at.x - view.x) / view.k, (at.y - view.y) / view.k];
	expect(world(near)[0]).toBeCloseTo(world(whole)[0] ?? 0, 6);
	expect(world(near)[1]).toBeCloseTo(world(whole)[1] ?? 0, 6);
});

test('starts with the whole graph if it’s readable, or else with its first card', () => {
	expect(begun(layout, frame)).toEqual(fitted(layout, frame));
	const boxes = Array.from({ length: 40 }, (_, index) => [`${index}`, box(index * 400, (index % 3) * 2_000)] as const);
	const large: GraphLayout = { boxes: new Map(boxes), width: 16_000, height: 4_100 };
	const view = begun(large, frame);
	expect(view.k).toBe(0.75);
	expect(isInView(box(0, 0), view, frame)).toBe(true);
	expect(view.x).toBeGreaterThanOrEqual(0);
	// Parts above the first card are shown too, if both fit.
	const low = new Map([
		['first', box(0, 300)],
		['second', box(400, 0)],
	]);
	expect(isInView(box(400, 0), begun({ ...large, boxes: low }, frame), frame)).toBe(true);
});

test('ends an edge at the joined rows, or at the card if they’re hidden, and finds it where it’s drawn', () => {
	const edge = { id: 'e', kind: 'k', from: { node: 'flights', row: 'b' }, to: { node: 'airports', row: 'a' } };
	const curve = curveOf(edge, layout, nodes);
	if (curve === null) throw new Error('It has no curve.');
	expect([curve[0], curve[6]]).toEqual([224, 400]);
	expect(curve[1]).toBeGreaterThan(62);
	expect(distanceTo(curve, curve[0], curve[1])).toBe(0);
	expect(distanceTo(curve, 0, 500)).toBeGreaterThan(100);
	const flights = nodes.get('flights');
	if (flights === undefined) throw new Error('It is gone.');
	const hidden = curveOf(edge, layout, new Map(nodes).set('flights', { ...flights, collapsed: true }));
	expect(hidden?.[1]).toBe(20);
	expect(curveOf({ ...edge, to: { node: 'gone', row: null } }, layout, nodes)).toBeNull();
});
