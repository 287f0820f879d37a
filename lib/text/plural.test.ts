import { expect, test } from 'vitest';
import { countedAs, plural, singular } from './plural.ts';

test.each([
	['flight', 'flights'],
	['country', 'countries'],
	['day', 'days'],
	['branch', 'branches'],
	['address', 'addresses'],
	['box', 'boxes'],
	['person', 'people'],
	['movie', 'movies'],
	['size', 'sizes'],
	['house', 'houses'],
	['status', 'statuses'],
	['coach', 'coaches'],
	['woman', 'women'],
	['child', 'children'],
])('converts between %s and %s', (one, many) => {
	expect(plural(one)).toBe(many);
	expect(plural(many)).toBe(many);
	expect(singular(many)).toBe(one);
	expect(singular(one)).toBe(one);
});

test('names rows after their dataset if its name describes one or all of them', () => {
	expect(countedAs('singer')).toBe('singers');
	expect(countedAs('us_states')).toBe('us_states');
	expect(countedAs('singer in concert')).toBe('singers in concert');
	expect(countedAs('daily weather')).toBeNull();
	expect(countedAs('results2024')).toBeNull();
});
