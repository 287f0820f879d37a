import { expect, test } from 'vitest';
import { sumLabel } from './profile-labels.ts';

test('rounds sums of doubles and keeps every digit of other sums', () => {
	expect(sumLabel('0.30000000000000004', 'float')).toBe('0.3');
	expect(sumLabel('1234567.8900000001', 'float')).toBe('1,234,567.89');
	expect(sumLabel('12345678901234567890', 'integer')).toBe('12,345,678,901,234,567,890');
	expect(sumLabel('1000.10', 'decimal')).toBe('1,000.10');
});

test('shows infinite sums like the grid does', () => {
	expect(sumLabel('nan', 'float')).toBe('NaN');
	expect(sumLabel('inf', 'float')).toBe('Infinity');
	expect(sumLabel('-inf', 'float')).toBe('-Infinity');
});
