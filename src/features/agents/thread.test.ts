import { expect, test } from 'vitest';
import { begin, type Turn } from './conversation.ts';
import { leafUnder, threadOf } from './thread.ts';

const turn = (id: string, after: string | null, at: number, beside: string | null = null): Turn =>
	begin({
		id,
		conversation: 'c',
		question: id,
		agent: 'a',
		url: '',
		namespace: 'n',
		model: null,
		provider: null,
		after,
		beside,
		at,
		context: [],
	});

const ids = (turns: readonly Turn[], leaf: string | null) =>
	threadOf(turns, leaf).map((exchange) => exchange.turns.map((x) => x.id));

test('shows the newest branch, or an older one on request', () => {
	const turns = [turn('a', null, 1), turn('b', 'a', 2), turn('c', 'b', 3), turn('b2', 'a', 4)];
	expect(ids(turns, null)).toEqual([['a'], ['b2']]);
	expect(ids(turns, 'c')).toEqual([['a'], ['b'], ['c']]);
	expect(threadOf(turns, null)[1]?.branches).toEqual(['b', 'b2']);
	expect(leafUnder(turns, 'b')).toBe('c');
	expect(leafUnder(turns, 'b2')).toBe('b2');
});

test('groups parallel answers in one exchange and continues from the chosen one', () => {
	const turns = [turn('a', null, 1), turn('x', 'a', 2), turn('y', 'a', 3, 'x'), turn('z', 'y', 4)];
	expect(ids(turns, 'x')).toEqual([['a'], ['x', 'y']]);
	expect(ids(turns, null)).toEqual([['a'], ['y', 'x'], ['z']]);
	expect(leafUnder(turns, 'x')).toBe('z');
});

test('shows the newest turn if the requested one doesn’t exist', () => {
	expect(ids([turn('a', null, 1)], 'gone')).toEqual([['a']]);
});
