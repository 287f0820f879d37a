import { expect, test } from 'vitest';
import { type EntryGroup, findEntries } from './find-entries.ts';

const entry = (label: string, hint = '') => ({ id: label, label, hint, choose: () => {} });
const groups: EntryGroup[] = [
	{ label: 'Go to', entries: [entry('Runs'), entry('BuildSpecs')] },
	{
		label: 'Datasets',
		entries: [entry('demo/aviation/airport_delays'), entry('demo/aviation/flights'), entry('demo/aviation/airports')],
	},
];
const found = (text: string) =>
	findEntries(groups, text).map((entry) => [entry.label, ...entry.entries.map((one) => one.label)]);

test('requires every word, in any order and case', () => {
	expect(found('Delay AVIATION')).toEqual([['Datasets', 'demo/aviation/airport_delays']]);
	expect(found('nothing like it')).toEqual([]);
});

test('ranks labels that start with the text, then words that do, then the rest', () => {
	const group = { label: 'All', entries: [entry('a_port'), entry('x/port'), entry('ports'), entry('port')] };
	expect(findEntries([group], 'port')[0]?.entries.map((entry) => entry.label)).toEqual([
		'port',
		'ports',
		'a_port',
		'x/port',
	]);
});

test('shows the start of every group without a query', () => {
	expect(found('').map(([label]) => label)).toEqual(['Go to', 'Datasets']);
});

test('treats pattern characters literally', () => {
	expect(found('(')).toEqual([]);
	expect(found('.*')).toEqual([]);
});
