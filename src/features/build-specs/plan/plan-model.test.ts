import { expect, test } from 'vitest';
import type { BuildPlanStep } from '#contract/build-plan.ts';
import { planName } from './plan-model.ts';

const step = (datasetName: string, ...needs: number[]): BuildPlanStep => ({
	...{ buildSpecId: datasetName, version: 1, destination: { owner: 'demo', namespace: 'lab', datasetName }, needs },
	...{ state: 'waiting', runId: null, startedAt: null, finishedAt: null, rows: null, message: null },
});

test('a plan is named after its first dataset, which the others need not be built from', () => {
	expect(planName({ steps: [step('a')] })).toBe('demo/lab/a');
	expect(planName({ steps: [step('a'), step('b', 0), step('c', 1)] })).toBe('demo/lab/a and 2 downstream datasets');
	expect(planName({ steps: [step('a'), step('b')] })).toBe('demo/lab/a and 1 other dataset');
});
