import { expect, test } from 'vitest';
import { layOut } from './layout.ts';

const size = { width: 224, height: 100 };
const nodes = (...ids: string[]) => ids.map((id) => ({ id, ...size }));
const overlaps = (a: { x: number; y: number }, b: { x: number; y: number }) =>
	Math.abs(a.x - b.x) < size.width && Math.abs(a.y - b.y) < size.height;

test('what leads somewhere lies left of it, nothing lies on another, and parts that nothing joins lie apart', () => {
	const { places, width, height } = layOut({
		nodes: nodes('flights', 'routes', 'airports', 'countries', 'years', 'alone'),
		edges: [
			{ from: 'flights', to: 'airports' },
			{ from: 'routes', to: 'airports' },
			{ from: 'years', to: 'countries' },
			{ from: 'airports', to: 'gone' },
		],
	});
	const at = new Map(places.map((it) => [it.id, it]));
	expect(at.get('flights')?.x).toBeLessThan(at.get('airports')?.x ?? 0);
	expect(at.get('years')?.x).toBeLessThan(at.get('countries')?.x ?? 0);
	places.forEach((it, index) => {
		expect(places.slice(index + 1).filter((other) => overlaps(it, other))).toEqual([]);
		expect([it.x >= 0, it.y >= 0, it.x + size.width <= width, it.y + size.height <= height]).not.toContain(false);
	});
});

test('a circle has a layout too', () => {
	const { places } = layOut({
		nodes: nodes('a', 'b'),
		edges: [
			{ from: 'a', to: 'b' },
			{ from: 'b', to: 'a' },
			{ from: 'a', to: 'a' },
		],
	});
	expect(places).toHaveLength(2);
});

test('a thousand cards that hang together are laid out in a moment, in order and apart', () => {
	const ids = Array.from({ length: 1_000 }, (_, n) => `n${n}`);
	const edges = Array.from({ length: 1_500 }, (_, n) => ({
		from: `n${n % 1_000}`,
		to: `n${(n * 7 + (n >> 3)) % 997}`,
	}));
	const { places } = layOut({ nodes: nodes(...ids), edges });
	expect(new Set(places.map((it) => `${it.x} ${it.y}`)).size).toBe(1_000);
	const chain = ids.slice(1).map((id, index) => ({ from: ids[index] ?? '', to: id }));
	const xs = new Map(layOut({ nodes: nodes(...ids), edges: chain }).places.map((it) => [it.id, it.x]));
	for (const { from, to } of chain) expect(xs.get(from)).toBeLessThan(xs.get(to) ?? 0);
});
