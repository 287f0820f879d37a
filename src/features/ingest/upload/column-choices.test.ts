import { expect, test } from 'vitest';
import { newColumn, targetsOf, typesOf } from './column-choices.ts';

const stations = ['station VARCHAR', 'owner VARCHAR', 'height_m BIGINT'].map((column) => {
	const [name = '', type = ''] = column.split(' ');
	return { name, type, description: '' };
});

test('a column that the dataset lacks is offered the columns that the file lacks first', () => {
	const elevation = { from: 'elevation', type: 'BIGINT' };
	expect(targetsOf(elevation, stations, true, ['owner', 'height_m'])).toEqual([
		'height_m',
		'owner',
		{ value: newColumn, label: 'New column elevation' },
		{ value: '', label: 'Skip' },
		'station',
	]);
	// a column that has its place already keeps the dataset's order
	expect(targetsOf({ from: 'owner', type: 'VARCHAR' }, stations, false, [])).toEqual([
		{ value: '', label: 'Skip' },
		'station',
		'owner',
		'height_m',
	]);
});

test('the format of a type is named shortly beside it', () => {
	const at = { type: 'TIMESTAMP WITH TIME ZONE', format: 'space before the offset' };
	const [first] = typesOf({ ...at, choices: [] }, at);
	expect(first?.label).toBe('TIMESTAMP WITH TIME ZONE, spaced offset');
});
