import { expect, test } from 'vitest';
import type { RunStep } from '#contract/build-run.ts';
import type { PipelineCheck } from '#contract/pipeline.ts';
import { fakeRun } from '../../../testing/fake-run.ts';
import { ranSteps, stateOf, stepGraph, stepOfNode } from './step-graph.ts';

const source = { owner: 'demo', namespace: 'aviation', datasetName: 'flights' };
const columns = [{ name: 'a', type: 'BIGINT' }];
const commit = { id: 'c1', message: 'Report', author: 'Ann', at: '2026-01-01T00:00:00Z' };
const step = { state: 'valid' as const, reads: [], sources: [], columns };
const check: PipelineCheck = {
	commit,
	entries: [],
	truncated: false,
	files: [],
	steps: [
		{ ...step, name: 'first', file: 'first.sql', sources: [source] },
		{ ...step, name: 'second', file: 'second.sql', reads: ['first'] },
	],
	outputs: [
		{
			name: 'all',
			kind: 'declared',
			step: 'first',
			target: { ...source, datasetName: 'all' },
			state: 'valid',
			columns,
		},
		{ name: 'x_{a}', kind: 'computed', step: 'second', target: source, state: 'invalid', columns },
		{ name: 'second', kind: 'discovered', step: 'second', state: 'valid', columns },
	],
	diagnostics: [],
};
const ran = (name: string, state: RunStep['state'], rows: number | null): RunStep => ({
	...{ name, file: `${name}.sql`, state, rows, bytes: null },
	startedAt: '2026-01-01T00:00:00.000Z',
	finishedAt: rows === null ? null : '2026-01-01T00:00:00.041Z',
});
const run = fakeRun({
	commit: { ...commit, ref: 'main' },
	steps: [ran('first', 'succeeded', 1_200), ran('second', 'waiting', null)],
});

test('draws sources, steps with their run results, and outputs', () => {
	const { nodes, edges } = stepGraph(ranSteps(check, run), check.outputs);
	expect(nodes.map(({ title, subtitle, tone }) => [title, subtitle, tone])).toEqual([
		['flights', 'source demo/aviation', undefined],
		['first', 'Succeeded · 1,200 rows · 41 ms', 'success'],
		['second', 'Not run · 1 column', 'neutral'],
		['all', 'declared output', undefined],
		['flights', 'computed output, has errors', 'error'],
	]);
	expect(edges.map(({ from, to, kind }) => [stepOfNode(from.node), stepOfNode(to.node), kind])).toEqual([
		[null, 'first', 'rows'],
		['first', 'second', 'rows'],
		['first', null, 'rows'],
		['second', null, 'each'],
	]);
});

test('ignores a run of another commit and shows errors first', () => {
	const other = { ...run, commit: { ...commit, id: 'c2', ref: 'main' } };
	expect(ranSteps(check, other).map((item) => stateOf(item).label)).toEqual(['Valid', 'Valid']);
	const [first] = ranSteps(check, run);
	if (first === undefined) throw new Error('no step');
	expect(stateOf({ ...first, step: { ...first.step, state: 'invalid' } })).toEqual({
		tone: 'error',
		label: 'Has errors',
	});
});
