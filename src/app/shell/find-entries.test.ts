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
	findEntries(groups, text).map((it) => [it.label, ...it.entries.map((one) => one.label)]);

test('every word must fit, in any order and case', () => {
	expect(found('Delay AVIATION')).toEqual([['Datasets', 'demo/aviation/airport_delays']]);
	expect(found('nothing like it')).toEqual([]);
});

test('what begins with the text comes before what has a word that does, before what merely holds it', () => {
	const group = { label: 'All', entries: [entry('a_port'), entry('x/port'), entry('ports'), entry('port')] };
	expect(findEntries([group], 'port')[0]?.entries.map((it) => it.label)).toEqual(['port', 'ports', 'a_port', 'x/port']);
});

test('without a text there is the beginning of every group', () => {
	expect(found('').map(([label]) => label)).toEqual(['Go to', 'Datasets']);
});

test('signs of patterns are letters like others', () => {
	expect(found('(')).toEqual([]);
	expect(found('.*')).toEqual([]);
});
