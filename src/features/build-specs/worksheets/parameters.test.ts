import { expect, test } from 'vitest';
import { explainParameter, guessedTypes } from './parameters.ts';

test('requires a value unless a parameter is set to empty or NULL', () => {
	expect(explainParameter('from', { type: 'text', value: '' })).toBe('Enter a value for :from.');
	expect(explainParameter('from', { type: 'date', value: '' })).toBe('Enter a value for :from.');
	expect(explainParameter('from', { type: 'date', value: '2024-13' })).toBe(':from must be a date such as 2024-01-31.');
	for (const type of ['empty', 'null'] as const) expect(explainParameter('from', { type, value: '' })).toBeNull();
});

test('infers parameter types from the columns they’re compared with', () => {
	const columns = [
		{ name: 'Departure', type: 'TIMESTAMP' },
		{ name: 'day', type: 'DATE' },
		{ name: 'delay', type: 'DECIMAL(9,2)' },
		{ name: 'late', type: 'BOOLEAN' },
		{ name: 'origin', type: 'VARCHAR' },
		{ name: 'took', type: 'INTERVAL' },
		{ name: 'legs', type: 'INTEGER[]' },
	];
	const sql =
		'departure >= :from AND day = :on AND delay > :least AND late = :late AND origin = :origin AND took > :took AND legs = :legs AND other = :other';
	expect([...guessedTypes(`SELECT * FROM f WHERE ${sql}`, columns)]).toEqual([
		['from', 'timestamp'],
		['on', 'date'],
		['least', 'number'],
		['late', 'boolean'],
		['origin', 'text'],
		['took', 'text'],
		['legs', 'text'],
	]);
});
