import { expect, test } from 'vitest';
import { fakeRun } from '../../testing/fake-run.ts';
import { runLabel, runTone } from './check-model.ts';

test('shows failed checks of a successful run as a warning', () => {
	const shownOf = (failedChecks: number | undefined, state: 'succeeded' | 'failed' = 'succeeded') => {
		const run = fakeRun({ state, ...(failedChecks === undefined ? {} : { failedChecks }) });
		return [runLabel(run), runTone(run)];
	};
	expect(shownOf(undefined)).toEqual(['Succeeded', 'success']);
	expect(shownOf(0)).toEqual(['Succeeded', 'success']);
	expect(shownOf(1)).toEqual(['Succeeded · 1 check failed', 'warning']);
	expect(shownOf(12)).toEqual(['Succeeded · 12 checks failed', 'warning']);
	expect(shownOf(1, 'failed')).toEqual(['Failed', 'error']);
});
