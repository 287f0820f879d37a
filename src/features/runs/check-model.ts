import type { BuildRun, RunState } from '#contract/build-run.ts';
import { countOf } from '../../lib/format.ts';
import { stateLabel } from './model.ts';

export const stateTone = {
	queued: 'neutral',
	running: 'info',
	succeeded: 'success',
	failed: 'error',
	cancelled: 'warning',
} as const satisfies Record<RunState, string>;

/** Failed checks of a run that succeeded anyway. */
const failedOf = ({ state, failedChecks = 0 }: BuildRun): number => (state === 'succeeded' ? failedChecks : 0);

/** "Succeeded · 1 check failed" */
export function runLabel(run: BuildRun): string {
	const failed = failedOf(run);
	return failed === 0 ? stateLabel[run.state] : `${stateLabel[run.state]} · ${countOf(failed, 'check')} failed`;
}

export const runTone = (run: BuildRun) => (failedOf(run) === 0 ? stateTone[run.state] : 'warning');
