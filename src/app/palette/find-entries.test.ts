import { expect, test } from 'vitest';
import { type Entry, type EntryGroup, findEntries } from './find-entries.ts';

const entry = (label: string, more: Partial<Entry> = {}): Entry => ({ id: label, label, choose: () => {}, ...more });
const groups: EntryGroup[] = [
	{ label: 'Go to', entries: [entry('Runs'), entry('BuildSpecs')] },
	{
		label: 'Datasets',
		entries: [entry('demo/aviation/airport_delays'), entry('demo/aviation/flights'), entry('demo/aviation/airports')],
	},
	{
		label: 'Settings',
		entries: [entry('Use dark theme', { synonyms: 'night mode appearance' }), entry('Share namespace')],
	},
];
const found = (text: string, of = groups) =>
	findEntries(of, text).map((group) => [group.label, ...group.entries.map((one) => one.label)]);

test('requires every word, in any order and case', () => {
	expect(found('Delay AVIATION')).toEqual([['Best matches', 'demo/aviation/airport_delays']]);
	expect(found('nothing like it')).toEqual([]);
});

test('ranks exact labels first, then prefixes, then other matches', () => {
	const entries = ['seaports', 'airport_x', 'port_authority', 'port'].map((label) => entry(label));
	expect(found('port', [{ label: 'All', entries }])).toEqual([
		['Best matches', 'port', 'port_authority', 'seaports', 'airport_x'],
	]);
});

test('shows the best five of all groups, then the others by group', () => {
	const many = Array.from({ length: 7 }, (_, index) => entry(`airport_${index}`));
	const shown = found('airport', [
		{ label: 'Datasets', entries: many },
		{ label: 'Pages', entries: [entry('Airport')] },
	]);
	expect(shown[0]?.slice(0, 2)).toEqual(['Best matches', 'Airport']);
	expect(shown[0]).toHaveLength(6);
	expect(shown.slice(1).map(([label, ...entries]) => [label, entries.length])).toEqual([['Datasets', 3]]);
});

test('finds synonyms, and typos if nothing matches as typed', () => {
	expect(found('night')).toEqual([['Best matches', 'Use dark theme']]);
	expect(found('sahre')).toEqual([['Best matches', 'Share namespace']]);
	expect(findEntries(groups, 'sahre')[0]?.entries[0]?.words).toEqual(['share']);
});

test('ranks search results from the service among the others, and recently used entries higher', () => {
	const served = entry('iata', { found: { score: 1.4, words: ['iata'] } });
	const other = { ...entry('iata_codes'), to: '/used' };
	const of = [{ label: 'All', entries: [entry('iata_lists'), other, served] }];
	expect(findEntries(of, 'iata', { used: new Set(['/used']) })[0]?.entries.map(({ label }) => label)).toEqual([
		'iata',
		'iata_codes',
		'iata_lists',
	]);
});

test('shows partial matches if nothing matches all words and the search is complete', () => {
	expect(found('share a big folder')).toEqual([]);
	expect(found('how do I share a folder')).toEqual([['Partial matches', 'Share namespace']]);
	expect(findEntries(groups, 'share folder', { isComplete: false })).toEqual([]);
});

test('shows the start of every group without a query', () => {
	expect(found('').map(([label]) => label)).toEqual(['Go to', 'Datasets', 'Settings']);
});

test('ignores punctuation in a query', () => {
	expect(found('(')).toEqual([]);
	expect(found('.*')).toEqual([]);
});
