import { expect, test } from 'vitest';
import { sumWords } from './profile-labels.ts';

test('rounds sums of doubles and keeps every digit of other sums', () => {
	expect(sumWords('0.30000000000000004', 'float')).toBe('0.3');
	expect(sumWords('1234567.8900000001', 'float')).toBe('1,234,567.89');
	expect(sumWords('12345678901234567890', 'integer')).toBe('12,345,678,901,234,567,890');
	expect(sumWords('1000.10', 'decimal')).toBe('1,000.10');
});

test('shows infinite sums like the grid does', () => {
	expect(sumWords('nan', 'float')).toBe('NaN');
	expect(sumWords('inf', 'float')).toBe('Infinity');
	expect(sumWords('-inf', 'float')).toBe('-Infinity');
});
