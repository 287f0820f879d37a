import { expect, test } from 'vitest';
import { isAmount, isYear } from './amounts.ts';
import { roundedText } from './rounded-text.ts';

test.each([
	['year', '2014', '2014'],
	['orderId', '12345', '12345'],
	['zip_code', '12345', '12345'],
	['founded', '1872', '1872'],
	['min founded', '1872', '1872'],
	['year_built', '1955', '1955'],
	['avg year', '1955.3333', '1955.33'],
	['opened', '12345', '12,345'],
	['distance', '2014', '2,014'],
	['years', '2014', '2,014'],
])('in a column named %s, writes %s as %s', (name, value, text) => {
	expect(roundedText(value, name)).toBe(text);
	expect(isAmount(name, value)).toBe(text.includes(','));
});

test('treats only four-digit numbers as years', () => {
	expect(isYear('founded', '1872')).toBe(true);
	expect(isYear('founded', '872000')).toBe(false);
	expect(isYear('id', '1872')).toBe(false);
});
