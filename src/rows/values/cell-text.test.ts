import { expect, test } from 'vitest';
import { cellFace, exactText, groupDigits } from './cell-text.ts';

test('separates thousands on screen', () => {
	expect(groupDigits('1435')).toBe('1,435');
	expect(groupDigits('-1234567.891011')).toBe('-1,234,567.891011');
	expect(groupDigits('999')).toBe('999');
	expect(groupDigits('-999')).toBe('-999');
	expect(groupDigits('-Infinity')).toBe('-Infinity');
	expect(groupDigits('36893488147419103232')).toBe('36,893,488,147,419,103,232');
	expect(groupDigits('1e+300')).toBe('1e+300');
	expect(groupDigits('0.10000')).toBe('0.10000');
});

test("doesn't separate thousands in copied text", () => {
	expect(exactText(9007199254740993n)).toBe('9007199254740993');
	expect(exactText('1234567.50')).toBe('1234567.50');
	expect(exactText(-0)).toBe('-0');
	expect(exactText(null)).toBe('');
	expect(exactText(new Uint8Array([0, 255]))).toBe("x'00ff'");
});

test('marks null, empty text and NaN so they aren’t mistaken for text', () => {
	expect(cellFace(null, 'text')).toEqual({ text: 'null', look: 'null' });
	expect(cellFace('null', 'text')).toEqual({ text: 'null', look: 'value' });
	expect(cellFace('', 'text')).toEqual({ text: 'empty', look: 'empty' });
	expect(cellFace(Number.NaN, 'float')).toEqual({ text: 'NaN', look: 'odd' });
	expect(cellFace(Number.NEGATIVE_INFINITY, 'float')).toEqual({ text: '-Infinity', look: 'odd' });
	expect(cellFace('NaN', 'text').look).toBe('value');
});

test("doesn't group digits of dates and texts", () => {
	expect(cellFace('2024-01-02T03:04:05', 'temporal').text).toBe('2024-01-02 03:04:05');
	expect(cellFace('12345', 'text').text).toBe('12345');
	expect(cellFace('12345.00', 'decimal').text).toBe('12,345.00');
});

test('shows a cell on one line of limited length without splitting characters', () => {
	expect(cellFace('a\r\nb\tc', 'text').text).toBe('a↵b⇥c');
	const { text } = cellFace(`${'x'.repeat(299)}🦆🦆`, 'text');
	expect(text).toBe(`${'x'.repeat(299)}…`);
	expect(cellFace(new Uint8Array(1_000), 'blob').text).toBe(`x'${'00'.repeat(16)}…' 1,000 bytes`);
	expect(cellFace(new Uint8Array(1), 'blob').text).toBe("x'00' 1 byte");
});
