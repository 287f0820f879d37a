import { expect, test } from 'vitest';
import { TimeExtremes } from './time-extremes.ts';

function extremesOf(times: readonly string[]) {
	const both = [times, times.toReversed()].map((list) => {
		const extremes = new TimeExtremes();
		for (const value of list) extremes.add(value);
		const ends = extremes.ends();
		return [ends?.least ?? null, ends?.most ?? null];
	});
	expect(both[1]).toEqual(both[0]);
	return both[0];
}

test.each([
	['dates', ['2024-02-01', '1969-12-31', '2024-01-31'], '1969-12-31', '2024-02-01'],
	[
		'fractions',
		['2024-01-01T00:00:00.5Z', '2024-01-01T00:00:00Z', '2024-01-01T00:00:00.25Z'],
		'2024-01-01T00:00:00Z',
		'2024-01-01T00:00:00.5Z',
	],
	['five-digit years', ['9999-12-31', '10000-01-01', '2024-01-01'], '2024-01-01', '10000-01-01'],
	['years BC', ['0044-03-15 (BC)', '-0100-01-01', '0014-08-19'], '-0100-01-01', '0014-08-19'],
	[
		'zones',
		['2024-01-01T12:00:00+02:00', '2024-01-01T11:00:00Z', '2024-01-01T11:30:00Z'],
		'2024-01-01T12:00:00+02:00',
		'2024-01-01T11:30:00Z',
	],
	['times of day', ['09:00:00', '23:59:59.999', '08:59:59.5'], '08:59:59.5', '23:59:59.999'],
	['infinite times', ['infinity', '2024-01-01', '-infinity'], '-infinity', 'infinity'],
])('finds the extremes of %s', (_, times, least, most) => {
	expect(extremesOf(times)).toEqual([least, most]);
});

test.each([
	['durations', ['P2D', 'P10D']],
	['a single duration', ['P1M']],
	['a time of day among dates', ['09:00:00', '2024-01-01']],
	['invalid times', ['2024-01-01', '2024-13-01T00', 'soon']],
	['nothing', []],
])('finds no extremes of %s', (_, times) => {
	expect(extremesOf(times)).toEqual([null, null]);
});
