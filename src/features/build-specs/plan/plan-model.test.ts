import { expect, test } from 'vitest';
import type { BuildPlanStep } from '#contract/build-plan.ts';
import type { BuildSpec } from '#contract/build-spec.ts';
import { planName } from './plan-model.ts';

const step = (datasetName: string, ...needs: number[]): BuildPlanStep => ({
	...{ buildSpecId: datasetName, version: 1, destination: { owner: 'demo', namespace: 'lab', datasetName }, needs },
	...{ state: 'waiting', runId: null, startedAt: null, finishedAt: null, rows: null, message: null },
});

test('names a plan after its first dataset, even if the others don’t depend on it', () => {
	expect(planName({ steps: [step('a')] })).toBe('demo/lab/a');
	expect(planName({ steps: [step('a'), step('b', 0), step('c', 1)] })).toBe('demo/lab/a and 2 downstream datasets');
	expect(planName({ steps: [step('a'), step('b')] })).toBe('demo/lab/a and 1 other dataset');
	const at = (datasetName: string) => ({ owner: 'demo', namespace: 'lab', datasetName });
	const spec = (id: string, ...sources: string[]) => ({ id, sources: sources.map(at) }) as unknown as BuildSpec;
	const steps = [step('a'), step('b'), step('c', 1)];
	const read = [spec('a', 'flights'), spec('b', 'Flights', 'airports'), spec('c', 'b')];
	expect(planName({ steps }, read)).toBe('3 datasets downstream of demo/lab/flights');
	expect(planName({ steps }, [spec('a', 'carriers'), ...read.slice(1)])).toBe('demo/lab/a and 2 other datasets');
});
