import { expect, test } from 'vitest';
import type { CellKind, GridColumn } from '../../../rows/index.ts';
import { ColumnWidths } from './column-widths.ts';

const column = (kind: CellKind, facts: Partial<GridColumn> = {}): GridColumn => ({
	name: 'n',
	type: kind.toUpperCase(),
	kind,
	...facts,
});
/** Width of digits and separators in 13 px monospace, plus padding and border. */
const taken = (text: string) => text.length * 7.83 + 21;

test('grows a column with its longest value and never shrinks it', () => {
	const widths = new ColumnWidths([column('integer')], () => 1_000);
	widths.takeIn(0, [[1n], [128n]]);
	const narrow = widths.all[0] ?? 0;
	expect(widths.takeIn(0, [[1_000_000n]])).toBe(true);
	const wide = widths.all[0] ?? 0;
	expect(wide).toBeGreaterThan(narrow);
	expect(wide).toBeGreaterThanOrEqual(taken('1,000,000'));
	expect(widths.takeIn(0, [[2n]])).toBe(false);
	expect(widths.all).toEqual([wide]);
});

test('never cuts numbers, but cuts long text', () => {
	const widths = new ColumnWidths([column('decimal'), column('digits'), column('text')], () => 1_000);
	const digits = '9'.repeat(38);
	widths.takeIn(0, [[digits, digits, 'word '.repeat(80)]]);
	const [decimal = 0, plain = 0, text = 0] = widths.all;
	expect(decimal).toBeGreaterThanOrEqual(taken(digits) + 12 * 7.83);
	expect(plain).toBeGreaterThanOrEqual(taken(digits));
	expect(text).toBeLessThanOrEqual(360);
});

test('fits known extremes from the first rows on', () => {
	const widths = new ColumnWidths([column('integer', { extremes: [-5n, 123_456_789_012n] })], () => 1_000);
	widths.takeIn(0, [[1n]]);
	expect(widths.all[0]).toBeGreaterThanOrEqual(taken('123,456,789,012'));
	expect(widths.takeIn(0, [[123_456_789_012n]])).toBe(false);
});

test('keeps a width set by the user until it’s fitted', () => {
	const widths = new ColumnWidths([column('text'), column('integer'), column('integer')], () => 1_000);
	widths.choose(2, 60);
	expect(widths.takeIn(1, [[1n, 1_000_000_000n]])).toBe(true);
	expect(widths.all[2]).toBe(60);
	widths.fit(2, 1, [[1n, 1_000n]]);
	const fitted = widths.all[2] ?? 0;
	expect(fitted).toBeGreaterThan(60);
	widths.takeIn(1, [[1n, 1_000_000_000n]]);
	expect(widths.all[2]).toBeGreaterThan(fitted);
});

test('leaves room for a number next to long text in a narrow grid', () => {
	const widths = new ColumnWidths([column('text'), column('integer', { name: 'flights' })], () => 365);
	widths.takeIn(0, [["Chicago O'Hare International Airport", 1_160n]]);
	const [name = 0, figure = 0] = widths.all;
	const rowNumbers = 44;
	expect(rowNumbers + name + figure).toBeLessThanOrEqual(365);
});
