import { expect, test } from 'vitest';
import { matching, type Name, typedName } from './name-completion.tsx';

test('a name is typed behind the last "@" before the caret', () => {
	expect(typedName('delay by @ori', 13)).toEqual({ from: 9, typed: 'ori' });
	expect(typedName('@', 1)).toEqual({ from: 0, typed: '' });
	expect(typedName('delay by @ori and more', 13)).toEqual({ from: 9, typed: 'ori' });
});

test.each([
	['no sign', 'delay by ori', 12],
	['an address', 'ask ann@example.org', 19],
	['a name that is over', 'by @origin in', 13],
])('nothing is typed: %s', (_, text, place) => {
	expect(typedName(text, place)).toBeNull();
});

test('names that begin with what is typed come first, and datasets before columns', () => {
	const names: Name[] = [
		{ name: 'origin', of: 'flights', about: '' },
		{ name: 'airports', of: null, about: '' },
		{ name: 'flights', of: null, about: '' },
		{ name: 'flight_id', of: 'flights', about: '' },
		{ name: 'last_flight', of: 'routes', about: '' },
	];
	expect(matching(names, 'fli').map(({ name }) => name)).toEqual(['flights', 'flight_id', 'last_flight']);
	expect(matching(names, '').map(({ name }) => name)).toEqual([
		'airports',
		'flights',
		'origin',
		'flight_id',
		'last_flight',
	]);
});
