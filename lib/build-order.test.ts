import { expect, test } from 'vitest';
import { type Builder, buildOrder } from './build-order.ts';

const builder = (id: string, ...reads: string[]): Builder => ({ id, reads, writes: [id] });
const summarize = (first: Builder, all: readonly Builder[]) => {
	const { steps, circular } = buildOrder(first, all);
	return {
		steps: steps.map(({ builder, needs }) => [builder.id, needs.map((at) => steps[at]?.builder.id).join(' ')]),
		circular: circular.map(({ id }) => id),
	};
};

test('orders everything downstream of the first dataset after its sources and omits the rest', () => {
	const a = builder('a');
	const all = [
		builder('d', 'b', 'c'),
		builder('c', 'b'),
		builder('b', 'a'),
		a,
		builder('x', 'y'),
		builder('e', 'a', 'x'),
	];
	expect(summarize(a, all)).toEqual({
		steps: [
			['a', ''],
			['b', 'a'],
			['e', 'a'],
			['c', 'b'],
			['d', 'b c'],
		],
		circular: [],
	});
});

test('follows every output of a pipeline', () => {
	const pipeline = { id: 'p', reads: [], writes: ['p', 'q'] };
	expect(summarize(pipeline, [builder('r', 'q')]).steps).toEqual([
		['p', ''],
		['r', 'p'],
	]);
});

test('omits cycles and everything downstream of them', () => {
	const a = builder('a');
	const all = [builder('b', 'a', 'c'), builder('c', 'b'), builder('d', 'c'), builder('e', 'a'), builder('s', 'a', 's')];
	expect(summarize(a, all)).toEqual({
		steps: [
			['a', ''],
			['e', 'a'],
			['s', 'a'],
		],
		circular: ['b', 'c', 'd'],
	});
});

test('starts with the first dataset even if it’s part of a cycle', () => {
	const a = builder('a', 'b');
	expect(summarize(a, [builder('b', 'a')])).toEqual({
		steps: [
			['a', ''],
			['b', 'a'],
		],
		circular: [],
	});
});
