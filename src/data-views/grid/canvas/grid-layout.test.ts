import { expect, test } from 'vitest';
import { applicableArrangement, cycleSort, type GridColumn } from '../../../rows/index.ts';
import { moveColumn, orderColumns, plainLayout, showColumns } from './grid-layout.ts';

const columns = ['a', '__meta', 'b', 'c', '__proto__'].map(
	(name): GridColumn => ({ name, type: 'VARCHAR', kind: 'text' }),
);

test('keeps the source’s column order, internal columns last', () => {
	expect(orderColumns(columns, plainLayout)).toEqual([0, 2, 3, 1, 4]);
});

test('shows pinned columns first, and no hidden columns or change marks', () => {
	expect(showColumns(columns, { ...plainLayout, pinned: ['c', 'gone'], hidden: ['b'] })).toEqual({
		indexes: [3, 0, 1, 4],
		pinned: 1,
	});
	expect(showColumns(columns, plainLayout, 0).indexes).toEqual([2, 3, 1, 4]);
});

test('moves a column before another or to the end, even when columns change later', () => {
	const moved = moveColumn(columns, plainLayout, 3, 0);
	expect(moved.order).toEqual(['c', 'a', 'b', '__meta', '__proto__']);
	expect(moveColumn(columns, plainLayout, 0, null).order.at(-1)).toBe('a');
	const others = [...columns.slice(2), { name: 'new', type: 'VARCHAR', kind: 'text' } as const];
	expect(orderColumns(others, moved).map((index) => others[index]?.name)).toEqual(['c', 'b', '__proto__', 'new']);
});

test('cycles a sort through ascending, descending and off, and adds further keys', () => {
	const up = cycleSort({ sort: [] }, 'a', false);
	expect(up).toEqual([{ column: 'a', descending: false }]);
	const down = cycleSort({ sort: up }, 'a', false);
	expect(down).toEqual([{ column: 'a', descending: true }]);
	expect(cycleSort({ sort: down }, 'a', false)).toEqual([]);
	const two = cycleSort({ sort: down }, 'b', true);
	expect(two.map((term) => term.column)).toEqual(['a', 'b']);
	expect(cycleSort({ sort: two }, 'a', true).map((term) => term.column)).toEqual(['b']);
	expect(cycleSort({ sort: two }, 'b', false)).toEqual([{ column: 'b', descending: true }]);
});

test('ignores sorts and filters of missing columns', () => {
	const arrangement = {
		sort: [{ column: 'gone', descending: true }],
		filter: [{ column: '__proto__', op: 'isNull' } as const, { column: 'gone', op: 'notNull' } as const],
	};
	expect(applicableArrangement(arrangement, columns)).toEqual({
		sort: [],
		filter: [{ column: '__proto__', op: 'isNull' }],
	});
});
