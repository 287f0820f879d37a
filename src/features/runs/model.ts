import type { BuildRun } from '#contract/build-run.ts';

export const hasEnded = (run: BuildRun): boolean => run.state !== 'queued' && run.state !== 'running';

/** Why a run cannot be cancelled, or true. */
export const canCancel = (run: BuildRun): true | string => (hasEnded(run) ? 'This run has ended.' : true);
