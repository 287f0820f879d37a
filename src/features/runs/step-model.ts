import type { BuildRunOutput, RunStep } from '#contract/build-run.ts';
import { toOutputItems } from './output-item.ts';

type StepState = RunStep['state'];

export const stepStateTone = {
	waiting: 'neutral',
	running: 'info',
	succeeded: 'success',
	failed: 'error',
} as const satisfies Record<StepState, string>;

export const stepStateLabel = {
	waiting: 'Not run',
	running: 'Running',
	succeeded: 'Succeeded',
	failed: 'Failed',
} as const satisfies Record<StepState, string>;

/** Duration of a step, in ms; null before its end or if its times are invalid. */
export function stepDuration({ startedAt, finishedAt }: RunStep): number | null {
	const took = startedAt === null || finishedAt === null ? Number.NaN : Date.parse(finishedAt) - Date.parse(startedAt);
	return Number.isNaN(took) ? null : Math.max(0, took);
}

/** The output with a step's rows; null if there is none. */
export function outputOfStep(outputs: readonly BuildRunOutput[], step: string): string | null {
	const at = outputs.findIndex((output) => output.step === step && output.kind !== 'computed');
	return toOutputItems(outputs)[at]?.name ?? null;
}
