import { expect, test } from 'vitest';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { comparePipelines } from './compare-model.ts';

const column = (name: string, type = 'BIGINT') => ({ name, type });
const entry = (path: string, id: string) => ({ path, id, kind: 'file' as const });
const step = { state: 'valid' as const, reads: [], sources: [], columns: [column('a')] };
const output = { kind: 'declared' as const, state: 'valid' as const, columns: [column('a')] };
const dataset = (datasetName: string) => ({ owner: 'demo', namespace: 'aviation', datasetName });
const before: PipelineCheck = {
	commit: null,
	entries: [entry('pipeline.json', '1'), entry('one.sql', '2'), entry('gone.sql', '3'), entry('same.sql', '4')],
	truncated: false,
	files: [],
	steps: [
		{ ...step, name: 'one', file: 'one.sql' },
		{ ...step, name: 'gone', file: 'gone.sql' },
		{ ...step, name: 'same', file: 'same.sql' },
	],
	outputs: [
		{ ...output, name: 'out', step: 'one', target: dataset('out') },
		{ ...output, name: 'gone', kind: 'discovered', step: 'gone' },
	],
	diagnostics: [],
};
const after: PipelineCheck = {
	...before,
	entries: [entry('pipeline.json', '1'), entry('one.sql', '9'), entry('new.sql', '5'), entry('same.sql', '4')],
	steps: [
		{ ...step, name: 'one', file: 'one.sql', columns: [column('a', 'DOUBLE'), column('b')] },
		{ ...step, name: 'same', file: 'same.sql' },
		{ ...step, name: 'new', file: 'new.sql', reads: ['same'] },
	],
	outputs: [{ ...output, name: 'out', step: 'same', target: dataset('other') }],
};

test('lists changed files, steps and outputs, and how they differ', () => {
	expect(comparePipelines(before, after)).toEqual({
		files: [
			{ name: 'one.sql', kind: 'changed', details: [] },
			{ name: 'new.sql', kind: 'added', details: [] },
			{ name: 'gone.sql', kind: 'removed', details: [] },
		],
		steps: [
			{ name: 'one', kind: 'changed', details: ['SQL', '+ a DOUBLE', '+ b BIGINT', '− a BIGINT'] },
			{ name: 'new', kind: 'added', details: [] },
			{ name: 'gone', kind: 'removed', details: [] },
		],
		outputs: [
			{
				name: 'out',
				kind: 'changed',
				details: ['step one → same', 'dataset demo/aviation/out → demo/aviation/other'],
			},
			{ name: 'gone', kind: 'removed', details: [] },
		],
	});
});

test('finds no differences between a commit and itself', () => {
	expect(comparePipelines(before, before)).toEqual({ files: [], steps: [], outputs: [] });
});
