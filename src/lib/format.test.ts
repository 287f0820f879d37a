import { expect, it } from 'vitest';
import { countOf, formatBytes, formatCount, formatDuration } from './format.ts';
import { relativeTime } from './relative-time.ts';

it.each([
	[0, '0'],
	[999, '999'],
	[-1_000, '-1,000'],
	[1_234.5678, '1,234.5678'],
	[1_000_000, '1,000,000'],
	[12345678901234567890n, '12,345,678,901,234,567,890'],
])('formats the count %s as %s', (n, text) => {
	expect(formatCount(n)).toBe(text);
});

it.each([
	[0, '0 B'],
	[999, '999 B'],
	[1_000, '1 kB'],
	[11_234, '11.2 kB'],
	[999_949, '999.9 kB'],
	[999_950, '1 MB'],
	[3_400_000_000, '3.4 GB'],
])('formats %s bytes as %s', (n, text) => {
	expect(formatBytes(n)).toBe(text);
});

it.each([
	[0, '0 ms'],
	[41, '41 ms'],
	[999.6, '1 s'],
	[1_234, '1.2 s'],
	[59_960, '1 min 00 s'],
	[185_000, '3 min 05 s'],
	[3_599_600, '1 h 00 min'],
	[7_620_000, '2 h 07 min'],
])('formats %s ms as %s', (ms, text) => {
	expect(formatDuration(ms)).toBe(text);
});

const now = Date.parse('2026-03-10T12:00:00Z');
it.each([
	['2026-03-10T11:59:50Z', 'just now'],
	['2026-03-10T12:00:05Z', 'just now'],
	['2026-03-10T11:56:00Z', '4 minutes ago'],
	['2026-03-10T09:00:00Z', '3 hours ago'],
	['2026-03-09T12:00:00Z', 'yesterday'],
	['2026-03-10T12:10:00Z', 'in 10 minutes'],
	['2025-11-01T12:00:00Z', 'Nov 1, 2025'],
])('formats %s as %s', (iso, text) => {
	expect(relativeTime(Date.parse(iso), now)).toBe(text);
});

it('uses the singular for one', () => {
	expect([0, 1, 1_234].map((n) => countOf(n, 'row'))).toEqual(['0 rows', '1 row', '1,234 rows']);
	expect(countOf(2, 'entry', 'entries')).toBe('2 entries');
});
