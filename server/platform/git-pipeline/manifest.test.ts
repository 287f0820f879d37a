import { expect, test } from 'vitest';
import { readManifest } from './manifest.ts';

const manifest = (output: object): string =>
	JSON.stringify({ steps: [{ name: 'months', file: 'months.sql' }], outputs: [output] });

test('reports a misspelled field once, and suggests the right one', () => {
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

test('lists the available fields for an unknown one', () => {
	const output = { name: 'all', step: 'months', target: {}, format: 'csv' };
	expect(readManifest(manifest(output)).problems.map(({ message }) => message)).toEqual([
		'"format" isn’t a known field. An output has "name", "step" and "target".',
	]);
});
