import { expect, test } from 'vitest';
import { FoundCells } from './found-cells.ts';

const all = {
	total: 3,
	offset: 0,
	positions: [
		[1, 0],
		[1, 2],
		[7, 1],
	] as const,
};
const middle = {
	total: 9,
	offset: 3,
	positions: [
		[10, 0],
		[11, 0],
		[12, 0],
	] as const,
};

function kept(stretch: typeof all | typeof middle): FoundCells {
	const cells = new FoundCells();
	cells.keep('a', stretch);
	return cells;
}

test.each([
	[null, false, 0],
	[{ row: 0, column: 5 }, false, 0],
	[{ row: 1, column: 0 }, false, 1],
	[{ row: 1, column: 1 }, false, 1],
	[{ row: 7, column: 1 }, false, 0],
	[null, true, 2],
	[{ row: 7, column: 1 }, true, 1],
	[{ row: 1, column: 0 }, true, 2],
])('with all matches known, goes from %j, backwards %s, to number %d', (at, backwards, index) => {
	expect(kept(all).after('a', at, backwards)).toMatchObject({ index, total: 3, position: all.positions[index] });
});

test.each([
	[{ row: 10, column: 0 }, false, 4],
	[{ row: 10, column: 5 }, false, 4],
	[{ row: 9, column: 0 }, false, undefined],
	[{ row: 12, column: 0 }, false, undefined],
	[{ row: 12, column: 0 }, true, 4],
	[{ row: 10, column: 0 }, true, undefined],
	[{ row: 13, column: 0 }, true, undefined],
	[null, false, undefined],
	[null, true, undefined],
])('with some matches known, goes from %j, backwards %s, to number %s', (at, backwards, index) => {
	expect(kept(middle).after('a', at, backwards)?.index).toBe(index);
});

test('distinguishes no matches from unknown ones', () => {
	const cells = new FoundCells();
	expect(cells.after('a', null, false)).toBeUndefined();
	cells.keep('a', { total: 0, offset: 0, positions: [] });
	expect(cells.after('a', null, false)).toBeNull();
	expect(cells.after('b', null, false)).toBeUndefined();
});
