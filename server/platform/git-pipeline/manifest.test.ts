import { expect, test } from 'vitest';
import { readManifest } from './manifest.ts';

const manifest = (output: object): string =>
	JSON.stringify({ steps: [{ name: 'months', file: 'months.sql' }], outputs: [output] });

test('a misspelled field is one problem, which names the field that is meant', () => {
	const computed = { name: '{state}', eachh: 'months', file: 'one.sql', target: {} };
	expect(readManifest(manifest(computed)).problems.map(({ message }) => message)).toEqual([
		'"eachh" isn’t a known field. Did you mean "each"?',
	]);
	const declared = { name: 'all', stepp: 'months', traget: { datsetName: 'all' } };
	expect(readManifest(manifest(declared)).problems.map(({ message }) => message)).toEqual([
		'"stepp" isn’t a known field. Did you mean "step"?',
		'"traget" isn’t a known field. Did you mean "target"?',
		'"datsetName" isn’t a known field. Did you mean "datasetName"?',
	]);
});

test('a field like no other lists those that there are', () => {
	const output = { name: 'all', step: 'months', target: {}, format: 'csv' };
	expect(readManifest(manifest(output)).problems.map(({ message }) => message)).toEqual([
		'"format" isn’t a known field. An output has "name", "step" and "target".',
	]);
});
