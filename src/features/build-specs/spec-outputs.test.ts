import { expect, test } from 'vitest';
import { outputFor } from './spec-outputs.ts';

const output = (datasetName: string | null) => ({
	target: datasetName === null ? null : { owner: 'demo', namespace: 'aviation', datasetName },
	columns: [],
	lineage: null,
});
const found = (datasetName: string, ...targets: (string | null)[]) =>
	outputFor(targets.map(output), { owner: 'Demo', namespace: 'aviation', datasetName })?.target?.datasetName;

test('finds the output that writes a dataset by name', () => {
	expect(found('delays_TX', null, 'flights', 'Delays_TX')).toBe('Delays_TX');
	expect(found('delays_TX', 'flights')).toBeUndefined();
});

test('finds an output by template, after those with the exact name', () => {
	expect(found('delays_TX', 'delays_{state}')).toBe('delays_{state}');
	expect(found('delays_TX', 'delays_{state}', 'delays_TX')).toBe('delays_TX');
	expect(found('delay_TX', 'delays_{state}')).toBeUndefined();
});
