import { expect, test } from 'vitest';
import { spread } from './glance.ts';

const rowsOf = (windows: ReturnType<typeof spread>) =>
	windows.reduce((sum, item) => sum + item.rowEnd - item.rowStart, 0);

test('reads all rows if there are few', () => {
	for (const rows of [0, 1, 1_024, 1_025, 20_000]) {
		const windows = spread(rows, 20_000);
		expect(rowsOf(windows)).toBe(rows);
		expect(windows.at(-1)?.rowEnd).toBe(rows);
	}
});

test('reads at most the given number of rows, first to last, none twice', () => {
	for (const rows of [20_001, 1_000_000, 3_000_000_007]) {
		const windows = spread(rows, 20_000);
		expect(rowsOf(windows)).toBeLessThanOrEqual(20_000);
		expect(rowsOf(windows)).toBeGreaterThan(18_000);
		expect(windows[0]?.rowStart).toBe(0);
		expect(rows - (windows.at(-1)?.rowEnd ?? 0)).toBeLessThan(windows.length);
		for (const [index, { rowStart }] of windows.entries())
			expect(rowStart).toBeGreaterThanOrEqual(windows[index - 1]?.rowEnd ?? 0);
	}
});

test('reads one window of rows if there are very many columns', () => {
	expect(spread(1_000_000, 50)).toEqual([{ rowStart: 0, rowEnd: 1_024 }]);
});
