import { expect, test } from 'vitest';
import { compareNumbers } from '../../values/scaled.ts';
import { ExactSum } from './exact-sum.ts';

const of = (...values: (number | bigint | string)[]) => {
	const sum = new ExactSum();
	for (const value of values) sum.add(value);
	return sum;
};

test('adds integers beyond 64 bits', () => {
	expect(of(9223372036854775807n, 9223372036854775807n, 9223372036854775807n).sum).toBe('27670116110564327421');
	expect(of(9007199254740993n, -1n, 3).sum).toBe('9007199254740995');
});

test('adds decimals exactly', () => {
	expect(of('0.1', '0.2').sum).toBe('0.3');
	expect(of('0.10', '-0.35').sum).toBe('-0.25');
	expect(of('12345678901234567890.000000001', 1n).sum).toBe('12345678901234567891.000000001');
});

test('compensates rounding errors of doubles', () => {
	expect(of(1e100, 1.5, -1e100).sum).toBe('1.5');
	expect(of(0.5, 2n).sum).toBe('2.5');
	expect(of(Number.POSITIVE_INFINITY, 1.5).sum).toBe('Infinity');
});

test('rounds the mean', () => {
	expect(of(1n, 2n).average).toBe('1.5');
	expect(of(1n, 1n, 2n).average).toBe('1.333333');
	expect(of(-1n, -1n, -2n).average).toBe('-1.333333');
	expect(of(100n, 100n).average).toBe('100');
	expect(of('0.10', '0.20').average).toBe('0.15');
	expect(of(2n, 0n, 0n).average).toBe('0.666667');
	expect(of().average).toBeNull();
});

test('finds the smallest and largest by value', () => {
	expect(of('9', '10', '-3.5').extremes).toEqual(['-3.5', '10']);
	expect(of(9007199254740993n, 9007199254740992n).extremes).toEqual(['9007199254740992', '9007199254740993']);
	expect(compareNumbers('1.0', '1')).toBe(0);
	expect(compareNumbers('0.5', 0.25)).toBe(1);
});

test("ignores text that isn't a number", () => {
	const sum = of(1n);
	expect(sum.add('n/a')).toBe(false);
	expect(sum.count).toBe(1);
});
