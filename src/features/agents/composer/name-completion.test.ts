import { expect, test } from 'vitest';
import { matching, type Name, typedName } from './name-completion.tsx';

test('completes the name after the last "@" before the caret', () => {
	expect(typedName('delay by @ori', 13)).toEqual({ from: 9, typed: 'ori' });
	expect(typedName('@', 1)).toEqual({ from: 0, typed: '' });
	expect(typedName('delay by @ori and more', 13)).toEqual({ from: 9, typed: 'ori' });
});

test.each([
	['no at sign', 'delay by ori', 12],
	['an email address', 'ask ann@example.org', 19],
	['a finished name', 'by @origin in', 13],
])('completes nothing: %s', (_, text, caret) => {
	expect(typedName(text, caret)).toBeNull();
});

test('lists prefix matches first, and datasets before columns', () => {
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
