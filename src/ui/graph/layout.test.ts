import { expect, test } from 'vitest';
import { layOut } from './layout.ts';

const size = { width: 224, height: 100 };
const nodes = (...ids: string[]) => ids.map((id) => ({ id, ...size }));
const overlaps = (a: { x: number; y: number }, b: { x: number; y: number }) =>
	Math.abs(a.x - b.x) < size.width && Math.abs(a.y - b.y) < size.height;

test('lays out edges left to right without overlaps, with disconnected parts separate', () => {
	const { positions, width, height } = layOut({
		nodes: nodes('flights', 'routes', 'airports', 'countries', 'years', 'alone'),
		edges: [
			{ from: 'flights', to: 'airports' },
			{ from: 'routes', to: 'airports' },
			{ from: 'years', to: 'countries' },
			{ from: 'airports', to: 'gone' },
		],
	});
	const at = new Map(positions.map((item) => [item.id, item]));
	expect(at.get('flights')?.x).toBeLessThan(at.get('airports')?.x ?? 0);
	expect(at.get('years')?.x).toBeLessThan(at.get('countries')?.x ?? 0);
	positions.forEach((item, index) => {
		expect(positions.slice(index + 1).filter((other) => overlaps(item, other))).toEqual([]);
		expect([item.x >= 0, item.y >= 0, item.x + size.width <= width, item.y + size.height <= height]).not.toContain(
			false,
		);
	});
});

test('lays out a cycle', () => {
	const { positions } = layOut({
		nodes: nodes('a', 'b'),
		edges: [
			{ from: 'a', to: 'b' },
			{ from: 'b', to: 'a' },
			{ from: 'a', to: 'a' },
		],
	});
	expect(positions).toHaveLength(2);
});

test('lays out a thousand connected cards in order and without overlaps', () => {
	const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`);
	const edges = Array.from({ length: 1_500 }, (_, n) => ({
		from: `n${n % 1_000}`,
		to: `n${(n * 7 + (n >> 3)) % 997}`,
	}));
	const { positions } = layOut({ nodes: nodes(...ids), edges });
	expect(new Set(positions.map((item) => `${item.x} ${item.y}`)).size).toBe(1_000);
	const chain = ids.slice(1).map((id, index) => ({ from: ids[index] ?? '', to: id }));
	const xs = new Map(layOut({ nodes: nodes(...ids), edges: chain }).positions.map((item) => [item.id, item.x]));
	for (const { from, to } of chain) expect(xs.get(from)).toBeLessThan(xs.get(to) ?? 0);
});
